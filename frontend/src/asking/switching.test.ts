import { describe, expect, it } from "vitest";
import type { Worth } from "../wire";
import { rivals, sorted, switched, weight } from "./switching";

const worth = (path: (string | number)[], value: unknown, now = 0, then = 0, refused?: string): Worth => ({
  name: path.join("."), label: path.join("."), kind: "modifier", now: "no", then: "yes", path, value,
  changes: [{ name: "hits", label: "hits", now, then }], ...(refused === undefined ? {} : { refused }),
});
const scenario = { units: [{ id: "a", tokens: 1 }] };
const action = { kind: "melee", attacker: "a", charging: true };

describe("switching", () => {
  it("writes into a copy, and makes the fields on the way", () => {
    const both = switched(scenario, action, [worth(["readings", "leftover"], "carried"), worth(["units", 0, "tokens"], 2)]);
    expect(both.scenario).toEqual({ units: [{ id: "a", tokens: 2 }], readings: { leftover: "carried" } });
    expect(scenario).toEqual({ units: [{ id: "a", tokens: 1 }] });
  });
  it("takes a field away with null, and reaches into the action", () => {
    const both = switched(scenario, action, [worth(["units", 0, "tokens"], null), worth(["action", "charging"], null)]);
    expect(both).toEqual({ scenario: { units: [{ id: "a" }] }, action: { kind: "melee", attacker: "a" } });
    expect(action.charging).toBe(true);
  });
  it("of one field two ways at once is not possible", () => {
    const [one, other] = [worth(["readings", "arc"], "corner"), worth(["readings", "arc"], "diagonal")];
    expect(rivals(one, other)).toBe(true);
    expect(rivals(one, one)).toBe(false);
    expect(rivals(one, worth(["readings", "cap"], "none"))).toBe(false);
  });
});

it("what weighs most comes first; what changes nothing and what cannot be stand apart", () => {
  const [small, great] = [worth(["a"], 1, 1, 1.1), worth(["b"], 1, 1, 3)];
  const [idle, refused] = [worth(["c"], 1, 2, 2), worth(["d"], 1, 0, 0, "not engaged")];
  const late = { ...worth(["f"], 1), unweighed: "it would take too long" };
  expect(sorted([small, idle, late, refused, great])).toEqual({ telling: [great, small], idle: [idle], unweighed: [late], refused: [refused] });
  expect(weight(worth(["e"], 1, 100, 50))).toBe(0.5);
});
