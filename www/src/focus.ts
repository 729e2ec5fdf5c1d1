/** Where the focus is. */

/** The focused element, however deep in shadow roots it is. */
export function innermost(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement ? active : undefined;
}
