/** Places and distances as people say them. */
import { table } from "../table.svelte";
import { words, t } from "../words.svelte";
import type { Stand } from "../stand";
import type { Piece, Point } from "../wire";

export function figure(value: number, digits = 2): string {
  return new Intl.NumberFormat(words.language, { maximumFractionDigits: digits }).format(value);
}

/** A length in the scene's unit. */
export function length(value: number, unit: string): string {
  const gaps = { number: { number: Math.round(value * 100) / 100, said: figure(value) } };
  if (unit === "in") return t("{number} in", gaps);
  if (unit === "cell") return t("{number} {number:cell|cells}", gaps);
  if (unit === "tray") return t("{number} {number:tray|trays}", gaps);
  return t("{number} {number:unit|units}", gaps);
}

/** The name of the scene's unit, for scales. */
export function unitName(unit: string): string {
  const names: Record<string, string> = { in: t("inches"), cell: t("cells"), tray: t("trays") };
  return names[unit] ?? unit;
}

export const spot = ([x, y]: Point): string => t("({x}, {y})", { x: figure(x), y: figure(y) });

/** An area as the board names it. */
export function areaName(area: string): string {
  const named = table.position?.scene.shapes.find((shape) => shape.shape === "text" && shape.of === area);
  return named?.label ?? area;
}

/** Where a piece stands, in words. */
export function standing(piece: Piece | undefined, unit: string): string {
  if (!piece) return "";
  if (piece.gone) return t("off the board");
  if (piece.area) return areaName(piece.area);
  if (!piece.at) return "";
  const at = unit === "cell" ? t("in cell {place}", { place: spot(piece.at) }) : t("at {place}", { place: spot(piece.at) });
  return piece.turns && piece.facing !== null ? t("{place}, facing {degrees}°", { place: at, degrees: figure(piece.facing, 1) }) : at;
}

/** Where a piece is put, in words. */
export function putting(piece: Piece, stand: Stand): string {
  const name = piece.name;
  const told = [
    stand.at ? t("{name} to {place}", { name, place: spot(stand.at) }) : "",
    stand.area ? t("{name} to {place}", { name, place: areaName(stand.area) }) : "",
    stand.facing === undefined ? "" : t("{name} faces {degrees}°", { name, degrees: figure(stand.facing, 1) }),
  ];
  return told.filter(Boolean).join(", ");
}
