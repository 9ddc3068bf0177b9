/** The rulings on every attempt as a list to choose from: who does what to whom, in groups that fold. */
import type { Action, Ruling } from "../wire";
import { inWords } from "./steps";
import type { Node } from "./tree";

export type Wanted = "all" | "legal" | "refused";

/** What a line of the list is about: a group, or one verdict. */
export type Line =
  | { kind: "group"; who: string; target: string; what: string; legal: number; refused: number }
  | { kind: "rest"; count: number } // the others of many alike
  | { kind: "verdict"; ruling: Ruling; who: string; target: string; what: string; rest: string };

export type Named = (id: string) => string;

export const MANY = 40; // rulings, beyond which they are grouped by kind first
const ALIKE = 3; // ways to do the same to the same, beyond which they are a group
export const REST = "…"; // ends the key of the line that opens to the others
const FIRST = 4; // of such a group, how many are shown at once

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

/** The list as a tree: by who acts, then by pair and kind where there are many ways; of very many, by what is done first. */
export function tree(rulings: readonly Ruling[], named: Named, byKind = rulings.length > MANY): Node<Line>[] {
  if (!byKind) return actors(rulings, named, "", true);
  return heaps(rulings, (ruling) => ruling.action.kind).flatMap(([kind, heap]) => {
    if (heap.length === 1) return heap.map((ruling) => verdict(ruling, named, "", true));
    const what = told(heap[0] as Ruling, named).what;
    return [group(kind, heap, { what }, actors(heap, named, kind, false))];
  });
}

function actors(rulings: readonly Ruling[], named: Named, key: string, kinds: boolean): Node<Line>[] {
  return heaps(rulings, (ruling) => actor(ruling.action)).flatMap(([id, heap]) => {
    if (!id || heap.length === 1) return heap.map((ruling) => verdict(ruling, named, id, kinds));
    return [group(`${key}/${id}`, heap, { who: named(id) }, pairs(heap, named, `${key}/${id}`, kinds))];
  });
}

/** What one does, the best first; many ways to do the same to the same are one line that opens. */
function pairs(rulings: readonly Ruling[], named: Named, key: string, kinds: boolean): Node<Line>[] {
  return alike(rulings).flatMap((heap) => {
    const lines = heap.map((ruling) => verdict(ruling, named, "", kinds));
    const [{ action }] = heap as [Ruling];
    if (heap.length <= ALIKE) return lines;
    const own = `${key}/${target(action)}/${action.kind}`;
    const rest = lines.slice(FIRST);
    const more: Node<Line>[] = rest.length > 1 ? [{ key: `${own}${REST}`, item: { kind: "rest", count: rest.length }, below: rest }] : rest;
    const whom = target(action);
    return [group(own, heap, { target: whom ? named(whom) : "", what: told(heap[0] as Ruling, named).what }, [...lines.slice(0, FIRST), ...more])];
  });
}

/** The rulings on one unit's doing the same to the same, together; the heaps and what is in them the best first. */
export function alike(rulings: readonly Ruling[]): Ruling[][] {
  const together = heaps(rulings, ({ action }) => JSON.stringify([actor(action), target(action), action.kind]));
  return together.map(([, heap]) => heap.sort(better)).sort(([one], [other]) => worse(one as Ruling) - worse(other as Ruling));
}

/** Legal ones stand before refused ones, and of these that which failed by least first; else as the rules list them. */
const better = (one: Ruling, other: Ruling): number => worse(one) - worse(other) || lack(one) - lack(other);
const worse = (ruling: Ruling): number => Number(ruling.verdict === "refused");
const lack = ({ refusal }: Ruling): number => (refusal ? Math.min(Math.abs(refusal.margin ?? Infinity), 1e9) : 0);

function group(key: string, heap: readonly Ruling[], called: { who?: string; target?: string; what?: string }, below: Node<Line>[]): Node<Line> {
  const legal = heap.filter((ruling) => ruling.verdict === "legal").length;
  return { key, item: { kind: "group", who: "", target: "", what: "", ...called, legal, refused: heap.length - legal }, below };
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
