/** Dragging and turning as arithmetic: where a piece would stand, snapped as asked. No rule is decided here. */
import type { Point, Scene } from "../wire";
import { inside, type Paper } from "./paper";

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
