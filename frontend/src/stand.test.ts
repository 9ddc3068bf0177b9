import { describe, expect, it } from "vitest";
import { doubled, moved, peopled, removed, without } from "./stand";

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
      lost: [["a"], ["a", "x"]],
    });
    expect(without(battle, ["units[0].area"])).toBeNull();
    expect(without(battle, ["orders.a.fire", "units[0].area"])).toBeNull();
  });
});

describe("pieces more and fewer", () => {
  const scenario = { units: [{ id: "guard", side: "a", position: [1, 2] }, { id: "guard2", side: "b", area: "red left" }] };

  it("gets a twin with an id of its own, beside the first", () => {
    const { scenario: more, id } = doubled(scenario, "guard2");
    expect(id).toBe("guard3");
    expect(more.units).toEqual([...scenario.units, { id: "guard3", side: "b", area: "red left" }]);
    expect((doubled(scenario, "guard").scenario.units as unknown[])[2]).toEqual({ id: "guard3", side: "a", position: [2, 3] });
  });

  it("is taken off the table", () => {
    expect(removed(scenario, "guard")).toEqual({ units: [scenario.units[1]] });
  });

  it("comes on a map one after the other, for the side that has fewer", () => {
    const first = peopled({ map: {} }, [3, 4]);
    const second = peopled(first.scenario, [3, 4]);
    const third = peopled(second.scenario, [3, 4]);
    expect(third.scenario.tokens).toEqual([
      { id: "red", side: "red", cell: [3, 4], height: "1.8m" },
      { id: "blue", side: "blue", cell: [4, 4], height: "1.8m" },
      { id: "red2", side: "red", cell: [5, 4], height: "1.8m" },
    ]);
  });
});
