import { describe, expect, it } from "vitest";
import { offsetOf, toYaml } from "./yaml";

describe("a scenario as YAML", () => {
  it("has short things on one line and long ones as blocks", () => {
    const said = toYaml({
      format: "enfilade/scenario/1",
      title: "Struck in the rear",
      table: { width: "6ft", depth: "3ft" },
      units: [
        { id: "a", ranks: ["44", "2."], position: [10, 6.5], facing: 0 },
        { id: "b", activated: false, profile: { type: "infantry", keywords: ["Brutal 1", "Long: 2"], note: "x".repeat(80) } },
      ],
      terrain: [],
    });
    expect(said).toBe(
      [
        "format: enfilade/scenario/1",
        "title: Struck in the rear",
        "table: {width: \"6ft\", depth: \"3ft\"}",
        "units:",
        "  - {id: a, ranks: [\"44\", \"2.\"], position: [10, 6.5], facing: 0}",
        "  - id: b",
        "    activated: false",
        "    profile:",
        "      type: infantry",
        "      keywords: [Brutal 1, \"Long: 2\"]",
        `      note: ${"x".repeat(80)}`,
        "terrain: []",
        "",
      ].join("\n"),
    );
  });

  it("quotes every text that could be taken for something else", () => {
    const said = toYaml({ a: "yes", b: "1.5", c: "", d: " x", e: "a: b", f: "a #b", g: "null", h: null, i: "-", j: "x,y", k: "été", l: "two\nlines", "m n": 1, "4": "12in" });
    expect(said.trimEnd().split("\n")).toEqual([
      '"4": "12in"', 'a: "yes"', 'b: "1.5"', 'c: ""', 'd: " x"', 'e: "a: b"', 'f: "a #b"', 'g: "null"', "h: null", 'i: "-"', 'j: "x,y"', "k: été", 'l: "two\\nlines"', "m n: 1",
    ]);
  });

  it("has its lines and columns found again", () => {
    expect([offsetOf("ab\ncd\n", 1), offsetOf("ab\ncd\n", 2, 2), offsetOf("ab\ncd\n", 9), offsetOf("ab", 1, 40)]).toEqual([0, 4, 6, 2]);
  });
});
