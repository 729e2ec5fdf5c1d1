/** What kubectl would print at this moment: the usual commands, and their output as it stands in a terminal. */

import { css, html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PodRow, Snapshot } from '../../pkg/jobscope.js';
import { Panel } from '../panel.js';
import { chosenPod } from '../parts/chosen-pod.js';
import { styled } from '../parts/styled.js';
import type { Pods } from '../pods.js';
import type { Kubectl } from '../session-state.js';
import './pod-choice-panel.js';

type Asked = 'getJobs' | 'getPods' | 'describeJob' | 'describePod';

const commands: readonly Asked[] = ['getJobs', 'getPods', 'describeJob', 'describePod'];
const texts = { getJobs: 'get jobs', getPods: 'get pods', describeJob: 'describe job', describePod: 'describe pod' };

/** As far as this a line is set in where it goes on. */
const INDENT_MAX = 18;

/** Lines that go on under their values; those of the table of Events stay as they are. */
function wrapped(output: string): TemplateResult[] {
  const lines = output.replace(/\n$/, '').split('\n');
  const table = lines.findIndex((line) => line.startsWith('Events:'));
  return lines.map((line, at) => {
    if (table >= 0 && at > table) return html`<span class="row">${line}</span>\n`;
    const [set = ''] = /^\s*(?:[^\s:][^:]*:\s+)?/.exec(line) ?? [];
    return html`<span ${styled({ '--indent': `${Math.min(INDENT_MAX, set.length)}ch` })}>${line}</span>\n`;
  });
}

@customElement('jobscope-kubectl')
export class KubectlPanel extends Panel {
  static override styles = Panel.withParts(css`
    .row {
      margin-bottom: 6px;
    }
    .commands {
      display: grid;
      grid-template-columns: repeat(2, max-content);
    }
    .line {
      display: flex;
      align-items: start;
      justify-content: space-between;
      gap: 8px;
      margin-top: 12px;
    }
    .line code {
      font-size: 12px;
      line-height: 24px;
      overflow-wrap: anywhere;
    }
    .line code::before {
      content: '$ ';
      color: var(--muted);
    }
    pre {
      margin: 6px 0 0;
      padding: 10px 12px;
      border: 1px solid var(--line);
      border-radius: var(--radius);
      /* What goes on at the right fades. */
      background:
        linear-gradient(to left, var(--sunken) 16px, transparent) 100% 0 / 32px no-repeat local,
        linear-gradient(to left, var(--edge), transparent) 100% 0 / 16px no-repeat,
        var(--sunken);
      font: 12px / 18px var(--mono);
      overflow: auto;
    }
    .lags {
      margin-top: 8px;
    }
    .wrapped {
      white-space: normal;
    }
    /* What goes on in the next line stands under the value. */
    .wrapped span {
      display: block;
      min-height: 18px;
      padding-left: var(--indent);
      text-indent: calc(-1 * var(--indent));
      white-space: pre-wrap;
      word-break: break-all;
    }
    .wrapped .row {
      margin: 0;
      padding: 0;
      text-indent: 0;
      white-space: pre;
    }
    button {
      flex: none;
    }
    label {
      display: inline-flex;
      align-items: center;
      gap: 6px;
      min-height: 24px;
      font-size: var(--small);
      line-height: 24px;
    }
    input {
      width: 16px;
      height: 24px;
      margin: 0;
    }
  `);

  @property({ attribute: false }) snapshot!: Snapshot;
  @property({ attribute: false }) kubectl: Kubectl | undefined;
  /** The pod that the map shows as a card. */
  @property({ attribute: false }) named: PodRow | undefined;
  @property({ attribute: false }) pods!: Pods;
  @state() private asked: Asked = 'getJobs';
  @state() private isWide = false;
  @state() private isWrapped = true;
  @state() private pod = '';
  /** What was copied last. */
  @state() private copied = '';

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    if (changed.has('named') && this.named && this.named.key !== changed.get('named')?.key) this.pod = this.named.key;
  }

  protected override render() {
    const t = this.page.kubectl;
    const command = this.#command();
    const output = command === undefined ? undefined : this.kubectl?.(command);
    const isTable = this.asked.startsWith('get');
    return html`
      <div class="row commands" role="group" aria-label=${t.commands}>
        ${commands.map(
          (asked) => html`<button
            data-key=${asked}
            data-testid="kubectl-${asked}"
            aria-pressed=${asked === this.asked}
            @click=${() => (this.asked = asked)}
          >
            <code>${texts[asked]}</code>
          </button>`,
        )}
      </div>
      <div class="row">
        ${isTable
          ? this.#check('kubectl-wide', html`<code>-o wide</code>`, this.isWide, (is) => (this.isWide = is))
          : this.#check('kubectl-wrap', t.wrap, this.isWrapped, (is) => (this.isWrapped = is))}
        ${this.asked === 'describePod' ? this.#pods() : nothing}
      </div>
      ${command === undefined
        ? html`<p class="empty">${this.asked === 'describeJob' ? t.noJob : t.noPod}</p>`
        : html`<div class="line">
              <code data-testid="kubectl-command">kubectl ${command}</code>
              <button data-testid="kubectl-copy" @click=${() => void this.#copy(output ?? '')}>
                ${output !== undefined && this.copied === output ? t.copied : t.copy}
              </button>
            </div>
            <pre class=${!isTable && this.isWrapped ? 'wrapped' : ''} tabindex="0" data-testid="kubectl-output" aria-label=${t.output}>${output !== undefined && !isTable && this.isWrapped ? wrapped(output) : output}</pre>
            ${this.#lags() ? html`<p class="empty lags" data-testid="kubectl-lags">${t.lags}</p>` : nothing}`}
    `;
  }

  #check(testid: string, text: TemplateResult | string, checked: boolean, change: (checked: boolean) => void) {
    return html`<label
      ><input
        type="checkbox"
        data-key=${testid}
        data-testid=${testid}
        .checked=${checked}
        @change=${(event: Event) => change((event.target as HTMLInputElement).checked)}
      />${text}</label
    >`;
  }

  /** The board shows pods that the status does not count yet. */
  #lags(): boolean {
    const { job, gap, accounting } = this.snapshot;
    if (!job || (this.asked !== 'getJobs' && this.asked !== 'describeJob')) return false;
    const { finished, uncounted, released } = accounting;
    return (job.status.active ?? 0) !== gap.existActive || finished + uncounted + released > 0;
  }

  #pods() {
    const chosen = this.#chosen();
    return chosen &&
      html`<jobscope-pod-choice
        .telling=${this.telling}
        .rows=${this.snapshot.pods}
        .pods=${this.pods}
        .chosen=${chosen.key}
        testid="kubectl-pod"
        @choose=${({ detail }: CustomEvent<string>) => (this.pod = detail)}
      ></jobscope-pod-choice>`;
  }

  #chosen(): PodRow | undefined {
    return chosenPod(this.pod, this.snapshot.pods, this.pods);
  }

  /** The command without its first word; absent where it would need an object that is not there. */
  #command(): string | undefined {
    const { job } = this.snapshot;
    const [namespace = 'default', name] = job && !job.gone ? job.key.split('/') : [];
    const where = namespace === 'default' ? '' : ` -n ${namespace}`;
    switch (this.asked) {
      case 'getJobs':
      case 'getPods':
        return `${texts[this.asked]}${where}${this.isWide ? ' -o wide' : ''}`;
      case 'describeJob':
        return name === undefined ? undefined : `${texts.describeJob} ${name}${where}`;
      case 'describePod': {
        const pod = this.#chosen();
        return pod && `${texts.describePod} ${pod.name}${where}`;
      }
    }
  }

  async #copy(output: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(output);
      this.copied = output;
    } catch {
      // Without the clipboard the text is selected, so that the browser's own copy takes it.
      const output = this.renderRoot.querySelector('pre');
      if (output) getSelection()?.selectAllChildren(output);
    }
  }
}
