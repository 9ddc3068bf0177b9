import { describe, expect, it } from "vitest";
import { interval, mean, parts, percent, points, ratio, signed } from "./chances";

describe("percent", () => {
  it("never calls the likely certain nor the unlikely impossible", () => {
    expect(percent("4999/5000")).toBe(">99.9%");
    expect(percent("1999/2000")).toBe(">99.9%"); // 99.95: the half goes to the even thousandth, 1000
    expect(percent("1/5000")).toBe("<0.1%");
    expect(percent(0.9998)).toBe(">99.9%");
    expect(percent(0.0002)).toBe("<0.1%");
  });
  it("says 100 and 0 of what is so", () => {
    expect(percent("1")).toBe("100.0%");
    expect(percent("7/7")).toBe("100.0%");
    expect(percent("0")).toBe("0.0%");
    expect(percent(1)).toBe("100.0%");
    expect(percent(0)).toBe("0.0%");
  });
  it("rounds a fraction exactly, the half to the even side, as the reports do", () => {
    expect(percent("55/64")).toBe("85.9%");
    expect(percent("1/64")).toBe("1.6%");
    expect(percent("1/2000")).toBe("<0.1%"); // 0.5 thousandths goes to 0
    expect(percent("3/2000")).toBe("0.2%"); // 1.5 goes to 2
    expect(percent("1/16")).toBe("6.2%"); // 62.5 goes to 62
    expect(percent("3/16")).toBe("18.8%"); // 187.5 goes to 188
  });
  it("agrees with what the reports print", () => {
    const printed: [string, string][] = [
      ["1333/2000", "66.6%"], ["121/2000", "6.0%"], ["475/7776", "6.1%"], ["293/1296", "22.6%"], ["19/64", "29.7%"],
      ["107/250", "42.8%"], ["8990608/10000019", "89.9%"], ["9486738/10000019", "94.9%"],
    ];
    for (const [fraction, said] of printed) expect(percent(fraction)).toBe(said);
  });
  it("keeps a chance apart from certainty that no floating point number can", () => {
    const most = 10n ** 40n;
    expect(percent(`${most - 1n}/${most}`)).toBe(">99.9%");
    expect(Number(most - 1n) / Number(most)).toBe(1);
  });
});

describe("fractions", () => {
  it("are read as two whole numbers", () => {
    expect(parts("-3/4")).toEqual([-3n, 4n]);
    expect(parts("12")).toEqual([12n, 1n]);
  });
  it("become numbers whatever the size of their parts", () => {
    const most = 6n ** 200n;
    expect(ratio(`${most / 4n}/${most}`)).toBeCloseTo(0.25, 12);
    expect(ratio("-1/3")).toBeCloseTo(-1 / 3, 12);
  });
});

it("an expected value has two decimals, or none if it is whole", () => {
  expect(mean("3/2")).toBe("1.50");
  expect(mean("12")).toBe("12");
  expect(mean(2)).toBe("2");
  expect(mean(1 / 3)).toBe("0.33");
  expect(mean("-5/4")).toBe("-1.25");
  expect(mean("1/200")).toBe("0.01");
  expect(mean("100000000000000000001/10000000000000000000")).toBe("10.00");
});

it("a change is told with its sign, and not at all where there is none", () => {
  expect(signed(0.416)).toBe("+0.42");
  expect(signed(-2)).toBe("−2.00");
  expect(signed(0.0004)).toBe("+<0.01");
  expect(signed(1e-15)).toBe("");
  expect(points(-0.031)).toBe("−3.10");
});

it("the interval of a sampled chance stays within 0 and 1 and holds the share", () => {
  for (const [share, samples] of [[0, 100], [1, 100], [0.3, 2000]] as const) {
    const [low, high] = interval(share, samples);
    expect(low).toBeGreaterThanOrEqual(0);
    expect(high).toBeLessThanOrEqual(1);
    expect(low).toBeLessThanOrEqual(share);
    expect(high).toBeGreaterThanOrEqual(share);
  }
  expect(interval(0.5, 100)[0]).toBeCloseTo(0.4038, 4); // the textbook's value
});
