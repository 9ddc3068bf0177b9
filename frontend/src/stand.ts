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
