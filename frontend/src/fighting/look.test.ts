import { describe, expect, it } from "vitest";
import { look } from "./look";

describe("the look of a die", () => {
  it("a six-sided die has as many pips as its number", () => {
    for (const face of [1, 2, 3, 4, 5, 6]) {
      const { outline, pips, text } = look("d6", face);
      expect([outline, pips.length, text]).toEqual(["square", face, ""]);
      expect(new Set(pips.map(String)).size).toBe(face);
    }
  });
  it("dice with other numbers of faces have other outlines, and the number in digits", () => {
    expect(["d3", "d8", "d10", "d20"].map((die) => look(die, 3).outline)).toEqual([
      "triangle",
      "octagon",
      "diamond",
      "dodecagon",
    ]);
    expect(look("d3", 2).text).toBe("2");
  });
  it("coloured dice show their symbols in order, and nothing for a blank", () => {
    expect(look("red", "HS").signs).toEqual(["H", "S"]);
    expect(look("white", "-")).toMatchObject({ outline: "dodecagon", tint: "white", signs: [], text: "" });
  });
  it("anything else is a card with its name", () => {
    expect(look("card", "Loss of Faith")).toMatchObject({ outline: "card", text: "Loss of Faith", signs: [] });
  });
});
