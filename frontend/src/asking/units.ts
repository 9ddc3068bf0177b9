/** Lengths in words, in the unit of the scene. */
import { t } from "../words.svelte";

/** A number of a scene's units, as players say it. */
export function unitOf(unit: string, size: string): string {
  switch (unit) {
    case "in":
      return t("{size} in", { size });
    case "tray":
      return t("{size} {size:tray length|tray lengths}", { size });
    case "cell":
      return t("{size} {size:cell|cells}", { size });
    default:
      return size;
  }
}
