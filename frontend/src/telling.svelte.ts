/** What is said to the person at the page: by the live region, and where it is news by a line that passes. */

class Telling {
  said = $state("");
  passing = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #odd = false;

  /** For those who listen. The same words twice are said twice. */
  say(text: string): void {
    this.#odd = !this.#odd;
    this.said = this.#odd ? text : `${text}\u00a0`;
  }

  /** For all: shown for a few seconds, and said. */
  tell(text: string): void {
    this.say(text);
    this.passing = text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.passing = null), 4000);
  }
}

export const telling = new Telling();
