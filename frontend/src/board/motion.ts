/** Dragging and turning as arithmetic: where a piece would stand, snapped as asked. No rule is decided here. */
import type { Point, Scene } from "../wire";
import { boxOf, inside, middle, type Paper } from "./paper";

/** A quarter of an inch or of a tray; whole cells. */
export const snapOf = (unit: string): number => (unit === "cell" ? 1 : 0.25);
/** How far an arrow key goes. */
export const nudgeOf = snapOf;

const tidy = (value: number): number => Math.round(value * 1000) / 1000 || 0;
const snapped = (value: number, step: number): number => tidy(Math.round(value / step) * step);

/** Where a piece that stood at `at` stands after being dragged by (dx, dy) on the paper. Cells are always whole. */
export function dragged(at: Point, [dx, dy]: Point, paper: Paper, unit: string, snap: boolean): Point {
  const x = at[0] + dx / paper.scale;
  const y = at[1] + ((paper.up ? -1 : 1) * dy) / paper.scale;
  if (!snap && unit !== "cell") return [tidy(x), tidy(y)];
  const step = snapOf(unit);
  // Off the grid already, a piece keeps its place on its own grid: a drag of whole steps.
  return [tidy(at[0] + snapped(x - at[0], step)), tidy(at[1] + snapped(y - at[1], step))];
}

/** On the paper, how far the piece then is from where it stood. */
export function offset(from: Point, to: Point, paper: Paper): Point {
  return [(to[0] - from[0]) * paper.scale, ((paper.up ? -1 : 1) * (to[1] - from[1])) * paper.scale];
}

export const apart = (one: Point, other: Point): number => Math.hypot(one[0] - other[0], one[1] - other[1]);

/** The direction from one point of the paper to another, in degrees clockwise from straight up. */
export function bearing(from: Point, to: Point): number {
  return (Math.atan2(to[0] - from[0], from[1] - to[1]) * 180) / Math.PI;
}

/** A facing from 0 to 360, snapped to `step` degrees. */
export function facing(degrees: number, step: number): number {
  const whole = tidy(snapped(degrees, step) % 360);
  return whole < 0 ? tidy(whole + 360) : whole;
}

/** The shorter way from one facing to another, -180 to 180. */
export function turn(from: number, to: number): number {
  return ((((to - from) % 360) + 540) % 360) - 180;
}

/** How finely a turn snaps: Alt fine, Shift coarse; without snapping one degree. */
export function turnStep(keys: { shiftKey: boolean; altKey: boolean }, snap: boolean): number {
  if (keys.shiftKey) return 45;
  return keys.altKey || !snap ? 1 : 5;
}

/** The area of the scene at this point of it. */
export function areaAt(scene: Scene, point: Point): string | null {
  const found = scene.shapes.find((shape) => shape.role === "area" && shape.shape === "polygon" && inside(point, shape.points));
  return found?.of ?? null;
}

/** The next area in a direction: the nearest whose middle lies about that way. */
export function areaBeside(scene: Scene, area: string, [right, up]: Point): string | null {
  const areas = scene.shapes.filter((shape) => shape.role === "area" && shape.shape === "polygon" && shape.of);
  const centre = (points: readonly Point[]): Point => middle(boxOf(points));
  const here = areas.find((shape) => shape.of === area);
  if (!here) return null;
  const [x, y] = centre(here.points);
  let best: string | null = null;
  let least = Infinity;
  for (const shape of areas) {
    const [a, b] = centre(shape.points);
    const [dx, dy] = [a - x, (b - y) * (scene.y_up ? 1 : -1)];
    const [along, aside] = [dx * right + dy * up, Math.abs(dx * up) + Math.abs(dy * right)];
    if (shape === here || along < 1e-6 || aside > 2 * along || along + 2 * aside >= least) continue;
    [best, least] = [shape.of ?? null, along + 2 * aside];
  }
  return best;
}

/** The edges of rings with the way outwards. */
function* edges(rings: readonly (readonly Point[])[]): Generator<{ from: Point; along: Point; out: Point; long: number }> {
  for (const ring of rings) {
    const turned = ring.reduce((sum, [x, y], at) => sum + x * (ring[(at + 1) % ring.length] as Point)[1] - y * (ring[(at + 1) % ring.length] as Point)[0], 0) < 0 ? -1 : 1;
    for (let at = 0; at < ring.length; at++) {
      const [from, to] = [ring[at], ring[(at + 1) % ring.length]] as [Point, Point];
      const long = apart(from, to);
      if (long < 1e-9) continue;
      const along: Point = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
      yield { from, along, out: [along[1] * turned, -along[0] * turned], long };
    }
  }
}

/** How far to shift rings so that an edge of theirs lies along a near edge of others that looks at it; `null`: none is so near. */
export function magnet(mine: readonly (readonly Point[])[], others: readonly (readonly Point[])[], reach: number): Point | null {
  let best: Point | null = null;
  let least = reach;
  for (const other of edges(others))
    for (const edge of edges(mine)) {
      if (edge.out[0] * other.out[0] + edge.out[1] * other.out[1] > -0.99996) continue; // half a degree
      const [dx, dy] = [other.from[0] - edge.from[0], other.from[1] - edge.from[1]];
      const gap = dx * edge.out[0] + dy * edge.out[1];
      if (Math.abs(gap) >= least) continue;
      const ends = [0, other.long].map((far) => (dx + other.along[0] * far) * edge.along[0] + (dy + other.along[1] * far) * edge.along[1]);
      if (Math.max(...ends) < 1e-3 || Math.min(...ends) > edge.long - 1e-3) continue; // past one another
      least = Math.abs(gap);
      best = [edge.out[0] * gap, edge.out[1] * gap];
    }
  return best;
}
