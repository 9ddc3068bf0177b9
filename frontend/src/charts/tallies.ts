/** A count of an attack's results made ready to be drawn and read: bars, thresholds, pairs. */
import type { Odds, Outcome, Tally } from "../wire";
import { interval, mean, percent, ratio } from "./chances";

export type How = "exactly" | "at_least";

/** One bar of a chart: what stands below it, its chance as a number and as it is told. */
export interface Bar {
  label: string;
  p: number;
  chance: string | number; // the fraction, where it is known
  interval?: [number, number];
}

export const MOST_BARS = 36; // beyond them values are drawn together
const MOST_ROWS = 14;

/** A value of an outcome as a number; fractions come as text. */
export function number(value: unknown): number {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+(\/\d+)?$/.test(value) ? ratio(value) : NaN;
}

/** The chance of yes: of a count of yes and no, or of one that is only ever 0 or 1. Null: it is no such count. */
export function yes(tally: Tally): string | null {
  const kind = tally.kind === "certain" ? typeof tally.outcomes[0]?.value : tally.kind;
  if (kind === "yes_no" || kind === "boolean") return tally.outcomes.find((one) => one.value === true)?.probability ?? "0";
  if (tally.kind !== "number" || !tally.outcomes.every((one) => one.value === 0 || one.value === 1)) return null;
  return tally.outcomes.find((one) => one.value === 1)?.probability ?? "0";
}

export type Sort = "chance" | "expected" | "always" | "spread";

/** What is told first of a count, alone or beside the same with something switched. */
export function sortOf(both: readonly Tally[]): Sort {
  if (both.every((one) => one.kind === "certain")) return "always";
  const chance = (one: Tally): boolean => yes(one) !== null || one.outcomes.every(({ value }) => value === 0);
  if (both.every(chance)) return "chance";
  return both.every((one) => one.expected !== undefined) ? "expected" : "spread";
}

/** A count in one figure: its chance of yes, its expected value, or the one value that it always has. */
export function figure(tally: Tally, sort: Sort): string {
  if (sort === "chance") return percent(yes(tally) ?? "0");
  if (sort === "expected" && tally.expected !== undefined) return mean(tally.expected);
  return sort === "always" ? (tally.outcomes[0]?.label ?? "") : "";
}

/** What is worth a chart: whatever is not certain. */
export const open = (odds: Odds): Tally[] => odds.tallies.filter((tally) => tally.kind !== "certain");

/** Whether "at least" means something for a count. */
export const counts = (tally: Tally): boolean => tally.kind === "number";

/** The chance of exactly this value, or of at least it. */
export function chanceOf(tally: Tally, value: unknown, how: How, samples?: number): Bar {
  const label = tally.outcomes.find((one) => one.value === value)?.label ?? String(value);
  const found =
    how === "exactly"
      ? tally.outcomes.find((one) => one.value === value)
      : tally.outcomes.find((one) => number(one.value) >= number(value));
  if (!found) return { label, p: 0, chance: "0" };
  if (how === "exactly") return { label, p: found.p, chance: found.probability, ...spread(found, found.p, samples) };
  const p = found.at_least_p ?? 0;
  return { label, p, chance: found.at_least ?? p, ...(samples ? { interval: interval(p, samples) } : {}) };
}

function spread(outcome: Outcome, p: number, samples?: number): { interval?: [number, number] } {
  if (outcome.interval) return { interval: outcome.interval };
  return samples ? { interval: interval(p, samples) } : {};
}

/** Every value that any of these tallies can have, in order. */
export function values(tallies: readonly Tally[]): unknown[] {
  const all = new Set(tallies.flatMap((tally) => tally.outcomes.map((one) => one.value)));
  const list = [...all];
  return list.every((value) => !Number.isNaN(number(value))) ? list.sort((a, b) => number(a) - number(b)) : list;
}

/** The values that get a bar; "at least" the smallest is certain and says nothing. */
export function drawn(tallies: readonly Tally[], how: How): unknown[] {
  const all = values(tallies);
  return how === "at_least" && all.length > 1 ? all.slice(1) : all;
}

/** The bars of one count over these values; of very many, neighbours are drawn as one. */
export function bars(tally: Tally, over: readonly unknown[], how: How, samples?: number): Bar[] {
  if (over.length <= MOST_BARS) return over.map((value) => chanceOf(tally, value, how, samples));
  const size = Math.ceil(over.length / MOST_BARS);
  const heaps = Array.from({ length: Math.ceil(over.length / size) }, (_, at) => over.slice(at * size, (at + 1) * size));
  return heaps.map((heap) => (how === "exactly" ? together(tally, heap) : chanceOf(tally, heap[0], how, samples)));
}

function together(tally: Tally, heap: readonly unknown[]): Bar {
  const all = heap.map((value) => chanceOf(tally, value, "exactly"));
  const p = all.reduce((sum, bar) => sum + bar.p, 0);
  const [first, last] = [all[0]?.label ?? "", all.at(-1)?.label ?? ""];
  return { label: first === last ? first : `${first}–${last}`, p, chance: p };
}

/** How far apart two spreads of a count are: the chance that would have to move, from 0 to 1. */
export function apart(one: Tally, other: Tally): number {
  const gaps = values([one, other]).map((value) => chanceOf(one, value, "exactly").p - chanceOf(other, value, "exactly").p);
  return gaps.reduce((sum, gap) => sum + Math.abs(gap), 0) / 2;
}

/** The rows of a table: all of them, or of very many the telling ones, thinned evenly. */
export function rows(over: readonly unknown[], all: boolean): unknown[] {
  if (all || over.length <= MOST_ROWS) return [...over];
  const every = Math.ceil((over.length - 1) / (MOST_ROWS - 1));
  const kept = over.filter((_, at) => at % every === 0);
  const last = over.at(-1);
  return kept.at(-1) === last ? kept : [...kept, last];
}

const TOPS = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 1];

/** The lines of a chart's scale, from 0 to the least round chance that nothing passes. */
export function lines(all: readonly Bar[]): number[] {
  const most = Math.max(0, ...all.map((bar) => bar.interval?.[1] ?? bar.p));
  const top = TOPS.find((one) => most <= one + 1e-9) ?? 1;
  return top >= 0.25 ? [0, 0.25, 0.5, 0.75, 1].filter((one) => one <= top) : [0, top / 2, top];
}
