/** Where the names go: each where it covers least, the most important first, none over another. In screen pixels. */
import type { Point } from "../wire";
import { across, type Box, boxOf, down, grown, meet, middle } from "./paper";

export interface Wanted {
  key: string;
  lines: string[];
  thing: Box; // what it names
  width: number;
  height: number;
  rank: number; // the lowest is placed first
  upon: boolean; // whether it may lie on the thing: nothing there would be hidden
  shy: boolean; // whether it may be left out
  stays: boolean; // whether it belongs on the thing and nowhere else
}

export interface Placed extends Wanted {
  box: Box;
  leader: [Point, Point] | null; // a thin line from a far label to what it names
}

const OUTSIDE = 30; // how much worse it is to lie outside of what is seen
const FAR = 16; // beyond so many pixels a line leads from the label to its thing

/** Places for a label around its thing, the best first. */
function* around(wanted: Wanted): Generator<{ box: Box; away: number; on: boolean }> {
  const { thing, width, height } = wanted;
  const [x, y] = middle(thing);
  const box = (left: number, top: number): Box => ({ left, top, right: left + width, bottom: top + height });
  if (wanted.upon && width + 2 <= across(thing) && height <= down(thing) + 0.5) {
    yield { box: box(x - width / 2, y - height / 2), away: 0, on: true };
    const [spareX, spareY] = [(across(thing) - width) / 2 - 3, (down(thing) - height) / 2 - 1];
    for (const [right, below] of [[0, -1], [0, 1], [-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]] as const)
      yield { box: box(x - width / 2 + right * spareX, y - height / 2 + below * spareY), away: 0.5, on: true };
  }
  if (wanted.stays) return;
  for (const gap of [3, 10, 22, 40, 64]) {
    const [above, below] = [thing.top - gap - height, thing.bottom + gap];
    const [before, behind] = [thing.left - gap - width, thing.right + gap];
    const spots: Point[] = [
      [x - width / 2, below],
      [x - width / 2, above],
      [behind, y - height / 2],
      [before, y - height / 2],
      [thing.left, below],
      [thing.right - width, below],
      [thing.left, above],
      [thing.right - width, above],
      [behind, below],
      [before, below],
      [behind, above],
      [before, above],
    ];
    let rank = 0;
    for (const [left, top] of spots) yield { box: box(left, top), away: gap + rank++ / 2, on: false };
  }
}

/** Boxes in squares, so that only near ones are compared. */
class Taken {
  readonly #squares = new Map<string, Set<Box>>();
  constructor(readonly side: number) {}

  *#keys(box: Box): Generator<string> {
    for (let x = Math.floor(box.left / this.side); x <= Math.floor(box.right / this.side); x++)
      for (let y = Math.floor(box.top / this.side); y <= Math.floor(box.bottom / this.side); y++) yield `${x} ${y}`;
  }
  take(box: Box): void {
    if (!Number.isFinite(box.left + box.right + box.top + box.bottom)) return;
    for (const key of this.#keys(box)) {
      const square = this.#squares.get(key) ?? new Set<Box>();
      this.#squares.set(key, square.add(box));
    }
  }
  near(box: Box): Set<Box> {
    const found = new Set<Box>();
    for (const key of this.#keys(box)) for (const one of this.#squares.get(key) ?? []) if (meet(one, box)) found.add(one);
    return found;
  }
}

const within = (box: Box, edge: Box): boolean => box.left >= edge.left && box.right <= edge.right && box.top >= edge.top && box.bottom <= edge.bottom;
const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.right, other.right) - Math.max(one.left, other.left)) *
  Math.max(0, Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top));

interface Ground {
  things: readonly Box[]; // better not covered
  lines?: readonly [Point, Point][]; // nor these
  edge?: Box; // better not left
}

/** The labels that find a place. */
export function arrange(wanted: readonly Wanted[], { things, lines = [], edge }: Ground): Placed[] {
  const bodies = new Taken(120);
  const dots = new Taken(60);
  const labels = new Taken(120);
  things.forEach((box) => bodies.take(box));
  for (const [from, to] of lines) {
    const steps = Math.min(80, Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 12) || 1);
    for (let step = 0; step <= steps; step++) {
      const at: Point = [from[0] + ((to[0] - from[0]) * step) / steps, from[1] + ((to[1] - from[1]) * step) / steps];
      dots.take(grown(boxOf([at]), 1));
    }
  }
  const placed: Placed[] = [];
  for (const one of [...wanted].sort((a, b) => a.rank - b.rank)) {
    let best: { box: Box; away: number; on: boolean } | null = null;
    let least = Infinity;
    for (const spot of around(one)) {
      if (spot.away >= least) break;
      if (labels.near(grown(spot.box, 1)).size) continue;
      let cost = spot.away + 2.5 * dots.near(spot.box).size;
      for (const body of bodies.near(spot.box)) cost += body === one.thing && spot.on ? 0 : 4 + overlap(body, spot.box) / 40;
      if (edge && !within(spot.box, edge)) cost += OUTSIDE;
      if (cost < least) [best, least] = [spot, cost];
    }
    if (!best || (one.shy && least > 12)) continue;
    labels.take(best.box);
    placed.push({ ...one, box: best.box, leader: best.away > FAR ? leader(one.thing, best.box) : null });
  }
  return placed;
}

function leader(thing: Box, box: Box): [Point, Point] {
  const [x, y] = middle(thing);
  const near: Point = [Math.min(Math.max(x, box.left), box.right), Math.min(Math.max(y, box.top), box.bottom)];
  const rim: Point = [Math.min(Math.max(near[0], thing.left), thing.right), Math.min(Math.max(near[1], thing.top), thing.bottom)];
  return [near, rim];
}

/** A text in lines no wider than `room`. */
export function wrapped(text: string, room: number, width: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ").filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && width(`${last} ${word}`) <= room) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.length ? lines : [""];
}

export const shortened = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 1).trimEnd()}…`);

/** As much of a text as `room` takes: whole words and a sign that more is said; at least the name that it begins
 *  with, whose longest words are cut where they must be, so that its number is seen. */
export function fitting(text: string, name: string, room: number, width: (text: string) => number): string {
  const words = text.split(" ");
  const parts = name.split(" ");
  let said = text;
  while (width(said) > room && words.length > parts.length + 1) {
    words.pop();
    said = `${words.join(" ").replace(/[,:]$/, "")}…`;
  }
  if (width(said) <= room) return said;
  while (width(parts.join(" ")) > room) {
    const longest = parts.reduce((best, part) => (part.length > best.length ? part : best));
    if (longest.length < 3) break;
    parts[parts.indexOf(longest)] = `${longest.replace(/\.$/, "").slice(0, -1)}.`;
  }
  return parts.join(" ");
}
