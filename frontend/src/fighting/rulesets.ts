/** What the server knows of each ruleset; asked once for each language. */
import { server } from "../server";
import type { RulesetInfo } from "../wire";
import { words } from "../words.svelte";

const asked = new Map<string, Promise<RulesetInfo[]>>();

export async function rulesetInfo(name: string): Promise<RulesetInfo | undefined> {
  const language = words.language;
  let infos = asked.get(language);
  if (!infos) {
    infos = server.rulesets();
    asked.set(language, infos);
    infos.catch(() => asked.delete(language));
  }
  return (await infos.catch(() => [])).find((info) => info.name === name);
}
