/** A position in a link: the scenario's JSON, deflated, in the fragment. No server keeps it. */
import { isRecord } from "../fighting/entries";
import type { Action, Scenario } from "../wire";

export const MOST = 2_000_000; // bytes of JSON that a link may unfold to
export const LONG = 8_000; // characters beyond which some programs cut a link

/** What a link holds: a position, the file of its own units if it has one, what was done in it, and the action that it is about. */
export interface Held {
  scenario: Scenario;
  units?: Scenario | undefined;
  record?: string | undefined; // of the fight: the position is as it stands at its end
  action: Action | null;
}

export class BadLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, change: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(change).getReader();
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value?: Uint8Array };
    if (done || !value) break;
    size += value.length;
    if (size > MOST) {
      void reader.cancel();
      throw new BadLink("large");
    }
    parts.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toText(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(binary).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

/** Any JSON as a short text that may stand in a fragment. */
export async function fold(data: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  return toText(await through(bytes, new CompressionStream("deflate-raw")));
}

/** The JSON that such a text holds. Throws `BadLink` if it is cut, changed or far too large. */
export async function unfold(text: string): Promise<unknown> {
  try {
    const bytes = await through(toBytes(text), new DecompressionStream("deflate-raw"));
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch (error) {
    if (error instanceof BadLink) throw error;
    throw new BadLink("broken");
  }
}

/** The fragment of a link to a position. */
export async function fragment(held: Held): Promise<string> {
  const units = held.units ? `&u=${await fold(held.units)}` : "";
  const record = held.record ? `&r=${await fold(held.record)}` : "";
  const about = held.action ? `&a=${await fold(held.action)}` : "";
  return `#p=${await fold(held.scenario)}${units}${record}${about}`;
}

const plain = (data: unknown): data is Record<string, unknown> => typeof data === "object" && data !== null && !Array.isArray(data);

/** What a fragment holds; `null` if it is not of this kind. */
export async function held(hash: string): Promise<Held | null> {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [position, file, fight, about] = ["p", "u", "r", "a"].map((name) => fields.get(name));
  if (!position) return null;
  const [scenario, units, record] = await Promise.all([position, file, fight].map((text) => (text ? unfold(text) : undefined)));
  if (!plain(scenario) || (units !== undefined && !plain(units))) throw new BadLink("broken");
  if (record !== undefined && !(typeof record === "string" && isRecord(record))) throw new BadLink("broken");
  const action = about ? await unfold(about).catch(() => null) : null;
  return { scenario, ...(units ? { units } : {}), ...(typeof record === "string" ? { record } : {}), action: plain(action) && typeof action.kind === "string" ? (action as Action) : null };
}
