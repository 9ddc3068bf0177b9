import { describe, expect, it } from "vitest";
import { reachOf } from "./reach";
import type { Action, OrderMenu, Piece, Ruling, Shape } from "./wire";

const piece = (id: string): Piece => ({ id, name: id.toUpperCase(), side: "s", at: [0, 0], facing: 0, area: null, strength: "", turns: true, gone: false });
const pieces = ["a", "b", "c"].map(piece);
const shape = (role: string, of: string, x = 0): Shape => ({ shape: "line", points: [[x, 0], [x, 1]], role, of });

function ruling(action: Action, why = "", evidence: Shape[] = []): Ruling {
  const refusal = why ? { refusal: { rule: "1", text: why, facts: {}, margin: null, because: [], shows: [], nearest_legal: null } } : {};
  const steps = [{ rule: "1", text: `${action.kind} told`, facts: {}, value: null, margin: null, because: [], shows: [] }];
  const way = action.direction ? `, direction ${String(action.direction)}` : "";
  const deed = `${action.kind}: ${[action.attacker ?? action.unit, action.target].filter(Boolean).join(" → ")}${way}`;
  return { action, deed, verdict: why ? "refused" : "legal", said: "", values: {}, spoken: [], ...refusal, steps, assumptions: [], readings: [], evidence, rollable: !why, throws: !why };
}

describe("the reach of a piece", () => {
  const rulings = [
    ruling({ kind: "melee", attacker: "a", target: "b", edge: "rear" }, "not engaged"),
    ruling({ kind: "melee", attacker: "a", target: "b", edge: "front" }),
    ruling({ kind: "ranged", attacker: "a", target: "b" }, "out of range", [shape("line_blocked", "b"), shape("arc", "a"), shape("arc", "b"), shape("counted", "b")]),
    ruling({ kind: "ranged", attacker: "a", target: "c" }, "no line", [shape("line_blocked", "c", 2), shape("arc", "a")]),
    ruling({ kind: "melee", attacker: "b", target: "a" }, "", [shape("line_free", "a", 9)]),
    ruling({ kind: "threat", unit: "a" }, "", [shape("threat", "a")]),
    ruling({ kind: "pass", unit: "a" }),
    ruling({ kind: "retreat", unit: "a", direction: "back" }, "", [shape("line_free", "", 3), { ...shape("note", "a", 4), shape: "polygon" }]),
    ruling({ kind: "retreat", unit: "a", direction: "left" }, "blocked", [{ ...shape("note", "a", 5), shape: "polygon" }]),
  ];
  const reach = reachOf("a", rulings, pieces);

  it("names each target once, with every kind of deed once: legal if one way of it is", () => {
    expect(reach.reached).toEqual([
      { id: "b", name: "B", area: false, legal: true, ways: [{ what: "melee", legal: true, why: "" }, { what: "ranged", legal: false, why: "out of range" }] },
      { id: "c", name: "C", area: false, legal: false, ways: [{ what: "ranged", legal: false, why: "no line" }] },
    ]);
  });
  it("draws its own arc and ground, and the lines from it, each once", () => {
    expect(reach.shapes.slice(0, 4)).toEqual([shape("line_blocked", "b"), shape("arc", "a"), shape("line_blocked", "c", 2), shape("threat", "a")]);
  });
  it("draws and names where it may go, and tells of the ground", () => {
    expect(reach.shapes.slice(4)).toEqual([{ ...shape("note", "a", 4), shape: "polygon", label: "retreat, direction back" }]);
    expect(reach.said).toEqual(["threat told", "retreat, direction back"]);
  });
  it("holds the areas of its own orders, and not the pieces of them again", () => {
    const target = (id: string, why = ""): { target: string; name: string; why: string } => ({ target: id, name: `to ${id}`, why });
    const menu = (unit: string, to: string): OrderMenu => ({ unit, orders: [{ kind: "move", label: "move", reactions: [], targets: [target(""), target("b"), target(to), target("far", "too far")] }] });
    const areas = reachOf("a", rulings, pieces, [menu("b", "elsewhere"), menu("a", "near")]).reached.filter((one) => one.area);
    expect(areas.map(({ id, name, legal }) => [id, name, legal])).toEqual([["near", "to near", true], ["far", "to far", false]]);
  });
});
