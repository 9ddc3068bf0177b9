/** A ruling as it is said aloud. */
import type { Ruling } from "../wire";

export function spoken(ruling: Ruling): string {
  const rest = ruling.refusal?.text ?? ruling.spoken.map(({ label, value }) => `${label} ${value}`).join(", ");
  return [`${ruling.deed}: ${ruling.said}`, rest].filter(Boolean).join(". ");
}
