/** “Why not?”: questions about what does not happen, each answered by the first thing that stands in the way. */

import { css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Answer, PodRow, Question, Reason, Snapshot } from '../../pkg/jobscope.js';
import { sentence } from '../i18n/index.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';
import { chosenPod } from '../parts/chosen-pod.js';
import { trueConditions } from '../parts/condition.js';
import type { Pods } from '../pods.js';
import './pod-choice-panel.js';

type Asked = Question['question'];

const ABOUT_JOB = ['noNewPod', 'notComplete', 'notFailed', 'notSynced'] as const;
const ABOUT_POD = ['podNotRemoved', 'podNotCounted'] as const;

/** With more pods than this an answer is not renewed at each step: it rehearses a sync. */
const RENEWED_MAX = 1_000;

@customElement('jobscope-whynot')
export class WhyNotPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      margin-top: 20px;
    }
    .questions {
      gap: 4px;
    }
    @media print {
      section:has(.answer[hidden]) {
        display: none;
      }
    }
    .about-pod {
      margin-top: 6px;
    }
    [aria-pressed='true'] {
      border-color: var(--accent);
      box-shadow: inset 0 0 0 1px var(--accent);
    }
    .answer {
      margin-top: 10px;
      padding-left: 10px;
      border-left: 2px solid var(--accent);
      line-height: 1.45;
      overflow-wrap: anywhere;
    }
    .answer p + p {
      margin-top: 4px;
    }
    b {
      font-weight: 650;
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  /** Asks the core; a question that makes no sense has no answer. */
  @property({ attribute: false }) ask!: (question: Question) => Answer | undefined;
  /** The pod that the map shows as a card. */
  @property({ attribute: false }) named: PodRow | undefined;
  @property({ attribute: false }) pods!: Pods;
  @state() private asked: Asked | undefined;
  @state() private pod = '';
  #answer: Answer | undefined;

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('named') && this.named && this.named.key !== changed.get('named')?.key) this.pod = this.named.key;
    const stepped = changed.has('snapshot');
    if (stepped && this.snapshot.podsTotal > RENEWED_MAX) this.asked = undefined;
    if (this.asked && this.#isSo(this.asked)) this.asked = undefined;
    const question = this.#question();
    this.#answer = question && this.ask(question);
  }

  /** What is asked is answered aloud, in the page's one live region. */
  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    if (!changed.has('asked') || !this.#answer) return;
    const text = this.renderRoot.querySelector('.answer')?.textContent ?? '';
    this.dispatchEvent(new CustomEvent('speak', { detail: text.replace(/\s+/g, ' ').trim() }));
  }

  protected override render() {
    const { job } = this.snapshot;
    if (!job) return nothing;
    const t = this.page.whyNot;
    const chosen = this.#chosen();
    return html`<section data-testid="whynot">
      <h2>${t.title}</h2>
      <div class="row questions" role="group" aria-label=${t.what}>${ABOUT_JOB.filter((asked) => !this.#isSo(asked)).map((asked) => this.#button(asked))}</div>
      ${chosen === ''
        ? nothing
        : html`<div class="row questions about-pod">
            <jobscope-pod-choice
              .telling=${this.telling}
              .rows=${this.snapshot.pods}
              .pods=${this.pods}
              .chosen=${chosen}
              testid="whynot-pod"
              @choose=${({ detail }: CustomEvent<string>) => (this.pod = detail)}
            ></jobscope-pod-choice>
            ${ABOUT_POD.map((asked) => this.#button(asked))}
          </div>`}
      <div class="answer" data-testid="whynot-answer" ?hidden=${!this.#answer}>
        ${this.#answer ? this.#told(this.#answer) : nothing}
      </div>
    </section>`;
  }

  /** What has come about is not asked for. */
  #isSo(asked: Asked): boolean {
    const type = { notComplete: 'Complete', notFailed: 'Failed' }[asked as string];
    return type !== undefined && trueConditions(this.snapshot.job?.status).includes(type);
  }

  #button(asked: Asked) {
    const pressed = this.asked === asked;
    return html`<button
      aria-pressed=${pressed}
      data-key=${asked}
      data-testid=${`ask-${asked}`}
      @click=${() => (this.asked = pressed ? undefined : asked)}
    >
      ${this.page.whyNot.questions[asked]}
    </button>`;
  }

  #told({ reason, onceSeen, sync, unseen }: Answer) {
    const t = this.page.whyNot;
    const subject = this.say.name(this.#isAboutPod() ? this.#chosen() : (this.snapshot.job?.key ?? ''));
    const behind = t.unseen(unseen);
    return html`
      ${reason.why === 'wouldSay' ? html`<p class="muted">${t.wouldSay}</p>` : nothing} ${this.#because(reason, subject)}
      ${behind ? html`<p>${behind}</p>` : nothing}
      ${onceSeen ? html`<p class="muted">${t.onceSeen}</p> ${this.#because(onceSeen, subject)}` : nothing}
      ${sync ? html`<p>${t.sync(sync, this.say)}</p>` : nothing}
    `;
  }

  #because(reason: Reason, subject: string) {
    if (reason.why !== 'wouldSay') return html`<p>${marked(this.page.whyNot.reason(reason, subject))}</p>`;
    const notes = [reason.note, reason.outcome].filter((note) => note !== undefined);
    return notes.map((note) => html`<p>${marked(sentence(note, this.words, this.say))}</p>`);
  }

  #chosen(): string {
    return chosenPod(this.pod, this.snapshot.pods, this.pods)?.key ?? '';
  }

  #isAboutPod(): boolean {
    return ABOUT_POD.some((asked) => asked === this.asked);
  }

  #question(): Question | undefined {
    const job = this.snapshot.job?.key;
    if (!this.asked || job === undefined) return undefined;
    if (!this.#isAboutPod()) return { question: this.asked, job } as Question;
    const pod = this.#chosen();
    return pod === '' ? undefined : ({ question: this.asked, pod } as Question);
  }
}
