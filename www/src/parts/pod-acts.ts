/** The buttons of a pod: what may be done to it now; the rarer acts behind one more. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Action, PodRow } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';

export interface ActHandlers {
  /** The exit code is being asked for. */
  failing: boolean;
  /** The rarer acts are shown. */
  open: boolean;
  send(action: Action): void;
  askExitCode(asked: boolean): void;
  showRare(shown: boolean): void;
}

export const actStyles = css`
  /* Beside the facts where both fit on a line. */
  .body {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 8px;
  }
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 2px;
  }
  .acts:has(form, .rare) {
    flex-basis: 100%;
  }
  .acts button {
    padding: 0 4px;
    line-height: 22px;
  }
  /* The last act and what shows the rarer ones stay together. */
  .acts .pair {
    display: inline-flex;
    gap: 2px;
  }
  .acts .quiet,
  .acts [data-testid='more-acts'] {
    min-width: 24px;
  }
  /* What it opens stands below. */
  .acts [aria-expanded='true'] {
    border-color: var(--accent);
    color: var(--accent);
  }
  .rare {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 3px;
    flex-basis: 100%;
  }
  form {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px;
    font-size: var(--small);
  }
  form label {
    display: flex;
    align-items: center;
    gap: 4px;
  }
  form input[type='number'] {
    width: 44px;
    padding: 1px 4px;
  }
`;

type Words = PageWords['pod'];

export function podActs(row: PodRow, words: Words, handlers: ActHandlers): TemplateResult | typeof nothing {
  if (row.actions.length === 0) return nothing;
  const known = row.actions.map((action) => ({ action, name: nameOf(action) }));
  const usual = known.filter(({ name }) => !isRare(name));
  const rare = known.filter(({ name }) => isRare(name));
  const one = ({ action, name }: { action: Action; name: ActName }) => html`<button
    data-key=${`${row.key} ${name}`}
    data-act=${name}
    title=${words.actTitles[name]}
    aria-label=${words.actOn(words.acts[name], row.name)}
    aria-expanded=${name === 'fail' ? String(handlers.failing) : nothing}
    @click=${() => (name === 'fail' ? handlers.askExitCode(!handlers.failing) : handlers.send(action))}
  >
    ${words.acts[name]}
  </button>`;
  const { open } = handlers;
  const more = html`<button
    data-key=${`${row.key} more`}
    data-testid="more-acts"
    aria-expanded=${open}
    aria-label=${words.moreOn(row.name)}
    title=${words.moreOn(row.name)}
    @click=${() => handlers.showRare(!open)}
  >
    ${words.more}
  </button>`;
  const last = usual.at(-1);
  return html`<div class="acts">
    ${repeat(usual.slice(0, -1), ({ name }) => name, one)}
    <span class="pair">${repeat(last ? [last] : [], ({ name }) => name, one)}${rare.length > 0 ? more : nothing}</span>
    ${handlers.failing ? failForm(row, words, handlers) : nothing}
    ${open && rare.length > 0 ? html`<div class="rare">${rare.map(one)}</div>` : nothing}
  </div>`;
}

function failForm(row: PodRow, words: Words, { send, askExitCode }: ActHandlers): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const exitCode = Number(new FormData(event.target as HTMLFormElement).get('exitCode'));
    askExitCode(false);
    send({ action: 'pod', pod: row.key, act: { act: 'fail', exitCode } });
  };
  return html`<form @submit=${submit} data-testid="fail-form">
    <label>${words.exitCode} <input name="exitCode" type="number" min="1" max="255" value="1" required /></label>
    <span class="pair"
      ><button data-testid="fail-now">${words.failNow}</button
      ><button type="button" class="quiet" aria-label=${words.cancel} title=${words.cancel} @click=${() => askExitCode(false)}>
        ✕
      </button></span
    >
  </form>`;
}

type ActName = keyof Words['acts'];

const rarely = ['exit', 'restart', 'removeOwner', 'removeFinalizers', 'ready', 'notReady'];

function isRare(name: ActName): boolean {
  return rarely.includes(name);
}

function nameOf(action: Action): ActName {
  if (action.action === 'removePodOwner') return 'removeOwner';
  if (action.action === 'removePodFinalizers') return 'removeFinalizers';
  if (action.action !== 'pod') return 'delete';
  switch (action.act.act) {
    case 'setReady':
      return action.act.ready ? 'ready' : 'notReady';
    case 'restartContainer':
      return 'restart';
    case 'exitContainer':
      return 'exit';
    case 'endTermination':
    case 'confirmDeletion':
      return 'endTermination';
    case 'fail':
    case 'succeed':
    case 'evict':
    case 'run':
    case 'schedule':
      return action.act.act;
    default:
      return 'other';
  }
}
