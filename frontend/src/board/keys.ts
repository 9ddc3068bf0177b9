/** The keys of a piece that has the focus: arrows nudge, Q and E turn, Enter takes, Escape lets go. */
import { settings } from "../settings.svelte";
import { table } from "../table.svelte";
import type { Point, Scene } from "../wire";
import type { Body } from "./bodies";
import { hand } from "./hand.svelte";
import { areaBeside, nudgeOf } from "./motion";

const WAYS: Record<string, Point> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function onKey(event: KeyboardEvent, bodies: readonly Body[]): void {
  const id = (event.target as Element).closest<SVGElement>("[data-piece]")?.dataset.piece;
  const body = bodies.find((one) => one.id === id);
  const scene = table.position?.scene;
  if (!body || !scene || event.ctrlKey || event.metaKey) return;
  if (take(event, body, scene)) {
    event.preventDefault();
    event.stopPropagation();
  }
}

function take(event: KeyboardEvent, body: Body, scene: Scene): boolean {
  const way = WAYS[event.key];
  if (way && !event.altKey) {
    const step = nudgeOf(scene.unit);
    const area = body.piece?.area && areaBeside(scene, body.piece.area, way);
    if (area) hand.send(body, area);
    else hand.nudge(body, { shift: [way[0] * step, way[1] * step * (scene.y_up ? 1 : -1)] });
    return true;
  }
  const key = event.key.toLowerCase();
  if ((key === "q" || key === "e") && settings.keys && body.piece?.turns) {
    const finest = event.shiftKey ? 1 : 5;
    hand.nudge(body, { turn: key === "q" ? -finest : finest, finest });
    return true;
  }
  if (event.key === "Enter" || event.key === " ") {
    if (hand.held) hand.drop();
    else table.select(body.id);
    return true;
  }
  if (event.key === "Escape" && hand.held) {
    hand.cancel();
    return true;
  }
  return false;
}
