/** The manifest: its text, a form for the usual fields, what is wrong with it, and what to do with it. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { JobView } from '../../pkg/jobscope.js';
import type { Finding } from '../editor/finding.js';
import type { Change } from '../editor/setup.js';
import { keep, keptText } from '../kept.js';
import { Panel } from '../panel.js';
import { mistakeList, mistakeStyles } from '../parts/mistakes.js';
import type { Opening } from '../opening.js';
import type { EditorPanel } from './editor-panel.js';
import './editor-panel.js';

/** So long after the last key press the text is checked. */
const CHECK_AFTER_MS = 350;

/** Under which the person's own text of a scenario is kept. */
const textKey = (name: string): string => `jobscope-text:${name}`;

const noLines: ReadonlySet<number> = new Set();

@customElement('jobscope-spec')
export class SpecPanel extends Panel {
  static override styles = [
    Panel.withParts(mistakeStyles),
    css`
      .below {
        padding: 8px var(--pad) 12px;
      }
      .acts > button {
        flex: 1 1 auto;
      }
      .state {
        justify-content: space-between;
        color: var(--muted);
        font-size: var(--small);
      }
      .state > :not(:empty) {
        margin-top: 4px;
      }
      .state button {
        margin-left: auto;
      }
      .state button:last-child {
        margin-right: -8px;
      }
    `,
  ];

  /** The manifest of the run. */
  @property() manifest = '';
  @property({ attribute: false }) opening!: Pick<Opening, 'name' | 'text' | 'edited'>;
  @property({ attribute: false }) mistakes: readonly Finding[] = [];
  /** Lines of the manifest that the decision on the screen depends on. */
  @property({ attribute: false }) reasonLines: ReadonlySet<number> = noLines;
  /** The Job that the API server has. */
  @property({ attribute: false }) job: JobView | undefined;
  /** The module has failed: a text can only begin a new run. */
  @property({ type: Boolean }) stopped = false;
  /** What kubectl would print of the mistakes. */
  @property() kubectlText = '';
  @state() text = '';
  /** The person's text, while the scenario's own has just taken its place. */
  @state() private replaced: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  override focus(): void {
    this.#editor?.focus();
  }

  get #editor(): EditorPanel | null {
    return this.renderRoot.querySelector('jobscope-editor');
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (!changed.has('manifest') && !changed.has('opening')) return;
    const { name, edited } = this.opening;
    const own = edited ?? (name === undefined ? undefined : keptText(textKey(name)));
    this.text = (changed.has('opening') ? own : undefined) ?? this.manifest;
    if (changed.has('opening')) this.replaced = undefined;
  }

  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    if (changed.has('opening') && this.text !== this.manifest) this.send({ do: 'check', text: this.text });
  }

  protected override firstUpdated(): void {
    // The form reads YAML, which has no part in the first step.
    void import('./fields-panel.js').catch(() => undefined);
  }

  protected override render() {
    const { page, text } = this;
    const t = page.spec;
    const off = this.stopped ? page.trouble.title.trap : '';
    const isThere = this.job && !this.job.gone;
    return html`
      <jobscope-editor
        .telling=${this.telling}
        .text=${text}
        .mistakes=${this.mistakes}
        .reasonLines=${text === this.manifest ? this.reasonLines : noLines}
        @edited=${({ detail }: CustomEvent<string>) => this.#edited(detail)}
      ></jobscope-editor>
      <div class="below">
        <div role="status">${mistakeList(this.mistakes, t, (place) => this.#editor?.goTo(place))}</div>
        <div class="row acts">
          <button
            data-testid="apply"
            title=${off || (isThere ? t.applyTitle : t.createTitle)}
            aria-disabled=${off !== '' || nothing}
            @click=${() => !off && this.#submit('apply')}
          >
            ${isThere ? t.apply : t.create}
          </button>
          <button
            data-testid="start-over"
            title=${t.startOverTitle}
            @click=${() => this.#submit('startOver')}
          >
            ${t.startOver}
          </button>
        </div>
        <div class="row state" data-home tabindex="-1">${this.#textState()}</div>
        <jobscope-answer .telling=${this.telling} .text=${this.kubectlText}></jobscope-answer>
      </div>
      <slot name="change"></slot>
      <jobscope-fields
        .telling=${this.telling}
        .text=${text}
        .manifest=${this.manifest}
        .job=${this.job}
        @fill=${({ detail }: CustomEvent<Change>) => this.#editor?.change(detail)}
      ></jobscope-fields>
    `;
  }

  /** How the text stands to the run and to the scenario. */
  #textState() {
    const t = this.page.editor;
    const isReset = this.replaced !== undefined;
    const said = isReset ? t.isReset : this.text === this.manifest ? '' : this.page.spec.edited;
    return html`<span role="status">${said}</span>
      ${isReset
        ? html`<button class="quiet" data-testid="undo-reset" data-key="reset" @click=${this.#undoReset}>
            ${t.undoReset}
          </button>`
        : nothing}
      ${isReset || this.text === this.opening.text
        ? nothing
        : html`<button class="quiet" data-testid="reset" data-key="reset" title=${t.resetTitle} @click=${this.#reset}>
            ${t.reset}
          </button>`}`;
  }

  #submit(act: 'apply' | 'startOver'): void {
    // What the API server says of the text outweighs what a check would.
    clearTimeout(this.#timer);
    this.send({ do: act, text: this.text });
  }

  #edited(text: string): void {
    // The editor also tells of texts that it has been given.
    if (text === this.text) return;
    this.replaced = undefined;
    this.#take(text);
  }

  #take(text: string): void {
    this.text = text;
    const { name, text: given } = this.opening;
    if (name !== undefined) keep(textKey(name), text === given ? undefined : text);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.send({ do: 'check', text: this.text }), CHECK_AFTER_MS);
  }

  readonly #reset = () => {
    const { text } = this;
    this.#take(this.opening.text);
    this.replaced = text;
  };

  readonly #undoReset = () => {
    if (this.replaced !== undefined) this.#take(this.replaced);
    this.replaced = undefined;
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'jobscope-spec': SpecPanel;
  }
}
