/** Whether the server kept its word: what it showed before the throw must be the SHA-256 of what it showed after. */
import type { Proof, Stage } from "../wire";

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** The bytes that an even row of hexadecimal digits stands for; null if it is none. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return null;
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** "kept" or "broken"; "sealed" while the secret is not shown; "unable" where the browser has no SHA-256. */
export type Verdict = "kept" | "broken" | "sealed" | "unable";

export async function checked(proof: Proof): Promise<Verdict> {
  if (!proof.secret) return "sealed";
  if (!globalThis.crypto?.subtle) return "unable"; // browsers give it to https and to this machine only
  const secret = bytesOf(proof.secret);
  if (!secret) return "broken";
  return hex(await crypto.subtle.digest("SHA-256", secret)) === proof.hash.toLowerCase() ? "kept" : "broken";
}

/** Sixteen random bytes that a player mixes into the throw, so that the server alone cannot know it. */
export function ownSalt(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)).buffer);
}

/** The words of four bytes that decide a throw: HMAC-SHA256 of "PLAY:BLOCK:SALT", block after block. */
async function* wordsOf(secret: Uint8Array<ArrayBuffer>, proof: Proof): AsyncGenerator<number> {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  for (let block = 0; ; block += 1) {
    const text = new TextEncoder().encode(`${proof.play}:${block}:${proof.salt ?? ""}`);
    const view = new DataView(await crypto.subtle.sign("HMAC", key, text));
    for (let at = 0; at < view.byteLength; at += 4) yield view.getUint32(at);
  }
}

const WORDS = 2 ** 32;

/** What dice with so many faces had to show, as numbers from 1: the recipe of docs/table.md, "Fair dice". */
export async function fallen(proof: Proof, sides: readonly number[]): Promise<number[]> {
  const secret = bytesOf(proof.secret ?? "");
  const found: number[] = [];
  if (!secret || !sides.length) return found;
  for await (const word of wordsOf(secret, proof)) {
    const most = sides[found.length] as number;
    if (word < WORDS - (WORDS % most)) found.push((word % most) + 1);
    if (found.length === sides.length) break;
  }
  return found;
}

/** The faces of numbered dice in these stages as they fell; null if there are other dice among them. */
export function numbered(stages: readonly Stage[]): { sides: number[]; faces: number[] } | null {
  const rolled = stages.filter((stage) => stage.dice === "server").flatMap((stage) => stage.faces);
  const sides = rolled.map((one) => Number(/^d(\d+)$/.exec(one.die)?.[1] ?? 0));
  if (!rolled.length || sides.includes(0)) return null;
  return { sides, faces: rolled.map((one) => Number(one.face)) };
}
