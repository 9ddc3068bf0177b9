/** The line to a room: a WebSocket that comes back by itself, and says how it is. */
import type { FromServer, ToServer } from "../wire";
import { patience } from "./links";

export type Connection = "connecting" | "connected" | "reconnecting" | "offline" | "closed";

const DOUBT = 5000; // milliseconds that an answer may take

/** Codes with which the server closes for good: coming back would not help. */
const FOR_GOOD = [4401, 4403, 4404, 4410, 4429];

/** What a line was closed for, as the trouble that it is. */
export const endedFor = (code: number): string => (code === 4404 ? "not_found" : code === 4429 ? "too_many" : "request");

export interface Ends {
  address: () => string;
  since: () => number | undefined; // the last change that was seen
  heard: (message: FromServer) => void;
  changed: (connection: Connection) => void;
  ended: (code: number, reason: string) => void;
}

export class Line {
  #socket: WebSocket | null = null;
  #attempt = 0;
  #timer = 0;
  #doubt = 0; // while we wait whether the other end is still there
  #ended = false;

  constructor(readonly ends: Ends) {
    window.addEventListener("online", this.#hurry);
    window.addEventListener("offline", this.#lost);
    document.addEventListener("visibilitychange", this.#hurry);
    this.#connect("connecting");
  }

  /** Whether the message went out. */
  send(message: ToServer): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Connect anew, for example in another language. */
  again(): void {
    this.#attempt = 0;
    this.#drop();
    this.#connect("reconnecting");
  }

  close(): void {
    this.#ended = true;
    window.removeEventListener("online", this.#hurry);
    window.removeEventListener("offline", this.#lost);
    document.removeEventListener("visibilitychange", this.#hurry);
    this.#drop();
    this.ends.changed("closed");
  }

  #connect(how: Connection): void {
    clearTimeout(this.#timer);
    if (this.#ended) return;
    this.ends.changed(navigator.onLine ? how : "offline");
    const socket = (this.#socket = new WebSocket(this.ends.address()));
    socket.onopen = () => {
      this.#attempt = 0;
      this.ends.changed("connected");
      this.#hello();
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(this.#doubt);
      this.ends.heard(JSON.parse(event.data) as FromServer);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      if (FOR_GOOD.includes(event.code)) {
        this.close();
        this.ends.ended(event.code, event.reason);
      } else this.#retry();
    };
  }

  #retry(): void {
    this.ends.changed(navigator.onLine ? "reconnecting" : "offline");
    this.#timer = window.setTimeout(() => this.#connect("reconnecting"), patience(this.#attempt, Math.random()));
    this.#attempt += 1;
  }

  #drop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#doubt);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #hello(): void {
    const since = this.ends.since();
    this.send({ type: "hello", ...(since === undefined ? {} : { since }) });
  }

  /** Back on the net, or before somebody's eyes: a line that is still there answers; another is made anew. */
  readonly #hurry = (): void => {
    if (document.hidden || this.#ended) return;
    if (this.#socket?.readyState !== WebSocket.OPEN) return this.again();
    this.ends.changed("connected");
    this.#hello();
    clearTimeout(this.#doubt);
    this.#doubt = window.setTimeout(() => this.again(), DOUBT);
  };
  readonly #lost = (): void => this.ends.changed("offline");
}
