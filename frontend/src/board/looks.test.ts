import { describe, expect, it } from "vitest";
import type { Piece, Position, Shape } from "../wire";
import { bodiesOf } from "./bodies";
import { badge, looksOf } from "./looks";
import { paperOf } from "./paper";

const piece = (id: string, side: string, more: Partial<Piece> = {}): Piece => ({
  id, name: id, side, at: [1, 1], facing: 0, area: null, strength: "", turns: true, gone: false, ...more,
});
const tray = (of: string, x: number, y: number): Shape => ({
  shape: "polygon", points: [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]], role: "tray", of, side: "a", label: "1.1",
});
const position = (pieces: Piece[], sides: Position["sides"], shapes: Shape[] = []) => ({
  pieces, sides, scene: { width: 10, depth: 10, unit: "tray", y_up: true, title: "", shapes },
});

describe("the looks of sides", () => {
  it("come in the order in which the sides appear, also those that have lost everything", () => {
    const looks = looksOf(position([piece("u", "w", { gone: true }), piece("v", "d")], { d: "Daqan", w: "Waiqar", x: "Others" }));
    expect([...looks]).toEqual([["w", { number: 0, letter: "W" }], ["d", { number: 1, letter: "D" }], ["x", { number: 2, letter: "X" }]]);
  });

  it("are the colour that a side is called by", () => {
    const of = (...ids: string[]): (number | undefined)[] => {
      const looks = looksOf(position(ids.map((side) => piece(side, side)), {}));
      return ids.map((id) => looks.get(id)?.number);
    };
    expect(of("red", "blue")).toEqual([1, 0]);
    expect(of("guards", "blue", "thieves")).toEqual([1, 0, 2]);
    expect(of("rosso", "Blu")).toEqual([1, 0]);
    expect(of("red", "orange", "rouge", "x", "y")).toEqual([1, 0, 2, 3, 0]);
  });

  it("are numbered where two sides begin with the same letter, and there are four", () => {
    const looks = looksOf(position(["ab", "ac", "b", "c", "d"].map((side) => piece(side, side)), {}));
    expect([...looks.values()].map((look) => look.letter)).toEqual(["1", "2", "3", "4", "5"]);
    expect([...looks.values()].map((look) => look.number)).toEqual([0, 1, 2, 3, 0]);
    expect(new Set([0, 1, 2, 3].map((number) => badge(number, 8))).size).toBe(4);
  });
});

describe("the pieces of a scene", () => {
  const shapes: Shape[] = [
    { shape: "polygon", points: [[0, 0], [10, 0], [10, 10]], role: "table" },
    tray("u", 4, 4),
    tray("u", 5, 4),
    { shape: "point", points: [[4.5, 4.5]], role: "figure", of: "u", side: "a" },
    { shape: "point", points: [[5.5, 4.5]], role: "figure", of: "u", side: "a", label: "Champion" },
    { shape: "line", points: [[5, 5], [5, 5.3]], role: "facing", of: "u", side: "a" },
    { shape: "text", points: [[5, 4.5]], role: "unit", of: "u", side: "a", label: "The guard" },
    { shape: "polygon", points: [[0, 0], [NaN, 1]], role: "unit", of: "broken" },
    { shape: "polygon", points: [[1, 1], [2, 1], [2, 2], [1, 2]], role: "token", of: "t", side: "b" },
  ];
  const scene = { width: 10, depth: 10, unit: "tray", y_up: true, title: "", shapes };
  const bodies = bodiesOf(scene, paperOf(scene), [piece("u", "a", { at: [5, 4.5] })]);

  it("are all that belongs to one id, and nothing that cannot be drawn", () => {
    expect(bodies.map((body) => [body.id, body.label, body.rings.length, body.trays.length, body.named.map((one) => one.name)])).toEqual([
      ["u", "The guard", 2, 2, ["Champion"]],
      ["t", "t", 1, 0, []],
    ]);
  });

  it("turn about the place where the scenario puts them, and lie inside their boxes", () => {
    expect(bodies[0]?.centre).toEqual([500, 550]);
    expect(bodies[0]?.box).toEqual({ left: 400, top: 500, right: 600, bottom: 600 });
    expect(bodies[1]?.centre).toEqual([150, 850]);
  });
});
