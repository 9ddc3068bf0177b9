/** Orders as the page holds them while they are being chosen, and as a scenario writes them. */
import type { OrderKind, OrderMenu } from "../wire";

export interface Order {
  kind: string; // "": none; the unit does what it does unasked
  target: string;
  if_charged: string;
  dice: number | null;
}

const NONE: Order = { kind: "", target: "", if_charged: "", dice: null };
const EXTRAS = ["if_charged", "dice", "position"];

/** A written order, read. */
export function readOrder(written: unknown): Order {
  if (typeof written === "string") return { ...NONE, kind: written };
  if (typeof written !== "object" || written === null) return NONE;
  const fields = written as Record<string, unknown>;
  const kind = Object.keys(fields).find((name) => !EXTRAS.includes(name));
  if (!kind) return NONE;
  return {
    kind,
    target: typeof fields[kind] === "string" ? fields[kind] : "",
    if_charged: typeof fields.if_charged === "string" ? fields.if_charged : "",
    dice: typeof fields.dice === "number" ? fields.dice : null,
  };
}

/** The order as a scenario writes it; null where none is given. */
export function writeOrder(order: Order): Record<string, unknown> | null {
  if (!order.kind) return null;
  return {
    [order.kind]: order.target,
    ...(order.if_charged ? { if_charged: order.if_charged } : {}),
    ...(order.dice === null ? {} : { dice: order.dice }),
  };
}

export const kindIn = (menu: OrderMenu | undefined, kind: string): OrderKind | undefined =>
  menu?.orders.find((one) => one.kind === kind);

/** The targets that can be given now. */
export const open = (kind: OrderKind | undefined): OrderKind["targets"] => kind?.targets.filter((one) => !one.why) ?? [];

/** The order after its kind was chosen: the only target it can have, the same as before if it can, or none yet. */
export function ofKind(order: Order, menu: OrderMenu, kind: string): Order {
  const chosen = kindIn(menu, kind);
  const targets = open(chosen).map((one) => one.target);
  const target = targets.includes(order.target) ? order.target : targets.length === 1 || targets.includes("") ? targets[0] ?? "" : "";
  const keeps = chosen?.reactions.some((one) => one.name === order.if_charged);
  return { ...order, kind, target, if_charged: keeps ? order.if_charged : "" };
}

/** Whether nothing is missing: an order that needs a target has one. */
export function whole(order: Order, menu: OrderMenu | undefined): boolean {
  return !order.kind || open(kindIn(menu, order.kind)).some((one) => one.target === order.target);
}
