/** Looking at the past of a room: entry by entry, back and forth, as a film; and another fight that starts there. */
import { server, ServerError } from "../server";
import { table } from "../table.svelte";
import type { EntryTold, Trouble } from "../wire";
import { words } from "../words.svelte";
import { room } from "./room.svelte";

export const SPEEDS = [0.5, 1, 2, 4];
const PACE = 1600; // milliseconds an entry, at speed 1

class Replay {
  told = $state.raw<EntryTold | null>(null); // the entry that is looked at
  asking = $state(false); // whether the board shows it as it was asked, not what came of it
  playing = $state(false);
  speed = $state(1);
  trouble = $state.raw<Trouble | null>(null);
  #known = new Map<number, EntryTold>();
  #of = ""; // which record the known entries are of
  #timer = 0;
  #wanted = 0;

  get last(): number {
    return room.snapshot?.entries ?? 0;
  }
  /** How many entries lie behind what the board shows. */
  get at(): number {
    return room.past ?? this.last;
  }

  /** Look at the board after so many entries; the last one is the present. */
  async go(number: number): Promise<void> {
    const goal = Math.max(0, Math.min(this.last, Math.round(number)));
    const wanted = ++this.#wanted;
    if (goal === this.last) return this.now();
    const told = await this.entry(Math.max(1, goal));
    if (!told || wanted !== this.#wanted) return;
    room.past = goal;
    this.told = goal ? told : null;
    this.asking = false;
    this.#lay(told, goal === 0);
  }

  /** Show the entry that is looked at as it was asked, with what the ruling pointed at, or as it ended. */
  turn(asking: boolean): void {
    if (!this.told) return;
    this.asking = asking;
    this.#lay(this.told, asking);
    if (asking) table.choose(this.told.ruling.action);
  }

  /** Look at an entry as it was asked. */
  async look(number: number): Promise<void> {
    const told = await this.entry(number);
    if (!told) return;
    this.#wanted += 1;
    room.past = number;
    this.told = told;
    this.turn(true);
  }

  now(): void {
    this.stop();
    this.#wanted += 1;
    this.told = null;
    this.asking = false;
    if (room.past === null) return;
    room.past = null;
    table.choose(null);
    room.now();
  }

  /** Play from here to the end; at the end, from the start. */
  play(): void {
    if (!this.last) return;
    this.playing = true;
    if (this.at === this.last) void this.go(0);
    this.#next();
  }

  stop(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  #next(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(async () => {
      if (!this.playing) return;
      await this.go(this.at + 1);
      if (this.at < this.last) this.#next();
      else this.stop();
    }, PACE / this.speed);
  }

  /** What is told of an entry; kept, for the past does not change unless it is undone. */
  async entry(number: number): Promise<EntryTold | null> {
    const { token, snapshot } = room;
    if (!token || !snapshot) return null;
    const of = `${token} ${snapshot.log.filter((line) => line.undone).length} ${words.language}`;
    if (of !== this.#of) this.#known.clear();
    this.#of = of;
    const known = this.#known.get(number);
    if (known) return known;
    try {
      const told = await server.entry(token, number);
      this.#known.set(number, told);
      this.trouble = null;
      return told;
    } catch (error) {
      if (!(error instanceof ServerError)) throw error;
      this.trouble = error.trouble;
      return null;
    }
  }

  /** Fight on from here at another table, where nothing was done after it. */
  async branch(): Promise<boolean> {
    const { token } = room;
    if (!token) return false;
    const upto = this.at;
    const record = await server.record(token);
    this.now();
    return room.open({ record, upto });
  }

  #lay(told: EntryTold, before: boolean): void {
    table.choose(null);
    table.entries = room.entries.slice(0, before ? told.number - 1 : told.number);
    table.show(before ? told.before : told.after);
  }
}

export const replay = new Replay();
