/** The picture of a map under a drawing that comes from the server, which has never seen it. */

/** The ground of a drawing: the groups that are the table, and the first corners of the last of them. */
const GROUND = /(?:<g class="table">(?:(?!<\/g>).)*?d="M([^"Z]+)Z(?:(?!<\/g>).)*<\/g>)+/s;

/** A picture that is held in the drawing itself, and how many cells it covers. */
interface Picture {
  href: string;
  width: number;
  depth: number;
}

/** The drawing with the picture on its ground, from the map's first corner on; `across`: how many cells the map is wide. */
export function underlaid(svg: string, picture: Picture, across: number): string {
  const ground = GROUND.exec(svg);
  const corners = (ground?.[1] ?? "").trim().split(/\s+/).map((corner) => corner.split(",").map(Number));
  const [xs, ys] = [corners.map(([x]) => x ?? NaN), corners.map(([, y]) => y ?? NaN)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const cell = (Math.max(...xs) - left) / across;
  if (!ground || !(cell > 0) || !Number.isFinite(top)) return svg;
  const image = `<image x="${left}" y="${top}" width="${picture.width * cell}" height="${picture.depth * cell}" preserveAspectRatio="none" href="${picture.href}"/>`;
  const at = ground.index + ground[0].length;
  return svg.slice(0, at) + image + svg.slice(at);
}
