/** What the page calls seats, dice, moments and refusals. */
import { table } from "../table.svelte";
import type { Seat, Trouble } from "../wire";
import { t } from "../words.svelte";

/** A seat as people call it: the side's own name, or what it is. */
export function seatName(seat: Seat): string {
  if (seat === "referee") return t("Referee");
  if (seat === "spectator") return t("Spectator");
  return table.position?.sides[seat] ?? seat;
}

const DICE: Record<string, () => string> = {
  red: () => t("red"),
  blue: () => t("blue"),
  white: () => t("white"),
  card: () => t("card"),
};
/** The kind of a die: colours in the reader's language, d6 as it is. */
export const dieName = (die: string): string => DICE[die]?.() ?? die;

/** The hour of a moment, where the reader is. */
export function hour(when: string): string {
  const moment = new Date(when);
  if (Number.isNaN(moment.valueOf())) return "";
  return moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
}

/** Why something could not be done, in words; where the server said it, in its words. */
export function why(trouble: Trouble): string {
  if (trouble.message) return trouble.message;
  if (trouble.error === "offline") return t("The table cannot be reached now; nothing was sent.");
  if (trouble.error === "past") return t("You are looking at the past. Go back to now to move anything.");
  if (trouble.error === "busy") return t("The table is busy. Try again in a moment.");
  return t("That was not possible.");
}
