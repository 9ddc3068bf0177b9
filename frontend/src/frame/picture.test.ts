import { describe, expect, it } from "vitest";
import { apart, cells, shown } from "./picture";

const PNG = "iVBORw0KGgo" + "A".repeat(5_001);
const map = (image: string): string => `{"resolution": {"map_size": {"x": 12, "y": 8.5}}, "image" : "${image}", "lights": [{"image": "a"}]}`;

describe("the picture of a map", () => {
  it("is taken out of the text, and nothing else is", () => {
    expect(apart(map(PNG))).toEqual({ text: map(""), picture: PNG });
    expect(apart(map("iVBOR"))).toEqual({ text: map("iVBOR"), picture: "" });
  });
  it("is looked for in maps alone", () => {
    const other = map(PNG).replace("resolution", "solution");
    expect(apart(other)).toEqual({ text: other, picture: "" });
  });
  it("may be of many megabytes", () => {
    expect(apart(map(`/9j/${"A".repeat(30_000_000)}`)).picture).toHaveLength(30_000_004);
  });
  it("is shown as what it is", async () => {
    const text = btoa("\x89PNG\r\n\x1a\nand so on");
    const blob = shown(text.slice(0, 8) + "\\n" + text.slice(8));
    expect(blob?.type).toBe("image/png");
    expect(new Uint8Array(await (blob as Blob).arrayBuffer())[1]).toBe(0x50);
    expect(shown(btoa("\xff\xd8\xff\xe0????????"))?.type).toBe("image/jpeg");
    expect(shown(btoa("<svg onload='x()'/>"))).toBeNull();
    expect(shown("iVBORw0KGgo%%%")).toBeNull();
  });
  it("covers as many cells as the map says", () => {
    expect(cells(map(""))).toEqual({ width: 12, depth: 8.5 });
    expect(cells(map("").replace("12", "0"))).toBeNull();
    expect(cells("{}")).toBeNull();
  });
});
