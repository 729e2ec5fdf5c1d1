/** The buttons of a pod: what may be done to it now; the rarer acts behind a disclosure. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Action, PodRow } from '../../pkg/jobscope.js';
import type { PageWords } from '../panel.js';

export interface ActHandlers {
  /** The exit code is being asked for. */
  failing: boolean;
  send(action: Action): void;
  askExitCode(asked: boolean): void;
}

export const actStyles = css`
  .acts {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 3px;
    margin-top: 6px;
  }
  .acts button,
  .acts summary {
    padding: 0 5px;
    line-height: 22px;
  }
  .acts summary {
    min-width: 24px;
    min-height: 24px;
    border: 1px solid transparent;
    border-radius: var(--radius);
    color: var(--muted);
    font-size: var(--small);
    cursor: pointer;
    list-style: none;
  }
  .acts summary:hover {
    background: var(--hover);
    color: var(--ink);
  }
  .acts details[open] {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    flex-basis: 100%;
  }
  .acts summary {
    text-align: center;
    line-height: 20px;
  }
  form {
    display: flex;
    flex-basis: 100%;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 6px;
    font-size: var(--small);
  }
  form label {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  form input[type='number'] {
    width: 56px;
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
  return html`<div class="acts">
    ${repeat(usual, ({ name }) => name, one)}
    ${rare.length > 0
      ? html`<details>
          <summary aria-label=${words.moreOn(row.name)}>${words.more}</summary>
          ${rare.map(one)}
        </details>`
      : nothing}
    ${handlers.failing ? failForm(row, words, handlers) : nothing}
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
    <button data-testid="fail-now">${words.failNow}</button>
    <button type="button" class="quiet" @click=${() => askExitCode(false)}>${words.cancel}</button>
  </form>`;
}

type ActName = keyof Words['acts'];

const rarely = ['restart', 'removeOwner', 'removeFinalizers', 'ready', 'notReady'];

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
