/** Numbers in the signs of the reader's language. What is sent, saved and linked keeps the decimal point. */
import { words } from "./words.svelte";

interface Signs {
  decimal: string;
  group: string;
}

const known = new Map<string, Signs>();

function signs(): Signs {
  const found = known.get(words.language);
  if (found) return found;
  const parts = new Intl.NumberFormat(words.language).formatToParts(12345.6);
  const sign = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  const read = { decimal: sign("decimal"), group: sign("group") };
  known.set(words.language, read);
  return read;
}

/** Whether this language writes 2,5. */
export const commas = (): boolean => signs().decimal === ",";

/** A number as programs write it ("2.50", "<0.01", "100,000") in the reader's signs. */
export function written(number: string): string {
  const { decimal, group } = signs();
  return number.replace(/[.,]/g, (sign) => (sign === "." ? decimal : group));
}

/** A whole number in groups of digits. */
export const whole = (number: number): string => new Intl.NumberFormat(words.language, { maximumFractionDigits: 0 }).format(number);

/** A share of one in hundredths, with so many decimals and the sign. */
export function hundredths(share: number, most = 1, least = most): string {
  return new Intl.NumberFormat(words.language, { style: "percent", minimumFractionDigits: least, maximumFractionDigits: most }).format(share);
}

/** Whether it is a number in groups of digits, as this language writes 1,000: with that sign it could be 1 as well. */
export function grouped(typed: string): boolean {
  const group = signs().group;
  const between = /\s/.test(group) ? "\\s" : `[${group}]`;
  return new RegExp(`^[-+−]?[1-9]\\d{0,2}(?:${between}\\d{3})+$`).test(typed.trim());
}

/** What was typed as a number, with a point or a comma; null: it is none, or it is in groups. */
export function read(typed: string): number | null {
  if (grouped(typed)) return null;
  const text = typed.trim().replace("−", "-").replace(",", ".");
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null;
}
