/** Questions to the server whose answers are kept, so that coming back to one is instant. */
import { untrack } from "svelte";
import { type Asked, server, ServerError } from "../server";
import type { Action, Odds, Scenario, Trouble, Worth } from "../wire";
import { words } from "../words.svelte";

const MOST = 200;
const kept = new Map<string, unknown>();
const texts = new WeakMap<Scenario, string>();

function keep(key: string, value: unknown): void {
  kept.set(key, value);
  if (kept.size > MOST) kept.delete(kept.keys().next().value as string);
}

/** What tells one question from all others: the position, what is asked about it, and the language. */
export function key(name: string, asked: Asked, more: unknown): string {
  let text = texts.get(asked.scenario);
  if (text === undefined) texts.set(asked.scenario, (text = JSON.stringify(asked.scenario)));
  return `${name} ${words.language} ${JSON.stringify([more, asked.entries ?? []])} ${text}`;
}

/** One question at a time: a newer one takes the place of the one before, whose answer is waited for no more. */
export class Answer<T> {
  value = $state.raw<T | null>(null);
  trouble = $state.raw<Trouble | null>(null);
  waiting = $state(false);
  #key = "";
  #asking: AbortController | null = null;

  /** Ask, or take the answer that is kept. `pause` waits a little first, for those who hurry on. */
  ask(key: string, question: (signal: AbortSignal) => Promise<T>, pause = 0): void {
    if (key === this.#key) return;
    this.forget();
    this.#key = key;
    if (kept.has(key)) this.value = kept.get(key) as T;
    else untrack(() => void this.#wait(key, question, pause));
  }

  /** Nothing is asked any more. What is asked next is asked anew, even if it is the same. */
  forget(): void {
    this.#asking?.abort();
    this.#key = "";
    this.value = this.trouble = null;
    this.waiting = false;
  }

  async #wait(key: string, question: (signal: AbortSignal) => Promise<T>, pause: number): Promise<void> {
    const asking = (this.#asking = new AbortController());
    this.waiting = true;
    try {
      if (pause) await new Promise((done) => setTimeout(done, pause));
      if (asking.signal.aborted) return;
      const value = await question(asking.signal);
      keep(key, value);
      if (!asking.signal.aborted) this.value = value;
    } catch (error) {
      if (asking.signal.aborted) return;
      this.trouble = error instanceof ServerError ? error.trouble : { error: "request", message: String(error) };
    } finally {
      if (this.#asking === asking) this.waiting = false;
    }
  }
}

const HURRY = 120; // ms: whoever only passes by an attack asks nothing about it

/** Ask for the odds of an attack. */
export function askOdds(answer: Answer<Odds>, asked: Asked, action: Action, policy: string): void {
  const question = { ...asked, action, ...(policy ? { policy } : {}) };
  answer.ask(key("odds", asked, [action, policy]), (signal) => server.odds(question, signal), HURRY);
}

/** Ask what everything that can be switched is worth to an attack. */
export function askWorth(answer: Answer<Worth[]>, asked: Asked, action: Action, policy: string): void {
  const question = { ...asked, action, ...(policy ? { policy } : {}) };
  const told = async (signal: AbortSignal): Promise<Worth[]> => (await server.worth(question, signal)).worths;
  answer.ask(key("worth", asked, [action, policy]), told, HURRY);
}

/** What is asked in this panel, beyond what lies on the table. */
class Asking {
  tab = $state<"why" | "odds" | "what_if">("why");
  policy = $state(""); // of the ruleset on the table; empty: its first
  how = $state<"exactly" | "at_least">("at_least");
  fractions = $state(false);
  odds = new Answer<Odds>();
}

export const asking = new Asking();
