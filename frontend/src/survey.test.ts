import { describe, expect, it } from "vitest";
import { part } from "./survey.svelte";
import type { Piece } from "./wire";

const piece = (id: string): Piece => ({ id, name: id, side: "a", at: null, facing: null, area: null, strength: "", turns: false, gone: false });
const candidates = [
  { kind: "turn" },
  { kind: "values", unit: "spears" },
  { kind: "melee", attacker: "spears", target: "bows" },
];
const pieces = [piece("spears"), piece("bows")];

describe("which attempts are asked about", () => {
  it("are all where they are few, whatever is selected", () => {
    expect(part({ candidates, pieces }, "bows")).toEqual({});
  });
  it("are those about the selected piece where they are many", () => {
    expect(part({ more: true, candidates, pieces }, "bows")).toEqual({ about: "bows" });
  });
  it("are those about nobody where nothing is selected, or what is no longer there", () => {
    expect(part({ more: true, candidates, pieces }, null)).toEqual({ actions: [{ kind: "turn" }] });
    expect(part({ more: true, candidates, pieces }, "gone")).toEqual({ actions: [{ kind: "turn" }] });
  });
});
