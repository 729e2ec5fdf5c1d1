/** Opens what a link or a trace leads to, or the nearest thing that opens. It loads when an element has one. */

import { arrive, problemSentence, type Arrival } from '../arrival.js';
import { languages, type FirstWords, type Language } from '../i18n/index.js';
import { readLink, type Linked } from '../link.js';
import { openingOf } from '../link/run-file.js';
import { nameless, type Opening } from '../opening.js';
import { Session } from '../session.js';
import type { Opened, Trace } from './open.js';
import type { Attribute } from './job-scope.js';

/** A whole address, what is behind its `#`, or a part of that. A version that the element names outweighs the link's. */
export async function followLink(link: string, profile: string, loading: Promise<FirstWords>): Promise<Opened> {
  const linked = await readLink(link.slice(link.indexOf('#') + 1));
  const isOther = profile !== '' && linked.kind === 'scenario';
  return follow(isOther ? { ...linked, settings: { ...linked.settings, profile } } : linked, 'link', loading);
}

export async function followTrace(trace: Trace, loading: Promise<FirstWords>): Promise<Opened> {
  const read = openingOf(typeof trace === 'string' ? trace : JSON.stringify(trace));
  const linked: Linked = read.problem
    ? { kind: 'broken', problem: read.problem }
    : { kind: 'run', opening: read.opening, settings: {} };
  return follow(linked, 'trace', loading);
}

async function follow(linked: Linked, attribute: Attribute, loading: Promise<FirstWords>): Promise<Opened> {
  let opened: { session: Session; opening: Opening } | undefined;
  const yaml = loading.then(({ ui }) => ui.page.yaml);
  const arrival = await arrive(linked, async (asked) => {
    const opening = nameless(asked);
    opened = { session: await Session.open(opening, yaml), opening };
    return opened.session.state.snapshot.position;
  });
  const text = await said(arrival, attribute, (await loading).language as Language);
  if (!opened) return { problem: { text, attribute } };
  const { session, opening } = opened;
  return {
    session,
    name: ({ language, ui }) => opening.title?.[language as Language] ?? ui.page.embed.trace,
    ...(text && { problem: { text, attribute } }),
  };
}

async function said({ problem, instead }: Arrival, attribute: Attribute, language: Language): Promise<string> {
  if (!problem) return '';
  const { arrival: t, marks } = (await languages[language].load()).ui.page;
  const what = [t.broken[attribute === 'link' ? 'link' : 'file'], problemSentence(problem, t)];
  return [...what, ...(instead ? [t.instead[instead]] : [])].join(marks.sentence);
}
