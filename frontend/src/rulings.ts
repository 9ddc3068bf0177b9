/** Actions and rulings: which are the same, and which are of a pair. */
import type { Action, Ruling } from "./wire";

/** The rulings on what one piece may do to another. */
export const pair = (rulings: readonly Ruling[], attacker: string, target: string): Ruling[] =>
  rulings.filter(({ action }) => action.attacker === attacker && action.target === target);

export const same = (one: Action | null, other: Action | null): boolean =>
  one === other || (!!one && !!other && JSON.stringify(one) === JSON.stringify(other));
