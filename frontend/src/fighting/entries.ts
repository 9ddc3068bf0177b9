/** The entries of a room's record, as they are sent back with a question. */
import { server } from "../server";
import type { LogLine, Snapshot, Stage } from "../wire";

/** What was played last: its line of the log and its stages, to be told dice by dice. */
export interface Played {
  line: LogLine | null;
  stages: Stage[];
}

const DEEDS: readonly string[] = ["play", "decide", "move", "set"];

/** What was done last for all to see and still stands, or nothing. */
export const lastDeed = (snapshot: Snapshot | null): LogLine | undefined =>
  snapshot?.log.findLast((line) => !line.undone && DEEDS.includes(line.kind));

/** Whether there is anything to take back; orders are one's own affair, and nobody is asked about them. */
export const done = (snapshot: Snapshot | null): boolean =>
  !!snapshot?.pending || !!lastDeed(snapshot) || !!snapshot?.log.some((line) => line.kind === "orders" && !line.undone);

/** Whether something was undone between two snapshots with as many entries. */
export function undone(now: Snapshot, before: Snapshot | null): boolean {
  const count = (snapshot: Snapshot): number => snapshot.log.filter((line) => line.undone).length;
  return !!before && count(now) !== count(before);
}

/** The entries of a room's record, as they are sent back with a question. */
export async function recorded(token: string): Promise<unknown[]> {
  return entriesIn(await server.record(token));
}

/** Whether a text is a record: its first line says so. */
export const isRecord = (text: string): boolean => /^\s*\{[^\n]*"format":\s*"enfilade\/record\//.test(text.slice(0, 400));

/** The record of the same fight, when so much had been done in it. */
export const upto = (text: string, entries: number): string => text.split("\n").filter(Boolean).slice(0, entries + 1).map((line) => `${line}\n`).join("");

/** The entries in a record's text: every line but the first, without number and hash. */
export function entriesIn(text: string): unknown[] {
  const lines = text.split("\n").filter(Boolean).slice(1);
  return lines.map((line) => {
    const { action, answers, events } = JSON.parse(line) as Record<string, unknown>;
    return { action, answers, events };
  });
}
