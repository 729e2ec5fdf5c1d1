/** Whether an element stands on something dark: the text around it is light there, however the page came to it. */

export class Surroundings {
  readonly #probe = document.createElement('span');

  /** Calls `changed` when the colour of the text around changes. */
  constructor(place: Element, changed: () => void) {
    const { style } = this.#probe;
    style.position = 'absolute';
    style.visibility = 'hidden';
    // Mixed, it is told as numbers of sRGB, in whatever space it was written.
    style.backgroundColor = 'color-mix(in srgb, currentcolor, currentcolor)';
    // A transition ends when the colour has become another.
    style.transition = 'color 1ms';
    this.#probe.addEventListener('transitionend', changed);
    place.append(this.#probe);
  }

  get isDark(): boolean {
    // `color(srgb 0.1 0.2 0.3)`
    const { backgroundColor } = getComputedStyle(this.#probe);
    const [red = 0, green = 0, blue = 0] = (/srgb ([^)]*)/.exec(backgroundColor)?.[1] ?? '').split(' ').map(Number);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.5;
  }
}
