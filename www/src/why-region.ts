/** The column of reasons: why, status, Events, kubectl. Only the tab that is open is computed; the rarer ones load then. */

import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, PodRow, Question, Snapshot } from '../pkg/jobscope.js';
import type { Telling } from './panel.js';
import type { Pods } from './pods.js';
import type { Reason } from './reason.js';
import type { Kubectl } from './session-state.js';
import './panels/tabs-panel.js';
import './panels/why-panel.js';

export type WhyTab = 'why' | 'status' | 'events' | 'kubectl';

export interface WhyRegion {
  telling: Telling;
  /** The same for panels that act on the run. */
  acting: Telling;
  snapshot: Snapshot;
  reason: Reason;
  /** Lines of the manifest that the reason depends on, by field. */
  lines: ReadonlyMap<string, number>;
  tab: WhyTab;
  /** Where there is little room the notes begin folded. */
  folded: boolean;
  /** Above; where there is little room, below. */
  walk: TemplateResult | typeof nothing;
  ask: (question: Question) => Answer | undefined;
  kubectl: Kubectl | undefined;
  /** The pod that the map shows as a card. */
  chosen: PodRow | undefined;
  pods: Pods;
  open: (tab: WhyTab) => void;
  speak: (answer: string) => void;
}

const loads: Record<WhyTab, () => Promise<unknown>> = {
  why: () => Promise.resolve(),
  status: () => import('./panels/status-panel.js'),
  events: () => import('./panels/events-panel.js'),
  kubectl: () => import('./panels/kubectl-panel.js'),
};

export function whyRegion(region: WhyRegion): TemplateResult {
  const { telling, snapshot, tab, kubectl } = region;
  const t = telling.words.ui.page;
  void loads[tab]();
  return html`<section class="region why" aria-label=${t.regions.why}>
    ${region.folded ? nothing : region.walk}
    <jobscope-tabs
      .telling=${telling}
      .label=${t.regions.why}
      .selected=${tab}
      .tabs=${[
        { id: 'why', label: t.tabs.why },
        { id: 'status', label: t.tabs.status },
        { id: 'events', label: t.tabs.events(snapshot.eventsTotal) },
        ...(kubectl ? [{ id: 'kubectl', label: 'kubectl' }] : []),
      ]}
      @choose=${(event: CustomEvent<WhyTab>) => region.open(event.detail)}
    >
      ${opened(region)}
    </jobscope-tabs>
    ${region.folded ? region.walk : nothing}
  </section>`;
}

function opened(region: WhyRegion): TemplateResult | typeof nothing {
  const { telling, acting, snapshot, reason, lines, kubectl } = region;
  switch (region.tab) {
    case 'why':
      if (!snapshot.action) void import('./panels/start-panel.js');
      return html`<div slot="why" class="padded reasons">
        <jobscope-why .telling=${telling} .snapshot=${snapshot} .reason=${reason} .specLines=${lines}></jobscope-why>
        ${snapshot.action ? nothing : html`<jobscope-start .telling=${telling}></jobscope-start>`}
        <jobscope-changes .telling=${telling} .job=${snapshot.job}></jobscope-changes>
        <jobscope-whynot .telling=${acting} .snapshot=${snapshot} .ask=${region.ask} .named=${region.chosen} .pods=${region.pods}
          @speak=${(event: CustomEvent<string>) => region.speak(event.detail)}
        ></jobscope-whynot>
        <jobscope-notes
          .telling=${acting}
          .snapshot=${snapshot}
          .told=${reason.number}
          .folded=${region.folded}
        ></jobscope-notes>
      </div>`;
    case 'status':
      return html`<jobscope-status slot="status" class="padded" .telling=${telling} .job=${snapshot.job}></jobscope-status>`;
    case 'events':
      return html`<jobscope-events slot="events" class="padded" .telling=${telling} .events=${snapshot.events} .total=${snapshot.eventsTotal}></jobscope-events>`;
    case 'kubectl':
      return html`<jobscope-kubectl slot="kubectl" class="padded" .telling=${telling} .snapshot=${snapshot} .kubectl=${kubectl} .named=${region.chosen} .pods=${region.pods}></jobscope-kubectl>`;
  }
}
