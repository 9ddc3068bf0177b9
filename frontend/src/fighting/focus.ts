/** Keyboard focus that would be lost when what had it goes away. */

/** Focus this, if nothing else has the focus: nobody is torn away from where they are. */
export function refocus(element: HTMLElement | null | undefined): void {
  const now = document.activeElement;
  if (!now || now === document.body || now.matches(":disabled")) element?.focus({ preventScroll: true });
}
