/** Keys that work anywhere on the page, except where somebody types. */
import { hand } from "../board/hand.svelte";
import { view } from "../board/view.svelte";
import { reaching } from "../reaching.svelte";
import { settings } from "../settings.svelte";
import { table } from "../table.svelte";
import { telling } from "../telling.svelte";
import { t } from "../words.svelte";
import { page } from "./page.svelte";
import { route } from "./route.svelte";

/** The list of attacks, with the focus in it. */
export function toAttacks(): void {
  page.tab = "ask";
  requestAnimationFrame(() => {
    const panel = document.getElementById("panel");
    const list = panel?.querySelector<HTMLElement>("#attacks [role=treeitem][tabindex='0']") ?? panel;
    list?.focus();
  });
}

const LETTERS: Record<string, () => unknown> = {
  "?": () => (page.dialog = "help"),
  "/": () => (page.command = true),
  a: toAttacks,
  l: () => {
    settings.sight = !settings.sight;
    telling.say(settings.sight ? t("Evidence shown") : t("Evidence hidden"));
  },
  r: () => reaching.turn(),
  z: () => void table.changes.undo().then(() => telling.say(t("Undone"))),
  y: () => void table.changes.redo().then(() => telling.say(t("Done again"))),
  "+": () => view.zoomBy(1.4),
  "-": () => view.zoomBy(1 / 1.4),
};

/** What opens something that a board in another page's frame does not have. */
const FRAMELESS = new Set(["?", "/", "a"]);

const typing = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input:not([type=checkbox]):not([type=radio]):not([type=range]),textarea,select,[contenteditable],dialog") !== null;

export function shortcut(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || typing(event.target) || page.dialog || page.command) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    LETTERS[key === "z" && event.shiftKey ? "y" : key]?.();
  } else if (key === "Escape") {
    if (hand.held) hand.cancel();
    else if (table.ghost) table.ghost = null;
    else if (table.action) table.choose(null);
    else table.select(null);
  } else if (route.embedded && FRAMELESS.has(key)) return;
  else if (settings.keys && LETTERS[key] && table.position) {
    event.preventDefault();
    LETTERS[key]();
  } else if (key === "?") page.dialog = "help";
}
