/** Opens the run that an element asks for. */

import type { Position, TraceFile } from '../../pkg/jobscope.js';
import type { FirstWords, Language } from '../i18n/index.js';
import type { ManifestWords } from '../manifest.js';
import { nameless, type Opening } from '../opening.js';
import { scenarioNames, loadScenario } from '../scenario.js';
import { Session } from '../session.js';
import { isRefusal, Refused } from '../session-state.js';
import type { Problem } from './reports.js';

/** A run as data, or the same as JSON. */
export type Trace = TraceFile | string;

export interface Wanted {
  /** The first of these four that there is. */
  trace: Trace | undefined;
  link: string;
  spec: string | undefined;
  scenario: string;
  position: Position | undefined;
  profile: string;
}

/** A problem beside a session: not all is as it was asked for. */
export type Opened = { session: Session; name: Name; problem?: Problem } | { session?: undefined; problem: Problem };
/** What a run is called, in a language. */
export type Name = (words: FirstWords) => string;

/** What an attribute says outweighs what a scenario has. */
type Way = Pick<Opening, 'start' | 'profile'>;

/** The words are on their way beside everything else. */
export async function open(wanted: Wanted, loading: Promise<FirstWords>): Promise<Opened> {
  // The module takes longest.
  void Session.load().catch(() => undefined);
  const { trace, link, spec, scenario, position, profile } = wanted;
  const way: Way = { ...(position && { start: position }), ...(profile && { profile }) };
  try {
    if (trace) return await at(position, (await import('./follow.js')).followTrace(trace, loading));
    if (link) return await at(position, (await import('./follow.js')).followLink(link, profile, loading));
    return await (spec === undefined ? openScenario(scenario, way, loading) : openSpec(spec, way, loading));
  } catch (problem) {
    if (problem instanceof Refused) return { problem: refusal(problem) };
    if (!isRefusal(problem)) throw problem;
    // An unknown version is the only reason for which the module would not begin another run.
    return { problem: await wrongProfile(profile, loading) };
  }
}

async function at(position: Position | undefined, opening: Promise<Opened>): Promise<Opened> {
  const opened = await opening;
  if (position) opened.session?.dispatch({ do: 'seek', position });
  return opened;
}

async function openSpec(text: string, way: Way, loading: Promise<FirstWords>): Promise<Opened> {
  const session = await Session.openText({ text: dedented(text), ...way }, yamlOf(loading));
  return { session, name: ({ ui }) => ui.page.embed.own };
}

async function openScenario(name: string, way: Way, loading: Promise<FirstWords>): Promise<Opened> {
  const scenario = await loadScenario(name);
  if (!scenario) {
    const { embed: t, marks } = (await loading).ui.page;
    const names = scenarioNames.map((name) => `\`${name}\``).join(marks.comma);
    return { problem: { text: name ? t.wrong('scenario', name, names) : t.nothing(names), attribute: 'scenario' } };
  }
  const session = await Session.open({ ...nameless(scenario), ...way }, yamlOf(loading));
  return { session, name: ({ language }) => scenario.title[language as Language] };
}

function refusal({ message, findings: [finding] }: Refused): Problem {
  return { text: message, ...(finding?.path && { path: finding.path }) };
}

async function wrongProfile(profile: string, loading: Promise<FirstWords>): Promise<Problem> {
  const { embed: t, marks } = (await loading).ui.page;
  const names = Session.profileNames().map((name) => `\`${name}\``).join(marks.comma);
  return { text: t.wrong('profile', profile, names), attribute: 'profile' };
}

function yamlOf(loading: Promise<FirstWords>): Promise<ManifestWords> {
  return loading.then(({ ui }) => ui.page.yaml);
}

/** A manifest stands as deep in its page as its page likes. */
function dedented(text: string): string {
  const lines = text.replace(/^[ \t]*\n|\s+$/g, '').split('\n');
  const depths = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const depth = Math.min(...depths);
  return lines.map((line) => line.slice(depth)).join('\n');
}
