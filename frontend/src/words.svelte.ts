/** The page's own words in the reader's language. Rulings come translated from the server. */
import { keep, recall } from "./kept";
import { server } from "./server";

export const LANGUAGES: Record<string, string> = { en: "English", fr: "Français", it: "Italiano" };

const KEPT = "enfilade.language";

function preferred(): string {
  const kept = recall(KEPT);
  if (kept && kept in LANGUAGES) return kept;
  const first = navigator.languages.map((name) => name.slice(0, 2)).find((name) => name in LANGUAGES);
  return first ?? "en";
}

class Words {
  language = $state(typeof window === "undefined" ? "en" : preferred());
  texts = $state.raw<Record<string, string>>({});

  /** Speak another language from now on. */
  async speak(language: string): Promise<void> {
    const texts = language === "en" ? {} : (await server.catalogue(language)).texts;
    this.language = language;
    this.texts = texts;
    keep(KEPT, language);
    document.documentElement.lang = language;
  }
}

export const words = new Words();

const GAP = /\{(\w+)(?::([^{}|]*)\|([^{}]*))?\}/g;

/** What French elides where a name is put in: de + Oathsworn is d'Oathsworn. */
const ELIDED = /\b([Dd]|[Qq]u)e (?=[aeiouàâéèêëîïôùûAEIOUÀÂÉÈÊËÎÏÔ])/g;

/** Whether things of this number, or of the number that was written so, are one thing in the reader's language. */
const single = (number: string | number): boolean =>
  new Intl.PluralRules(words.language).select(Number(String(number).replace(",", "."))) === "one";

/** A text of the page, with its {named} gaps filled: {count} by what is given, {count:unit|units} by the word that
 *  goes with that number. The English text is the key of the catalogue. */
export function t(english: string, gaps: Record<string, string | number> = {}): string {
  const said = words.texts[english] ?? english;
  const filled = said.replace(GAP, (gap, name: string, one?: string, many?: string) => {
    const given = gaps[name];
    if (given === undefined) return gap;
    return one === undefined ? String(given) : ((single(given) ? one : many) ?? "");
  });
  return words.language === "fr" ? filled.replace(ELIDED, "$1'") : filled;
}
