import { afterEach, describe, expect, it } from "vitest";
import { mean, percent, signed } from "./charts/chances";
import { figure } from "./board/saying";
import { valueOf } from "./fighting/fields";
import { commas, hundredths, read, whole, written } from "./numbers";
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

  it("are parted in a list where a comma is one of decimals", () => {
    expect([valueOf("3,4.5"), valueOf("2,5")]).toEqual([[3, 4.5], [2, 5]]);
    words.language = "it";
    expect(commas()).toBe(true);
    expect([valueOf("3; 4,5"), valueOf("2,5"), valueOf("3, 4"), valueOf("panic: 1,5, stun: 2")]).toEqual([[3, 4.5], 2.5, [3, 4], { panic: 1.5, stun: 2 }]);
  });
});

describe("words that go with a number", () => {
  it("are singular as the language counts, whether the number is given or written", () => {
    const told = (count: string | number): string => t("{count} {count:cell|cells}", { count });
    expect([0, 1, 2, "1.5", "1"].map(told)).toEqual(["0 cells", "1 cell", "2 cells", "1.5 cells", "1 cell"]);
    words.texts = { "{count} {count:cell|cells}": "{count} {count:case|cases}" };
    words.language = "fr";
    expect([0, 1, 2, "1,5", "2,5"].map(told)).toEqual(["0 case", "1 case", "2 cases", "1,5 case", "2,5 cases"]);
    words.language = "it";
    expect([0, 1, 2, "1,5"].map(told)).toEqual(["0 cases", "1 case", "2 cases", "1,5 cases"]);
  });
  it("are elided in French where a name begins with a vowel, and nowhere else", () => {
    const told = (name: string): string => t("Reach of {name}", { name });
    words.texts = { "Reach of {name}": "Portée de {name}" };
    expect(told("Archers")).toBe("Portée de Archers");
    words.language = "fr";
    expect([told("Archers"), told("Spearmen")]).toEqual(["Portée d'Archers", "Portée de Spearmen"]);
  });
  it("leave gaps that nothing fills", () => expect(t("{count} of {all:one|many}", { count: 1 })).toBe("1 of {all:one|many}"));
});
