/** Where the keyboard is on the page: what had the focus may go away, the person's place may not. */

const SHUT = 1200; // milliseconds after which what cannot be pressed any more is left for what lies beside it

/** To the board, as a place of its own: the next Tab is its first piece. */
export function toBoard(): void {
  requestAnimationFrame(() => document.getElementById("board")?.focus({ preventScroll: true }));
}

const able = (element: Element | null | undefined): element is HTMLElement | SVGElement =>
  (element instanceof HTMLElement || element instanceof SVGElement) && element.isConnected && !element.matches(":disabled");
const whole = (): HTMLElement | null => document.querySelector("#board, main[tabindex]");
const lost = (): boolean => !document.activeElement || document.activeElement === document.body;

/** Of what lies around something, the nearest that can be pressed. */
function beside(around: readonly Element[]): HTMLElement | null {
  for (const one of around) {
    const found = one.querySelector<HTMLElement>("button:not(:disabled), input:not(:disabled), select:not(:disabled), a[href]");
    if (found) return found;
  }
  return null;
}

/** Back to what had the focus before; to the board where that is gone. */
export function back(before: Element | null): void {
  if (able(before) && before !== document.body) before.focus();
  else toBoard();
}

/** When what has the focus goes away, the nearest thing around it that can have it takes it. Call in an effect. */
export function holdPlace(): () => void {
  let around: Element[] = []; // what has the focus, and everything that it lies in
  const remember = ({ target }: FocusEvent): void => {
    around = [];
    for (let one = target instanceof Element ? target : null; one; one = one.parentElement) around.push(one);
  };
  const mend = (changes: MutationRecord[]): void => {
    const [had] = around;
    if (!had) return;
    const turned = changes.some(({ target }) => target === had);
    if (turned && had.matches(":disabled")) setTimeout(() => had === around[0] && !able(had) && go(beside(around)), SHUT);
    else if (turned) go(had); // it was only disabled for a moment
    else if (!had.isConnected) go(around.find((one) => able(one) && one.hasAttribute("tabindex")) ?? whole());
  };
  const go = (to: Element | null): void => void (lost() && able(to) && to.focus({ preventScroll: true }));
  /** Who leaves on purpose, past the last thing or by a click beside everything, has left. */
  const leave = (): void => void setTimeout(() => able(around[0]) && lost() && (around = []));
  const watching = new MutationObserver(mend);
  watching.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  document.addEventListener("focusin", remember);
  document.addEventListener("focusout", leave);
  return () => {
    watching.disconnect();
    document.removeEventListener("focusin", remember);
    document.removeEventListener("focusout", leave);
  };
}
