import { expect, it } from "vitest";
import type { Piece } from "../wire";
import { calling } from "./called";

const piece = (id: string, name: string): Piece => ({
  id, name, side: "red", at: null, facing: null, area: null, strength: "", turns: false, gone: false,
});

it("pieces of the same name are told apart by their ids", () => {
  const called = calling([piece("behind", "Archers"), piece("beside", "Archers"), piece("screen", "Spearmen"), piece("ana", "ana")]);
  expect(called("behind")).toBe("Archers (behind)");
  expect(called("beside")).toBe("Archers (beside)");
  expect(called("screen")).toBe("Spearmen");
  expect(called("ana")).toBe("ana");
  expect(called("gone")).toBe("gone");
});
