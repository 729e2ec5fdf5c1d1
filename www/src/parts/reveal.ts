/** Brings what changed into sight, inside of the column that it stands in; the page stays where it is. */

/** What stays at the top of a column, with some room below. */
const HEAD = 40;

/** Scrolls to the first changed card, unless it can be seen, or somebody has the focus in here. */
export function reveal(panel: HTMLElement): void {
  const card = panel.shadowRoot?.querySelector('.card.changed');
  const box = [panel, panel.parentElement].find((one) => one && one.scrollHeight > one.clientHeight && scrolls(one));
  if (!card || !box || box.matches(':focus-within')) return;
  const [at, room] = [card.getBoundingClientRect(), box.getBoundingClientRect()];
  if (at.top >= room.top && at.bottom <= room.bottom) return;
  box.scrollTop += at.top - room.top - HEAD;
}

function scrolls(box: HTMLElement): boolean {
  return getComputedStyle(box).overflowY === 'auto';
}
