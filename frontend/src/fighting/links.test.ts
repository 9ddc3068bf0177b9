import { describe, expect, it } from "vitest";
import { homely, linkTo, pathTo, patience, tokenIn } from "./links";

describe("links to a room", () => {
  it("hold the token, whatever it is made of", () => {
    for (const token of ["abc", "a_b-c9", "ä/b?c#d", "100%"]) expect(tokenIn(pathTo(token))).toBe(token);
  });
  it("are whole addresses of this server", () => {
    expect(linkTo("abc", "http://table.example:8421")).toBe("http://table.example:8421/room/abc");
  });
  it("are known from other paths", () => {
    expect(tokenIn("/room/abc/")).toBe("abc");
    for (const path of ["/", "/room", "/room/", "/room/a/b", "/rooms/a", "/embed", "/room/%E0%A4%A"]) {
      expect(tokenIn(path)).toBeNull();
    }
  });
});

describe("a host", () => {
  it("of this machine alone is known from one that others reach", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]"]) expect(homely(host)).toBe(true);
    for (const host of ["table.example", "192.168.1.7", "127.0.0.1.example", "localhost.example", "[fe80::1]"]) expect(homely(host)).toBe(false);
  });
});

describe("patience between two attempts", () => {
  it("grows to fifteen seconds and no further", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => patience(attempt, 1));
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000]);
  });
  it("differs by chance, but is never short", () => {
    expect(patience(3, 0)).toBe(2400);
    expect(patience(3, 0.5)).toBe(3200);
  });
});
