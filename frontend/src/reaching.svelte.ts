/** The reach of the selected piece: asked of the server while somebody wants to see it. */
import { untrack } from "svelte";
import { calling } from "./asking/called";
import { rules } from "./rulesets.svelte";
import { server, ServerError } from "./server";
import { table } from "./table.svelte";
import { telling } from "./telling.svelte";
import { GROUND, type Reach, reachOf } from "./reach";
import { t } from "./words.svelte";

const asks = (): string => t("Select a piece to see its reach.");

class Reaching {
  wanted = $state(false);
  shown = $state.raw<Reach | null>(null);
  waiting = $state(false);

  /** For an effect of the page: ask again whenever another piece is selected or something stands elsewhere. */
  follow = (): (() => void) | undefined => {
    const { selected, asked } = table;
    const ground = rules.info?.kinds.some((kind) => kind.name === GROUND) ?? false;
    const there = selected !== null && table.piece(selected)?.gone === false;
    untrack(() => this.shown?.of !== selected || !this.wanted) && (this.shown = null);
    if (!this.wanted || !asked || !there) return undefined;
    const asking = new AbortController();
    untrack(() => void this.#ask(selected, ground, asking.signal));
    return () => {
      asking.abort();
      this.waiting = false;
    };
  };

  async #ask(of: string, ground: boolean, signal: AbortSignal): Promise<void> {
    const { asked, position } = table;
    if (!asked || !position) return;
    this.waiting = true;
    try {
      const [all, area, orders] = await Promise.all([
        server.judge({ ...asked, about: of }, signal),
        ground ? server.judge({ ...asked, actions: [{ kind: GROUND, unit: of }] }, signal) : null,
        position.scene.unit === "area" ? server.orders(asked, signal) : null,
      ]);
      if (signal.aborted) return;
      this.shown = reachOf(of, [...all.rulings, ...(area?.rulings ?? [])], position.pieces, orders?.menus);
      if (telling.passing === asks()) telling.passing = null;
      telling.say(this.spoken);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServerError)) throw error;
      // Of very many only the verdicts are at hand: who is reached, without the lines.
      if (error.trouble.error === "too_large") this.shown = reachOf(of, table.rulings, position.pieces);
      else table.trouble = error.trouble;
    } finally {
      if (!signal.aborted) this.waiting = false;
    }
  }

  /** What is reached, in a sentence. */
  get spoken(): string {
    const { shown } = this;
    if (!shown) return "";
    const names = shown.reached.filter(({ legal }) => legal).map(({ name, ways }) => `${name} (${ways.filter(({ legal }) => legal).map(({ what }) => what).join(", ")})`);
    const name = calling(table.position?.pieces ?? [])(shown.of);
    return names.length ? t("{name} reaches: {reached}", { name, reached: names.join("; ") }) : t("{name} reaches nobody.", { name });
  }

  turn(): void {
    this.wanted = !this.wanted;
    if (this.wanted && !table.selected) telling.tell(asks());
    else if (!this.wanted) telling.say(t("Reach hidden"));
  }
}

export const reaching = new Reaching();
