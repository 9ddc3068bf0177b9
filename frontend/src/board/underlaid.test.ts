import { expect, it } from "vitest";
import { underlaid } from "./underlaid";

const table = (d: string): string => `<g class="table"><title>table</title><path d="${d}" fill="#fff"/><path d="${d}" fill="none"/></g>`;
const drawing = (...grounds: string[]): string => `<svg><rect/><g>${grounds.map(table).join("")}<path d="M0,0V9"/></g></svg>`;
const picture = { href: "data:image/png;base64,AAAA", width: 12, depth: 6 };

it("the picture lies on the ground and under the rest, one of its cells on one of the map's", () => {
  const whole = "M26.5,10 146.5,10 146.5,90 26.5,90Z";
  const image = '<image x="26.5" y="10" width="144" height="72" preserveAspectRatio="none" href="data:image/png;base64,AAAA"/>';
  expect(underlaid(drawing(whole), picture, 10)).toBe(drawing(whole).replace('<path d="M0,0V9"/>', `${image}<path d="M0,0V9"/>`));
  expect(underlaid(drawing(whole, whole), picture, 10).split(image)[0]).toBe(drawing(whole, whole).split('<path d="M0,0V9"/>')[0]);
});

it("a drawing without a ground stays as it is", () => {
  expect(underlaid("<svg><rect/></svg>", picture, 10)).toBe("<svg><rect/></svg>");
  expect(underlaid(drawing("Mx,y 1,1Z"), picture, 10)).toBe(drawing("Mx,y 1,1Z"));
});
