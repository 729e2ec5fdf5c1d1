/** What stands beside a run now and then: the dialogs of scenarios and of sharing, and what became of a link. */

import { html, nothing, type TemplateResult } from 'lit';
import type { CommandEvent, Dialog } from './command.js';
import type { Telling } from './panel.js';
import type { Notice } from './panels/arrival-panel.js';
import type { Shell } from './shell.js';
import { visitsOf } from './visits.js';

export interface Aside {
  dialog?: Dialog;
  notice?: Notice | undefined;
  /** There is a run that was left for this one. */
  canReturn?: boolean;
}

export function notice(shell: Shell, telling: Telling): TemplateResult | typeof nothing {
  const { notice } = shell.aside ?? {};
  if (!notice) return nothing;
  void import('./panels/arrival-panel.js');
  return html`<jobscope-arrival .telling=${telling} .notice=${notice} @command=${take(shell)}></jobscope-arrival>`;
}

export function dialog(shell: Shell, telling: Telling): TemplateResult | typeof nothing {
  switch (shell.aside?.dialog) {
    case 'scenarios':
      void import('./panels/scenarios-panel.js');
      return html`<jobscope-scenarios .telling=${telling} .shell=${shell} @command=${take(shell)}></jobscope-scenarios>`;
    case 'share':
      void import('./panels/share-panel.js');
      return html`<jobscope-share
        .telling=${telling}
        .shell=${shell}
        .openRun=${visitsOf(shell).openRun}
      ></jobscope-share>`;
    default:
      return nothing;
  }
}

/** Commands about other runs do not concern the one on the screen. */
function take(shell: Shell): (event: CommandEvent) => void {
  return (event) => {
    const { detail } = event;
    const visits = visitsOf(shell);
    if (detail.do === 'openScenario') void visits.openScenario(detail.name, detail.position);
    else if (detail.do === 'return') void visits.return();
    else if (detail.do === 'dismiss') shell.aside = { ...shell.aside, notice: undefined };
    else return;
    event.stopPropagation();
  };
}
