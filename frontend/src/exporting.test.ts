import { expect, it } from "vitest";
import { fileName } from "./exporting";

it("a file is named after the deed, without what file systems do not like", () => {
  expect(fileName("melee: reanimates → spearmen, edge rear", "svg")).toBe("melee-reanimates-spearmen-edge-rear.svg");
  expect(fileName("Mêlée / 3.6", "png")).toBe("mêlée-3-6.png");
  expect(fileName("→ …", "json")).toBe("ruling.json");
  expect(fileName("x".repeat(200), "svg").length).toBeLessThan(90);
});
