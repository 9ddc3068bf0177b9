/** What is wrong with a position, in words. */
import type { Mistake, Trouble } from "./wire";
import { t } from "./words.svelte";

/** What was expected at a place, what stands there, and what to do. */
export const told = ({ expected, found, hint }: Mistake): string =>
  [expected && t("expected {expected}", { expected }), found && t("found {found}", { found }), hint].filter(Boolean).join("; ");

/** The first mistake in words. */
export function why(trouble: Trouble): string {
  const mistake = trouble.mistakes?.[0];
  if (!mistake) return trouble.message;
  return [mistake.expected && t("expected {expected}", { expected: mistake.expected }), mistake.found && t("found {found}", { found: mistake.found })].filter(Boolean).join(", ");
}
