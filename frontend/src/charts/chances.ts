/** How chances and expected values read: one text for the whole page, the same as in the printed reports. */
import { hundredths, written } from "../numbers";

/** A chance with one decimal that never calls the likely certain nor the unlikely impossible.
 *  A fraction ("3/16", "0", "1") is rounded exactly, the half to the even side. */
export function percent(chance: string | number): string {
  const thousandths = typeof chance === "number" ? Math.round(chance * 1000) : rounded(chance);
  const certain = typeof chance === "number" ? chance >= 1 : whole(chance, 1n);
  const never = typeof chance === "number" ? chance <= 0 : whole(chance, 0n);
  if (thousandths === 1000 && !certain) return `>${hundredths(0.999)}`;
  if (thousandths === 0 && !never) return `<${hundredths(0.001)}`;
  return hundredths(thousandths / 1000);
}

/** A fraction as its two whole numbers. */
export function parts(fraction: string): [bigint, bigint] {
  const [above = "0", below = "1"] = fraction.split("/");
  return [BigInt(above), BigInt(below)];
}

function whole(fraction: string, number: bigint): boolean {
  const [above, below] = parts(fraction);
  return above === number * below;
}

function rounded(fraction: string): number {
  const [above, below] = parts(fraction);
  const thousandths = (above * 1000n) / below;
  const twice = ((above * 1000n) % below) * 2n;
  const up = twice > below || (twice === below && thousandths % 2n === 1n);
  return Number(up ? thousandths + 1n : thousandths);
}

/** An expected value with two decimals, or whole if it is whole. */
export function mean(expected: string | number): string {
  if (typeof expected === "string" && !expected.includes("/")) return expected;
  const value = typeof expected === "number" ? expected : ratio(expected);
  return Number.isInteger(value) && typeof expected === "number" ? String(value) : written(value.toFixed(2));
}

/** A fraction as a number to draw: near enough for any size of its parts. */
export function ratio(fraction: string): number {
  const [above, below] = parts(fraction);
  return Number((above * 10n ** 15n) / below) / 1e15;
}

const NONE = 5e-13; // what only rounding has changed

/** A change with its sign; empty where it is nothing. */
export function signed(change: number): string {
  if (Math.abs(change) < NONE) return "";
  const sign = change > 0 ? "+" : "−";
  const size = Math.abs(change).toFixed(2);
  return sign + written(Number(size) ? size : "<0.01");
}

/** A change of a chance in points of percent, without the word; empty where it is nothing. */
export const points = (change: number): string => signed(change * 100);

/** The interval that holds a sampled chance in 95 of 100 cases (Wilson). */
export function interval(share: number, samples: number): [number, number] {
  const z = 1.959963984540054;
  const spread = (z * z) / samples;
  const middle = (share + spread / 2) / (1 + spread);
  const half = (z * Math.sqrt((share * (1 - share)) / samples + spread / (4 * samples))) / (1 + spread);
  return [Math.max(0, Math.min(share, middle - half)), Math.min(1, Math.max(share, middle + half))];
}
