import { describe, expect, it } from "vitest";
import type { Action, Ruling } from "../wire";
import { every } from "./tree";
import { actor, concerns, found, gist, type Line, told, tree } from "./verdicts";

const named = (id: string): string => id.charAt(0).toUpperCase() + id.slice(1);
const ruling = (deed: string, action: Action, legal = true): Ruling => ({
  action, deed, verdict: legal ? "legal" : "refused", said: legal ? "LEGAL" : "REFUSED", values: {},
  spoken: [{ name: "threat", label: "threat", value: "3" }, { name: "dice", label: "dice", value: "R B" }],
  ...(legal ? {} : { refusal: { rule: "34.1", text: "not engaged", facts: {}, margin: -1, because: [], shows: [], nearest_legal: null } }),
  steps: [], assumptions: [], readings: [], evidence: [], rollable: legal, throws: legal,
});
const melee = (attacker: string, target: string, legal = true, edge = ""): Ruling =>
  ruling(`melee: ${attacker} → ${target}${edge && `, edge ${edge}`}`, { kind: "melee", attacker, target, ...(edge ? { edge } : {}) }, legal);
const lines = (list: Ruling[], byKind?: boolean): Line[] => [...every(tree(list, named, byKind))].map((node) => node.item);

describe("a deed", () => {
  it("is taken apart by the ids or the names in it", () => {
    expect(told(melee("a", "b", true, "rear"), named)).toEqual({ what: "melee", rest: "edge rear" });
    expect(told(ruling("melee: A → B, edge rear", { kind: "melee", attacker: "a", target: "b" }), named).rest).toBe("edge rear");
  });
  it("that says it otherwise is kept whole", () => {
    expect(told(ruling("turn", { kind: "turn" }), named)).toEqual({ what: "turn", rest: "" });
    expect(told(ruling("character: character aldith", { kind: "character", character: "aldith" }), named)).toEqual({
      what: "character", rest: "character aldith",
    });
  });
});

describe("the list", () => {
  it("is grouped by who acts, what is legal first", () => {
    const all = lines([melee("a", "b", false), melee("a", "c"), melee("b", "a")]);
    expect(all[0]).toMatchObject({ kind: "group", who: "A", legal: 1, refused: 1 });
    expect(all.slice(1, 3)).toMatchObject([{ target: "C", who: "" }, { target: "B", who: "" }]);
    expect(all[3]).toMatchObject({ kind: "verdict", who: "B", target: "A", what: "melee" });
  });
  it("of very many is grouped by what is done first", () => {
    const all = lines([ruling("turn", { kind: "turn" }), melee("a", "b"), melee("a", "c"), melee("b", "a")], true);
    expect(all[0]).toMatchObject({ kind: "verdict", what: "turn" });
    expect(all[1]).toMatchObject({ kind: "group", what: "melee", legal: 3 });
    expect(all[2]).toMatchObject({ kind: "group", who: "A", legal: 2 });
    expect(all[3]).toMatchObject({ kind: "verdict", target: "B", what: "" });
  });
  it("folds many ways to do the same to the same, the best first and the last behind a line of their own", () => {
    const ways = (target: string, many: number, legal: boolean): Ruling[] =>
      Array.from({ length: many }, (_, at) => {
        const one = ruling(`charge: a → ${target}, way ${at}`, { kind: "charge", attacker: "a", target, way: at }, legal);
        return one.refusal ? { ...one, refusal: { ...one.refusal, margin: at - 4 } } : one;
      });
    const [top] = tree([...ways("b", 6, false), ...ways("c", 3, true), melee("a", "c")], named);
    const kinds = (top?.below ?? []).map((node) => [node.item.kind, node.below.length]);
    expect(kinds).toEqual([["verdict", 0], ["verdict", 0], ["verdict", 0], ["verdict", 0], ["group", 5]]);
    const group = top?.below.at(-1);
    expect(group?.item).toEqual({ kind: "group", who: "", target: "B", what: "charge", legal: 0, refused: 6 });
    expect(group?.below.map(({ item }) => (item.kind === "verdict" ? item.ruling.refusal?.margin : item))).toEqual([0, -1, 1, -2, { kind: "rest", count: 2 }]);
    expect(group?.below.at(-1)?.below).toHaveLength(2);
  });
  it("holds every ruling once, under keys of its own", () => {
    const many = Array.from({ length: 50 }, (_, at) => melee(`u${at % 7}`, `t${at}`, at % 3 > 0));
    const nodes = [...every(tree(many, named))];
    expect(nodes.filter((node) => node.item.kind === "verdict")).toHaveLength(50);
    expect(new Set(nodes.map((node) => node.key)).size).toBe(nodes.length);
  });
});

it("what is wanted is found by verdict and by words", () => {
  const all = [melee("a", "b"), melee("a", "c", false)];
  expect(found(all, "legal", "", named)).toEqual([all[0]]);
  expect(found(all, "refused", "", named)).toEqual([all[1]]);
  expect(found(all, "all", "MELEE c", named)).toEqual([all[1]]);
  expect(found(all, "all", "not engaged", named)).toEqual([all[1]]);
  expect(found(all, "all", "cavalry", named)).toEqual([]);
});

it("an attempt concerns who acts and who is acted upon", () => {
  expect(concerns(melee("a", "b"), "b")).toBe(true);
  expect(concerns(melee("a", "b"), "melee")).toBe(false);
  expect(actor({ kind: "turn" })).toBe("");
});

it("the gist is the values, or the reason why not", () => {
  expect(gist(melee("a", "b"))).toBe("threat 3 · dice R B");
  expect(gist(melee("a", "b", false))).toBe("not engaged");
  expect(gist({ ...melee("a", "b"), spoken: [{ name: "gap_in", label: "gap in", value: "9" }] })).toBe("gap 9 in");
});
