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

/** What French elides where a name is put in: de + Oathsworn is d'Oathsworn. Names themselves stay as they are. */
const SEAM = /(?<!\p{L})([Dd]|[Qq]u)e (?=\{(\w+)\})/gu;
const VOWEL = /^[aeiouàâéèêëîïôùûAEIOUÀÂÉÈÊËÎÏÔ]/;

/** A number, and how it is written in the reader's language. */
export interface Counted {
  number: number;
  said: string;
}
export type Gap = string | number | Counted;

const said = (gap: Gap): string => (typeof gap === "object" ? gap.said : String(gap));

/** Whether things of this number are one thing in the reader's language. */
const single = (gap: Gap): boolean =>
  new Intl.PluralRules(words.language).select(typeof gap === "object" ? gap.number : Number(gap)) === "one";

function elided(text: string, gaps: Record<string, Gap>): string {
  return text.replace(SEAM, (seam, letters: string, name: string) => (VOWEL.test(said(gaps[name] ?? "")) ? `${letters}'` : seam));
}

/** A text of the page, with its {named} gaps filled: {count} by what is given, {count:unit|units} by the word that
 *  goes with that number. The English text is the key of the catalogue. */
export function t(english: string, gaps: Record<string, Gap> = {}): string {
  const text = words.texts[english] ?? english;
  return (words.language === "fr" ? elided(text, gaps) : text).replace(GAP, (gap, name: string, one?: string, many?: string) => {
    const given = gaps[name];
    if (given === undefined) return gap;
    return one === undefined ? said(given) : ((single(given) ? one : many) ?? "");
  });
}
