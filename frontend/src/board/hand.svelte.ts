/** The hand over the board: on a piece it drags, on its handle it turns; elsewhere, and with two fingers, the view moves. */
import { room } from "../fighting/room.svelte";
import { settings } from "../settings.svelte";
import type { Stand } from "../stand";
import { table } from "../table.svelte";
import { telling } from "../telling.svelte";
import type { Piece, Point } from "../wire";
import type { Body } from "./bodies";
import { apart, areaAt, bearing, dragged, facing, magnet, offset, turn, turnStep } from "./motion";
import { boxOf, grown, meet, type Paper, paperOf, unplace } from "./paper";
import { putting } from "./saying";
import { view } from "./view.svelte";

/** A piece in the hand: from where to where. */
export interface Held {
  body: Body;
  piece: Piece;
  how: "drag" | "turn" | "keys";
  stand: Stand;
  shift: Point; // on the paper
  turned: number; // degrees
  far: number; // in the scene's unit
}

const SLACK = { mouse: 3, touch: 9, pen: 5 }; // pixels that a press may shake without being a drag
const MAGNET = 9; // pixels within which edges come together
const STAY = 1500; // so long a piece stays where it was put while the server has not answered
const IDLE = 700; // after so long without an arrow key the piece is put down

class Hand {
  held = $state.raw<Held | null>(null);
  bodies: readonly Body[] = [];
  #svg: SVGSVGElement | null = null;
  #pointer: { id: number; x: number; y: number; slack: number; body: Body | null; turning: boolean } | null = null;
  #lifted: Element[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  attach = (svg: SVGSVGElement): { destroy: () => void } => {
    this.#svg = svg;
    const listeners = { pointerdown: this.#press, pointermove: this.#move, pointerup: this.#release, pointercancel: () => this.cancel() };
    for (const [name, listener] of Object.entries(listeners)) svg.addEventListener(name, listener as EventListener);
    return {
      destroy: () => {
        for (const [name, listener] of Object.entries(listeners)) svg.removeEventListener(name, listener as EventListener);
      },
    };
  };

  /** Whether we may take this piece: not in the past, not of a fight that only lies here to be read, and of another's side only as the referee. */
  may(piece: Piece | undefined): boolean {
    if (!piece || piece.gone) return false;
    return room.inside ? room.past === null && room.may(piece.side) : !table.entries.length;
  }

  #press = (event: PointerEvent): void => {
    if (this.#pointer) return this.cancel();
    if (event.button) return;
    const target = event.target as Element;
    const turning = target.closest<SVGElement>("[data-handle]");
    const id = turning?.dataset.handle ?? target.closest<SVGElement>("[data-piece]")?.dataset.piece;
    const body = this.bodies.find((one) => one.id === id) ?? null;
    if (this.held) this.drop();
    const slack = SLACK[event.pointerType as keyof typeof SLACK] ?? 4;
    this.#pointer = { id: event.pointerId, x: event.clientX, y: event.clientY, slack, body, turning: !!turning };
    if (body) this.#svg?.setPointerCapture(event.pointerId);
  };

  #move = (event: PointerEvent): void => {
    const pointer = this.#pointer;
    if (!pointer || event.pointerId !== pointer.id || !pointer.body) return;
    const moved: Point = [event.clientX - pointer.x, event.clientY - pointer.y];
    if (!this.held && Math.hypot(...moved) < pointer.slack) return;
    if (!this.held && !this.#lift(pointer.body, pointer.turning ? "turn" : "drag")) return;
    if (pointer.turning) this.#turnTo(event);
    else this.#dragTo([moved[0] / view.k, moved[1] / view.k], event);
  };

  #release = (event: PointerEvent): void => {
    const pointer = this.#pointer;
    if (!pointer || event.pointerId !== pointer.id) return;
    this.#pointer = null;
    if (this.held) return this.drop();
    const still = Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y) <= pointer.slack;
    if (still && !pointer.turning) table.select(pointer.body?.id ?? null);
  };

  #lift(body: Body, how: Held["how"]): boolean {
    const piece = table.piece(body.id);
    if (!piece || !this.may(piece) || (how === "turn" && !piece.turns)) return false;
    this.settle();
    this.#lifted = [...(this.#svg?.querySelectorAll(`[data-of="${CSS.escape(body.id)}"]`) ?? [])];
    this.held = { body, piece, how, stand: {}, shift: [0, 0], turned: 0, far: 0 };
    if (table.selected !== body.id && !Object.values(table.action ?? {}).includes(body.id)) table.selected = body.id;
    return true;
  }

  #dragTo(shift: Point, event: { altKey: boolean }): void {
    const { held } = this;
    const scene = table.position?.scene;
    if (!held || !scene) return;
    const paper = paperOf(scene);
    if (!held.piece.at) {
      const area = areaAt(scene, unplace(paper, [held.body.centre[0] + shift[0], held.body.centre[1] + shift[1]]));
      return this.#stand({ ...held, shift, stand: area && area !== held.piece.area ? { area } : {} });
    }
    const snap = settings.snap !== event.altKey;
    const at = dragged(held.piece.at, shift, paper, scene.unit, snap);
    this.#stand(this.#shifted(held, snap && scene.unit !== "cell" ? this.#touching(held, at, paper) : at, paper));
  }

  /** Where it touches what it nearly touches: contact is hard to hit by hand. */
  #touching(held: Held, at: Point, paper: Paper): Point {
    const [dx, dy] = offset(held.piece.at as Point, at, paper);
    const moved = held.body.rings.map((ring) => ring.map(([x, y]): Point => [x + dx, y + dy]));
    const around = grown(boxOf(moved.flat()), MAGNET / view.k);
    const near = this.bodies.filter((body) => body !== held.body && meet(body.box, around)).flatMap((body) => body.rings);
    const shift = magnet(moved, near, MAGNET / view.k);
    if (!shift) return at;
    const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
    return [rounded(at[0] + shift[0] / paper.scale), rounded(at[1] + ((paper.up ? -1 : 1) * shift[1]) / paper.scale)];
  }

  #shifted(held: Held, at: Point, paper: Paper): Held {
    const from = held.piece.at as Point;
    return { ...held, shift: offset(from, at, paper), far: apart(from, at), stand: { ...held.stand, at } };
  }

  #turnTo(event: PointerEvent): void {
    const { held } = this;
    if (!held || !this.#svg) return;
    const frame = this.#svg.getBoundingClientRect();
    const here: Point = [(event.clientX - frame.left - view.x) / view.k, (event.clientY - frame.top - view.y) / view.k];
    this.#turned(held, facing(bearing(held.body.centre, here), turnStep(event, settings.snap)));
  }

  #turned(held: Held, to: number): void {
    this.#stand({ ...held, turned: turn(held.piece.facing ?? 0, to), stand: { ...held.stand, facing: to } });
  }

  /** Show where it would stand: nothing but its own groups is moved. */
  #stand(held: Held): void {
    const before = this.held?.stand;
    this.held = held;
    const [x, y] = held.body.centre;
    const turned = held.turned ? ` rotate(${held.turned} ${x} ${y})` : "";
    for (const element of this.#lifted) {
      const name = element.hasAttribute("data-upright");
      element.setAttribute("transform", `translate(${held.shift[0]} ${held.shift[1]})${name ? "" : turned}`);
    }
    if (JSON.stringify(before) !== JSON.stringify(held.stand) && Object.keys(held.stand).length) table.glimpse(held.piece.id, held.stand);
  }

  /** With keys: one step further; it is put down when no more keys come. */
  nudge(body: Body, by: { shift?: Point; turn?: number; finest?: number }): void {
    const scene = table.position?.scene;
    if (this.held?.body.id !== body.id) this.drop();
    if (!scene || (!this.held && !this.#lift(body, "keys"))) return;
    const held = this.held as Held | null;
    if (!held) return;
    if (by.shift && held.piece.at) {
      const [x, y] = held.stand.at ?? held.piece.at;
      const at: Point = [x + by.shift[0], y + by.shift[1]].map((value) => Math.round(value * 1000) / 1000) as Point;
      this.#stand(this.#shifted(held, at, paperOf(scene)));
    }
    if (by.turn && held.piece.turns) this.#turned(this.held as Held, facing((held.stand.facing ?? held.piece.facing ?? 0) + by.turn, by.finest ?? 1));
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.drop(), IDLE);
  }

  /** Into an area, at once. */
  send(body: Body, area: string): void {
    this.drop();
    const piece = table.piece(body.id);
    if (!piece || !this.may(piece)) return;
    telling.say(putting(piece, { area }));
    table.changes.move(piece.id, { area });
  }

  /** Put the piece down where it is. */
  drop(): void {
    const { held } = this;
    if (!held) return;
    clearTimeout(this.#timer);
    this.held = this.#pointer = null;
    const { stand, piece } = held;
    const changed = Object.keys(stand).length > 0 && !(held.far === 0 && held.turned === 0 && !stand.area);
    table.endGlimpse(changed);
    if (!changed) return this.settle();
    telling.say(putting(piece, stand));
    table.changes.move(piece.id, stand);
    this.#timer = setTimeout(() => this.settle(), STAY);
  }

  /** Put it back where it was. */
  cancel(): void {
    clearTimeout(this.#timer);
    this.#pointer = this.held = null;
    table.endGlimpse();
    this.settle();
  }

  /** What was lifted lies where the position says. */
  settle(): void {
    clearTimeout(this.#timer);
    for (const element of this.#lifted) element.removeAttribute("transform");
    this.#lifted = [];
  }
}

export const hand = new Hand();
