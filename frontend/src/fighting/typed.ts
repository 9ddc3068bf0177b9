/** Faces that people type: what they fell on is read off the table die by die. */
import type { Die } from "../wire";

export type Face = string | number;

/** What was understood of the typed text up to the first word that no die shows, and all such words. */
export interface Reading {
  faces: Face[];
  wrong: { word: string; die: string }[];
  tooMany: number;
}

const TIMES = /^(\d+)[x×*](.+)$/i;
const plain = (text: string): string => text.trim().toLowerCase().replace("−", "-");

/** The face of a die that a word means: as it is printed, or as it reads. */
export function faceOf(die: Die, word: string): Face | null {
  const meant = plain(word);
  const exact = die.faces.find((one) => plain(String(one.face)) === meant);
  return (exact ?? die.faces.find((one) => plain(one.label) === meant))?.face ?? null;
}

/** Whether the word is a row of faces written together, such as "3562". */
function together(word: string, dice: readonly Die[]): string[] | null {
  const letters = [...word];
  if (letters.length < 2 || letters.length > dice.length) return null;
  return letters.every((letter, at) => faceOf(dice[at] as Die, letter) !== null) ? letters : null;
}

/** Split what was typed into one word for each die: "3x6" is three sixes, "3562" four faces. */
export function wordsOf(text: string, dice: readonly Die[]): string[] {
  const words: string[] = [];
  for (const word of text.split(/[\s,;+]+/).filter(Boolean)) {
    const next = dice[words.length];
    const times = TIMES.exec(word);
    if (next && faceOf(next, word) !== null) words.push(word);
    else if (times) words.push(...Array<string>(Math.min(Number(times[1]), 1000)).fill(times[2] as string));
    else words.push(...(together(word, dice.slice(words.length)) ?? [word]));
  }
  return words;
}

/** Read typed text as the faces of these dice, in their order. */
export function readFaces(text: string, dice: readonly Die[]): Reading {
  const words = wordsOf(text, dice);
  const reading: Reading = { faces: [], wrong: [], tooMany: Math.max(0, words.length - dice.length) };
  words.slice(0, dice.length).forEach((word, at) => {
    const die = dice[at] as Die;
    const face = faceOf(die, word);
    if (face === null) reading.wrong.push({ word, die: die.name });
    else if (!reading.wrong.length) reading.faces.push(face);
  });
  return reading;
}

/** Dice of one kind that lie beside one another, as the throw names them: three red, two blue. */
export function kinds(dice: readonly Die[]): { name: string; count: number }[] {
  const found: { name: string; count: number }[] = [];
  for (const die of dice) {
    const last = found.at(-1);
    if (last?.name === die.name) last.count += 1;
    else found.push({ name: die.name, count: 1 });
  }
  return found;
}
