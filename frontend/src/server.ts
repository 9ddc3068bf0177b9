/** The server's HTTP answers, each typed. Nothing is decided here: the server judges, this asks. */
import type {
  Action,
  EntryTold,
  Example,
  Links,
  Odds,
  OrderMenu,
  Position,
  Ruling,
  RulesetInfo,
  Scenario,
  Seat,
  Snapshot,
  Trouble,
  Worth,
} from "./wire";
import { words } from "./words.svelte";

/** What the server could not do, in words for the person who asked. */
export class ServerError extends Error {
  constructor(
    readonly status: number,
    readonly trouble: Trouble,
  ) {
    super(trouble.message);
  }
}

/** A position that is asked about: the scenario and what was done in it since. */
export interface Asked {
  scenario: Scenario;
  entries?: unknown[];
  units?: Scenario;
}

async function send(path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const separator = path.includes("?") ? "&" : "?";
  let answer: Response;
  try {
    answer = await fetch(`/api${path}${separator}language=${words.language}`, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ServerError(0, { error: "offline", message: "" });
  }
  if (answer.ok) return answer;
  const trouble = (await answer.json().catch(() => null)) as Trouble | null;
  throw new ServerError(answer.status, trouble?.error ? trouble : { error: answer.status >= 500 ? "server" : "request", message: "" });
}

async function json<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await (await send(path, body, signal)).json()) as T;
}

const text = async (path: string, body?: unknown): Promise<string> => (await send(path, body)).text();
const room = (token: string): string => `/rooms/${encodeURIComponent(token)}`;

export const server = {
  rulesets: () => json<RulesetInfo[]>("/rulesets"),
  examples: () => json<Example[]>("/examples"),
  example: (id: string) => json<{ scenario: Scenario; text: string }>(`/examples/${id}`),
  catalogue: (language: string) => json<{ language: string; texts: Record<string, string> }>(`/catalogue/${language}`),
  position: (given: { text?: string; scenario?: Scenario; name?: string; entries?: unknown[]; units?: Scenario }, signal?: AbortSignal) =>
    json<Position & { record?: boolean }>("/position", given, signal),
  judge: (asked: Asked & { actions?: Action[]; about?: string; brief?: boolean }, signal?: AbortSignal) =>
    json<{ rulings: Ruling[] }>("/judge", asked, signal),
  odds: (asked: Asked & { action: Action; policy?: string; readings?: Record<string, string> }, signal?: AbortSignal) =>
    json<Odds>("/odds", asked, signal),
  worth: (asked: Asked & { action: Action; policy?: string }, signal?: AbortSignal) =>
    json<{ worths: Worth[] }>("/worth", asked, signal),
  orders: (asked: Asked, signal?: AbortSignal) => json<{ menus: OrderMenu[] }>("/orders", asked, signal),
  draw: (asked: Asked & { action?: Action }) => text("/draw", asked),
  report: (asked: Asked & { actions?: Action[] }) => text("/report", asked),
  open: (given: { scenario?: Scenario; units?: Scenario; record?: string; upto?: number }) => json<Links>("/rooms", given),
  enter: (token: string) => json<{ seat: Seat; snapshot: Snapshot }>(room(token)),
  links: (token: string) => json<Links>(`${room(token)}/links`),
  entry: (token: string, number: number) => json<EntryTold>(`${room(token)}/entries/${number}`),
  record: (token: string) => text(`${room(token)}/record`),
  socket: (token: string): string => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return `${scheme}://${location.host}/api${room(token)}/socket?language=${words.language}`;
  },
};
