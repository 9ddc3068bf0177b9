/** How the rulings would be if a piece stood elsewhere: asked while it is dragged, forgotten when it is put back. */
import { server, ServerError } from "./server";
import { moved, type Stand } from "./stand";
import type { Action, Ruling, Scenario, Trouble } from "./wire";

const PAUSE = 125; // milliseconds between two questions
const MANY = 60; // with more candidates than this, only the action in question is judged on the way

/** What is looked at: the table, as far as this needs it. */
interface Looked {
  position: { scenario: Scenario; candidates: Action[]; units?: Scenario } | null;
  entries: unknown[];
  action: Action | null;
  ruling: Ruling | null;
  rulings: Ruling[];
}

export class Glimpse {
  shown = $state(false);
  wrong = $state.raw<Trouble | null>(null); // why it cannot stand there
  #before: { ruling: Ruling | null; rulings: Ruling[] } | null = null;
  #wanted: [string, Stand] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking: AbortController | null = null;
  #last = 0;

  constructor(readonly table: Looked) {}

  see(id: string, stand: Stand): void {
    // After the first entry a move is the referee's decision: how it would be is not asked.
    if (!this.table.position || this.table.entries.length) return;
    this.#before ??= { ruling: this.table.ruling, rulings: this.table.rulings };
    this.#wanted = [id, stand];
    this.#plan();
  }

  end(kept: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#asking?.abort();
    this.#asking = this.#wanted = null;
    this.shown = false;
    this.wrong = null;
    if (this.#before && !kept) Object.assign(this.table, this.#before);
    this.#before = null;
  }

  #plan(): void {
    if (this.#timer !== undefined || this.#asking || !this.#wanted) return;
    this.#timer = setTimeout(() => void this.#ask(), Math.max(0, this.#last + PAUSE - performance.now()));
  }

  async #ask(): Promise<void> {
    this.#timer = undefined;
    const { position, action } = this.table;
    if (!this.#wanted || !position) return;
    const asked = { scenario: moved(position.scenario, ...this.#wanted), ...(position.units ? { units: position.units } : {}) };
    this.#wanted = null;
    this.#last = performance.now();
    const asking = (this.#asking = new AbortController());
    try {
      const few = position.candidates.length <= MANY;
      const [one, all] = await Promise.all([
        action ? server.judge({ ...asked, actions: [action] }, asking.signal) : null,
        few ? server.judge({ ...asked, brief: true }, asking.signal) : null,
      ]);
      if (asking.signal.aborted) return;
      if (one) this.table.ruling = one.rulings[0] ?? null;
      if (all) this.table.rulings = all.rulings;
      this.shown = true;
      this.wrong = null;
    } catch (error) {
      // No answer at all is told when the piece is put down.
      if (error instanceof ServerError && error.trouble.error === "scenario") {
        this.wrong = error.trouble;
        this.shown = false;
      }
    } finally {
      if (this.#asking === asking) this.#asking = null;
      this.#plan();
    }
  }
}
