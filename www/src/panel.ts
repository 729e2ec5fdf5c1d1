/** What every panel is: an element with the shared parts, which sends commands and keeps the focus where it was. */

import { LitElement, unsafeCSS, type CSSResult, type CSSResultGroup, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { CommandEvent, type Command } from './command.js';
import type { Say, Words } from './i18n/index.js';
import parts from './styles/parts.css?inline';

const shared = unsafeCSS(parts);

/** How a moment is told: the words of a language, and how they write values at this moment. */
export interface Telling {
  words: Words;
  say: Say;
  /** The run can be looked at from all sides; nothing can be done to it. */
  readonly?: boolean;
  /** The module has failed: what acts on the run waits for a replay. */
  stopped?: boolean;
}

export type PageWords = Words['ui']['page'];

export abstract class Panel extends LitElement {
  static override styles: CSSResultGroup = shared;

  @property({ attribute: false }) telling!: Telling;

  #focused: HTMLElement | undefined;
  #home: HTMLElement | undefined;

  protected static withParts(own: CSSResult): CSSResultGroup {
    return [shared, own];
  }

  protected get words(): Words {
    return this.telling.words;
  }

  protected get page(): PageWords {
    return this.telling.words.ui.page;
  }

  protected get say(): Say {
    return this.telling.say;
  }

  protected send(command: Command): void {
    this.dispatchEvent(new CommandEvent(command));
  }

  protected override willUpdate(_changed: PropertyValues): void {
    const active = this.shadowRoot?.activeElement;
    this.#focused = active instanceof HTMLElement ? active : undefined;
    // Taken now: once an element is gone, nothing says where it was.
    this.#home = this.#focused?.closest<HTMLElement>('[data-home]') ?? undefined;
  }

  /** The pressed control keeps the focus; if it went with this step, what stood around it takes it. */
  protected override updated(changed: PropertyValues): void {
    // That of its controls follows, unless they say their own.
    if (changed.has('telling')) this.ariaDisabled = this.telling.stopped ? 'true' : null;
    const focused = this.#focused;
    if (!focused || this.shadowRoot?.activeElement === focused) return;
    const key = focused.dataset['key'];
    const same = key && this.renderRoot.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    const home = this.#home?.isConnected ? this.#home : this.renderRoot.querySelector<HTMLElement>('[data-home]');
    (same || home)?.focus();
  }
}
