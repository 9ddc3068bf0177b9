/** How a die looks: its outline by the number of its faces, and what is printed on the face that lies up. */

export type Outline = "triangle" | "square" | "octagon" | "diamond" | "dodecagon" | "card";

export interface Look {
  outline: Outline;
  tint: "red" | "blue" | "white" | "plain";
  pips: readonly [number, number][]; // of a six-sided die, in a square from -1 to 1
  signs: readonly string[]; // symbols that are drawn, in the order in which they are printed
  text: string; // what is written where nothing is drawn
}

const COLOURED: Record<string, [Outline, Look["tint"]]> = {
  red: ["octagon", "red"],
  blue: ["octagon", "blue"],
  white: ["dodecagon", "white"],
};
const NUMBERED: [number, Outline][] = [
  [4, "triangle"],
  [6, "square"],
  [9, "octagon"],
  [11, "diamond"],
  [Infinity, "dodecagon"],
];

const LOW = -0.5;
const HIGH = 0.5;
const PIPS: Record<number, [number, number][]> = {
  1: [[0, 0]],
  2: [
    [LOW, LOW],
    [HIGH, HIGH],
  ],
  3: [
    [LOW, LOW],
    [0, 0],
    [HIGH, HIGH],
  ],
  4: [
    [LOW, LOW],
    [HIGH, LOW],
    [LOW, HIGH],
    [HIGH, HIGH],
  ],
};
PIPS[5] = [...(PIPS[4] ?? []), [0, 0]];
PIPS[6] = [...(PIPS[4] ?? []), [LOW, 0], [HIGH, 0]];

/** The outline and the print of one die. */
export function look(die: string, face: string | number): Look {
  const sides = /^d(\d+)$/.exec(die)?.[1];
  const [outline, tint] = COLOURED[die] ?? [sides ? outlineOf(Number(sides)) : "card", "plain" as const];
  const bare = { outline, tint, pips: [], signs: [], text: String(face) };
  if (outline === "square" && typeof face === "number" && PIPS[face]) return { ...bare, pips: PIPS[face], text: "" };
  if (tint !== "plain") return { ...bare, signs: face === "-" ? [] : [...String(face)], text: "" };
  return bare;
}

function outlineOf(sides: number): Outline {
  return NUMBERED.find(([most]) => sides <= most)?.[1] ?? "square";
}
