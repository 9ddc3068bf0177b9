/** Typed commands: "move a 3 4", "turn a 90", "attack a b". Words of all three languages are understood. */
import { read } from "../numbers";
import type { Piece, Point } from "../wire";

export type Command =
  | { do: "move"; piece: string; at: Point }
  | { do: "send"; piece: string; area: string }
  | { do: "turn"; piece: string; facing: number }
  | { do: "attack"; attacker: string; target: string }
  | { do: "select"; piece: string }
  | { do: "undo" }
  | { do: "redo" }
  | { do: "fit" }
  | { do: "help" };

/** What of a command is not understood. */
export interface Puzzle {
  wrong: "verb" | "piece" | "number" | "area" | "missing" | "more";
  found: string;
  known: string[]; // what would be understood, the nearest first
}

const VERBS: Record<Command["do"], string[]> = {
  move: ["move", "déplacer", "muovi"],
  send: ["send", "envoyer", "manda"],
  turn: ["turn", "tourner", "gira"],
  attack: ["attack", "attaquer", "attacca"],
  select: ["select", "choisir", "scegli"],
  undo: ["undo", "annuler", "annulla"],
  redo: ["redo", "refaire", "ripeti"],
  fit: ["fit", "cadrer", "inquadra"],
  help: ["help", "aide", "aiuto"],
};

const plain = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** How many letters differ, at most: enough to find what was meant. */
export function apart(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at++) {
    const next = [at + 1];
    for (let b = 0; b < other.length; b++)
      next.push(Math.min((row[b + 1] ?? 0) + 1, (next[b] ?? 0) + 1, (row[b] ?? 0) + (one[at] === other[b] ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}

const nearest = (said: string, known: readonly string[]): string[] =>
  [...known].sort((a, b) => apart(plain(a), plain(said)) - apart(plain(b), plain(said))).slice(0, 4);

/** The thing that so many words from the front name: the longest name first, then what only one begins with. */
function named<T>(words: string[], things: readonly T[], names: (thing: T) => string[]): { thing: T; rest: string[] } | null {
  for (let many = words.length; many > 0; many--) {
    const said = plain(words.slice(0, many).join(" "));
    const rest = words.slice(many);
    const exact = things.find((thing) => names(thing).some((name) => plain(name) === said));
    if (exact) return { thing: exact, rest };
    const begun = things.filter((thing) => names(thing).some((name) => plain(name).startsWith(said)));
    if (begun.length === 1) return { thing: begun[0] as T, rest };
  }
  return null;
}

/** A number as it is typed into the fields, but for the sign that may follow it. */
const toNumber = (said = ""): number | null => read(said.replace(/[°,;]$/, ""));

export function understand(text: string, pieces: readonly Piece[], areas: readonly string[]): Command | Puzzle {
  const [said = "", ...words] = text.trim().split(/\s+/);
  const verb = (Object.keys(VERBS) as Command["do"][]).find((one) => VERBS[one].some((word) => plain(word) === plain(said)));
  if (!verb) return { wrong: "verb", found: said, known: nearest(said, Object.keys(VERBS)) };
  const more = (found: string[]): Puzzle => ({ wrong: "more", found: found.join(" "), known: [] });
  if (verb === "undo" || verb === "redo" || verb === "fit" || verb === "help") return words.length ? more(words) : { do: verb };
  const there = pieces.filter((piece) => !piece.gone);
  const names = (piece: Piece): string[] => [piece.id, piece.name];
  const first = named(words, there, names);
  const lost = (found: string): Puzzle => ({ wrong: found ? "piece" : "missing", found, known: nearest(found, there.map((piece) => piece.id)) });
  if (!first) return lost(words[0] ?? "");
  const { thing: piece, rest } = first;
  if (verb === "select") return rest.length ? more(rest) : { do: verb, piece: piece.id };
  if (verb === "attack") {
    const second = named(rest, there.filter((one) => one !== piece), names);
    if (second?.rest.length) return more(second.rest);
    return second ? { do: verb, attacker: piece.id, target: second.thing.id } : lost(rest.join(" "));
  }
  if (verb === "send" || (verb === "move" && toNumber(rest[0]) === null && areas.length)) {
    const area = named(rest, areas, (name) => [name]);
    if (area?.rest.length) return more(area.rest);
    return area ? { do: "send", piece: piece.id, area: area.thing } : { wrong: rest.length ? "area" : "missing", found: rest.join(" "), known: nearest(rest.join(" "), areas) };
  }
  const numbers = rest.map(toNumber);
  const bad = rest[numbers.indexOf(null)];
  if (bad !== undefined) return { wrong: "number", found: bad, known: [] };
  const wanted = verb === "turn" ? 1 : 2;
  if (rest.length > wanted) return more(rest.slice(wanted));
  const [a, b] = numbers as number[];
  if (a === undefined || (verb === "move" && b === undefined)) return { wrong: "missing", found: "", known: [] };
  return verb === "turn" ? { do: verb, piece: piece.id, facing: ((a % 360) + 360) % 360 } : { do: "move", piece: piece.id, at: [a, b as number] };
}
