import { describe, expect, it } from "vitest";
import type { Outcome, Tally } from "../wire";
import { apart, figure, sortOf, bars, chanceOf, drawn, MOST_BARS, lines, rows, values, yes } from "./tallies";

const ways = (row: readonly number[]): Outcome[] => {
  const all = row.reduce((sum, one) => sum + one, 0);
  return row.map((one, value) => {
    const least = row.slice(value).reduce((sum, other) => sum + other, 0);
    return {
      value, label: String(value), probability: `${one}/${all}`, p: one / all,
      at_least: `${least}/${all}`, at_least_p: least / all,
    };
  });
};
const tally = (row: readonly number[]): Tally => ({ name: "hits", label: "hits", kind: "number", outcomes: ways(row) });
const count = (outcome: { value: unknown; probability?: string }[], kind: Tally["kind"]): Tally => ({
  name: "destroyed", label: "destroyed", kind,
  outcomes: outcome.map((one) => ({ label: String(one.value), probability: one.probability ?? "1/2", p: 0.5, value: one.value })),
});

describe("the chance of yes", () => {
  it("is told of yes and no, and of 0 and 1", () => {
    expect(yes(count([{ value: true, probability: "1/3" }, { value: false }], "yes_no"))).toBe("1/3");
    expect(yes(count([{ value: 0 }, { value: 1, probability: "1/4" }], "number"))).toBe("1/4");
  });
  it("is certain where the count is", () => {
    expect(yes(count([{ value: false, probability: "1" }], "certain"))).toBe("0");
    expect(yes(count([{ value: true, probability: "1" }], "certain"))).toBe("1");
  });
  it("is not told of other counts", () => {
    expect(yes(tally([1, 2, 1]))).toBeNull();
    expect(yes(count([{ value: 3, probability: "1" }], "certain"))).toBeNull();
    expect(yes(count([{ value: "blue" }, { value: "red" }], "other"))).toBeNull();
  });
});

describe("what is told first", () => {
  const never = count([{ value: 0, probability: "1" }], "certain");
  it("is the chance of yes, where both counts have one", () => {
    const [now, then] = [{ ...tally([3, 1]), expected: "1/4" }, { ...tally([1, 1, 2]), expected: "5/4" }];
    expect(figure(now, sortOf([now]))).toBe("25.0%");
    expect(sortOf([now, then])).toBe("expected");
    expect(figure(then, sortOf([now, then]))).toBe("1.25");
    expect(sortOf([never, now])).toBe("chance");
    expect(figure(never, "chance")).toBe("0.0%");
  });
  it("is what always comes, or nothing of words", () => {
    expect([sortOf([never]), figure(never, "always")]).toEqual(["always", "0"]);
    const words = count([{ value: "blue" }, { value: "red" }], "other");
    expect([sortOf([words]), figure(words, "spread")]).toEqual(["spread", ""]);
  });
});

describe("bars", () => {
  it("leave out what is certain of at least", () => {
    const two = tally([1, 2, 1]);
    expect(drawn([two], "at_least")).toEqual([1, 2]);
    expect(bars(two, drawn([two], "at_least"), "at_least").map((bar) => bar.chance)).toEqual(["3/4", "1/4"]);
    expect(bars(two, drawn([two], "exactly"), "exactly").map((bar) => bar.p)).toEqual([0.25, 0.5, 0.25]);
  });
  it("that are drawn together keep the whole chance", () => {
    const wide = tally(Array.from({ length: 100 }, (_, at) => 1 + (at % 7)));
    const folded = bars(wide, drawn([wide], "exactly"), "exactly");
    expect(folded.length).toBeLessThanOrEqual(MOST_BARS);
    expect(folded.reduce((sum, bar) => sum + bar.p, 0)).toBeCloseTo(1, 12);
    expect(folded[0]?.label).toBe("0–2");
    const least = bars(wide, drawn([wide], "at_least"), "at_least");
    for (const [at, bar] of least.entries()) expect(bar.p).toBeLessThanOrEqual(least[at - 1]?.p ?? 1);
  });
  it("of two counts stand over the values of both", () => {
    const [now, then] = [tally([1, 1]), count([{ value: 0 }, { value: 4, probability: "1/2" }], "number")];
    expect(values([now, then])).toEqual([0, 1, 4]);
    expect(chanceOf(now, 4, "at_least").chance).toBe("0");
    expect(chanceOf(now, 4, "exactly").p).toBe(0);
  });
  it("of at least a value that cannot be count what lies above it", () => {
    const gaps = tally([1, 0, 1]);
    const without = { ...gaps, outcomes: gaps.outcomes.filter((one) => one.value !== 1) };
    expect(chanceOf(without, 1, "at_least").chance).toBe("1/2");
  });
});

it("two spreads are apart by the chance that would have to move", () => {
  expect(apart(tally([1, 1]), tally([1, 1]))).toBe(0);
  expect(apart(tally([1, 1]), tally([1, 3]))).toBe(0.25);
  expect(apart(tally([1]), tally([0, 1]))).toBe(1);
});

it("a long table keeps its first and last row", () => {
  const many = Array.from({ length: 101 }, (_, at) => at);
  expect(rows(many, true)).toHaveLength(101);
  const thin = rows(many, false);
  expect(thin.length).toBeLessThanOrEqual(15);
  expect([thin[0], thin.at(-1)]).toEqual([0, 100]);
});

it("the scale ends at a round chance that nothing passes", () => {
  expect(lines([{ label: "1", p: 0.5, chance: "1/2" }])).toEqual([0, 0.25, 0.5]);
  expect(lines([{ label: "1", p: 0.51, chance: 0.51 }]).at(-1)).toBe(0.75);
  expect(lines([{ label: "1", p: 0.9, chance: 0.9, interval: [0.8, 1] }]).at(-1)).toBe(1);
  expect(lines([{ label: "1", p: 0.04, chance: 0.04 }])).toEqual([0, 0.025, 0.05]);
  expect(lines([])).toEqual([0, 0.01, 0.02]);
});
