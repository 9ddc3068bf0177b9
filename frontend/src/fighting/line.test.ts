import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Connection, endedFor, type Ends, Line } from "./line";

/** A browser's WebSocket, as far as a line uses it; the test is the server. */
class Socket {
  static readonly OPEN = 1;
  static all: Socket[] = [];
  readyState = 0;
  sent: unknown[] = [];
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string }) => void = () => undefined;
  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  opens(): void {
    this.readyState = 1;
    this.onopen();
  }
  says(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  breaks(code = 1006, reason = ""): void {
    this.readyState = 3;
    this.onclose({ code, reason });
  }
}

const last = (): Socket => Socket.all.at(-1) as Socket;
let seen: Connection[];
let ended: [number, string][];
let since: number | undefined;
let browser: EventTarget;
let page: EventTarget;

function line(): Line {
  const ends: Ends = {
    address: () => `ws://table/${Socket.all.length}`,
    since: () => since,
    heard: () => undefined,
    changed: (connection) => seen.push(connection),
    ended: (code, reason) => ended.push([code, reason]),
  };
  return new Line(ends);
}

beforeEach(() => {
  vi.useFakeTimers();
  browser = new EventTarget();
  page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal("WebSocket", Socket);
  vi.stubGlobal("window", Object.assign(browser, { setTimeout: globalThis.setTimeout }));
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", { onLine: true });
  Socket.all = [];
  seen = [];
  ended = [];
  since = undefined;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the line to a room", () => {
  it("greets with what it saw last", () => {
    line();
    last().opens();
    expect(last().sent).toEqual([{ type: "hello" }]);
    since = 7;
    last().breaks();
    vi.advanceTimersByTime(600);
    last().opens();
    expect(last().sent).toEqual([{ type: "hello", since: 7 }]);
    expect(seen).toEqual(["connecting", "connected", "reconnecting", "reconnecting", "connected"]);
  });
  it("comes back ever more patiently, and is eager again once it was there", () => {
    line();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const before = Socket.all.length;
      last().breaks();
      let waited = 0;
      while (Socket.all.length === before && waited < 60_000) {
        vi.advanceTimersByTime(100);
        waited += 100;
      }
      waits.push(waited);
    }
    expect(waits[0]).toBeLessThanOrEqual(500);
    expect(waits.at(-1)).toBeGreaterThanOrEqual(9_000);
    expect(Math.max(...waits)).toBeLessThanOrEqual(15_000);
    last().opens();
    last().breaks();
    const before = Socket.all.length;
    vi.advanceTimersByTime(500);
    expect(Socket.all.length).toBe(before + 1);
  });
  it("sends while it is open, and says so if it cannot", () => {
    const it = line();
    expect(it.send({ type: "undo" })).toBe(false);
    last().opens();
    expect(it.send({ type: "undo" })).toBe(true);
    last().breaks();
    expect(it.send({ type: "undo" })).toBe(false);
  });
  it("does not come back to a room that is not there, or full", () => {
    for (const [code, error] of [
      [4404, "not_found"],
      [4429, "too_many"],
      [4410, "request"],
    ] as const) {
      line();
      last().breaks(code, "why");
      const before = Socket.all.length;
      vi.advanceTimersByTime(60_000);
      expect(Socket.all.length).toBe(before);
      expect(ended.at(-1)).toEqual([code, "why"]);
      expect(endedFor(code)).toBe(error);
      expect(seen.at(-1)).toBe("closed");
    }
  });
  it("asks whether the other end is still there when the net is back, and else begins anew", () => {
    line();
    last().opens();
    browser.dispatchEvent(new Event("offline"));
    expect(seen.at(-1)).toBe("offline");
    browser.dispatchEvent(new Event("online"));
    expect(seen.at(-1)).toBe("connected");
    expect(last().sent).toHaveLength(2);
    const first = last();
    first.says({ type: "presence", present: [] });
    vi.advanceTimersByTime(20_000);
    expect(last()).toBe(first);
    page.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(20_000);
    expect(last()).not.toBe(first);
  });
  it("is silent once it is closed", () => {
    const it = line();
    last().opens();
    it.close();
    const count = Socket.all.length;
    browser.dispatchEvent(new Event("online"));
    last().breaks();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all.length).toBe(count);
    expect(seen.at(-1)).toBe("closed");
  });
});
