/** The transport: to the first place, back, on, to the last, play; the size of a move and the speed. */

import { css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Size, Snapshot } from '../../pkg/jobscope.js';
import type { Command } from '../command.js';
import { Panel } from '../panel.js';
import { glyph } from '../parts/shapes.js';

const sizes: readonly Size[] = ['note', 'sync', 'quiet'];
const speeds = [1, 4, 16];

@customElement('jobscope-transport')
export class TransportPanel extends Panel {
  static override styles = Panel.withParts(css`
    .transport {
      display: grid;
      grid-template-columns: auto auto minmax(120px, 1fr) auto;
      grid-template-areas: 'moves sizes scrub place';
      align-items: center;
      gap: 4px 16px;
      min-height: 48px;
      padding: 8px var(--pad);
      border-top: 1px solid var(--line);
      background: var(--bar);
    }
    .moves {
      grid-area: moves;
      display: flex;
      gap: 4px;
    }
    .moves button {
      display: inline-flex;
      align-items: center;
      justify-content: center;
      gap: 6px;
      min-width: 32px;
      min-height: 30px;
    }
    .moves .primary {
      padding: 0 14px;
    }
    .primary[aria-disabled='true'] {
      border-color: var(--line);
      background: transparent;
      color: var(--muted);
    }
    @media (pointer: coarse) {
      kbd {
        display: none;
      }
    }
    .primary kbd {
      border-color: currentColor;
      background: none;
      color: inherit;
      opacity: 0.9;
    }
    .sizes {
      grid-area: sizes;
      display: flex;
      gap: 6px;
    }
    select {
      field-sizing: content;
    }
    slot {
      display: block;
      min-width: 0;
    }
    [name='scrub'] {
      grid-area: scrub;
    }
    [name='place'] {
      grid-area: place;
    }
    @container (max-width: 1099px) {
      .transport {
        grid-template-columns: auto auto minmax(0, 1fr) auto;
        grid-template-areas: 'moves sizes where where' 'scrub scrub scrub branch';
      }
      [name='place'] {
        display: contents;
      }
    }
    @container (max-width: 719px) {
      .transport {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
      }
      .moves {
        flex-basis: 100%;
      }
      [name='scrub'] {
        flex: 1 1 calc(100% - 60px);
        order: 1;
      }
      .sizes {
        order: 3;
      }
      .moves button {
        flex: 0 1 36px;
        min-height: 34px;
        padding: 0 6px;
      }
      .moves .primary {
        flex: 1;
        max-width: 240px;
      }
      .moves .play {
        flex: 0 0 auto;
        padding: 0 10px;
      }
      .sizes select {
        padding: 1px 4px;
      }
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  @property() size: Size = 'sync';
  @property({ type: Boolean }) playing = false;
  @property({ type: Number }) speed = 4;

  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('.primary')?.focus();
  }

  protected override render() {
    const t = this.page.transport;
    const { position, end, next } = this.snapshot;
    const atStart = position.step === 0;
    const atEnd = position.step === end.step && position.note === end.note;
    const over = atEnd && next.every(({ held }) => held);
    return html`<div class="transport" role="group" aria-label=${t.label}>
      <div class="moves">
        ${this.#button('first', { do: 'seek', position: { step: 0, note: 0 } }, atStart)}
        ${this.#button('back', { do: 'back', size: this.size }, atStart)}
        <button
          class="primary"
          data-testid="step"
          title=${over ? (next.length > 0 ? t.heldLeft : t.nothingLeft) : t.forwardTitle}
          aria-disabled=${over || nothing}
          @click=${() => !over && this.send({ do: 'forward', size: this.size })}
        >
          ${t.forward} <kbd aria-hidden="true">→</kbd>
        </button>
        ${this.#button('last', { do: 'seek', position: end }, atEnd)}
        <button
          class="play"
          data-testid="play"
          aria-pressed=${this.playing}
          aria-disabled=${(over && !this.playing) || nothing}
          title=${t.playTitle}
          @click=${() => (this.playing || !over) && this.send({ do: this.playing ? 'pause' : 'play' })}
        >
          ${glyph(this.playing ? 'pause' : 'play')} ${this.playing ? t.pause : t.play}
        </button>
      </div>
      <div class="sizes">
        <select
          aria-label=${t.sizeLabel}
          data-testid="size"
          @change=${(event: Event) => this.send({ do: 'size', size: chosen(event) as Size })}
        >
          ${sizes.map((size) => html`<option value=${size} ?selected=${size === this.size}>${t.sizes[size]}</option>`)}
        </select>
        <select
          aria-label=${t.speedLabel}
          data-testid="speed"
          @change=${(event: Event) => this.send({ do: 'speed', speed: Number(chosen(event)) })}
        >
          ${speeds.map((speed) => html`<option value=${speed} ?selected=${speed === this.speed}>${t.speed(speed)}</option>`)}
        </select>
      </div>
      <slot name="scrub"></slot>
      <slot name="place"></slot>
    </div>`;
  }

  #button(name: 'first' | 'back' | 'last', command: Command, off: boolean) {
    const t = this.page.transport;
    return html`<button
      data-testid=${name}
      aria-label=${t[name]}
      title=${t.titles[name]}
      aria-disabled=${off || nothing}
      @click=${() => !off && this.send(command)}
    >
      ${glyph(name)}
    </button>`;
  }
}

function chosen(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
