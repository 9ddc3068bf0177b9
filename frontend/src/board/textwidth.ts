/** How wide a text gets in the page's font, in pixels. */
const known = new Map<string, number>();
let pen: CanvasRenderingContext2D | null | undefined;

export function textWidth(text: string, size: number, bold: boolean): number {
  const key = `${size} ${bold} ${text}`;
  let width = known.get(key);
  if (width === undefined) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (pen) pen.font = `${bold ? 600 : 400} ${size}px ${getComputedStyle(document.documentElement).getPropertyValue("--font") || "sans-serif"}`;
    width = pen?.measureText(text).width ?? text.length * size * 0.6;
    if (known.size > 4000) known.clear();
    known.set(key, width);
  }
  return width;
}
