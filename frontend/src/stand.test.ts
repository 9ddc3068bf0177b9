import { describe, expect, it } from "vitest";
import { moved, without } from "./stand";

describe("where a piece stands", () => {
  const scenario = { units: [{ id: "a", position: [1, 2], facing: 0 }], tokens: [{ id: "t", cell: [0, 0] }] };

  it("is a change of its own place alone, and leaves the scenario as it was", () => {
    const other = moved(scenario, "a", { at: [3, 4] });
    expect(other.units).toEqual([{ id: "a", position: [3, 4], facing: 0 }]);
    expect(moved(scenario, "t", { at: [5, 6] }).tokens).toEqual([{ id: "t", cell: [5, 6] }]);
    expect(scenario.units[0]?.position).toEqual([1, 2]);
  });

  it("may cost the orders and melees that no longer hold", () => {
    const battle = { orders: { a: { fire: "b" }, c: { stay: true } }, engaged: [["a", "x"], ["c", "y"]] };
    expect(without(battle, ["orders.a.fire", "engaged[0]"])).toEqual({
      scenario: { orders: { c: { stay: true } }, engaged: [["c", "y"]] },
      lost: ["a", "a – x"],
    });
    expect(without(battle, ["units[0].area"])).toBeNull();
    expect(without(battle, ["orders.a.fire", "units[0].area"])).toBeNull();
  });
});
