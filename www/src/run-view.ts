/** What the page and the element show alike of a run: the transport, the columns of the board, the ledgers, a trouble. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Size, Snapshot } from '../pkg/jobscope.js';
import type { Telling } from './panel.js';
import type { Player } from './player.js';
import { CARDS_MAX, type Pods } from './pods.js';
import { placeText } from './position.js';
import type { SessionState, Trouble } from './session-state.js';

export interface Transport {
  telling: Telling;
  state: SessionState;
  size: Size;
  player: Player;
}

export function transport({ telling, state, size, player }: Transport): TemplateResult {
  const { snapshot, stepKinds, branchNames } = state;
  return html`<jobscope-transport
    part="transport"
    .telling=${telling}
    .snapshot=${snapshot}
    .size=${size}
    .speed=${player.speed}
    .playing=${player.playing}
  >
    <jobscope-scrubber
      slot="scrub"
      .telling=${telling}
      .snapshot=${snapshot}
      .stepKinds=${stepKinds}
    ></jobscope-scrubber>
    <jobscope-place slot="place" .telling=${telling} .snapshot=${snapshot} .branchNames=${branchNames}></jobscope-place>
  </jobscope-transport>`;
}

/** With more pods, the cache's column may scroll: it can be reached by keys then. */
const FEW = 4;

/** Truth, what is in flight, and the cache; `chosen` is the pod that was chosen in the map. */
export function columns(telling: Telling, snapshot: Snapshot, pods: Pods, chosen = ''): TemplateResult {
  const mayScroll = pods.total > FEW;
  return html`<div class="board-columns ${pods.total > CARDS_MAX ? 'many' : ''}">
    <jobscope-pods .telling=${telling} .snapshot=${snapshot} .pods=${pods} .chosen=${chosen}></jobscope-pods>
    <jobscope-flight class="flight" .telling=${telling} .streams=${snapshot.streams}></jobscope-flight>
    <jobscope-cache
      role=${mayScroll ? 'region' : nothing}
      tabindex=${mayScroll ? 0 : nothing}
      aria-label=${mayScroll ? telling.words.ui.page.board.cache : nothing}
      .telling=${telling}
      .snapshot=${snapshot}
      .pods=${pods}
    ></jobscope-cache>
  </div>`;
}

/** Without finalizers there is nothing to clean up. */
export function orphans(telling: Telling, { accounting, orphanQueue }: Snapshot): TemplateResult | typeof nothing {
  if (accounting.live) return nothing;
  return html`<jobscope-queue .telling=${telling} .queue=${orphanQueue} which="orphan"></jobscope-queue>`;
}

/** Their panels load later. */
export function ledgers(telling: Telling, snapshot: Snapshot): TemplateResult {
  return html`<div class="ledgers">
    ${snapshot.ownWrites
      ? html`<jobscope-own-writes
          .telling=${telling}
          .ownWrites=${snapshot.ownWrites}
          .queue=${snapshot.queue}
        ></jobscope-own-writes>`
      : nothing}
    <jobscope-expectations
      .telling=${telling}
      .expectations=${snapshot.expectations}
      .pods=${snapshot.pods}
    ></jobscope-expectations>
    <jobscope-accounting
      .telling=${telling}
      .accounting=${snapshot.accounting}
      .backoff=${snapshot.backoff}
      .lastCount=${snapshot.lastCount}
    ></jobscope-accounting>
  </div>`;
}

export function trouble(telling: Telling, { kind, message, before }: Trouble): TemplateResult {
  void import('./panels/trouble-panel.js');
  return html`<jobscope-trouble
    .telling=${telling}
    .kind=${kind}
    .message=${message}
    .position=${placeText(before)}
  ></jobscope-trouble>`;
}
