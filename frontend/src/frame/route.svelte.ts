/** Where on the site we are: at the table, in a room, or embedded in another page. */
import { entriesIn } from "../fighting/entries";
import { table } from "../table.svelte";
import { t } from "../words.svelte";
import { draft } from "./page.svelte";
import { BadLink, fragment, held, MOST } from "./link";

const KEEP = 100_000; // a longer position is not kept in the address

export function roomIn(path: string): string | null {
  const token = /^\/room\/([^/]+)\/?$/.exec(path)?.[1];
  return token ? decodeURIComponent(token) : null;
}

class Route {
  embedded = $state(location.pathname.replace(/\/$/, "") === "/embed");
  broken = $state<string | null>(null); // what is wrong with the link that we came by
  loading = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing = 0;

  /** Put on the table what the address holds; whether it holds anything. */
  async read(): Promise<boolean> {
    this.broken = null;
    try {
      const given = await held(location.hash);
      if (!given) return false;
      this.loading = true;
      const { scenario, units, record } = given;
      const done = record ? entriesIn(record) : [];
      if (await table.open({ scenario, ...(units ? { units } : {}), ...(record && done.length ? { record, entries: done } : {}) })) {
        draft.text = draft.name = "";
        table.choose(given.action);
      }
      return true;
    } catch (error) {
      if (!(error instanceof BadLink || error instanceof SyntaxError)) throw error; // no line of a record is anything but JSON
      this.broken =
        error.message === "large"
          ? t("The position in this link unfolds to more than {size} MB. Send it as a file instead.", { size: MOST / 1e6 })
          : t("The position in this link cannot be read: the link was cut or changed on its way. Ask for it again, or for the file.");
      return false;
    } finally {
      this.loading = false;
    }
  }

  /** Keep the position in the address, so that reloading the page loses nothing. */
  keep(): void {
    clearTimeout(this.#timer);
    const writing = ++this.#writing;
    this.#timer = setTimeout(async () => {
      const { position, action, record } = table;
      if (!position || roomIn(location.pathname)) return;
      const hash = await fragment({ scenario: position.scenario, units: position.units, record: record ?? undefined, action });
      if (writing !== this.#writing || roomIn(location.pathname)) return;
      history.replaceState(history.state, "", `${location.pathname}${hash.length < KEEP ? hash : ""}`);
    }, 400);
  }
}

export const route = new Route();
