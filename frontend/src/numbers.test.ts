import { afterEach, describe, expect, it } from "vitest";
import { mean, percent, signed } from "./charts/chances";
import { unitOf } from "./asking/units";
import { figure, length } from "./board/saying";
import { valueOf } from "./fighting/fields";
import { commas, grouped, hundredths, read, whole, written } from "./numbers";
import { t, words } from "./words.svelte";

const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, " ");

afterEach(() => {
  words.language = "en";
  words.texts = {};
});

describe("numbers", () => {
  it("are written as the reader's language writes them", () => {
    const told = (): string[] => [written("1,234.50"), whole(100000), percent("55/64"), percent("1/5000"), mean("3/2"), signed(-0.25), signed(0.001), figure(9.5), hundredths(0.25, 1, 0)].map(plain);
    expect(told()).toEqual(["1,234.50", "100,000", "85.9%", "<0.1%", "1.50", "−0.25", "+<0.01", "9.5", "25%"]);
    words.language = "fr";
    expect(told()).toEqual(["1 234,50", "100 000", "85,9 %", "<0,1 %", "1,50", "−0,25", "+<0,01", "9,5", "25 %"]);
    words.language = "it";
    expect(told()).toEqual(["1.234,50", "100.000", "85,9%", "<0,1%", "1,50", "−0,25", "+<0,01", "9,5", "25%"]);
  });

  it("are read with a point or a comma, in every language", () => {
    expect(["2.5", "2,5", " -3 ", "−.5", "4,", "0"].map(read)).toEqual([2.5, 2.5, -3, -0.5, 4, 0]);
    expect(["", "x", "1,2,3", "1.2.3", "2,5 in", "--1", "1e9", ","].map(read)).toEqual(Array(8).fill(null));
  });

  it("are no numbers in groups, which could be read as a thousandth", () => {
    const typed = ["1,000", "-12,500", "1.000", "1 000", "0,125", "0.125", "1,000,000"];
    const told = (): (number | null)[][] => [typed.map(read), typed.map((text) => Number(grouped(text)))];
    expect(told()).toEqual([[null, null, 1, null, 0.125, 0.125, null], [1, 1, 0, 0, 0, 0, 1]]);
    words.language = "it";
    expect(told()).toEqual([[1, -12.5, null, null, 0.125, 0.125, null], [0, 0, 1, 0, 0, 0, 0]]);
    words.language = "fr";
    expect(told()).toEqual([[1, -12.5, 1, null, 0.125, 0.125, null], [0, 0, 0, 1, 0, 0, 0]]);
  });

  it("are parted in a list where a comma is one of decimals", () => {
    expect([valueOf("3,4.5"), valueOf("2,5")]).toEqual([[3, 4.5], [2, 5]]);
    words.language = "it";
    expect(commas()).toBe(true);
    expect([valueOf("3; 4,5"), valueOf("2,5"), valueOf("3, 4"), valueOf("panic: 1,5, stun: 2")]).toEqual([[3, 4.5], 2.5, [3, 4], { panic: 1.5, stun: 2 }]);
  });
});

describe("words that go with a number", () => {
  it("are singular as the language counts, however the number is written", () => {
    const told = (count: number): string => length(count, "cell").replace(/\s/g, " ");
    expect([0, 1, 2, 1.5, 1.001, 1000].map(told)).toEqual(["0 cells", "1 cell", "2 cells", "1.5 cells", "1 cell", "1,000 cells"]);
    expect([1, 1000, 0.9999].map((size) => unitOf("cell", size))).toEqual(["1 cell", "1000 cells", "1 cell"]);
    expect(t("{count} {count:cell|cells}", { count: 1 })).toBe("1 cell");
    words.texts = { "{number} {number:cell|cells}": "{number} {number:case|cases}" };
    words.language = "fr";
    expect([0, 1, 2, 1.5, 2.5, 1000].map(told)).toEqual(["0 case", "1 case", "2 cases", "1,5 case", "2,5 cases", "1 000 cases"]);
    words.language = "it";
    expect([0, 1, 2, 1.5, 1000].map(told)).toEqual(["0 cases", "1 case", "2 cases", "1,5 cases", "1000 cases"]);
  });
  it("are elided in French where a name begins with a vowel, and nowhere else", () => {
    const told = (name: string): string => t("Reach of {name}", { name });
    words.texts = { "Reach of {name}": "Portée de {name}" };
    expect(told("Archers")).toBe("Portée de Archers");
    words.language = "fr";
    expect([told("Archers"), told("Spearmen"), told("Élite")]).toEqual(["Portée d'Archers", "Portée de Spearmen", "Portée d'Élite"]);
  });
  it("leave names as they are: only where one is put in is there a seam", () => {
    const names = ["Tolède atteint", "Garde de Aragon", "La de elfe"];
    expect(names.map((name) => t("{name} of {name}", { name }))).toEqual(names.map((name) => `${name} of ${name}`));
    words.texts = { "{name} struck": "{name} atteint", "{name}!": "lade {name}" };
    words.language = "fr";
    expect([t("{name} struck", { name: "Tolède" }), t("{name} struck", { name: "Garde de Aragon" }), t("{name}!", { name: "or" })]).toEqual(["Tolède atteint", "Garde de Aragon atteint", "lade or"]);
  });
  it("leave gaps that nothing fills", () => expect(t("{count} of {all:one|many}", { count: 1 })).toBe("1 of {all:one|many}"));
});
