/** What the browser keeps between visits. A browser that keeps nothing, as in another site's frame, forgets it with the page. */

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

export function keep(name: string, text: string): void {
  try {
    localStorage.setItem(name, text);
  } catch {
    // Nothing is lost but a wish that has to be said again.
  }
}
