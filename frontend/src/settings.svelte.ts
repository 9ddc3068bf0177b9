/** How the reader wants the page to look and to listen. Kept in the browser, nowhere else. */
import { keep, recall } from "./kept";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const KEPT = "enfilade.settings";

interface Kept {
  theme?: Theme;
  contrast?: boolean;
  snap?: boolean;
  keys?: boolean;
}

function kept(): Kept {
  try {
    return JSON.parse(recall(KEPT) ?? "{}") as Kept;
  } catch {
    return {};
  }
}

class Settings {
  theme = $state<Theme>("system");
  contrast = $state(false);
  snap = $state(true); // whether pieces snap while they are dragged
  keys = $state(true); // whether single letters are shortcuts
  sight = $state(true); // whether a ruling's evidence is drawn

  constructor() {
    if (typeof window === "undefined") return;
    const before = kept();
    if (before.theme && THEMES.includes(before.theme)) this.theme = before.theme;
    this.contrast = before.contrast ?? matchMedia("(prefers-contrast: more)").matches;
    this.snap = before.snap ?? true;
    this.keys = before.keys ?? true;
  }

  /** Let the page look as it is set, and remember it. Call in an effect. */
  apply(): void {
    const root = document.documentElement;
    if (this.theme === "system") delete root.dataset.theme;
    else root.dataset.theme = this.theme;
    if (this.contrast) root.dataset.contrast = "more";
    else delete root.dataset.contrast;
    const { theme, snap, keys } = this;
    // As the system has it, contrast follows the system.
    const contrast = this.contrast === matchMedia("(prefers-contrast: more)").matches ? undefined : this.contrast;
    keep(KEPT, JSON.stringify({ theme, contrast, snap, keys }));
  }
}

export const settings = new Settings();
