/** The pieces of a scene, each with all that is drawn of it: what a hand would pick up together. */
import type { Piece, Point, Scene } from "../wire";
import { BODY } from "./looks";
import { arrowhead, type Box, boxOf, disc, middle, type Paper, path, place, sound, star } from "./paper";

export interface Body {
  id: string;
  side: string;
  label: string;
  outline: string; // the `d` of everything that is filled
  figures: string;
  named: { d: string; name: string }[]; // figures with a name
  arrow: string; // the shaft of the facing
  head: string;
  tip: Point | null;
  trays: { at: Point; label: string; side: number }[]; // the number in its corner, and how long its shortest side is
  box: Box;
  centre: Point; // about which it turns
  rings: Point[][]; // of its trays or its base, on the paper
  piece: Piece | undefined;
}

const FIGURE = 0.13; // the radius of a figure, in units of the scene

export function bodiesOf(scene: Scene, paper: Paper, pieces: readonly Piece[]): Body[] {
  const parts = new Map<string, Parts>();
  for (const shape of scene.shapes) {
    if (!shape.of || !BODY.has(shape.role) || !sound(shape)) continue;
    const part = parts.get(shape.of) ?? { id: shape.of, side: "", label: "", rings: [], figures: [], facing: null, trays: [], spots: [] };
    parts.set(shape.of, part);
    part.side ||= shape.side ?? "";
    const points = shape.points.map((point) => place(paper, point));
    if (shape.role === "facing") part.facing = points;
    else if (shape.role === "figure") part.figures.push([points[0] as Point, shape.label ?? ""]);
    else {
      if (shape.shape === "polygon") part.rings.push(points);
      else part.spots.push(...points);
      if (shape.role === "tray") part.trays.push([points, shape.label ?? ""]);
      else part.label ||= shape.label ?? "";
    }
  }
  return [...parts.values()].map((part) => body(part, paper, pieces.find((piece) => piece.id === part.id)));
}

interface Parts {
  id: string;
  side: string;
  label: string;
  rings: Point[][];
  figures: [Point, string][];
  facing: Point[] | null;
  trays: [Point[], string][];
  spots: Point[];
}

function body(part: Parts, paper: Paper, piece: Piece | undefined): Body {
  const corners = part.rings.flat();
  const all = corners.length ? corners : [...part.spots, ...part.figures.map(([at]) => at)];
  const box = boxOf(all);
  const radius = FIGURE * paper.scale;
  const [from, to] = part.facing?.length === 2 ? (part.facing as [Point, Point]) : [null, null];
  return {
    id: part.id,
    side: part.side,
    label: part.label || part.id,
    outline: corners.length ? part.rings.map((ring) => path(ring, true)).join("") : all.map((at) => disc(at, radius * 2)).join(""),
    figures: part.figures.flatMap(([at, name]) => (name ? [] : disc(at, radius))).join(""),
    named: part.figures.flatMap(([at, name]) => (name ? { d: star(at, radius * 1.7), name } : [])),
    arrow: from && to ? path([from, [from[0] + 0.6 * (to[0] - from[0]), from[1] + 0.6 * (to[1] - from[1])]]) : "",
    head: from && to ? arrowhead(from, to, 0.52 * Math.hypot(to[0] - from[0], to[1] - from[1])) : "",
    tip: to,
    trays: part.trays.map(([ring, label]) => {
      const [[x, y], [a, b]] = [ring[0] as Point, middle(boxOf(ring))];
      const sides = ring.map(([c, d], at) => Math.hypot(c - (ring.at(at - 1) as Point)[0], d - (ring.at(at - 1) as Point)[1]));
      return { at: [x + 0.2 * (a - x), y + 0.2 * (b - y)] as Point, label, side: Math.min(...sides) };
    }),
    box,
    centre: piece?.turns && piece.at ? place(paper, piece.at) : middle(box),
    rings: part.rings,
    piece,
  };
}
