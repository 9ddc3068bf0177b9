/** The tables at which this browser sat last, so that nobody is locked out who closed the page. */

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

export function tables(): Sat[] {
  try {
    return readTables(localStorage.getItem(KEPT));
  } catch {
    return []; // a browser that keeps nothing
  }
}

function keep(list: readonly Sat[]): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(list));
  } catch {
    // Nothing is lost but a short way back.
  }
}

export const remember = (sat: Sat): void => keep(remembered(tables(), sat));
export const forget = (token: string): void => keep(tables().filter((one) => one.token !== token));
