/** What is said to the person at the page: by the live region, and where it is news by a line that passes. */

class Telling {
  said = $state("");
  passing = $state<string | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #odd = false;
  #last = 0;
  #text = ""; // what was said last

  /** For those who listen. The same words twice are said twice; what comes at once is said together. */
  say(text: string): void {
    const now = performance.now();
    const whole = now - this.#last < 700 && this.#text && this.#text !== text ? `${this.#text.replace(/\.$/, "")}. ${text}` : text;
    [this.#last, this.#text] = [now, text];
    this.#odd = !this.#odd;
    this.said = this.#odd ? whole : `${whole}\u00a0`;
  }

  /** Nothing of what was said before is said any more. */
  hush(): void {
    clearTimeout(this.#timer);
    this.said = this.#text = "";
    this.passing = null;
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
