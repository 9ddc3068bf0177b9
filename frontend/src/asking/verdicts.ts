/** The rulings on every attempt as a list to choose from: who does what to whom, in groups that fold. */
import type { Action, Ruling } from "../wire";
import { inWords } from "./steps";
import type { Node } from "./tree";

export type Wanted = "all" | "legal" | "refused";

/** What a line of the list is about: a group, or one verdict. */
export type Line =
  | { kind: "group"; who: string; what: string; legal: number; refused: number }
  | { kind: "verdict"; ruling: Ruling; who: string; target: string; what: string; rest: string };

export type Named = (id: string) => string;

export const MANY = 40; // rulings, beyond which they are grouped by kind first

const field = (action: Action, ...names: string[]): string => {
  for (const name of names) if (typeof action[name] === "string") return action[name];
  return "";
};

/** The id of the unit that acts; empty: a side or nobody does. */
export const actor = (action: Action): string => field(action, "attacker", "unit");
const target = (action: Action): string => field(action, "target");

/** The same attempt in different rulings has the same key. */
export const keyOf = (action: Action): string => JSON.stringify(action);

/** Whether an attempt is about a piece: it acts or is acted upon. */
export const concerns = (ruling: Ruling, id: string): boolean =>
  Object.entries(ruling.action).some(([name, value]) => name !== "kind" && value === id);

/** A deed as the server says it ("melee: a → b, edge rear") taken apart: what is done, and how. */
export function told(ruling: Pick<Ruling, "action" | "deed">, named: Named): { what: string; rest: string } {
  const { deed, action } = ruling;
  const colon = deed.indexOf(": ");
  if (colon < 0) return { what: deed, rest: "" };
  const ids = ["attacker", "unit", "target"].map((name) => field(action, name)).filter(Boolean);
  const after = deed.slice(colon + 2);
  for (const who of [ids.join(" → "), ids.map(named).join(" → ")]) {
    if (who && after.startsWith(who)) return { what: deed.slice(0, colon).trim(), rest: after.slice(who.length).replace(/^,? */, "") };
  }
  return { what: deed.slice(0, colon).trim(), rest: after };
}

/** The rulings that are wanted, with the words that are looked for. */
export function found(rulings: readonly Ruling[], wanted: Wanted, words: string, named: Named): Ruling[] {
  const looked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rulings.filter((ruling) => {
    if (wanted !== "all" && ruling.verdict !== wanted) return false;
    if (!looked.length) return true;
    const names = [actor(ruling.action), target(ruling.action)].map((id) => (id ? named(id) : ""));
    const text = `${ruling.deed} ${names.join(" ")} ${ruling.said} ${ruling.refusal?.text ?? ""}`.toLowerCase();
    return looked.every((word) => text.includes(word));
  });
}

/** The list as a tree: by who acts; of very many, by what is done first. Legal ones stand before refused ones. */
export function tree(rulings: readonly Ruling[], named: Named, byKind = rulings.length > MANY): Node<Line>[] {
  if (!byKind) return actors(rulings, named, "", true);
  return heaps(rulings, (ruling) => ruling.action.kind).flatMap(([kind, heap]) => {
    if (heap.length === 1) return heap.map((ruling) => verdict(ruling, named, "", true));
    const what = told(heap[0] as Ruling, named).what;
    return [group(kind, heap, "", what, actors(heap, named, kind, false))];
  });
}

function actors(rulings: readonly Ruling[], named: Named, key: string, kinds: boolean): Node<Line>[] {
  return heaps(rulings, (ruling) => actor(ruling.action)).flatMap(([id, heap]) => {
    if (!id || heap.length === 1) return heap.map((ruling) => verdict(ruling, named, id, kinds));
    const below = [...heap].sort((a, b) => Number(a.verdict === "refused") - Number(b.verdict === "refused"));
    return [group(`${key}/${id}`, heap, named(id), "", below.map((ruling) => verdict(ruling, named, "", kinds)))];
  });
}

function group(key: string, heap: readonly Ruling[], who: string, what: string, below: Node<Line>[]): Node<Line> {
  const legal = heap.filter((ruling) => ruling.verdict === "legal").length;
  return { key, item: { kind: "group", who, what, legal, refused: heap.length - legal }, below };
}

function verdict(ruling: Ruling, named: Named, who: string, kinds: boolean): Node<Line> {
  const { what, rest } = told(ruling, named);
  const whom = target(ruling.action);
  const item: Line = {
    kind: "verdict", ruling, rest, what: kinds ? what : "", who: who ? named(who) : "", target: whom ? named(whom) : "",
  };
  return { key: keyOf(ruling.action), item, below: [] };
}

function heaps(rulings: readonly Ruling[], by: (ruling: Ruling) => string): [string, Ruling[]][] {
  const all = new Map<string, Ruling[]>();
  for (const ruling of rulings) {
    const key = by(ruling);
    const heap = all.get(key);
    if (heap) heap.push(ruling);
    else all.set(key, [ruling]);
  }
  return [...all];
}

/** The main values of a ruling in a line; of a refused one, why. */
export const gist = (ruling: Ruling): string =>
  ruling.refusal?.text ??
  ruling.spoken.map(inWords).join(" · ");
