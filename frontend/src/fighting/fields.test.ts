import { describe, expect, it } from "vitest";
import { valueOf } from "./fields";

describe("typed values", () => {
  it("are numbers, yes and no, nothing, and words", () => {
    expect(["3", "-2.5", "−4", "true", "no", "none", "poor", " quite tired "].map(valueOf)).toEqual([
      3, -2.5, -4, true, false, null, "poor", "quite tired",
    ]);
  });
  it("are rows and names with numbers", () => {
    expect(valueOf("3, 4.5")).toEqual([3, 4.5]);
    expect(valueOf("panic, stun")).toEqual(["panic", "stun"]);
    expect(valueOf("panic: 1, stun: 2")).toEqual({ panic: 1, stun: 2 });
    expect(valueOf("1.2: 1")).toEqual({ "1.2": 1 });
  });
  it("may be JSON, or words that look like something else", () => {
    expect(valueOf('[1, {"a": 2}]')).toEqual([1, { a: 2 }]);
    expect(valueOf("[1, ")).toBe("[1,");
    expect(valueOf('"44"')).toBe("44");
    expect(valueOf("44/4.")).toBe("44/4.");
  });
});
