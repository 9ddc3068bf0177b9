import { describe, expect, it } from "vitest";
import { BadLink, fold, fragment, held, MOST, unfold } from "./link";

const scenario = { format: "enfilade/scenario/1", ruleset: "runewars", title: "Fées d’été — ½ “ü” 🏰", units: [{ id: "a", position: [1.5, -2] }] };

describe("a position in a link", () => {
  it("comes back as it was", async () => {
    const action = { kind: "melee", attacker: "a", target: "b" };
    expect(await held(await fragment({ scenario, action }))).toEqual({ scenario, action });
    expect(await held(await fragment({ scenario, action: null }))).toEqual({ scenario, action: null });
    const units = { format: "enfilade/units/1", units: [] };
    expect(await held(await fragment({ scenario, units, action }))).toEqual({ scenario, units, action });
    const record = '{"format": "enfilade/record/1"}\n{"entry": 1}\n';
    expect(await held(await fragment({ scenario, units, record, action }))).toEqual({ scenario, units, record, action });
  });

  it("needs no escaping, and is shorter than its JSON", async () => {
    const many = { ...scenario, units: Array.from({ length: 40 }, (_, n) => ({ id: `u${n}`, position: [n, n] })) };
    const text = await fold(many);
    expect(text).toMatch(/^[\w-]+$/);
    expect(text.length).toBeLessThan(JSON.stringify(many).length / 2);
  });

  it("may be written by any program that deflates", async () => {
    const text = "q1ZKyy_KTSxRslJQSs1Ly8xJTEnVL05OzUssyszXN1TSUVAqySzJSQXJux1emVqskPKoYebhlSWHVyrVAgA"; // by Python's zlib
    expect(await held(`#p=${text}`)).toEqual({ scenario: { format: "enfilade/scenario/1", title: "Fées d’été" }, action: null });
  });

  it("is told apart from other fragments", async () => {
    expect(await held("")).toBeNull();
    expect(await held("#ask")).toBeNull();
  });

  it("is refused where it is cut, changed, no scenario or a bomb", async () => {
    const whole = await fold(scenario);
    for (const text of [whole.slice(0, -9), "%%%", "AAAA", await fold([1]), await fold("text")])
      await expect(held(`#p=${text}`)).rejects.toBeInstanceOf(BadLink);
    for (const text of [whole, await fold("no record"), whole.slice(0, -9)])
      await expect(held(`#p=${whole}&r=${text}`)).rejects.toBeInstanceOf(BadLink);
    const bomb = await fold(" ".repeat(MOST));
    expect(bomb.length).toBeLessThan(10_000);
    await expect(unfold(bomb)).rejects.toThrow("large");
  });

  it("leaves out an action that cannot be read", async () => {
    expect(await held(`#p=${await fold(scenario)}&a=zzzz`)).toEqual({ scenario, action: null });
  });
});
