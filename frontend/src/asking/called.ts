/** How pieces are called: by name, and where several bear the same name by their id too, as the server says it. */
import type { Piece } from "../wire";

/** What a piece is called, from its id; an id of no piece is called as it is. */
export function calling(pieces: readonly Piece[]): (id: string) => string {
  const bearers = new Map<string, number>();
  for (const { name } of pieces) bearers.set(name, (bearers.get(name) ?? 0) + 1);
  const names = new Map(pieces.map(({ id, name }) => [id, name === id || (bearers.get(name) ?? 0) < 2 ? name : `${name} (${id})`]));
  return (id) => names.get(id) ?? id;
}
