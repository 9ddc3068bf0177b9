/** Which look each side has, and from back to front the layer of each role. The colours are in style.css. */
import type { Position, Shape } from "../wire";

export interface Look {
  number: number; // of the colours and the hatch
  letter: string;
}
export const BADGES = ["circle", "square", "diamond", "hexagon"] as const;

/** A side that is called by a colour has that one, or the nearest of the four. */
const CALLED: readonly (readonly string[])[] = [["blue", "bleu", "blu"], ["red", "orange", "rouge", "rosso", "rossi"], ["green", "vert", "verde"], ["purple", "violet", "viola"]];

/** The roles that make a piece: what is dragged and turned together. */
export const BODY: ReadonlySet<string> = new Set(["unit", "token", "tray", "figure", "facing"]);
/** What lies still as long as the scenario says nothing else. */
const GROUND = new Set(["table", "terrain", "area", "obstacle", "obstacle_low", "obstacle_medium", "obstacle_high", "wall", "door"]);
/** Of the evidence, what lies under the pieces. */
const UNDER = new Set(["arc", "range", "threat", "note"]);
const OVER = ["counted", "contacted", "melee", "attacker", "target", "blocker", "line_blocked", "line_free", "order", "point", "corner"];

export const onGround = (shape: Shape): boolean => GROUND.has(shape.role) && !BODY.has(shape.role);
export const under = (shape: Shape): boolean => UNDER.has(shape.role) || (shape.shape === "polygon" && !OVER.includes(shape.role));
export const height = (shape: Shape): number => OVER.indexOf(shape.role);

/** Which of the four looks each side has: first those that are called by a colour, then the others in turn. */
function numbers(ids: readonly string[]): Map<string, number> {
  const called = new Map<string, number>();
  CALLED.forEach((names, number) => {
    const id = ids.find((one) => names.includes(one.toLowerCase()));
    if (id !== undefined) called.set(id, number);
  });
  const all = BADGES.map((_, number) => number);
  const free = all.filter((number) => ![...called.values()].includes(number));
  const left = free.length ? free : all;
  ids.filter((id) => !called.has(id)).forEach((id, at) => called.set(id, left[at % left.length] as number));
  return called;
}

/** The look of every side, in the order in which the sides first appear: as the printed pictures have it. */
export function looksOf({ scene, pieces, sides }: Pick<Position, "scene" | "pieces" | "sides">): Map<string, Look> {
  const grounds = scene.shapes.filter((shape) => onGround(shape)).map((shape) => shape.side ?? "");
  const ids = [...new Set([...grounds, ...pieces.map((piece) => piece.side), ...Object.keys(sides)])].filter(Boolean);
  const letters = ids.map((id) => (id[0] ?? "").toUpperCase());
  const doubled = new Set(letters).size < letters.length;
  const looks = numbers(ids);
  return new Map(ids.map((id, at) => [id, { number: looks.get(id) ?? 0, letter: doubled ? String(at + 1) : (letters[at] ?? "") }]));
}

/** The `d` of a side's badge around (0, 0). */
export function badge(number: number, size: number): string {
  if (BADGES[number] === "circle") return `M${-size},0a${size},${size} 0 1 0 ${2 * size},0a${size},${size} 0 1 0 ${-2 * size},0Z`;
  const [corners, turn, reach] = ({ square: [4, Math.PI / 4, 1.25], diamond: [4, 0, 1.35], hexagon: [6, 0, 1.12] } as const)[
    BADGES[number] as "square" | "diamond" | "hexagon"
  ];
  const points = Array.from({ length: corners }, (_, at) => {
    const angle = turn + (2 * Math.PI * at) / corners;
    return `${(reach * size * Math.cos(angle)).toFixed(2)},${(reach * size * Math.sin(angle)).toFixed(2)}`;
  });
  return `M${points.join("L")}Z`;
}
