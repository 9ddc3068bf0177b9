import { describe, expect, it } from "vitest";
import { arrange, fitting, type Wanted, wrapped } from "./labels";
import { type Box, meet } from "./paper";

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, right: left + width, bottom: top + height });
const wanted = (key: string, thing: Box, more: Partial<Wanted> = {}): Wanted => ({
  key, lines: [key], thing, width: 60, height: 16, rank: 1, upon: false, shy: false, stays: false, ...more,
});

const within = (one: Box, edge: Box): boolean => one.left >= edge.left && one.right <= edge.right && one.top >= edge.top && one.bottom <= edge.bottom;

describe("names", () => {
  it("never lie over one another, however close their things are", () => {
    const things = Array.from({ length: 40 }, (_, at) => box((at % 8) * 34, Math.floor(at / 8) * 34, 30, 30));
    const placed = arrange(things.map((thing, at) => wanted(`u${at}`, thing)), { things });
    expect(placed.length).toBeGreaterThan(10);
    for (const one of placed) for (const other of placed) if (one !== other) expect(meet(one.box, other.box)).toBe(false);
  });

  it("lie on a thing that has room and nothing to hide, else beside", () => {
    const thing = box(0, 0, 100, 40);
    expect(arrange([wanted("a", thing, { upon: true })], { things: [thing] })[0]?.box).toEqual(box(20, 12, 60, 16));
    const beside = arrange([wanted("a", thing)], { things: [thing] })[0]?.box as Box;
    expect(meet(beside, thing)).toBe(false);
  });

  it("keep off lines where there is other room", () => {
    const thing = box(0, 0, 30, 30);
    const placed = arrange([wanted("a", thing)], { things: [thing], lines: [[[-100, 42], [100, 42]]] });
    expect((placed[0]?.box as Box).bottom).toBeLessThan(0);
  });

  it("stay where they can be seen", () => {
    const thing = box(0, 0, 30, 30);
    const edge = box(-100, -100, 200, 140); // below the thing there is no room
    expect(within(arrange([wanted("a", thing)], { things: [thing], edge })[0]?.box as Box, edge)).toBe(true);
  });

  it("are placed by rank: what the picture is about first", () => {
    const thing = box(0, 0, 30, 30);
    const placed = arrange([wanted("late", thing, { rank: 2 }), wanted("first", thing, { rank: 0 })], { things: [thing] });
    expect(placed.map((one) => one.key)).toEqual(["first", "late"]);
  });

  it("are left out where they are shy and would cover something", () => {
    const things = Array.from({ length: 25 }, (_, at) => box((at % 5) * 31, Math.floor(at / 5) * 31, 30, 30));
    expect(arrange([wanted("mid", things[12] as Box, { shy: true })], { things })).toEqual([]);
  });

  it("break between words", () => {
    expect(wrapped("the old guard", 8, (text) => text.length)).toEqual(["the old", "guard"]);
    expect(wrapped("", 8, (text) => text.length)).toEqual([""]);
  });
  it("say as much as there is room for", () => {
    const width = (text: string): number => text.length;
    const said = (room: number): string => fitting("Spearmen 3: 219, routing", "Spearmen 3", room, width);
    expect(said(30)).toBe("Spearmen 3: 219, routing");
    expect(said(18)).toBe("Spearmen 3: 219…");
    expect(said(12)).toBe("Spearmen 3");
    expect(said(9)).toBe("Spearm. 3"); // which of them it is, is seen whatever the room
    expect(said(6)).toBe("Spe. 3");
    expect(said(1)).toBe("S. 3");
    expect(fitting("Camp of Darius: 300", "Camp of Darius", 12, width)).toBe("Camp of Dar.");
  });
});
