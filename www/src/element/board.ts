/** The board of the element: what is on the page's, the ledgers behind one more press. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Snapshot } from '../../pkg/jobscope.js';
import type { Telling } from '../panel.js';
import type { Pods } from '../pods.js';
import { columns, ledgers } from '../run-view.js';
import '../panels/cache-panel.js';
import '../panels/flight-panel.js';
import '../panels/gap-panel.js';
import '../panels/pods-panel.js';
import '../panels/queue-panel.js';

export interface Board {
  telling: Telling;
  snapshot: Snapshot;
  pods: Pods;
  /** The ledgers are open. */
  open: boolean;
  toggled(open: boolean): void;
}

export function board({ telling, snapshot, pods, open, toggled }: Board): TemplateResult {
  const t = telling.words.ui.page;
  return html`<section class="board" part="board" aria-label=${t.regions.board}>
    <jobscope-gap .telling=${telling} .gap=${snapshot.gap}></jobscope-gap>
    ${columns(telling, snapshot, pods)}
    <jobscope-queue .telling=${telling} .queue=${snapshot.queue} which="job"></jobscope-queue>
    <details @toggle=${(event: Event) => toggled((event.target as HTMLDetailsElement).open)}>
      <summary>${t.embed.more}</summary>
      ${open ? opened(telling, snapshot) : nothing}
    </details>
  </section>`;
}

function opened(telling: Telling, snapshot: Snapshot): TemplateResult {
  void import('./ledgers.js');
  return ledgers(telling, snapshot);
}
