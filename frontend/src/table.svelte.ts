/** What lies on the table: the position, what is asked about it, and the referee's answers. One object for the page. */
import { type Asked, server, ServerError } from "./server";
import { Glimpse } from "./glimpse.svelte";
import { moved, type Stand, without } from "./stand";
import { Survey } from "./survey.svelte";
import { telling } from "./telling.svelte";
import { t } from "./words.svelte";
import type { Action, Piece, Position, Ruling, Scenario, Trouble } from "./wire";

export { moved, type Stand } from "./stand";

/** The rulings on what one piece may do to another. */
export const pair = (rulings: readonly Ruling[], attacker: string, target: string): Ruling[] =>
  rulings.filter(({ action }) => action.attacker === attacker && action.target === target);

export const same = (one: Action | null, other: Action | null): boolean =>
  one === other || (!!one && !!other && JSON.stringify(one) === JSON.stringify(other));

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
  undos = $state.raw<Scenario[]>([]);
  redos = $state.raw<Scenario[]>([]);
  /** In a room the room moves pieces, and says what was done; alone, we edit the scenario. */
  mover: ((id: string, stand: Stand) => void) | null = null;
  undoer: (() => void) | null = null; // in a room: its undo
  setter: ((scenario: Scenario) => void) | null = null; // in a room: lays another scenario down
  leaver: (() => void) | null = null; // in a room: gets up from it, because something else is put on the table
  entries = $state.raw<unknown[]>([]); // of a record, where one is looked at
  #asking: AbortController | null = null;
  #moving: Promise<void> = Promise.resolve(); // one move after the other, each from where the last one ended
  #glimpse = new Glimpse(this);
  readonly survey = new Survey(this);

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

  /** Put a file's text or a scenario on the table; what lay there is forgotten. */
  async open(given: { text?: string; scenario?: Scenario; name?: string; units?: Scenario }): Promise<boolean> {
    return this.#try(async (signal) => {
      const position = await server.position(given, signal);
      this.leaver?.();
      this.undos = this.redos = [];
      this.selected = null;
      this.entries = [];
      this.show(position);
      this.choose(null);
    });
  }

  /** Lay down a position that the server gave. */
  show(position: Position): void {
    this.position = position;
    void this.judge();
  }

  /** Change the scenario, with a way back. */
  async change(scenario: Scenario): Promise<boolean> {
    this.trouble = await this.#changed(scenario);
    return !this.trouble;
  }

  async #changed(scenario: Scenario): Promise<Trouble | null> {
    if (this.setter) {
      this.setter(scenario);
      return null;
    }
    const before = this.position?.scenario;
    return this.#tried(async (signal) => {
      const position = await this.#laid(scenario, signal);
      if (before) this.undos = [...this.undos, before];
      this.redos = [];
      this.show(position);
    });
  }

  /** Another scenario of the same battle, with the same file of units. */
  #laid(scenario: Scenario, signal: AbortSignal): Promise<Position> {
    const units = this.position?.units;
    return server.position({ scenario, ...(units ? { units } : {}) }, signal);
  }

  /** Change the scenario to what a text says, with a way back. */
  async rewrite(text: string, name: string): Promise<boolean> {
    if (!this.position) return this.open({ text, name });
    let scenario: Scenario | null = null;
    const read = await this.#try(async (signal) => {
      const units = this.position?.units;
      ({ scenario } = await server.position({ text, name, ...(units ? { units } : {}) }, signal));
    });
    return read && scenario !== null && this.change(scenario);
  }

  move(id: string, stand: Stand): void {
    if (this.mover) this.mover(id, stand);
    else this.#moving = this.#moving.then(() => this.#put(id, stand)).catch(() => undefined);
  }

  /** A piece put elsewhere by hand loses the orders that it can no longer have, and that is said. */
  async #put(id: string, stand: Stand): Promise<void> {
    if (!this.position) return;
    const scenario = moved(this.position.scenario, id, stand);
    const trouble = await this.#changed(scenario);
    const rest = without(scenario, trouble?.mistakes?.map((mistake) => mistake.field) ?? []);
    if (trouble?.mistakes?.length && !rest) telling.tell(t("{name} cannot stand there: {why}", { name: this.piece(id)?.name ?? id, why: why(trouble) }));
    else if (!rest) this.trouble = trouble;
    else if (await this.change(rest.scenario)) telling.tell(t("No longer possible, so taken back: {orders}", { orders: rest.lost.map((name) => this.#orders(name)).join("; ") }));
  }

  #orders(lost: string[]): string {
    const [one, other] = lost.map((id) => this.piece(id)?.name ?? id);
    return other ? t("the melee of {one} and {other}", { one: one ?? "", other }) : t("the order of {name}", { name: one ?? "" });
  }

  async undo(): Promise<void> {
    if (this.undoer) return this.undoer();
    await this.#step("undos", "redos");
  }

  async redo(): Promise<void> {
    await this.#step("redos", "undos");
  }

  async #step(from: "undos" | "redos", to: "undos" | "redos"): Promise<void> {
    const scenario = this[from].at(-1);
    const now = this.position?.scenario;
    if (!scenario || !now) return;
    await this.#try(async (signal) => {
      const position = await this.#laid(scenario, signal);
      this[from] = this[from].slice(0, -1);
      this[to] = [...this[to], now];
      this.show(position);
    });
  }

  /** Ask for the position again: in another language, or after the server was away. */
  async again(): Promise<void> {
    const { asked } = this;
    if (asked) await this.#try(async (signal) => this.show(await server.position({ ...asked }, signal)));
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

  async #try(work: (signal: AbortSignal) => Promise<void>): Promise<boolean> {
    this.trouble = await this.#tried(work);
    return !this.trouble;
  }

  async #tried(work: (signal: AbortSignal) => Promise<void>): Promise<Trouble | null> {
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

/** The first mistake in words. */
export function why(trouble: Trouble): string {
  const mistake = trouble.mistakes?.[0];
  if (!mistake) return trouble.message;
  return [mistake.expected && t("expected {expected}", { expected: mistake.expected }), mistake.found && t("found {found}", { found: mistake.found })].filter(Boolean).join(", ");
}

export const table = new Table();
