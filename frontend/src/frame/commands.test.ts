import { describe, expect, it } from "vitest";
import type { Piece } from "../wire";
import { apart, understand } from "./commands";

const piece = (id: string, name = id, gone = false): Piece => ({ id, name, side: "a", at: [0, 0], facing: 0, area: null, strength: "", turns: true, gone });
const pieces = [piece("a"), piece("archers3", "Ptolemy's archers"), piece("archers4"), piece("b"), piece("dead", "dead", true)];
const areas = ["red left", "red centre", "blue left"];
const said = (text: string) => understand(text, pieces, areas);

describe("commands", () => {
  it("move, turn, attack and select by id, by name, or by how one begins", () => {
    expect(said("move a 3 4")).toEqual({ do: "move", piece: "a", at: [3, 4] });
    expect(said("MOVE a 3.5, -4")).toEqual({ do: "move", piece: "a", at: [3.5, -4] });
    expect(said("turn Ptolemy's archers 450°")).toEqual({ do: "turn", piece: "archers3", facing: 90 });
    expect(said("attack ptolemy b")).toEqual({ do: "attack", attacker: "archers3", target: "b" });
    expect(said("select archers4")).toEqual({ do: "select", piece: "archers4" });
    expect(said("undo")).toEqual({ do: "undo" });
  });

  it("send into areas, whose names have several words", () => {
    expect(said("send a red left")).toEqual({ do: "send", piece: "a", area: "red left" });
    expect(said("move a blue")).toEqual({ do: "send", piece: "a", area: "blue left" });
  });

  it("are understood in French and Italian, with and without accents", () => {
    expect(said("déplacer a 3 4")).toEqual(said("move a 3 4"));
    expect(said("deplacer a 3 4")).toEqual(said("move a 3 4"));
    expect(said("gira a 90")).toEqual(said("turn a 90"));
  });

  it("say what is not understood, and what is nearest", () => {
    expect(said("mvoe a 3 4")).toMatchObject({ wrong: "verb", found: "mvoe", known: expect.arrayContaining(["move"]) });
    expect(said("move c 3 4")).toMatchObject({ wrong: "piece", found: "c" });
    expect(said("move archers 3 4")).toMatchObject({ wrong: "piece" }); // two begin so
    expect(said("move dead 3 4")).toMatchObject({ wrong: "piece" });
    expect(said("move b 3 x")).toMatchObject({ wrong: "number", found: "x" });
    expect(said("move b 3")).toMatchObject({ wrong: "missing" });
    expect(said("turn a")).toMatchObject({ wrong: "missing" });
    expect(said("send a nowhere")).toMatchObject({ wrong: "area", found: "nowhere" });
    expect(said("")).toMatchObject({ wrong: "verb" });
  });

  it("take numbers as the fields do, and nothing beyond them", () => {
    expect(said("move a 1 000 5")).toEqual({ wrong: "more", found: "5", known: [] });
    expect(["move a 0x10 5", "move a 1e400 5", "move a 1,000 5", "turn a Infinity"].map((text) => understand(text, pieces, []))).toEqual(
      ["0x10", "1e400", "1,000", "Infinity"].map((found) => ({ wrong: "number", found, known: [] })),
    );
    const more = ["turn a 90 3", "select a b", "undo twice", "attack a b hard", "send a red left now"].map(said);
    expect(more).toEqual(["3", "b", "twice", "hard", "now"].map((found) => ({ wrong: "more", found, known: [] })));
    expect(said("move a 3,5 −4")).toEqual({ do: "move", piece: "a", at: [3.5, -4] });
  });

  it("count how far two words are apart", () => {
    expect([apart("", "abc"), apart("move", "mvoe"), apart("turn", "turn")]).toEqual([3, 2, 0]);
  });
});
