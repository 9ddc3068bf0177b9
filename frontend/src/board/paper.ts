/** The board's paper: where each point of a scene lies on it, and the boxes of what lies there. */
import type { Point, Scene, Shape } from "../wire";

export const LARGE = 1000; // the longer side of the table on the paper
/** Units of boards on which nothing is measured. */
export const schematic = (scene: Scene): boolean => scene.unit === "area" || scene.unit === "";

export interface Paper {
  scale: number; // of the paper to one unit of the scene
  up: boolean; // whether the scene's y axis points up
  width: number;
  height: number;
}

export function paperOf(scene: Scene): Paper {
  const scale = LARGE / Math.max(scene.width, scene.depth, 1e-6);
  return { scale, up: scene.y_up, width: scene.width * scale, height: scene.depth * scale };
}

export function place(paper: Paper, [x, y]: Point): Point {
  return [x * paper.scale, paper.up ? paper.height - y * paper.scale : y * paper.scale];
}

/** The point of the scene that lies there on the paper. */
export function unplace(paper: Paper, [x, y]: Point): Point {
  return [x / paper.scale, (paper.up ? paper.height - y : y) / paper.scale];
}

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function boxOf(points: readonly Point[]): Box {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [x, y] of points) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

export const middle = (box: Box): Point => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
export const across = (box: Box): number => box.right - box.left;
export const down = (box: Box): number => box.bottom - box.top;
export const grown = (box: Box, by: number): Box => ({
  left: box.left - by,
  top: box.top - by,
  right: box.right + by,
  bottom: box.bottom + by,
});
export const meet = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

export function inside([x, y]: Point, corners: readonly Point[]): boolean {
  let odd = false;
  corners.forEach(([x0, y0], at) => {
    const [x1, y1] = corners[(at + 1) % corners.length] as Point;
    if (y0 > y !== y1 > y && x < x0 + ((x1 - x0) * (y - y0)) / (y1 - y0)) odd = !odd;
  });
  return odd;
}

const short = (value: number): string => String(Math.round(value * 100) / 100);

/** The `d` of a path through these points. */
export function path(points: readonly Point[], closed = false): string {
  return `M${points.map(([x, y]) => `${short(x)},${short(y)}`).join("L")}${closed ? "Z" : ""}`;
}

/** The `d` of a circle. */
export function disc([x, y]: Point, r: number): string {
  return `M${short(x - r)},${short(y)}a${short(r)},${short(r)} 0 1 0 ${short(2 * r)},0a${short(r)},${short(r)} 0 1 0 ${short(-2 * r)},0Z`;
}

/** The `d` of a star with five points: a figure that has a name. */
export function star([x, y]: Point, r: number): string {
  const points = Array.from({ length: 10 }, (_, at): Point => {
    const [turn, reach] = [(at * Math.PI) / 5, at % 2 ? r * 0.45 : r];
    return [x + reach * Math.sin(turn), y - reach * Math.cos(turn)];
  });
  return path(points, true);
}

/** The `d` of an arrow's head with its tip at `to`. */
export function arrowhead(from: Point, to: Point, size: number): string {
  const turn = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const wing = (side: number): Point => [to[0] - size * Math.cos(turn + side), to[1] - size * Math.sin(turn + side)];
  return path([to, wing(0.42), wing(-0.42)], true);
}

/** Shapes that can be drawn: with points, all of them finite. */
export const sound = (shape: Shape): boolean =>
  shape.points.length > 0 && shape.points.every(([x, y]) => Number.isFinite(x) && Number.isFinite(y));

/** The smallest round step of a grid whose squares are at least `least` pixels at `scale` pixels a unit. */
export function gridStep(scale: number, least = 26): number {
  for (let power = 1; ; power *= 10) {
    for (const factor of [1, 2, 5]) if (power * factor * scale >= least || power > 1e9) return power * factor;
  }
}

/** What of the scene deserves to be seen at first: the pieces with some room around, or the whole table. */
export function focus(scene: Scene, paper: Paper): Box {
  const table = { left: 0, top: 0, right: paper.width, bottom: paper.height };
  const points = scene.shapes.filter((shape) => shape.side && sound(shape)).flatMap((shape) => shape.points);
  if (schematic(scene) || !points.length) return table;
  const tight = boxOf(points.map((point) => place(paper, point)));
  const room = Math.max(0.16 * Math.max(across(tight), down(tight)), 0.03 * LARGE);
  const box = grown(tight, room);
  const [width, height] = [across(box), down(box)];
  if (width * height > 0.5 * paper.width * paper.height) return table;
  return box;
}
