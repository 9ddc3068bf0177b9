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
export function without(scenario: Scenario, fields: readonly string[]): { scenario: Scenario; lost: string[] } | null {
  const orders = { ...(scenario.orders as Record<string, unknown> | undefined) };
  const apart = new Set<number>();
  const lost: string[] = [];
  for (const field of fields) {
    const [, unit] = /^orders\.([^.[\]]+)/.exec(field) ?? [];
    const [, pair] = /^engaged[.[](\d+)/.exec(field) ?? [];
    if (unit && unit in orders) {
      delete orders[unit];
      lost.push(unit);
    } else if (pair) {
      apart.add(Number(pair));
      lost.push(((scenario.engaged as unknown[][] | undefined)?.[Number(pair)] ?? []).join(" – "));
    } else if (!unit) return null;
  }
  if (!lost.length) return null;
  const engaged = Array.isArray(scenario.engaged) ? { engaged: scenario.engaged.filter((_, at) => !apart.has(at)) } : {};
  return { scenario: { ...scenario, ...(scenario.orders ? { orders } : {}), ...engaged }, lost };
}
