/** What is switched to see what it is worth: plain editing of the scenario document and of the action. */
import type { Action, Scenario, Worth } from "../wire";

type Part = Record<string | number, unknown>;

/** The scenario and the action with these things switched, in order. Nothing that was given is changed. */
export function switched(scenario: Scenario, action: Action, switches: readonly Worth[]): { scenario: Scenario; action: Action } {
  const both = structuredClone({ scenario, action });
  for (const { path, value } of switches) {
    const [first, ...rest] = path;
    if (first === "action") put(both.action as Part, rest, value);
    else put(both.scenario as Part, path, value);
  }
  return both;
}

/** Write a value into a document; null takes the field away. Fields on the way are made where there are none. */
function put(document: Part, path: readonly (string | number)[], value: unknown): void {
  let part = document;
  for (const [at, name] of path.slice(0, -1).entries()) {
    part[name] ??= typeof path[at + 1] === "number" ? [] : {};
    part = part[name] as Part;
  }
  const last = path.at(-1);
  if (last === undefined) return;
  if (value === null || value === undefined) delete part[last];
  else part[last] = value;
}

/** Whether two switches turn the same field, so that only one of them can be on. */
export const rivals = (one: Worth, other: Worth): boolean =>
  one !== other && JSON.stringify(one.path) === JSON.stringify(other.path);

/** How much a switch changes: the greatest change, measured by its own size. */
export const weight = (worth: Worth): number =>
  Math.max(0, ...worth.changes.map(({ now, then }) => Math.abs(then - now) / Math.max(1, Math.abs(now), Math.abs(then))));

const NOTHING = 5e-13;

export interface Groups {
  telling: Worth[]; // change something, the weightiest first
  idle: Worth[]; // change nothing
  unweighed: Worth[]; // nobody knows
  refused: Worth[]; // cannot be
}

/** The switches by what is known of them. */
export function sorted(worths: readonly Worth[]): Groups {
  const refused = worths.filter((worth) => worth.refused !== undefined);
  const unweighed = worths.filter((worth) => worth.refused === undefined && worth.unweighed !== undefined);
  const possible = worths.filter((worth) => worth.refused === undefined && worth.unweighed === undefined);
  const telling = possible.filter((worth) => weight(worth) > NOTHING).sort((a, b) => weight(b) - weight(a));
  return { telling, idle: possible.filter((worth) => weight(worth) <= NOTHING), unweighed, refused };
}
