/** A ruling as it is said aloud. */
import { withUnit } from "../asking/steps";
import type { Ruling } from "../wire";

export function spoken(ruling: Ruling): string {
  const rest = ruling.refusal?.text ?? ruling.spoken.map(withUnit).map(({ label, value, unit }) => `${label} ${value} ${unit}`.trim()).join(", ");
  return [`${ruling.deed}: ${ruling.said}`, rest].filter(Boolean).join(". ");
}
