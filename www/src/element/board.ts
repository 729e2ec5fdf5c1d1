/** The board of the element: what is on the page's, the ledgers behind one more press. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Snapshot } from '../../pkg/jobscope.js';
import type { Telling } from '../panel.js';
import { CARDS_MAX, type Pods } from '../pods.js';
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
    <div class="board-columns ${pods.total > CARDS_MAX ? 'many' : ''}">
      <jobscope-pods .telling=${telling} .snapshot=${snapshot} .pods=${pods}></jobscope-pods>
      <jobscope-flight class="flight" .telling=${telling} .streams=${snapshot.streams}></jobscope-flight>
      <jobscope-cache .telling=${telling} .snapshot=${snapshot} .pods=${pods}></jobscope-cache>
    </div>
    <jobscope-queue .telling=${telling} .queue=${snapshot.queue} which="job"></jobscope-queue>
    <details @toggle=${(event: Event) => toggled((event.target as HTMLDetailsElement).open)}>
      <summary>${t.embed.more}</summary>
      ${open ? ledgers(telling, snapshot) : nothing}
    </details>
  </section>`;
}

function ledgers(telling: Telling, snapshot: Snapshot): TemplateResult {
  void import('./ledgers.js');
  return html`<div class="ledgers">
    ${snapshot.ownWrites
      ? html`<jobscope-own-writes
          .telling=${telling}
          .ownWrites=${snapshot.ownWrites}
          .queue=${snapshot.queue}
        ></jobscope-own-writes>`
      : nothing}
    <jobscope-expectations .telling=${telling} .expectations=${snapshot.expectations}></jobscope-expectations>
    <jobscope-accounting
      .telling=${telling}
      .accounting=${snapshot.accounting}
      .backoff=${snapshot.backoff}
    ></jobscope-accounting>
  </div>`;
}
