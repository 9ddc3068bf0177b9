/** What lies on the table: the position, what is asked about it, and the referee's answers. One object for the page. */
import { Changes } from "./changes.svelte";
import { Glimpse } from "./glimpse.svelte";
import { pair, same } from "./rulings";
import { type Asked, server, ServerError } from "./server";
import type { Stand } from "./stand";
import { Survey } from "./survey.svelte";
import type { Action, Piece, Position, Ruling, Scenario, Trouble } from "./wire";

class Table {
  position = $state.raw<Position | null>(null);
  rulings = $state.raw<Ruling[]>([]); // on every candidate, or where they are too many on the selected piece's; brief
  #selected = $state<string | null>(null);
  hovered = $state<string | null>(null); // the piece under the pointer or with the focus
  action = $state.raw<Action | null>(null); // what the panels are about
  ruling = $state.raw<Ruling | null>(null); // the whole ruling on `action`
  pointed = $state.raw<readonly number[]>([]); // the ruling's evidence that is pointed at
  ghost = $state.raw<Ruling | null>(null); // the nearest legal action, drawn pale
  trouble = $state.raw<Trouble | null>(null);
  busy = $state(false);
  /** In a room the room moves pieces, and says what was done; alone, we edit the scenario. */
  mover: ((id: string, stand: Stand) => void) | null = null;
  undoer: (() => void) | null = null; // in a room: its undo
  setter: ((scenario: Scenario) => void) | null = null; // in a room: lays another scenario down
  leaver: (() => void) | null = null; // in a room: gets up from it, because something else is put on the table
  entries = $state.raw<unknown[]>([]); // of a record, where one is looked at
  record = $state.raw<string | null>(null); // the text of it, where it came in a link
  #asking: AbortController | null = null;
  #glimpse = new Glimpse(this);
  readonly survey = new Survey(this);
  readonly changes = new Changes(this);

  get asked(): Asked | null {
    if (!this.position) return null;
    const { scenario, units } = this.position;
    return { scenario, ...(this.entries.length ? { entries: this.entries } : {}), ...(units ? { units } : {}) };
  }

  /** The id of a piece. */
  get selected(): string | null {
    return this.#selected;
  }

  set selected(id: string | null) {
    const other = id !== this.#selected;
    this.#selected = id;
    if (other && this.position?.more) this.survey.ask();
  }

  piece(id: string | null): Piece | undefined {
    return this.position?.pieces.find((piece) => piece.id === id);
  }

  /** Whether the board shows how it would be, while a piece is dragged. */
  get glimpsing(): boolean {
    return this.#glimpse.shown;
  }

  /** Why a piece cannot stand where it is dragged. */
  get wrongThere(): Trouble | null {
    return this.#glimpse.wrong;
  }

  /** See how the referee would rule if a piece stood elsewhere, without moving it. */
  glimpse(id: string, stand: Stand): void {
    this.#glimpse.see(id, stand);
  }

  /** Back to how it is; `kept` if the piece is moved there now. */
  endGlimpse(kept = false): void {
    this.#glimpse.end(kept);
  }

  /** Select a piece; with one selected already, the attack of that one on this one. */
  select(id: string | null): void {
    if (id && this.selected && this.survey.waiting && this.position?.more) return void this.survey.done.then(() => this.select(id));
    const attacks = id && this.selected && id !== this.selected ? pair(this.rulings, this.selected, id) : [];
    const now = attacks.findIndex(({ action }) => same(action, this.action)); // chosen again: the next of its attacks
    const attack = now < 0 ? (attacks.find((ruling) => ruling.verdict === "legal") ?? attacks[0]) : attacks[(now + 1) % attacks.length];
    if (attack) this.choose(attack.action);
    else {
      this.selected = id;
      const { action } = this;
      if (action && id && !Object.values(action).includes(id)) this.choose(null);
    }
  }

  /** Put a file's text, a scenario or a fight as it stands on the table; what lay there is forgotten. */
  async open(given: { text?: string; scenario?: Scenario; name?: string; units?: Scenario; entries?: unknown[]; record?: string }): Promise<boolean> {
    return this.try(async (signal) => {
      const { record, ...position } = given;
      const laid = await server.position(position, signal);
      this.leaver?.();
      this.changes.forget();
      this.selected = null;
      this.record = record ?? null;
      this.entries = given.entries ?? [];
      this.show(laid);
      this.choose(null);
    });
  }

  /** Lay down a position that the server gave. */
  show(position: Position): void {
    this.position = position;
    void this.judge();
  }

  /** Ask for the position again: in another language, or after the server was away. */
  async again(): Promise<void> {
    const { asked } = this;
    if (asked) await this.try(async (signal) => this.show(await server.position({ ...asked }, signal)));
  }

  /** Make an action the one that the panels tell about. */
  choose(action: Action | null): void {
    this.action = action;
    this.ghost = null;
    this.pointed = [];
    void this.#rule();
  }

  /** Ask for every ruling again, after a change. */
  async judge(): Promise<void> {
    this.survey.ask();
    await this.survey.done;
    await this.#rule();
  }

  async #rule(): Promise<void> {
    const { action, asked } = this;
    this.#asking?.abort();
    if (!action || !asked) {
      this.ruling = null;
      return;
    }
    const asking = (this.#asking = new AbortController());
    try {
      const { rulings } = await server.judge({ ...asked, actions: [action] }, asking.signal);
      if (same(this.action, action)) this.ruling = rulings[0] ?? null;
    } catch (error) {
      if (!asking.signal.aborted) this.#complain(error);
    }
  }

  /** Do some work of the server's; what went wrong is told. */
  async try(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    this.trouble = await this.tried(work);
    return !this.trouble;
  }

  /** The same, with what went wrong as the answer. */
  async tried(work: (signal: AbortSignal) => Promise<void>): Promise<Trouble | null> {
    this.busy = true;
    try {
      await work(new AbortController().signal);
      return null;
    } catch (error) {
      if (error instanceof ServerError) return error.trouble;
      throw error;
    } finally {
      this.busy = false;
    }
  }

  #complain(error: unknown): void {
    if (error instanceof ServerError) this.trouble = error.trouble;
    else throw error;
  }
}

export const table = new Table();
