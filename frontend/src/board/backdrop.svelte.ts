/** The picture of a map under its board. It lives in this browser alone: no link, no room and no server has it. */
import type { Position, Scenario } from "../wire";
import { underlaid } from "./underlaid";

interface Laid {
  blob: Blob;
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
    this.#laid = picture && size ? { ...size, blob: picture, url: URL.createObjectURL(picture), map: mapOf(scenario) } : null;
  }

  /** What lies under this scenario's map. */
  under(scenario: Scenario): Laid | null {
    return this.#laid && this.#laid.map === mapOf(scenario) ? this.#laid : null;
  }

  /** A drawing of this position by the server, with the picture in it if there is one. */
  async into(svg: string, { scenario, scene }: Position): Promise<string> {
    const laid = this.under(scenario);
    return laid ? underlaid(svg, { ...laid, href: await dataOf(laid.blob) }, scene.width) : svg;
  }
}

/** A picture as an address that holds it. */
function dataOf(blob: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(reader.error ?? new Error("no picture"));
    reader.readAsDataURL(blob);
  });
}

export const backdrop = new Backdrop();
