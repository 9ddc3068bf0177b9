/** The picture of a map under its board. It lives in this browser alone: no link, no room and no server has it. */
import type { Scenario } from "../wire";

interface Laid {
  url: string;
  width: number; // in cells
  depth: number;
  map: string; // of the scenario that it belongs to
}

const mapOf = (scenario: Scenario): string => JSON.stringify([scenario.title, scenario.map]);

class Backdrop {
  #laid = $state.raw<Laid | null>(null);

  /** Lay a picture under the map of this scenario; what lay there is taken away. */
  lay(picture: Blob | null, size: { width: number; depth: number } | null, scenario: Scenario): void {
    if (this.#laid) URL.revokeObjectURL(this.#laid.url);
    this.#laid = picture && size ? { ...size, url: URL.createObjectURL(picture), map: mapOf(scenario) } : null;
  }

  /** What lies under this scenario's map. */
  under(scenario: Scenario): Laid | null {
    return this.#laid && this.#laid.map === mapOf(scenario) ? this.#laid : null;
  }
}

export const backdrop = new Backdrop();
