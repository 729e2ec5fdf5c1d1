/** What there is to share: a link, the same for other places, and a file. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { problemSentence } from '../arrival.js';
import { BYTES_MAX } from '../link/deflated.js';
import { openingOf } from '../link/run-file.js';
import { writeLink, type LinkProblem, type Shared } from '../link.js';
import type { Opening } from '../opening.js';
import { Panel } from '../panel.js';
import { dialogStyles } from '../parts/dialog.js';
import { placeText } from '../position.js';
import { rustTest } from '../share/rust-test.js';
import { sharedOf } from '../share/shared.js';
import { element, frame, markdown, pageAddress } from '../share/snippets.js';
import type { Shell } from '../shell.js';
import './tabs-panel.js';

/** Some programs cut longer ones. */
const LENGTH_MAX = 8_000;
/** A file may hold more than a link. */
const FILE_BYTES_MAX = 10 * BYTES_MAX;

const kinds = ['markdown', 'element', 'frame', 'test'] as const;
type Kind = (typeof kinds)[number];

@customElement('jobscope-share')
export class SharePanel extends Panel {
  static override styles = [
    Panel.withParts(dialogStyles),
    css`
      dialog {
        width: min(720px, calc(100vw - 24px));
      }
      section {
        padding: 12px 0;
        border-top: 1px solid var(--line);
      }
      section:last-of-type {
        padding-bottom: 0;
      }
      .what {
        margin-bottom: 12px;
      }
      h3 {
        font-size: var(--text);
      }
      .line {
        display: flex;
        align-items: center;
        gap: 8px;
        margin: 6px 0 4px;
      }
      .line input,
      textarea {
        flex: 1;
        min-width: 0;
        height: 28px;
        padding: 2px 8px;
        border: 1px solid var(--edge);
        border-radius: var(--radius);
        background: var(--sunken);
        color: var(--ink);
        font: 12px / 18px var(--mono);
        text-align: left;
      }
      textarea {
        display: block;
        width: 100%;
        /* Seven whole lines. */
        height: 138px;
        margin: 8px 0;
        padding: 8px 10px;
        resize: vertical;
        white-space: pre;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: 24px;
      }
      input[type='checkbox'] {
        width: 16px;
        height: 24px;
        margin: 0;
      }
      .facts {
        justify-content: space-between;
        gap: 4px 16px;
      }
      .warning {
        margin-top: 4px;
        color: var(--waiting);
      }
      /* In the space below that there is anyway. */
      .said {
        min-height: 20px;
        margin: 4px 0 -20px;
      }
      jobscope-tabs {
        --pad: 0px;
      }
      [slot] {
        padding-top: 8px;
      }
      .end {
        justify-content: flex-end;
      }
      [role='alert'] {
        margin-top: 8px;
        color: var(--failed);
        overflow-wrap: anywhere;
      }
      .over {
        outline: 2px dashed var(--accent);
        outline-offset: -6px;
      }
    `,
  ];

  @property({ attribute: false }) shell!: Shell;
  /** Opens a run that came as a file; tells what is wrong with it. */
  @property({ attribute: false }) openRun!: (run: Opening) => Promise<LinkProblem | undefined>;
  @state() private shared: Shared | undefined;
  @state() private fragment = '';
  @state() private withView = true;
  @state() private kind: Kind = 'markdown';
  @state() private said = '';
  @state() private problem: LinkProblem | undefined;
  @state() private isOver = false;

  protected override firstUpdated(): void {
    const dialog = this.renderRoot.querySelector('dialog');
    dialog?.showModal();
    void this.#write();
  }

  async #write(): Promise<void> {
    const { withView } = this;
    try {
      const shared = await sharedOf(this.shell, withView);
      const fragment = await writeLink(shared);
      // It was chosen otherwise meanwhile.
      if (withView !== this.withView) return;
      this.shared = shared;
      this.fragment = fragment;
    } catch (problem) {
      this.said = this.page.arrival.problem.loading(String(problem));
    }
  }

  protected override render() {
    const t = this.page.share;
    return html`<dialog
      class=${this.isOver ? 'over' : ''}
      aria-labelledby="title"
      data-testid="share-dialog"
      @close=${() => this.send({ do: 'dialog', dialog: '' })}
      @dragover=${this.#dragged}
      @dragleave=${() => (this.isOver = false)}
      @drop=${this.#dropped}
    >
      <div class="head">
        <h2 class="title" id="title">${t.title}</h2>
        <button data-testid="share-close" @click=${this.#close}>${t.close}</button>
      </div>
      <p class="what muted">${t.what}</p>
      ${this.#link()} ${this.#places()} ${this.#file()}
      <p class="said" role="status" data-testid="share-said">${this.said}</p>
    </dialog>`;
  }

  get #address(): string {
    return this.fragment && `${pageAddress()}#${this.fragment}`;
  }

  #link() {
    const t = this.page.share;
    const { length } = this.#address;
    return html`<section>
      <h3 id="link-label">${t.link}</h3>
      <div class="line">
        <input
          readonly
          id="link"
          data-testid="share-link"
          aria-labelledby="link-label"
          .value=${this.#address}
          @focus=${(event: FocusEvent) => (event.target as HTMLInputElement).select()}
        />
        <button class="primary" data-testid="copy-link" autofocus @click=${() => this.#copy('link', t.link)}>${t.copy}</button>
      </div>
      <div class="row facts">
        <label
          ><input
            type="checkbox"
            data-testid="with-view"
            .checked=${this.withView}
            @change=${(event: Event) => this.#choose((event.target as HTMLInputElement).checked)}
          />${t.withView}</label
        >
        <span class="muted" data-testid="share-length">${length > 0 ? t.length(length) : ''}</span>
      </div>
      ${length > LENGTH_MAX ? html`<p class="warning" data-testid="share-too-long">${t.tooLong(length)}</p>` : nothing}
    </section>`;
  }

  #places() {
    const t = this.page.share;
    const { kind } = this;
    const label = (kind: Kind) => (kind === 'markdown' ? 'Markdown' : t.kinds[kind]);
    const text = kind === 'element' && !this.shared?.scenario ? t.kindTexts.ownElement : t.kindTexts[kind];
    return html`<section>
      <h3>${t.as}</h3>
      <jobscope-tabs
        .telling=${this.telling}
        .label=${t.as}
        .selected=${kind}
        .tabs=${kinds.map((id) => ({ id, label: label(id) }))}
        @choose=${(event: CustomEvent<Kind>) => (this.kind = event.detail)}
      >
        <div slot=${kind}>
          <p class="muted">${text}</p>
          <textarea
            readonly
            id="snippet"
            data-testid="share-snippet"
            aria-label=${label(kind)}
            spellcheck="false"
            .value=${this.#snippet()}
          ></textarea>
          <div class="row end">
            <button data-testid="copy-snippet" @click=${() => this.#copy('snippet', label(kind))}>${t.copy}</button>
          </div>
        </div>
      </jobscope-tabs>
    </section>`;
  }

  #snippet(): string {
    if (!this.shared) return '';
    const { snapshot } = this.shell.session.state;
    const { position, job } = snapshot;
    const title = this.page.share.linkTitle(job?.name ?? '—', placeText(position));
    switch (this.kind) {
      case 'markdown':
        return markdown(title, this.#address);
      case 'element':
        return element(this.shared, pageAddress());
      case 'frame':
        return frame(title, this.fragment, pageAddress());
      case 'test':
        return rustTest(snapshot, this.shell.session.exportTrace());
    }
  }

  get #fileName(): string {
    return `${this.shell.session.state.snapshot.job?.name ?? 'run'}.jobscope.json`;
  }

  #file() {
    const t = this.page.share;
    return html`<section>
      <h3>${t.file}</h3>
      <p class="muted">${t.fileText}</p>
      <div class="row line">
        <button data-testid="save-trace" @click=${this.#save}>${t.save(this.#fileName)}</button>
        <button data-testid="choose-trace" @click=${() => this.#input?.click()}>${t.choose}</button>
        <span class="muted">${t.drop}</span>
        <input
          hidden
          type="file"
          accept=".json,application/json"
          data-testid="trace-file"
          @change=${() => this.#opened(this.#input?.files?.[0])}
        />
      </div>
      ${this.problem
        ? html`<p role="alert" data-testid="file-problem">
            ${this.page.arrival.broken.file}${this.page.marks.sentence}${problemSentence(this.problem, this.page.arrival)}
          </p>`
        : nothing}
    </section>`;
  }

  get #input(): HTMLInputElement | null {
    return this.renderRoot.querySelector('input[type=file]');
  }

  #choose(withView: boolean): void {
    this.withView = withView;
    void this.#write();
  }

  /** Where copying is refused, the text is selected, to be copied by keys. */
  async #copy(id: 'link' | 'snippet', what: string): Promise<void> {
    const field = this.renderRoot.querySelector<HTMLInputElement>(`#${id}`);
    if (!field) return;
    this.said = '';
    try {
      await navigator.clipboard.writeText(field.value);
      this.said = this.page.share.copied(what);
    } catch {
      field.focus();
      field.select();
      this.said = this.page.share.refused;
    }
  }

  readonly #save = () => {
    if (!this.shared) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([`${JSON.stringify(this.shared.run, null, 2)}\n`], { type: 'application/json' }));
    link.download = this.#fileName;
    link.click();
    // Some browsers read it only after this turn.
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    this.said = this.page.share.saved(this.#fileName);
  };

  readonly #dragged = (event: DragEvent) => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.isOver = true;
  };

  readonly #dropped = (event: DragEvent) => {
    event.preventDefault();
    this.isOver = false;
    void this.#opened(event.dataTransfer?.files[0]);
  };

  async #opened(file: File | undefined): Promise<void> {
    if (!file) return;
    this.said = '';
    this.problem = undefined;
    const problem = await this.#open(file);
    // The same file may be chosen again once it is mended.
    if (this.#input) this.#input.value = '';
    if (problem) this.problem = problem;
    else this.#close();
  }

  async #open(file: File): Promise<LinkProblem | undefined> {
    if (file.size > FILE_BYTES_MAX) return { key: 'tooBig', detail: String(FILE_BYTES_MAX / 1e6) };
    const read = openingOf(await file.text());
    return read.problem ?? this.openRun(read.opening);
  }

  readonly #close = () => this.renderRoot.querySelector('dialog')?.close();
}
