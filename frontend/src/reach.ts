/** What one piece can do from where it stands, gathered from the rulings on all that it may try. */
import { calling } from "./asking/called";
import { actor, told } from "./asking/verdicts";
import type { OrderMenu, Piece, Ruling, Shape } from "./wire";

/** A way to act on something, and whether the referee allows it. */
export interface Way {
  what: string;
  legal: boolean;
  why: string; // of a refused one
}
/** Something that a piece may reach, and how: another piece, or an area. */
export interface Reached {
  id: string;
  name: string;
  area: boolean;
  legal: boolean; // in some way
  ways: Way[]; // each kind once, the legal ones first
}
export interface Reach {
  of: string;
  reached: Reached[];
  said: string[]; // what the rulings say of the ground around it
  shapes: Shape[];
}

/** Of the evidence, the lines of sight to others, and of its own the arc and the ground that it threatens. */
const OTHERS = new Set(["line_free", "line_blocked", "blocker"]);
const OWN = new Set(["arc", "threat"]);

/** The kind of action that asks for the ground a piece threatens, where a ruleset has it. */
export const GROUND = "threat";

/** The rulings are those on all that the piece may try, and on the ground that it threatens where the rules know such a thing. */
export function reachOf(of: string, rulings: readonly Ruling[], pieces: readonly Piece[], menus: readonly OrderMenu[] = []): Reach {
  const known = new Set(pieces.map(({ id }) => id));
  const named = calling(pieces);
  const found = new Map<string, Reached>();
  const note = (id: string, name: string, way: Way): void => {
    const one = found.get(id) ?? { id, name, area: !known.has(id), legal: false, ways: [] };
    found.set(id, one);
    one.legal ||= way.legal;
    const at = one.ways.findIndex(({ what }) => what === way.what);
    if (at < 0) one.ways.push(way);
    else if (way.legal) one.ways[at] = way;
  };
  const own = rulings.filter(({ action }) => actor(action) === of);
  for (const ruling of own) {
    const { target } = ruling.action;
    if (typeof target === "string") note(target, named(target), { what: told(ruling, named).what, legal: ruling.verdict === "legal", why: ruling.refusal?.text ?? "" });
  }
  for (const { label, targets } of menus.find(({ unit }) => unit === of)?.orders ?? [])
    for (const { target, name, why } of targets) if (target && !known.has(target)) note(target, name, { what: label, legal: !why, why });
  for (const one of found.values()) one.ways.sort((a, b) => Number(b.legal) - Number(a.legal));
  const alone = own.filter(({ action }) => typeof action.target !== "string");
  const ground = alone.filter(({ action }) => action.kind === GROUND);
  const moves = alone.filter((ruling) => ruling.verdict === "legal" && ruling.evidence.some(place)).map((ruling) => ({ ruling, label: called(ruling, named) }));
  return {
    of,
    reached: [...found.values()].sort((a, b) => Number(b.legal) - Number(a.legal)),
    said: [...ground.flatMap(({ steps }) => steps.map(({ text }) => text)), ...moves.map(({ label }) => label)],
    shapes: [
      ...drawn(own.filter((ruling) => !alone.includes(ruling) || ground.includes(ruling)), of),
      ...moves.flatMap(({ ruling, label }) => ruling.evidence.filter(place).map((shape) => ({ ...shape, label }))),
    ],
  };
}

/** Where a piece would stand then. */
const place = ({ role, shape }: Shape): boolean => role === "note" && shape === "polygon";
const called = (ruling: Ruling, named: (id: string) => string): string => {
  const { what, rest } = told(ruling, named);
  return [what, rest].filter(Boolean).join(", ");
};

/** Every shape once. */
function drawn(rulings: readonly Ruling[], of: string): Shape[] {
  const shapes = rulings.flatMap(({ evidence }) => evidence).filter((shape) => OTHERS.has(shape.role) || (OWN.has(shape.role) && shape.of === of));
  return [...new Map(shapes.map((shape) => [JSON.stringify(shape), shape])).values()];
}
