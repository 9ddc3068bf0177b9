/** Which labels a board asks for: names of pieces first, then of the ground, then what the evidence names. */
import { calling } from "../asking/called";
import type { Reached } from "../reach";
import type { Point, Shape } from "../wire";
import type { Body } from "./bodies";
import { fitting, shortened, type Wanted, wrapped } from "./labels";
import { onGround, under } from "./looks";
import { across, type Box, boxOf, down, grown, middle, type Paper, place, sound } from "./paper";

export const sizeOf = (narrow: boolean): number => (narrow ? 11 : 13); // of a name, in pixels
export const SMALL = 11.5;
export const LINE = 1.2;
export const SIGN = 20; // the room of a side's badge before a name
export const CHIP = 22;
const CROWD = 24; // with more pieces than this, names are short, and one that would cover something is left to the tooltip
const MANY_LINES = 40;
const NEAR = 90; // within so many pixels the same text is said once

export type Width = (text: string, size: number, bold: boolean) => number;
export const manyLines = (evidence: readonly Shape[]): boolean => evidence.filter((shape) => shape.role.startsWith("line_")).length > MANY_LINES;

const scaled = (box: Box, k: number): Box => ({ left: box.left * k, top: box.top * k, right: box.right * k, bottom: box.bottom * k });

/** A label for a body, folded where so it fits upon it. */
function name(body: Body, k: number, rank: number, room: { crowd: boolean; narrow: boolean; cards: boolean }, called: (id: string) => string, width: Width): Wanted {
  const thing = scaled(body.box, k);
  const bare = !body.figures && !body.named.length;
  const little = room.narrow || (room.crowd && rank > 0);
  const short = body.label.includes(": ") ? called(body.id) || (body.label.split(": ")[0] ?? "") : body.label;
  const plain = body.piece && body.label === `${body.id}: ${body.piece.name}` ? short : body.label; // a name tells enough
  const said = shortened(little && !room.cards ? short : plain, little && !room.cards ? 22 : 44);
  const font = sizeOf(room.narrow);
  const bold = (text: string): number => width(text, font, true);
  let lines = [said];
  if (bare && bold(said) + SIGN + 10 > across(thing)) {
    const folded = wrapped(said, across(thing) - SIGN - 10, bold);
    if (Math.max(...folded.map(bold)) + SIGN + 6 <= across(thing) && folded.length * font * LINE + 2 <= down(thing)) lines = folded;
    else if (room.cards) lines = [fitting(said, short, across(thing) - SIGN - 4, bold)];
  }
  const size = { width: Math.max(...lines.map(bold)) + SIGN, height: Math.max(lines.length * font * LINE, room.cards ? 0 : room.narrow ? 15 : 17) };
  return { key: `piece ${body.id}`, lines, thing, ...size, rank, upon: bare, shy: (room.crowd || room.narrow) && rank > 0 && !room.cards, stays: room.cards };
}

/** What a shape's label names, on the screen. */
function thingOf(shape: Shape, points: Point[], k: number): Box {
  const at = points.map(([x, y]): Point => [x * k, y * k]);
  if (shape.shape === "polygon") return boxOf(at);
  if (shape.role === "line_blocked" && at.length > 2) return boxOf([at[1] as Point]);
  return grown(boxOf([middle(boxOf([at[0] as Point, at.at(-1) as Point]))]), 3);
}

export function wantedOf(
  given: { bodies: readonly Body[]; shapes: readonly Shape[]; evidence: readonly Shape[]; about: readonly string[]; paper: Paper; k: number; narrow: boolean; cards: boolean },
  width: Width,
): Wanted[] {
  const { bodies, shapes, evidence, about, paper, k } = given;
  const room = { crowd: bodies.length > CROWD, narrow: given.narrow, cards: given.cards };
  const pieces = bodies.flatMap((body) => body.piece ?? []);
  const names = calling(pieces); // short names are those of the lists; among many of one name the id tells more
  const short = (id: string): string => (names(id).endsWith(` (${id})`) ? id : names(id));
  const called = (id: string): string => (pieces.some((piece) => piece.id === id) ? short(id) : "");
  const wanted = bodies.map((body) => name(body, k, about.includes(body.id) ? 0 : 1, room, called, width));
  const few = !manyLines(evidence);
  const told = new Map<string, Point[]>();
  const labelled = [...shapes.filter(onGround), ...shapes.filter((shape) => shape.shape === "text" && shape.role === "note"), ...evidence];
  labelled.forEach((shape, at) => {
    if (!shape.label || !sound(shape) || (!few && (shape.role === "line_blocked" || shape.role === "blocker"))) return;
    const thing = thingOf(shape, shape.points.map((point) => place(paper, point)), k);
    if (shape.shape === "polygon" && (across(thing) < 12 || down(thing) < 12)) return;
    const said = shortened(shape.label, 40);
    const [x, y] = middle(thing);
    const before = told.get(said) ?? [];
    if (before.some(([a, b]) => Math.hypot(a - x, b - y) < NEAR)) return;
    told.set(said, [...before, [x, y]]);
    const size = { width: width(said, SMALL, false), height: SMALL * LINE };
    const fixed = shape.shape === "text" ? { left: x - size.width / 2 - 4, top: y - size.height / 2, right: x + size.width / 2 + 4, bottom: y + size.height / 2 } : thing;
    wanted.push({ key: `shape ${at}`, lines: [said], thing: fixed, ...size, rank: shape.shape === "text" ? -1 : 2, upon: true, shy: shape.shape !== "text", stays: shape.shape === "text" });
  });
  return wanted;
}

/** In which ways something is reached, beside it; of an area that is not reached nothing is said. */
export function reachesOf(
  given: { reached: readonly Reached[]; bodies: readonly Body[]; shapes: readonly Shape[]; paper: Paper; k: number; cards: boolean },
  width: Width,
): Wanted[] {
  const { reached, bodies, shapes, paper, k, cards } = given;
  return reached.flatMap(({ id, area, legal, ways }): Wanted[] => {
    const corners = area ? shapes.find((shape) => shape.of === id && shape.shape === "polygon")?.points.map((point) => place(paper, point)) : undefined;
    const box = corners ? boxOf(corners) : bodies.find((body) => body.id === id)?.box;
    if (!box || (area && !legal)) return [];
    const line = shortened(ways.filter((way) => way.legal === legal).map(({ what }) => what).join(", "), 30);
    const size = { width: width(line, 12, false) + 28, height: 19 };
    return [{ key: `reach ${id}`, lines: [line], thing: scaled(box, k), ...size, rank: 1.5, upon: area || cards, shy: reached.length > CROWD, stays: area || cards }];
  });
}

/** The lines that labels had better not cover, on the screen. */
export function linesOf(shapes: readonly Shape[], paper: Paper, k: number): [Point, Point][] {
  return shapes
    .filter((shape) => (shape.shape === "line" || shape.shape === "edge") && !under(shape) && shape.points.length > 1 && sound(shape))
    .flatMap((shape) => {
      const at = shape.points.map((point) => place(paper, point)).map(([x, y]): Point => [x * k, y * k]);
      return at.slice(1).map((point, from): [Point, Point] => [at[from] as Point, point]);
    });
}
