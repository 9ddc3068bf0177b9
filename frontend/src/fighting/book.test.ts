import { describe, expect, it } from "vitest";
import type { OrderMenu } from "../wire";
import { kindIn, ofKind, open, readOrder, whole, writeOrder } from "./book";

const target = (name: string, why = ""): { target: string; name: string; why: string } => ({ target: name, name, why });
const MENU: OrderMenu = {
  unit: "archers",
  orders: [
    { kind: "stand", label: "stand", targets: [target("")], reactions: [{ name: "brace", label: "brace" }] },
    { kind: "fire", label: "fire", targets: [target("horse"), target("foot"), target("camp", "too far")], reactions: [{ name: "brace", label: "brace" }] },
    { kind: "charge", label: "charge", targets: [target("horse"), target("foot", "too far")], reactions: [] },
    { kind: "stay", label: "stay", targets: [target("", "not in melee")], reactions: [] },
  ],
};

describe("orders", () => {
  it("are read as a scenario writes them, and written back the same", () => {
    for (const written of [{ fire: "horse" }, { fire: "foot", dice: 3 }, { stand: "", if_charged: "brace", dice: 0 }]) {
      expect(writeOrder(readOrder(written))).toEqual(written);
    }
    expect(writeOrder(readOrder("stay"))).toEqual({ stay: "" });
    for (const none of [undefined, null, {}, { dice: 2 }]) expect(writeOrder(readOrder(none))).toBeNull();
  });
  it("offer only what can be given", () => {
    expect(open(kindIn(MENU, "fire")).map((one) => one.target)).toEqual(["horse", "foot"]);
    expect(open(kindIn(MENU, "stay"))).toEqual([]);
    expect(open(kindIn(MENU, "fly"))).toEqual([]);
  });
  it("take the only target, keep one that can stand, and else wait for it", () => {
    const none = readOrder(null);
    expect(ofKind(none, MENU, "charge").target).toBe("horse");
    expect(ofKind(none, MENU, "fire").target).toBe("");
    expect(ofKind(readOrder({ charge: "horse" }), MENU, "fire").target).toBe("horse");
    expect(ofKind(readOrder({ fire: "foot" }), MENU, "charge").target).toBe("horse");
    expect(ofKind(readOrder({ fire: "foot" }), MENU, "stand").target).toBe("");
  });
  it("drop how to meet a charge where it cannot be chosen", () => {
    const braced = readOrder({ stand: "", if_charged: "brace" });
    expect(ofKind(braced, MENU, "fire").if_charged).toBe("brace");
    expect(ofKind(braced, MENU, "charge").if_charged).toBe("");
  });
  it("are whole once they have the target they need", () => {
    expect(whole(readOrder({ fire: "" }), MENU)).toBe(false);
    expect(whole(readOrder({ fire: "horse" }), MENU)).toBe(true);
    expect(whole(readOrder({ fire: "camp" }), MENU)).toBe(false);
    expect(whole(readOrder("stand"), MENU)).toBe(true);
    expect(whole(readOrder(null), MENU)).toBe(true);
  });
});
