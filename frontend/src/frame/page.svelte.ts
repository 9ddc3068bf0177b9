/** What of the page is open: the panel's tab, a dialog. */

export const TABS = ["ask", "fight", "pieces", "scenario"] as const;
export type Tab = (typeof TABS)[number];

class Page {
  tab = $state<Tab>("ask");
  dialog = $state<"examples" | "share" | "help" | "settings" | null>(null);
  command = $state(false); // whether the command box is open
}

export const page = new Page();

/** A text that is being written or mended: what it says, and what was found wrong with it. */
class Draft {
  text = $state("");
  name = $state("");
  from = $state.raw<unknown>(null); // the scenario that it is the text of
  brought = $state(0); // how many texts with mistakes were brought here to be mended
}

export const draft = new Draft();
