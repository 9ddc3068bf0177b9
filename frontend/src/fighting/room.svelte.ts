/** The room at whose table we sit: what its server says, and what we say to it. One object for the page. */
import { page } from "../frame/page.svelte";
import { same } from "../rulings";
import { server, ServerError } from "../server";
import { table } from "../table.svelte";
import type { Stand } from "../stand";
import { telling } from "../telling.svelte";
import { words } from "../words.svelte";
import type { Action, FromServer, Links, Readiness, Seat, Snapshot, ToServer, Trouble } from "../wire";
import { type Played, recorded, undone } from "./entries";
import { type Connection, endedFor, Line } from "./line";
import { pathTo, tokenIn } from "./links";
import { remember } from "./recent";
import { seatName, why } from "./said";

const ASTRAY = 1500; // milliseconds
class Room {
  token = $state<string | null>(null);
  seat = $state<Seat>("spectator");
  snapshot = $state.raw<Snapshot | null>(null);
  present = $state.raw<Snapshot["present"]>([]);
  connection = $state<Connection>("closed");
  links = $state.raw<Links | null>(null); // only the referee is told them
  played = $state.raw<Played | null>(null);
  refused = $state.raw<Trouble | null>(null); // what we last said, and why not
  shut = $state.raw<Trouble | null>(null); // why we are not at the table
  entering = $state(false);
  past = $state<number | null>(null); // an entry that is looked at instead of the present
  entries: unknown[] = []; // of the record, up to now
  #line: Line | null = null;
  #laid: Promise<void> = Promise.resolve();
  #shown = ""; // the position that was laid down last
  #spoken = words.language;
  #hush: (() => void) | null = null; // ends listening for another language

  get inside(): boolean {
    return this.snapshot !== null;
  }
  get referee(): boolean {
    return this.seat === "referee";
  }
  get watching(): boolean {
    return this.seat === "spectator";
  }
  /** Whether the table waits for us: for a throw, a choice, or our consent. */
  get calls(): boolean {
    const { pending, asked } = this.snapshot ?? {};
    const last = this.together && !this.ready && !pending && this.others.every((one) => one.ready);
    return last || (!!pending && this.may(pending.waiting.for)) || !!asked?.waits_for.includes(this.seat);
  }
  /** The other sides at which somebody has ever sat; they give their orders for a turn as we do. */
  get others(): Readiness[] {
    return (this.snapshot?.readiness ?? []).filter((one) => one.taken && one.side !== this.seat);
  }
  /** Whether a turn is begun together with others, each ready on their own. */
  get together(): boolean {
    return !this.referee && !this.watching && this.others.length > 0;
  }
  /** Whether we have said that our orders are given. */
  get ready(): boolean {
    return !!this.snapshot?.readiness?.some((one) => one.side === this.seat && one.ready);
  }
  /** Whether somebody sits at a seat now. */
  here(seat: Seat): boolean {
    return this.present.some((one) => one.seat === seat && one.people > 0);
  }
  /** Whether what a side does may be done from our seat. */
  may(side: Seat | undefined): boolean {
    return this.referee || (!this.watching && (side === undefined || side === this.seat));
  }

  /** Open a room and sit down in the referee's seat. */
  async open(given: Parameters<typeof server.open>[0]): Promise<boolean> {
    this.entering = true;
    try {
      const links = await server.open(given);
      history.pushState({}, "", pathTo(links.referee));
      return await this.enter(links.referee);
    } catch (error) {
      this.#shut(error);
      return false;
    } finally {
      this.entering = false;
    }
  }

  /** Sit down in the seat that the token is for. */
  async enter(token: string): Promise<boolean> {
    if (this.token === token && this.inside) return true;
    this.#rise();
    this.entering = true;
    try {
      const { seat, snapshot } = await server.enter(token);
      this.token = token;
      this.seat = seat;
      await this.#lay(snapshot, true);
      remember({ token, title: snapshot.position.title, seat: seatName(seat), when: new Date().toISOString() });
      if (seat === "referee") this.links = await server.links(token);
      this.#attach(token);
      return true;
    } catch (error) {
      this.#rise();
      this.#shut(error);
      return false;
    } finally {
      this.entering = false;
    }
  }

  /** Get up from the table, and go back to the position that the fight began with. */
  leave(): void {
    const snapshot = this.snapshot;
    this.#rise();
    if (!snapshot?.entries) return;
    table.entries = [];
    const { scenario, units } = snapshot.position;
    void table.open({ scenario, ...(units ? { units } : {}) });
  }

  /** Get up from the table; what lies on it stays on the page. */
  #rise(): void {
    this.#hush?.();
    this.#hush = null;
    this.#line?.close();
    this.#line = null;
    this.token = this.snapshot = this.links = this.played = this.refused = this.shut = this.past = null;
    this.present = [];
    this.entries = [];
    this.#shown = "";
    this.seat = "spectator";
    table.mover = table.undoer = table.setter = table.leaver = null;
  }

  /** Get up, and leave the room's address. */
  away(): void {
    this.leave();
    history.pushState({}, "", "/");
  }

  #attach(token: string): void {
    table.mover = (id, stand) => this.move(id, stand);
    table.undoer = () => this.say({ type: "undo" });
    table.setter = (scenario) => this.say({ type: "set", scenario });
    table.leaver = () => {
      this.#rise();
      if (location.pathname === pathTo(token)) history.pushState({}, "", "/");
    };
    this.#spoken = words.language;
    this.#hush = $effect.root(() => {
      $effect(() => this.#speak(words.language));
    });
    this.#line = new Line({
      address: () => server.socket(token),
      since: () => this.snapshot?.seq,
      heard: (message) => this.#heard(message),
      changed: (connection) => (this.connection = connection),
      ended: (code, reason) => {
        this.#rise();
        this.#away({ error: endedFor(code), message: reason });
      },
    });
  }

  #heard(message: FromServer): void {
    if (message.type === "presence") this.present = message.present;
    else if (message.type === "refused") this.#refuse(message.trouble);
    else {
      if (message.type === "welcome") this.seat = message.seat;
      this.#laid = this.#laid.then(() => this.#happened(message)).catch(() => this.#astray());
    }
  }

  /** The record could not be fetched: after a while we ask how everything stands. */
  #astray(): void {
    setTimeout(() => this.#line?.again(), ASTRAY);
  }

  /** The board as it is now, and with it what was played. */
  async #happened(message: Extract<FromServer, { snapshot: Snapshot }>): Promise<void> {
    const before = this.snapshot?.entries;
    await this.#lay(message.snapshot, message.type === "welcome");
    if (message.type === "changed" && this.token) this.#told(message, before);
  }

  #told(message: Extract<FromServer, { type: "changed" }>, before: number | undefined): void {
    const { last, stages } = message;
    if (stages.length) this.played = { line: last?.entry ? last : null, stages };
    else if (message.snapshot.entries !== before || message.snapshot.pending) this.played = null;
    if (last?.entry && last.kind === "play" && this.past === null) table.choose(null);
    if (last && last.by === this.seat) this.refused = null;
    if (last && page.tab !== "fight") telling.tell(`${seatName(last.by)}: ${last.text}`); // the log says it there
  }

  /** Lay down what the server says lies there; where the past is looked at, the board waits. */
  async #lay(snapshot: Snapshot, anew: boolean): Promise<void> {
    const before = this.snapshot;
    const token = this.token;
    if (!token || (before && snapshot.seq < before.seq)) return;
    if ((anew && snapshot.seq !== before?.seq) || snapshot.entries !== this.entries.length || undone(snapshot, before)) {
      const entries = snapshot.entries ? await recorded(token) : [];
      if (this.token !== token) return;
      this.entries = entries.slice(0, snapshot.entries);
    }
    this.snapshot = snapshot;
    this.present = snapshot.present;
    const shown = JSON.stringify(snapshot.position);
    const unchanged = shown === this.#shown; // a word was said, or an attack is under way
    this.#shown = shown;
    if (this.past !== null && this.past >= snapshot.entries) this.now();
    else if (this.past === null && !unchanged) this.now();
    const action = snapshot.pending?.action;
    if (this.past === null && action && !same(table.action, action)) table.choose(action);
  }

  /** Show the board as it stands now. */
  now(): void {
    if (!this.snapshot) return;
    this.past = null;
    table.entries = this.entries;
    table.show(this.snapshot.position);
  }

  /** Say something to the server; what cannot be sent now is told, not kept. */
  say(message: ToServer): boolean {
    this.refused = null;
    if (this.#line?.send(this.#dated(message))) return true;
    this.#refuse({ error: "offline", message: "" });
    return false;
  }

  /** What is said about a turn, with how many entries the record holds for us: said too late, it is refused. */
  #dated(message: ToServer): ToServer {
    const entries = this.snapshot?.entries;
    return entries !== undefined && (message.type === "orders" || message.type === "ready") ? { ...message, entries } : message;
  }

  /** Shown in the panel until something else is said; in passing too, for the panel may show something else. */
  #refuse(trouble: Trouble): void {
    this.refused = trouble;
    telling.tell(why(trouble));
  }

  move(unit: string, stand: Stand): void {
    if (this.past !== null) this.#refuse({ error: "past", message: "" });
    else this.say({ type: "move", unit, ...stand });
  }

  play(action: Action, how: { dice: "server" | "typed"; policy?: string; salt?: string }): void {
    this.played = null;
    this.say({ type: "play", action, ...how });
  }

  /** Speak the reader's language: rulings and the log come in it. */
  #speak(language: string): void {
    if (this.#spoken === language) return;
    this.#spoken = language;
    this.#line?.again();
  }

  /** We are not at the table, until something else is put on the page. */
  #away(trouble: Trouble): void {
    this.shut = trouble;
    table.leaver = () => {
      this.shut = table.leaver = null;
      if (tokenIn(location.pathname)) history.pushState({}, "", "/");
    };
  }

  #shut(error: unknown): void {
    if (!(error instanceof ServerError)) throw error;
    this.#away(error.trouble);
  }
}

export const room = new Room();
