/** The menu of scenarios: what each asks, and a link to it. */

import { css, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { problemSentence } from '../arrival.js';
import type { Language } from '../i18n/index.js';
import { scenarioLink } from '../link.js';
import { Panel } from '../panel.js';
import { dialogStyles } from '../parts/dialog.js';
import { marked } from '../parts/marked.js';
import { scenarios, type ScenarioEntry } from '../scenario.js';
import type { Shell } from '../shell.js';

@customElement('jobscope-scenarios')
export class ScenariosPanel extends Panel {
  static override styles = [
    Panel.withParts(dialogStyles),
    css`
      dialog {
        width: min(1240px, calc(100vw - 24px));
        padding-bottom: 0;
        overflow: hidden;
      }
      dialog[open] {
        display: flex;
        flex-direction: column;
      }
      h2 span {
        color: var(--muted);
        font-weight: 400;
      }
      /* What goes on below fades out. */
      .list {
        min-height: 120px;
        margin: 0 -16px;
        padding: 4px 16px 24px;
        overflow: auto;
        scrollbar-width: thin;
        mask: linear-gradient(#000 calc(100% - 32px), transparent);
      }
      .what {
        margin-bottom: 12px;
      }
      [role='alert'] {
        margin-bottom: 12px;
        padding: 8px 12px;
        border: 1px solid var(--failed);
        border-radius: var(--radius);
        background: var(--mistake-tint);
        overflow-wrap: anywhere;
      }
      ol {
        columns: 3 320px;
        column-gap: 24px;
        margin: 0 -8px;
      }
      li {
        break-inside: avoid;
      }
      a {
        display: block;
        padding: 8px;
        border-radius: var(--radius);
        color: inherit;
        text-decoration: none;
      }
      a:hover {
        background: var(--hover);
      }
      a[aria-current] {
        background: var(--changed-tint);
        box-shadow: inset 2px 0 0 var(--changed);
      }
      .title {
        font-weight: 600;
      }
      .question {
        display: block;
        color: var(--muted);
      }
      .now {
        color: var(--changed);
        font-size: var(--small);
      }
    `,
  ];

  @property({ attribute: false }) shell!: Shell;
  @state() private entries: readonly ScenarioEntry[] = [];
  @state() private isFailed = false;

  protected override async firstUpdated(): Promise<void> {
    this.renderRoot.querySelector('dialog')?.showModal();
    try {
      this.entries = await scenarios();
    } catch {
      this.isFailed = true;
      return;
    }
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>('a[aria-current], li a')?.focus();
  }

  protected override render() {
    const t = this.page.scenarios;
    const { session, aside } = this.shell;
    const { notice, canReturn } = aside ?? {};
    const { scenario, name = scenario } = session.opening;
    const arrival = this.page.arrival;
    return html`<dialog aria-labelledby="title" data-testid="scenarios-dialog" @close=${this.#closed}>
      <div class="head">
        <h2 class="title" id="title">${t.title} <span>${this.entries.length || ''}</span></h2>
        <button data-testid="scenarios-close" @click=${this.#close}>${t.close}</button>
      </div>
      ${notice?.isMenu && notice.problem ? html`<p role="alert">${problemSentence(notice.problem, arrival)}</p>` : nothing}
      <p class="what muted">${t.what}</p>
      ${this.isFailed ? html`<p role="alert">${t.failed}</p>` : nothing}
      ${canReturn
        ? html`<p class="what">
            <button data-testid="menu-return" @click=${this.#return}>${arrival.back}</button>
          </p>`
        : nothing}
      <div class="list">
        <ol data-testid="scenario-list">
          ${this.entries.map((entry) => this.#entry(entry, entry.name === name))}
        </ol>
      </div>
    </dialog>`;
  }

  #entry({ name, title, question }: ScenarioEntry, isCurrent: boolean) {
    const language = this.words.language as Language;
    return html`<li>
      <a
        href="#${scenarioLink(name)}"
        data-scenario=${name}
        aria-current=${isCurrent ? 'true' : nothing}
        @click=${(event: MouseEvent) => this.#choose(event, name)}
      >
        <span class="title">${marked(title[language])}</span>
        ${isCurrent ? html`<span class="now">· ${this.page.scenarios.current}</span>` : nothing}
        <span class="question">${marked(question[language])}</span>
      </a>
    </li>`;
  }

  /** With another key held, the browser opens the link in its own way. */
  #choose(event: MouseEvent, name: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // It gives the focus back to where it was.
    this.#close();
    this.send({ do: 'openScenario', name });
  }

  readonly #return = () => {
    this.#close();
    this.send({ do: 'return' });
  };

  readonly #close = () => this.renderRoot.querySelector('dialog')?.close();

  readonly #closed = () => this.send({ do: 'dialog', dialog: '' });
}
