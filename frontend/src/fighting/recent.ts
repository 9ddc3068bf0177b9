/** The tables at which this browser sat last, so that nobody is locked out who closed the page. */
import { keep, recall } from "../kept";

export interface Sat {
  token: string;
  title: string;
  seat: string; // in words
  when: string; // ISO
}

const MOST = 6;
const KEPT = "enfilade.tables";

/** The list with this table first, each table once, and no more than a few. */
export const remembered = (list: readonly Sat[], sat: Sat): Sat[] =>
  [sat, ...list.filter((one) => one.token !== sat.token)].slice(0, MOST);

/** Whether somebody wrote such a list, and not something else under its name. */
export function readTables(text: string | null): Sat[] {
  try {
    const list: unknown = JSON.parse(text ?? "[]");
    if (!Array.isArray(list)) return [];
    const fields = ["token", "title", "seat", "when"];
    return (list as Sat[]).filter((one) => one && fields.every((name) => typeof one[name as keyof Sat] === "string")).slice(0, MOST);
  } catch {
    return [];
  }
}

export const tables = (): Sat[] => readTables(recall(KEPT));
const write = (list: readonly Sat[]): void => keep(KEPT, JSON.stringify(list));

export const remember = (sat: Sat): void => write(remembered(tables(), sat));
export const forget = (token: string): void => write(tables().filter((one) => one.token !== token));
