/** What the server knows of the rulesets, in the reader's language: asked once for each language, by the whole page. */
import { server } from "./server";
import { table } from "./table.svelte";
import type { RulesetInfo, RuleTold } from "./wire";
import { words } from "./words.svelte";

const asked = new Map<string, Promise<RulesetInfo[]>>();

/** All rulesets. What could not be told is asked again the next time. */
export function allRulesets(): Promise<RulesetInfo[]> {
  const { language } = words;
  const told = asked.get(language) ?? server.rulesets();
  asked.set(language, told);
  told.catch(() => asked.delete(language));
  return told;
}

/** The rules that the position on the table is judged by. */
class Rules {
  info = $state.raw<RulesetInfo | undefined>();
  missing = $state(false); // the server does not tell

  /** For an effect of the page: look again whenever another game lies there or another language is spoken. */
  follow = (): void => {
    const { language } = words;
    const name = table.position?.ruleset;
    if (!name) return;
    const still = (): boolean => words.language === language && table.position?.ruleset === name;
    const told = (infos: RulesetInfo[] | null): void => {
      if (!still()) return;
      this.info = infos?.find((info) => info.name === name);
      this.missing = !infos;
    };
    allRulesets().then(told, () => told(null));
  };

  /** The game, with its edition where there are several. */
  get book(): string {
    const edition = (this.info?.editions.length ?? 0) > 1 ? table.position?.edition : "";
    return [this.info?.title ?? table.position?.ruleset, edition].filter(Boolean).join(", ");
  }

  /** What a rule says and where it stands. */
  rule(key: string): RuleTold | undefined {
    return this.info?.rules[key];
  }
}

export const rules = new Rules();
