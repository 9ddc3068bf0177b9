/** Links to a room: whoever has one sits in the seat that it is for. */

const ROOM = /^\/room\/([^/?#]+)\/?$/;

/** Where the page of a seat lies. */
export const pathTo = (token: string): string => `/room/${encodeURIComponent(token)}`;

/** The whole link, to be sent to somebody. */
export const linkTo = (token: string, origin: string): string => `${origin}${pathTo(token)}`;

/** Whether only this machine reaches a host of that name: a link there opens for nobody else. */
export const homely = (host: string): boolean => host === "localhost" || host === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(host);

/** The token that a path of the page holds, or null where it is no room's. */
export function tokenIn(path: string): string | null {
  const found = ROOM.exec(path)?.[1];
  if (!found) return null;
  try {
    return decodeURIComponent(found);
  } catch {
    return null;
  }
}

/** How long to wait before the next attempt to connect, in milliseconds: longer each time, never in step with others. */
export function patience(attempt: number, chance: number): number {
  const most = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(most * (0.6 + 0.4 * chance));
}
