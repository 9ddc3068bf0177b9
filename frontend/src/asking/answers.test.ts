import { expect, it } from "vitest";
import { ServerError } from "../server";
import { Answer, key } from "./answers.svelte";

const soon = (): Promise<void> => new Promise((done) => setTimeout(done, 5));

it("an answer is kept: the same question is asked once", async () => {
  let times = 0;
  const question = async (): Promise<number> => ++times;
  const [one, other] = [new Answer<number>(), new Answer<number>()];
  one.ask("kept", question);
  expect(one.waiting).toBe(true);
  await soon();
  one.ask("kept", question);
  other.ask("kept", question);
  expect([one.value, other.value, one.waiting, times]).toEqual([1, 1, false, 1]);
});

it("a newer question takes the place of the one before", async () => {
  const answer = new Answer<string>();
  let given: AbortSignal | null = null;
  answer.ask("slow", async (signal) => {
    given = signal;
    await soon();
    return "old";
  });
  answer.ask("quick", async () => "new");
  expect((given as AbortSignal | null)?.aborted).toBe(true);
  await soon();
  await soon();
  expect([answer.value, answer.waiting]).toEqual(["new", false]);
});

it("who hurries on asks nothing", async () => {
  const answer = new Answer<string>();
  let asked = 0;
  const question = async (): Promise<string> => `${++asked}`;
  answer.ask("first", question, 20);
  answer.ask("second", question, 2);
  await new Promise((done) => setTimeout(done, 40));
  expect([answer.value, asked]).toEqual(["1", 1]);
});

it("what went wrong is told, and can be asked again", async () => {
  const answer = new Answer<string>();
  answer.ask("wrong", async () => Promise.reject(new ServerError(422, { error: "refused", message: "not engaged" })));
  await soon();
  expect([answer.trouble?.message, answer.value, answer.waiting]).toEqual(["not engaged", null, false]);
  answer.forget();
  answer.ask("wrong", async () => "well");
  await soon();
  expect([answer.trouble, answer.value]).toEqual([null, "well"]);
});

it("questions differ by position, action, policy and what was done", () => {
  const scenario = { units: [1] };
  const all = [
    key("odds", { scenario }, ["a", ""]), key("odds", { scenario }, ["b", ""]), key("odds", { scenario }, ["a", "best"]),
    key("worth", { scenario }, ["a", ""]), key("odds", { scenario: { units: [2] } }, ["a", ""]), key("odds", { scenario, entries: [1] }, ["a", ""]),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(key("odds", { scenario: { units: [1] } }, ["a", ""])).toBe(all[0]);
});
