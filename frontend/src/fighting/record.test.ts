import { describe, expect, it } from "vitest";
import { entriesIn, isRecord, upto } from "./entries";

describe("a record", () => {
  const text =
    '{"format": "enfilade/record/1", "ruleset": "x", "edition": "1", "scenario": {}, "hash": "00"}\n' +
    '{"entry": 1, "action": {"kind": "melee"}, "answers": [{"faces": ["HS", 3]}], "events": [], "hash": "01"}\n';
  it("is known from its first line", () => {
    expect(isRecord(text)).toBe(true);
    expect(isRecord('{"format": "enfilade/scenario/1"}')).toBe(false);
    expect(isRecord("format: enfilade/scenario/1\n# enfilade/record/")).toBe(false);
  });
  it("gives its entries without their numbers and hashes", () => {
    expect(entriesIn(text)).toEqual([{ action: { kind: "melee" }, answers: [{ faces: ["HS", 3] }], events: [] }]);
    expect(entriesIn(text.split("\n")[0] ?? "")).toEqual([]);
  });
  it("is cut after as many entries as are wanted", () => {
    expect(entriesIn(upto(text, 0))).toEqual([]);
    expect(upto(text, 1)).toBe(text);
  });
});
