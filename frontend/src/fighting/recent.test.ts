import { describe, expect, it } from "vitest";
import { readTables, remembered, type Sat } from "./recent";

const sat = (token: string, title = "A battle"): Sat => ({ token, title, seat: "Referee", when: "2026-01-02T03:04:05Z" });

describe("the tables at which one sat", () => {
  it("has the last one first, each once", () => {
    const list = [sat("b"), sat("a")];
    expect(remembered(list, sat("c")).map((one) => one.token)).toEqual(["c", "b", "a"]);
    expect(remembered(list, sat("a", "Another")).map((one) => [one.token, one.title])).toEqual([
      ["a", "Another"],
      ["b", "A battle"],
    ]);
  });
  it("are a few", () => {
    let list: Sat[] = [];
    for (const token of "abcdefghij") list = remembered(list, sat(token));
    expect(list.map((one) => one.token).join("")).toBe("jihgfe");
  });
  it("are read as they were written, and anything else is passed over", () => {
    const list = [sat("a"), sat("b")];
    expect(readTables(JSON.stringify(list))).toEqual(list);
    for (const text of [null, "", "{", "3", "{}", '[null, 3, {"token": 1}, "x"]']) expect(readTables(text)).toEqual([]);
  });
});
