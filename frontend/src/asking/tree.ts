/** A tree that opens, as the rows that are seen of it, and what each key does in it. */

export interface Node<T> {
  key: string;
  item: T;
  below: Node<T>[];
}

/** A row that is seen. `open` is null where there is nothing below. */
export interface Row<T> {
  key: string;
  item: T;
  level: number; // from 1
  at: number; // the number among its sisters, from 1
  of: number; // how many they are
  open: boolean | null;
  parent: string | null;
}

/** The rows that are seen while `opened` tells which nodes are open. */
export function seen<T>(nodes: readonly Node<T>[], opened: (key: string) => boolean): Row<T>[] {
  const found: Row<T>[] = [];
  const walk = (list: readonly Node<T>[], level: number, parent: string | null): void => {
    for (const [at, node] of list.entries()) {
      const open = node.below.length ? opened(node.key) : null;
      found.push({ key: node.key, item: node.item, level, at: at + 1, of: list.length, open, parent });
      if (open) walk(node.below, level + 1, node.key);
    }
  };
  walk(nodes, 1, null);
  return found;
}

/** Every node from the top down. */
export function* every<T>(nodes: readonly Node<T>[]): Generator<Node<T>> {
  for (const node of nodes) {
    yield node;
    yield* every(node.below);
  }
}

/** The keys of what lies above a node. */
export function above<T>(nodes: readonly Node<T>[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return [];
    const found = above(node.below, key);
    if (found.length || node.below.some((one) => one.key === key)) return [node.key, ...found];
  }
  return [];
}

export type Deed = { go: string } | { open: string; to: boolean } | { pick: string } | null;

/** What a key does on a row: go to another, open or fold, or pick it. Null: nothing. */
export function pressed(rows: readonly Row<unknown>[], on: string, key: string): Deed {
  const at = rows.findIndex((row) => row.key === on);
  const row = rows[at];
  if (!row) return null;
  const go = (other: Row<unknown> | undefined): Deed => (other ? { go: other.key } : null);
  switch (key) {
    case "ArrowDown":
      return go(rows[at + 1]);
    case "ArrowUp":
      return go(rows[at - 1]);
    case "Home":
      return go(rows[0]);
    case "End":
      return go(rows.at(-1));
    case "ArrowRight":
      return row.open === false ? { open: on, to: true } : row.open ? go(rows[at + 1]) : null;
    case "ArrowLeft":
      return row.open ? { open: on, to: false } : row.parent ? { go: row.parent } : null;
    case "Enter":
    case " ":
      return { pick: on };
    default:
      return null;
  }
}
