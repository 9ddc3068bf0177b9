/** The picture inside a map file: it is taken out before the file is sent, for nothing that is judged looks at it. */

const LEAST = 1_000; // characters: a shorter one is no burden
const KINDS = { "image/png": "iVBORw0KGg", "image/jpeg": "/9j/", "image/webp": "UklGR" }; // how they begin in base64

/** A map's text with an empty picture, and the picture in base64: empty where there is none. */
export function apart(text: string): { text: string; picture: string } {
  for (const found of /"resolution"\s*:/.test(text) ? text.matchAll(/"image"\s*:\s*"/g) : []) {
    const from = found.index + found[0].length;
    const to = text.indexOf('"', from);
    if (to - from >= LEAST) return { text: text.slice(0, from) + text.slice(to), picture: text.slice(from, to) };
  }
  return { text, picture: "" };
}

/** The picture as a browser shows it; null where it is none of the known kinds. */
export function shown(picture: string): Blob | null {
  const bare = picture.replace(/\\\//g, "/").replace(/\\[nrt]|\s/g, "");
  const kind = Object.entries(KINDS).find(([, start]) => bare.startsWith(start))?.[0];
  if (!kind) return null;
  try {
    const binary = atob(bare);
    const bytes = new Uint8Array(binary.length);
    for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
    return new Blob([bytes], { type: kind });
  } catch {
    return null;
  }
}

/** How many cells the picture covers, from the map's first corner on; null where the map does not say. */
export function cells(text: string): { width: number; depth: number } | null {
  try {
    const { x, y } = (JSON.parse(text) as { resolution: { map_size: { x: unknown; y: unknown } } }).resolution.map_size;
    const [width, depth] = [Number(x), Number(y)];
    return width > 0 && depth > 0 && Number.isFinite(width * depth) ? { width, depth } : null;
  } catch {
    return null;
  }
}
