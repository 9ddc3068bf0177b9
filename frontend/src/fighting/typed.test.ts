import { describe, expect, it } from "vitest";
import type { Die } from "../wire";
import { faceOf, kinds, readFaces } from "./typed";

const D6: Die = { name: "d6", faces: [1, 2, 3, 4, 5, 6].map((face) => ({ face, label: String(face) })) };
const RED: Die = {
  name: "red",
  faces: ["-", "H", "M", "HH", "HM", "HS"].map((face) => ({ face, label: face === "-" ? "blank" : face })),
};
const many = (die: Die, count: number): Die[] => Array<Die>(count).fill(die);

describe("typed faces", () => {
  it("are read one after another, however they are parted", () => {
    for (const text of ["3 5 6 1", "3,5,6,1", "3; 5 ;6  1", "3561"]) {
      expect(readFaces(text, many(D6, 4))).toEqual({ faces: [3, 5, 6, 1], wrong: [], tooMany: 0 });
    }
  });
  it("may be counted", () => {
    expect(readFaces("3x6 2×1", many(D6, 5)).faces).toEqual([6, 6, 6, 1, 1]);
    expect(readFaces("2x-", many(RED, 2)).faces).toEqual(["-", "-"]);
  });
  it("are numbers where the die has numbers, and symbols where it has symbols", () => {
    expect(readFaces("hs h - hh", many(RED, 4)).faces).toEqual(["HS", "H", "-", "HH"]);
    expect(faceOf(RED, "Blank")).toBe("-");
    expect(faceOf(RED, "−")).toBe("-");
    expect(faceOf(D6, "4")).toBe(4);
  });
  it("a face that is printed is meant before two faces written together", () => {
    expect(readFaces("HH", many(RED, 2))).toEqual({ faces: ["HH"], wrong: [], tooMany: 0 });
    expect(readFaces("HH HM", many(RED, 2)).faces).toEqual(["HH", "HM"]);
  });
  it("that no die shows are told with their die, and end what is read", () => {
    expect(readFaces("3 7 x 4", many(D6, 4))).toEqual({
      faces: [3],
      wrong: [
        { word: "7", die: "d6" },
        { word: "x", die: "d6" },
      ],
      tooMany: 0,
    });
  });
  it("beyond the dice are counted, not sent", () => {
    expect(readFaces("1 2 3 4", many(D6, 2))).toEqual({ faces: [1, 2], wrong: [], tooMany: 2 });
    expect(readFaces("900000x6", many(D6, 2)).faces).toEqual([6, 6]);
  });
  it("of several kinds follow the order of the dice", () => {
    expect(readFaces("HS 2", [RED, D6]).faces).toEqual(["HS", 2]);
    expect(readFaces("2 HS", [RED, D6]).wrong).toHaveLength(2);
  });
  it("none at all are none", () => {
    expect(readFaces("  ", many(D6, 2))).toEqual({ faces: [], wrong: [], tooMany: 0 });
  });
});

describe("the dice of a throw", () => {
  it("are told by kind", () => {
    expect(kinds([RED, RED, D6])).toEqual([
      { name: "red", count: 2 },
      { name: "d6", count: 1 },
    ]);
  });
});
