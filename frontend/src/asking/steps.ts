/** The steps of a ruling as a tree, and how their values, shares and margins are told. */
import type { Ruling, Step } from "../wire";
import { signed } from "../charts/chances";
import { written } from "../numbers";
import { number } from "../charts/tallies";
import type { Node } from "./tree";

export interface Check {
  step: Pick<Step, "rule" | "text" | "margin" | "too_close" | "name" | "value">;
  failed: boolean; // the check that refuses
  worth: string; // the named value, or the share in a sum; empty: the words say it all
  shows: number[]; // with what lies below where it shows nothing itself
}

/** Every step of a ruling, the refusal's at the end. */
export function checks(ruling: Ruling): Node<Check>[] {
  const all = ruling.steps.map((step, at) => node(step, String(at), ruling, false));
  const { refusal } = ruling;
  if (!refusal) return all;
  const step: Step = { ...refusal, value: null };
  const last = node(step, String(all.length), ruling, false);
  return [...all, { ...last, item: { ...last.item, failed: true } }];
}

function node(step: Step, key: string, ruling: Ruling, summed: boolean): Node<Check> {
  const below = step.because.map((one, at) => node(one, `${key}.${at}`, ruling, step.fold === "sum"));
  const shows = step.shows.length ? step.shows : below.flatMap((one) => one.item.shows);
  return { key, item: { step, failed: false, worth: worth(step, ruling, summed), shows }, below };
}

function worth(step: Step, ruling: Ruling, summed: boolean): string {
  if (step.name) {
    const named = ruling.spoken.find((one) => one.name === step.name);
    const said = named ? inWords(named) : "";
    return step.text.replaceAll(":", "").includes(said) ? "" : said;
  }
  return summed ? share(step.value) : "";
}

/** What a step adds to a sum, with its sign: whole numbers without decimals, fractions as they are. */
export function share(value: unknown): string {
  const size = number(value);
  if (Number.isNaN(size)) return "";
  if (size === 0) return "+0"; // said too, so that every part of a sum is accounted for
  if (typeof value === "string") return size > 0 ? `+${value}` : value.replace("-", "−");
  return Number.isInteger(size) ? `${size > 0 ? "+" : "−"}${Math.abs(size)}` : signed(size);
}

/** A margin as the reports print it: three figures. */
export function figures(margin: number): string {
  const size = Math.abs(margin);
  const said = size !== 0 && (size < 1e-4 || size >= 1e6) ? size.toExponential(2) : String(Number(size.toPrecision(3)));
  return written(margin < 0 && Number(said) ? `−${said}` : said);
}

/** How many checks came too close to call. */
export function closeCalls(ruling: Ruling): number {
  const count = (steps: readonly Step[]): number =>
    steps.reduce((sum, step) => sum + Number(step.too_close ?? false) + count(step.because), 0);
  const { refusal } = ruling;
  return count(ruling.steps) + (refusal ? Number(refusal.too_close ?? false) + count(refusal.because) : 0);
}

/** A value's label and its unit apart, where the label ends with it: "gap in" is a gap in inches. */
export function withUnit(one: { name: string; label: string; value: string }): { label: string; value: string; unit: string } {
  if (!one.name.endsWith("_in") || !one.label.endsWith(" in")) return { label: one.label, value: one.value, unit: "" };
  return { label: one.label.replace(/ in$/, ""), value: one.value, unit: "in" };
}

/** A value for people in one breath. */
export function inWords(one: { name: string; label: string; value: string }): string {
  const { label, value, unit } = withUnit(one);
  return [label, value, unit].filter(Boolean).join(" ");
}
