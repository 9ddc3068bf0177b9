/** What is done, as a heading: who to whom, and how. */
import { calling } from "../asking/called";
import { told } from "../asking/verdicts";
import { table } from "../table.svelte";
import type { Ruling } from "../wire";
import { t } from "../words.svelte";
import { doer } from "./doing";

export interface Heading {
  who: string; // who acts on whom; where nobody does, what is done
  how: string;
}

/** The heading of an action at this table. `turn` is what the turn is called, where it is one. */
export function heading(deed: Pick<Ruling, "action" | "deed">, turn = table.position?.scene.title ?? ""): Heading {
  if (deed.action.kind === "turn") return { who: turn, how: t("by the orders given") };
  const named = calling(table.position?.pieces ?? []);
  const { what, rest } = told(deed, named);
  const ids = [doer(deed.action), deed.action.target];
  const who = ids.filter((id): id is string => typeof id === "string" && id !== "").map(named);
  const how = [what, rest].filter(Boolean).join(", ");
  if (deed.action.kind === "decide") {
    const words = typeof deed.action.words === "string" ? deed.action.words : ""; // the fields are told in its stage
    return who.length ? { who: who.join(" → "), how: words } : { who: words || how, how: "" };
  }
  return who.length ? { who: who.join(" → "), how } : { who: how, how: "" };
}
