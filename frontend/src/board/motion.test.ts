import { describe, expect, it } from "vitest";
import type { Point, Scene } from "../wire";
import { areaAt, areaBeside, bearing, dragged, facing, magnet, offset, turn, turnStep } from "./motion";
import { focus, gridStep, inside, paperOf, place, unplace } from "./paper";

const scene = (unit: string, y_up: boolean, shapes: Scene["shapes"] = []): Scene => ({ width: 48, depth: 24, unit, y_up, title: "", shapes });
const up = paperOf(scene("in", true));
const downwards = paperOf(scene("cell", false));

describe("the paper", () => {
  it("has north at the top where y points up, and the first row at the top where it does not", () => {
    expect(place(up, [0, 24])).toEqual([0, 0]);
    expect(place(downwards, [0, 0])).toEqual([0, 0]);
    for (const paper of [up, downwards])
      for (const point of [[3.25, 7], [0, 0], [48, 24]] as const)
        unplace(paper, place(paper, [...point])).forEach((value, at) => expect(value).toBeCloseTo(point[at] as number, 9));
  });

  it("shows the pieces with room around, and the whole table where they fill it", () => {
    const tray = (x: number, y: number): Scene["shapes"][number] => ({ shape: "polygon", points: [[x, y], [x + 2, y], [x + 2, y + 2]], role: "tray", side: "a" });
    const near = focus(scene("in", true, [tray(10, 10)]), up);
    expect(near.left).toBeGreaterThan(0);
    expect(near.right - near.left).toBeLessThan(300);
    expect(focus(scene("in", true, [tray(0, 0), tray(46, 22)]), up)).toEqual({ left: 0, top: 0, right: 1000, bottom: 500 });
  });

  it("has a grid of round steps", () => {
    expect([100, 26, 20, 10, 3, 1].map((scale) => gridStep(scale))).toEqual([1, 1, 2, 5, 10, 50]);
  });

  it("knows inside from outside", () => {
    const notch: [number, number][] = [[0, 0], [4, 0], [4, 4], [2, 1], [0, 4]];
    expect(inside([1, 1], notch)).toBe(true);
    expect(inside([2, 3], notch)).toBe(false);
  });
});

describe("dragging", () => {
  it("goes the way of the pointer, whatever the axis", () => {
    expect(dragged([10, 10], [up.scale * 2, up.scale * -3], up, "in", false)).toEqual([12, 13]);
    expect(dragged([10, 10], [downwards.scale * 2, downwards.scale * -3], downwards, "cell", false)).toEqual([12, 7]);
  });

  it("snaps to quarters where asked, and to cells always", () => {
    expect(dragged([10.1, 10], [up.scale * 0.3, 0], up, "in", true)).toEqual([10.35, 10]);
    expect(dragged([10.1, 10], [up.scale * 0.3, 0], up, "in", false)).toEqual([10.4, 10]);
    expect(dragged([3, 3], [downwards.scale * 0.6, downwards.scale * 0.4], downwards, "cell", false)).toEqual([4, 3]);
  });

  it("moves the drawing by as much as the piece", () => {
    const to = dragged([10, 10], [31, -17], up, "in", true);
    expect(offset([10, 10], to, up)[0]).toBeCloseTo((to[0] - 10) * up.scale);
    expect(offset([10, 10], to, up)[1]).toBeCloseTo((10 - to[1]) * up.scale);
  });
});

describe("turning", () => {
  it("is clockwise from north", () => {
    expect([bearing([0, 0], [0, -1]), bearing([0, 0], [1, 0]), bearing([0, 0], [0, 1])]).toEqual([0, 90, 180]);
  });

  it("snaps and stays from 0 to 360", () => {
    expect([facing(-3, 5), facing(358, 5), facing(-90, 45), facing(93.4, 1), facing(720, 5)]).toEqual([355, 0, 270, 93, 0]);
  });

  it("takes the shorter way", () => {
    expect([turn(350, 10), turn(10, 350), turn(0, 90)]).toEqual([20, -20, 90]);
  });

  it("is fine with Alt or without snapping, coarse with Shift", () => {
    const keys = { shiftKey: false, altKey: false };
    expect([turnStep(keys, true), turnStep(keys, false), turnStep({ ...keys, altKey: true }, true), turnStep({ ...keys, shiftKey: true }, false)]).toEqual([5, 1, 1, 45]);
  });
});

it("an area is found by a point in it", () => {
  const board = scene("area", true, [
    { shape: "polygon", points: [[0, 0], [4, 0], [4, 3], [0, 3]], role: "area", of: "red centre" },
    { shape: "polygon", points: [[1, 1], [2, 1], [2, 2], [1, 2]], role: "unit", of: "guard" },
  ]);
  expect(areaAt(board, [1.5, 1.5])).toBe("red centre");
  expect(areaAt(board, [9, 9])).toBeNull();
});

it("the areas beside an area are found by direction", () => {
  const area = (of: string, left: number, bottom: number, width = 4): Scene["shapes"][number] => ({
    shape: "polygon", points: [[left, bottom], [left + width, bottom], [left + width, bottom + 3], [left, bottom + 3]], role: "area", of,
  });
  const shapes = [area("reserve", 0, 0, 12), area("left", 0, 3), area("centre", 4, 3), area("right", 8, 3), area("enemy", 4, 6)];
  const board = scene("area", true, shapes);
  const from = (name: string) => [[0, 1], [0, -1], [-1, 0], [1, 0]].map((way) => areaBeside(board, name, way as Point));
  expect(from("centre")).toEqual(["enemy", "reserve", "left", "right"]);
  expect(from("left")).toEqual(["enemy", "reserve", null, "centre"]);
  expect(from("reserve")).toEqual(["centre", null, "left", "right"]); // slanting, where nothing lies straight
  expect(areaBeside(board, "nowhere", [0, 1])).toBeNull();
});

describe("the magnet", () => {
  const square = (x: number, y: number, size = 2): Point[] => [[x, y], [x + size, y], [x + size, y + size], [x, y + size]];

  it("brings an edge to the edge that looks at it, straight across the gap, from outside and from inside", () => {
    expect(magnet([square(0, 0)], [square(2.1, 0.5)], 0.3)?.map((value) => value.toFixed(6))).toEqual(["0.100000", "0.000000"]);
    expect(magnet([square(0.2, 0)], [square(2.1, 0.5)], 0.3)?.map((value) => value.toFixed(6))).toEqual(["-0.100000", "0.000000"]);
  });

  it("does so whichever way round the corners go, and for turned pieces", () => {
    const turned = (ring: Point[]): Point[] => ring.map(([x, y]) => [x * 0.8 - y * 0.6, x * 0.6 + y * 0.8]);
    const shift = magnet([turned(square(0, 0)).reverse()], [turned(square(2.1, 0.5))], 0.3) as Point;
    expect(Math.hypot(...shift)).toBeCloseTo(0.1, 9);
  });

  it("leaves alone what is far, what passes by, and what is not parallel", () => {
    expect(magnet([square(0, 0)], [square(2.5, 0)], 0.3)).toBeNull();
    expect(magnet([square(0, 0)], [square(2.1, 5)], 0.3)).toBeNull();
    expect(magnet([square(0, 0)], [[[2.1, 1], [3.1, 0], [4.1, 1], [3.1, 2]]], 0.05)).toBeNull();
    expect(magnet([square(0, 0)], [], 1)).toBeNull();
  });
});
