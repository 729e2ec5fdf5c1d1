/**
 * Links to a moment: what stands in the fragment of an address, read and written.
 *
 * `#s=NAME/7.2` is a scenario at a place of its story, `#j1:DATA` a whole run. Settings may follow, each as `&name=value`.
 */

import type { Position } from '../pkg/jobscope.js';
import { BYTES_MAX, Damaged, deflated, inflated } from './link/deflated.js';
import { openingOf, textOf, type RunFile } from './link/run-file.js';
import type { Opening } from './opening.js';
import { placeText, positionOf } from './position.js';

/** What a link may say beside the run. The last four are for the element and its frame; the page leaves them alone. */
const SETTINGS = ['lang', 'profile', 'spec', 'why', 'size', 'pod', 'view', 'theme', 'readonly'] as const;

export type Settings = Readonly<Partial<Record<(typeof SETTINGS)[number], string>>>;

/** All that a link brings back. */
export interface Shared {
  readonly run: RunFile;
  /** The run is a scenario as its file has it, up to this place: its name says as much as the run. */
  readonly scenario?: { readonly name: string; readonly position?: Position };
  readonly settings: Settings;
}

export interface LinkedScenario {
  readonly kind: 'scenario';
  readonly name: string;
  readonly position?: Position;
  readonly settings: Settings;
}

export interface LinkedRun {
  readonly kind: 'run';
  /** Without a trace: only the text could be read. */
  readonly opening: Opening;
  readonly settings: Settings;
}

/** A link that does not open what it was made for; `nearest` opens. */
export interface Broken {
  readonly kind: 'broken';
  readonly problem: LinkProblem;
  readonly nearest?: LinkedScenario | LinkedRun;
}

export type Linked = { readonly kind: 'none' } | LinkedScenario | LinkedRun | Broken;

/** What is wrong with a link or with a file. Each has a sentence in the catalogue, which takes the detail. */
export interface LinkProblem {
  readonly key:
    /** It has no form that a link has. */
    | 'form'
    /** A later Jobscope wrote it. */
    | 'later'
    /** A character that does not belong. */
    | 'character'
    /** Cut off, or changed. */
    | 'damaged'
    | 'tooBig'
    | 'tooLong'
    /** Its content is no run. */
    | 'content'
    | 'scenario'
    | 'profile'
    /** It is not as 7.2. */
    | 'place'
    /** The run has no such place. */
    | 'beyond'
    | 'setting'
    /** A part of the page is out of reach. */
    | 'loading';
  readonly detail: string;
}

/** The only version of the form `#j1:`. */
const VERSION = 1;

/** The fragment of the shortest link, without the `#`. */
export async function writeLink({ run, scenario, settings }: Shared): Promise<string> {
  const written = SETTINGS.flatMap((name) => {
    const value = settings[name];
    return value === undefined ? [] : [`&${name}=${encoded(value)}`];
  }).join('');
  if (scenario) return scenarioLink(scenario.name, scenario.position) + written;
  return `j${VERSION}:${await deflated(JSON.stringify(run))}${written}`;
}

export function scenarioLink(name: string, position?: Position): string {
  return `s=${encoded(name)}${position ? `/${placeText(position)}` : ''}`;
}

/** What the fragment of an address says, with or without its `#`. Whatever stands there is no reason to fail. */
export async function readLink(fragment: string): Promise<Linked> {
  const [head = '', ...rest] = fragment.replace(/^#/, '').split('&');
  if (head === '') return { kind: 'none' };
  const { settings, problem } = settingsOf(rest);
  const linked = await readHead(head, settings);
  if (!problem || linked.kind === 'broken' || linked.kind === 'none') return linked;
  return { kind: 'broken', problem, nearest: linked };
}

async function readHead(head: string, settings: Settings): Promise<Linked> {
  const scenario = /^s=([^/]*)(?:\/(.*))?$/.exec(head);
  if (scenario) return readScenario(decoded(scenario[1] ?? ''), scenario[2], settings);
  const [, version, data = ''] = /^j(\d{1,3}):(.*)$/s.exec(head) ?? [];
  if (version === undefined) return { kind: 'broken', problem: { key: 'form', detail: head.slice(0, 40) } };
  if (Number(version) !== VERSION) return { kind: 'broken', problem: { key: 'later', detail: version } };
  const [characters = ''] = /^[\w-]*/.exec(data) ?? [];
  const linked = await readRun(characters, settings);
  // Such as the full stop of a sentence in which the link stood.
  const wrong = data.slice(characters.length, characters.length + 1);
  if (wrong === '') return linked;
  const nearest = linked.kind === 'broken' ? linked.nearest : linked;
  return { kind: 'broken', problem: { key: 'character', detail: wrong }, ...(nearest && { nearest }) };
}

function readScenario(name: string, place: string | undefined, settings: Settings): Linked {
  const linked: LinkedScenario = { kind: 'scenario', name, settings };
  if (place === undefined) return linked;
  const position = positionOf(decoded(place));
  if (!position) return { kind: 'broken', problem: { key: 'place', detail: decoded(place) }, nearest: linked };
  return { ...linked, position };
}

async function readRun(data: string, settings: Settings): Promise<LinkedRun | Broken> {
  try {
    const json = await inflated(data);
    const read = openingOf(json);
    if (read.problem) return broken(read.problem, textOf(json), settings);
    return { kind: 'run', opening: read.opening, settings };
  } catch (problem) {
    if (!(problem instanceof Damaged)) return { kind: 'broken', problem: { key: 'loading', detail: String(problem) } };
    return broken({ key: problem.key, detail: String(BYTES_MAX / 1e6) }, textOf(problem.read), settings);
  }
}

function broken(problem: LinkProblem, text: string | undefined, settings: Settings): Broken {
  if (text === undefined) return { kind: 'broken', problem };
  return { kind: 'broken', problem, nearest: { kind: 'run', opening: { text }, settings } };
}

/** Settings that a later version may have are passed over. */
function settingsOf(written: readonly string[]): { settings: Settings; problem?: LinkProblem } {
  const settings: Partial<Record<keyof Settings, string>> = {};
  for (const one of written) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(one) ?? [];
    if (value === undefined) {
      if (one !== '') return { settings, problem: { key: 'setting', detail: one.slice(0, 40) } };
      continue;
    }
    const known = SETTINGS.find((setting) => setting === name);
    if (known) settings[known] = decoded(value);
  }
  return { settings };
}

/** Names of pods and scenarios stay readable; a parenthesis would end a link in Markdown. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%2F/g, '/').replace(/[()]/g, (one) => (one === '(' ? '%28' : '%29'));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
