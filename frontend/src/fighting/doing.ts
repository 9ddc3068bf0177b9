/** Who does what: the piece that an action names as acting. */
import type { Action } from "../wire";

const ACTING = ["attacker", "unit", "token", "character"];

/** The id of the piece that acts; null where nobody does, such as in a whole turn. */
export function doer(action: Action): string | null {
  const found = ACTING.map((name) => action[name]).find((id) => typeof id === "string" && id);
  return typeof found === "string" ? found : null;
}
