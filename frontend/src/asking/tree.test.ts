import { describe, expect, it } from "vitest";
import { above, every, type Node, pressed, seen } from "./tree";

const leaf = (key: string): Node<string> => ({ key, item: key, below: [] });
const tree: Node<string>[] = [{ key: "a", item: "a", below: [leaf("a1"), { key: "a2", item: "a2", below: [leaf("a2x")] }] }, leaf("b")];
const opened = (...keys: string[]) => seen(tree, (key) => keys.includes(key));
const keys = (rows: { key: string }[]) => rows.map((row) => row.key);

describe("the rows that are seen", () => {
  it("are the top ones while all is folded", () => {
    expect(keys(opened())).toEqual(["a", "b"]);
    expect(opened()[0]).toMatchObject({ level: 1, at: 1, of: 2, open: false, parent: null });
    expect(opened()[1]?.open).toBeNull();
  });
  it("grow by what is opened, and only below what is seen", () => {
    expect(keys(opened("a"))).toEqual(["a", "a1", "a2", "b"]);
    expect(keys(opened("a2"))).toEqual(["a", "b"]);
    expect(opened("a", "a2")[3]).toMatchObject({ key: "a2x", level: 3, at: 1, of: 1, parent: "a2" });
  });
});

describe("keys", () => {
  const rows = opened("a");
  it("go up and down and stop at the ends", () => {
    expect(pressed(rows, "a", "ArrowDown")).toEqual({ go: "a1" });
    expect(pressed(rows, "b", "ArrowDown")).toBeNull();
    expect(pressed(rows, "a", "ArrowUp")).toBeNull();
    expect(pressed(rows, "a1", "End")).toEqual({ go: "b" });
    expect(pressed(rows, "b", "Home")).toEqual({ go: "a" });
  });
  it("open and fold, and go down to the first or up to the parent", () => {
    expect(pressed(rows, "a2", "ArrowRight")).toEqual({ open: "a2", to: true });
    expect(pressed(rows, "a", "ArrowRight")).toEqual({ go: "a1" });
    expect(pressed(rows, "a", "ArrowLeft")).toEqual({ open: "a", to: false });
    expect(pressed(rows, "a1", "ArrowLeft")).toEqual({ go: "a" });
    expect(pressed(rows, "b", "ArrowRight")).toBeNull();
  });
  it("pick, and leave other keys alone", () => {
    expect(pressed(rows, "a1", "Enter")).toEqual({ pick: "a1" });
    expect(pressed(rows, "a1", "x")).toBeNull();
    expect(pressed(rows, "gone", "Enter")).toBeNull();
  });
});

it("what lies above a node is found", () => {
  expect(above(tree, "a2x")).toEqual(["a", "a2"]);
  expect(above(tree, "a")).toEqual([]);
  expect(above(tree, "gone")).toEqual([]);
  expect([...every(tree)].map((node) => node.key)).toEqual(["a", "a1", "a2", "a2x", "b"]);
});
