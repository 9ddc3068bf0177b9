import { describe, expect, it } from "vitest";
import type { Ruling, Step } from "../wire";
import { checks, closeCalls, figures, share, withUnit } from "./steps";
import { every } from "./tree";

const step = (text: string, more: Partial<Step> = {}): Step => ({
  rule: "1", text, facts: {}, value: null, margin: null, because: [], shows: [], ...more,
});
const ruling = (steps: Step[], more: Partial<Ruling> = {}): Ruling => ({
  action: { kind: "melee" }, deed: "melee", verdict: "legal", said: "LEGAL", values: {},
  spoken: [{ name: "threat", label: "threat", value: "3" }], steps, assumptions: [], readings: [], evidence: [],
  rollable: true, throws: true, ...more,
});
const worths = (steps: Step[]): string[] => [...every(checks(ruling(steps)))].map((one) => one.item.worth);

describe("what a step is worth", () => {
  it("is its share in a sum, with its sign", () => {
    const sum = step("dice", { fold: "sum", because: [step("a", { value: 2 }), step("b", { value: -1 }), step("c", { value: 0 })] });
    expect(worths([sum])).toEqual(["", "+2", "−1", "+0"]);
  });
  it("is not told below other folds, nor of yes and no", () => {
    expect(worths([step("all", { fold: "all", because: [step("a", { value: true }), step("b", { value: 2 })] })])).toEqual(["", "", ""]);
    expect(share(true)).toBe("");
  });
  it("is its named value, unless the words hold it", () => {
    expect(worths([step("3 trays", { name: "threat", value: 3 })])).toEqual(["threat 3"]);
    const gap = { ...ruling([step("near", { name: "gap_in", value: 9 })]), spoken: [{ name: "gap_in", label: "gap in", value: "9" }] };
    expect(checks(gap)[0]?.item.worth).toBe("gap 9 in");
    expect(worths([step("the threat: 3", { name: "threat", value: 3 })])).toEqual([""]);
  });
  it("is told of fractions as they are", () => {
    expect(share("1/2")).toBe("+1/2");
    expect(share("-3/4")).toBe("−3/4");
    expect(share(0.25)).toBe("+0.25");
  });
});

it("a step that shows nothing itself points at what those below it show", () => {
  const [top] = checks(ruling([step("a", { because: [step("b", { shows: [1] }), step("c", { shows: [2, 3] })] })]));
  expect(top?.item.shows).toEqual([1, 2, 3]);
});

it("a refusal is the last check and the one that failed", () => {
  const refusal = { ...step("too far", { margin: -0.3, too_close: true }), nearest_legal: null };
  const refused = ruling([step("a", { because: [step("b", { too_close: true })] })], { verdict: "refused", refusal });
  expect(checks(refused).map((one) => [one.key, one.item.failed])).toEqual([["0", false], ["1", true]]);
  expect(closeCalls(refused)).toBe(2);
});

it("margins have three figures", () => {
  expect(figures(0.00404)).toBe("0.00404");
  expect(figures(-8.0116)).toBe("−8.01");
  expect(figures(12)).toBe("12");
  expect(figures(0)).toBe("0");
  expect(figures(0.00000004)).toBe("4.00e-8");
});

it("a length is told with its unit", () => {
  expect(withUnit({ name: "gap_in", label: "gap in", value: "9" })).toEqual({ label: "gap", value: "9", unit: "in" });
  expect(withUnit({ name: "gap_in", label: "écart en pouces", value: "9" })).toEqual({ label: "écart en pouces", value: "9", unit: "" });
  expect(withUnit({ name: "threat", label: "threat", value: "3" }).unit).toBe("");
});
