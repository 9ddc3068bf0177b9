/** Lengths in words, in the unit of the scene. */
import { t } from "../words.svelte";
import { figures } from "./steps";

/** A number of a scene's units, as players say it. */
export function unitOf(unit: string, number: number): string {
  const size = { number: Number(number.toPrecision(3)), said: figures(number) };
  switch (unit) {
    case "in":
      return t("{size} in", { size });
    case "tray":
      return t("{size} {size:tray length|tray lengths}", { size });
    case "cell":
      return t("{size} {size:cell|cells}", { size });
    default:
      return size.said;
  }
}
