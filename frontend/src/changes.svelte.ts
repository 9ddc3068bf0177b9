/** Changes of what lies on the table, each with a way back. In a room it is the room that makes them. */
import { why } from "./mistakes";
import { type Asked, server } from "./server";
import { moved, type Stand, without } from "./stand";
import { telling } from "./telling.svelte";
import { t } from "./words.svelte";
import type { Piece, Position, Scenario, Trouble } from "./wire";

/** The table, as far as this needs it. */
interface Changed {
  position: Position | null;
  entries: unknown[];
  record: string | null;
  trouble: Trouble | null;
  mover: ((id: string, stand: Stand) => void) | null;
  undoer: (() => void) | null;
  setter: ((scenario: Scenario) => void) | null;
  readonly asked: Asked | null;
  piece: (id: string | null) => Piece | undefined;
  show: (position: Position) => void;
  open: (given: { text: string; name: string }) => Promise<boolean>;
  try: (work: (signal: AbortSignal) => Promise<void>) => Promise<boolean>;
  tried: (work: (signal: AbortSignal) => Promise<void>) => Promise<Trouble | null>;
}

export class Changes {
  undos = $state.raw<Scenario[]>([]);
  redos = $state.raw<Scenario[]>([]);
  #moving: Promise<void> = Promise.resolve(); // one move after the other, each from where the last one ended

  constructor(readonly table: Changed) {}

  /** Another battle lies there. */
  forget(): void {
    this.undos = this.redos = [];
  }

  /** Change the scenario. Where something was done in it, the change is another battle, at its start. */
  async change(scenario: Scenario): Promise<boolean> {
    this.table.trouble = await this.#changed(scenario);
    return !this.table.trouble;
  }

  async #changed(scenario: Scenario): Promise<Trouble | null> {
    const { table } = this;
    if (table.setter) {
      table.setter(scenario);
      return null;
    }
    const before = table.position?.scenario;
    return table.tried(async (signal) => {
      const position = await this.#laid(scenario, signal);
      if (table.entries.length) this.forget();
      else if (before) this.undos = [...this.undos, before];
      this.redos = [];
      table.entries = [];
      table.record = null;
      table.show(position);
    });
  }

  /** Another scenario of the same battle, with the same file of units. */
  #laid(scenario: Scenario, signal: AbortSignal): Promise<Position> {
    const units = this.table.position?.units;
    return server.position({ scenario, ...(units ? { units } : {}) }, signal);
  }

  /** Change the scenario to what a text says. */
  async rewrite(text: string, name: string): Promise<boolean> {
    const { table } = this;
    if (!table.position) return table.open({ text, name });
    let scenario: Scenario | null = null;
    const read = await table.try(async (signal) => {
      const units = table.position?.units;
      ({ scenario } = await server.position({ text, name, ...(units ? { units } : {}) }, signal));
    });
    return read && scenario !== null && this.change(scenario);
  }

  /** Put a piece elsewhere. `refuse` is told why it cannot stand there; in a room the room tells it. */
  move(id: string, stand: Stand, refuse = (why: string): void => telling.tell(why)): Promise<void> {
    if (this.table.mover) this.table.mover(id, stand);
    else this.#moving = this.#moving.then(() => this.#put(id, stand, refuse)).catch(() => undefined);
    return this.#moving;
  }

  /** A piece put elsewhere by hand loses the orders that it can no longer have, and that is said. */
  async #put(id: string, stand: Stand, refuse: (why: string) => void): Promise<void> {
    const { table } = this;
    if (!table.position) return;
    const scenario = moved(table.position.scenario, id, stand);
    const trouble = await this.#changed(scenario);
    const rest = without(scenario, trouble?.mistakes?.map((mistake) => mistake.field) ?? []);
    if (trouble?.mistakes?.length && !rest) refuse(t("{name} cannot stand there: {why}", { name: table.piece(id)?.name ?? id, why: why(trouble) }));
    else if (!rest) table.trouble = trouble;
    else if (await this.change(rest.scenario)) telling.tell(t("No longer possible, so taken back: {orders}", { orders: rest.lost.map((name) => this.#orders(name)).join("; ") }));
  }

  #orders(lost: string[]): string {
    const [one, other] = lost.map((id) => this.table.piece(id)?.name ?? id);
    return other ? t("the melee of {one} and {other}", { one: one ?? "", other }) : t("the order of {name}", { name: one ?? "" });
  }

  async undo(): Promise<void> {
    if (this.table.undoer) return this.table.undoer();
    await this.#step("undos", "redos");
  }

  async redo(): Promise<void> {
    await this.#step("redos", "undos");
  }

  async #step(from: "undos" | "redos", to: "undos" | "redos"): Promise<void> {
    const scenario = this[from].at(-1);
    const now = this.table.position?.scenario;
    if (!scenario || !now) return;
    await this.table.try(async (signal) => {
      const position = await this.#laid(scenario, signal);
      this[from] = this[from].slice(0, -1);
      this[to] = [...this[to], now];
      this.table.show(position);
    });
  }
}
