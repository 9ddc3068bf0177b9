import { expect, it } from "vitest";
import { fileName } from "./exporting";

it("files are named after what they are about", () => {
  expect(fileName("melee: reanimates → spearmen, edge rear", "svg")).toBe("melee-reanimates-spearmen-edge-rear.svg");
  expect(fileName("Alexander and Darius, turn 9", "record.jsonl")).toBe("alexander-and-darius-turn-9.record.jsonl");
  expect(fileName("Été: la mêlée / 3.6", "png")).toBe("ete-la-melee-3-6.png");
  expect(fileName("→ …", "json")).toBe("battle.json");
  expect(fileName("⚔", "json", "ruling")).toBe("ruling.json");
  expect(fileName("x".repeat(200), "svg").length).toBeLessThan(90);
});
