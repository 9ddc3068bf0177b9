/** Whether the server kept its word: what it showed before the throw must be the SHA-256 of what it showed after. */
import type { Proof } from "../wire";

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
