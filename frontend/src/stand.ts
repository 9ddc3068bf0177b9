/** Where a piece is to stand, as a change of the scenario. */
import type { Point, Scenario } from "./wire";

/** How a piece is to stand: what is absent stays as it is. */
export interface Stand {
  at?: Point;
  facing?: number;
  area?: string;
}

/** The scenario with one unit or token standing elsewhere. */
export function moved(scenario: Scenario, id: string, stand: Stand): Scenario {
  const copy = structuredClone(scenario);
  for (const list of [copy.units, copy.tokens]) {
    if (!Array.isArray(list)) continue;
    for (const one of list as Record<string, unknown>[]) {
      if (one.id !== id) continue;
      if (stand.at) one["cell" in one ? "cell" : "position"] = stand.at;
      if (stand.facing !== undefined) one.facing = stand.facing;
      if (stand.area) one.area = stand.area;
    }
  }
  return copy;
}

/** The scenario without the orders and melees that these fields name ("orders.archers3.fire", "engaged[0]"). */
export function without(scenario: Scenario, fields: readonly string[]): { scenario: Scenario; lost: string[][] } | null {
  const orders = { ...(scenario.orders as Record<string, unknown> | undefined) };
  const apart = new Set<number>();
  const lost: string[][] = []; // the unit of an order, the two of a melee
  for (const field of fields) {
    const [, unit] = /^orders\.([^.[\]]+)/.exec(field) ?? [];
    const [, pair] = /^engaged[.[](\d+)/.exec(field) ?? [];
    if (unit && unit in orders) {
      delete orders[unit];
      lost.push([unit]);
    } else if (pair) {
      apart.add(Number(pair));
      lost.push(((scenario.engaged as unknown[][] | undefined)?.[Number(pair)] ?? []).map(String));
    } else if (!unit) return null;
  }
  if (!lost.length) return null;
  const engaged = Array.isArray(scenario.engaged) ? { engaged: scenario.engaged.filter((_, at) => !apart.has(at)) } : {};
  return { scenario: { ...scenario, ...(scenario.orders ? { orders } : {}), ...engaged }, lost };
}

type Entry = Record<string, unknown>;
const LISTS = ["units", "tokens"] as const;
const listOf = (scenario: Scenario, name: string): Entry[] => (Array.isArray(scenario[name]) ? (scenario[name] as Entry[]) : []);

/** An id that nobody has yet: "guard2" after "guard". */
function fresh(scenario: Scenario, id: string): string {
  const taken = new Set(LISTS.flatMap((name) => listOf(scenario, name).map((one) => one.id)));
  const stem = id.replace(/\d+$/, "");
  for (let number = 2; ; number++) if (!taken.has(`${stem}${number}`)) return `${stem}${number}`;
}

/** The scenario with another piece like this one beside it, and the other's id. */
export function doubled(scenario: Scenario, id: string): { scenario: Scenario; id: string } {
  const copy = structuredClone(scenario);
  const other = fresh(scenario, id);
  for (const name of LISTS) {
    const list = listOf(copy, name);
    const one = list.find((entry): boolean => entry.id === id);
    if (!one) continue;
    const twin: Entry = { ...structuredClone(one), id: other };
    for (const field of ["position", "cell"] as const) {
      const at = one[field];
      if (Array.isArray(at) && at.every((value) => typeof value === "number")) twin[field] = at.map((value: number) => value + 1);
    }
    list.push(twin);
  }
  return { scenario: copy, id: other };
}

/** The scenario without a piece. */
export function removed(scenario: Scenario, id: string): Scenario {
  const rest = LISTS.filter((name) => Array.isArray(scenario[name])).map((name) => [name, listOf(scenario, name).filter((one) => one.id !== id)]);
  return { ...scenario, ...Object.fromEntries(rest) };
}

/** A map with one more token, for the side that has fewer, in the middle. */
export function peopled(scenario: Scenario, middle: Point): { scenario: Scenario; id: string } {
  const tokens = listOf(scenario, "tokens");
  const sides = [...new Set([...Object.keys((scenario.sides as Entry | undefined) ?? {}), ...tokens.map((one) => String(one.side))])];
  const known = [...sides, ...["red", "blue"].filter((side) => !sides.includes(side))].slice(0, Math.max(2, sides.length));
  const count = (side: string): number => tokens.filter((one) => one.side === side).length;
  const side = known.reduce((best, one) => (count(one) < count(best) ? one : best));
  const id = tokens.some((one) => one.id === side) ? fresh(scenario, side) : side;
  const cell: Point = [middle[0] + tokens.length, middle[1]];
  return { scenario: { ...scenario, tokens: [...tokens, { id, side, cell, height: "1.8m" }] }, id };
}
