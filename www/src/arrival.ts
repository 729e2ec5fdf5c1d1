/** What a link or a file leads to is opened, or the nearest thing that opens. */

import type { Position, TraceFile } from '../pkg/jobscope.js';
import type { Broken, Linked, LinkProblem, Settings } from './link.js';
import { nameless, type Opening } from './opening.js';
import type { PageWords } from './panel.js';
import { LAST_NOTE, placeText } from './position.js';
import { firstScenario, loadScenario, type Scenario } from './scenario.js';

/** Opens a run and says where it stands. Throws what cannot be opened, and then changes nothing. */
export type Open = (opening: Opening) => Promise<Position>;

/** What was opened instead of what was meant; each has a sentence in the catalogue. */
export type Instead = 'rest' | 'nearest' | 'manifest' | 'editor';

export interface Arrival {
  readonly settings: Settings;
  readonly problem?: LinkProblem;
  /** Absent beside a problem: nothing was opened. */
  readonly instead?: Instead;
}

/** Names what is wrong with a link or a file, in a sentence. */
export function problemSentence({ key, detail }: LinkProblem, t: PageWords['arrival']): string {
  return t.problem[key](detail);
}

export async function arrive(linked: Linked, open: Open): Promise<Arrival> {
  switch (linked.kind) {
    case 'none':
      return { settings: {} };
    case 'scenario': {
      const { name, position, settings } = linked;
      const scenario = await loadScenario(name);
      if (!scenario) return { settings, problem: { key: 'scenario', detail: name } };
      return openScenario({ ...scenario, ...(position && { start: position }) }, settings, open);
    }
    case 'run':
      return openRun(linked.opening, linked.settings, open);
    case 'broken':
      return openNearest(linked, open);
  }
}

async function openScenario(scenario: Scenario, settings: Settings, open: Open): Promise<Arrival> {
  const { profile } = settings;
  try {
    const at = await open(profile === undefined ? scenario : { ...scenario, profile });
    return { settings, ...beyond(scenario.start, at) };
  } catch (problem) {
    if (profile === undefined) throw problem;
    await open(scenario);
    return { settings, problem: { key: 'profile', detail: profile }, instead: 'rest' };
  }
}

async function openRun(run: Opening, settings: Settings, open: Open): Promise<Arrival> {
  const { trace } = run;
  if (!trace) return { settings, ...(await openText(run.text, open)) };
  try {
    const at = await open(await withScenario(run));
    return { settings, ...beyond(trace.position, at) };
  } catch (problem) {
    return { settings, problem: problemOf(problem, trace), ...(await openText(run.text, open)) };
  }
}

/** The other problem, if there are two, came first. */
async function openNearest({ problem, nearest }: Broken, open: Open): Promise<Arrival> {
  if (!nearest) return { settings: {}, problem };
  const arrival = await arrive(nearest, open);
  if (arrival.problem) return arrival;
  return { instead: 'rest', ...arrival, problem };
}

/** What the run began as, so that one can walk through it. A scenario that is gone is not missed otherwise. */
export async function withScenario(run: Opening): Promise<Opening> {
  const scenario = run.scenario === undefined ? undefined : await loadScenario(run.scenario);
  return scenario ? { ...nameless(scenario), ...run, text: scenario.text, applied: run.text } : run;
}

/** A manifest of which nothing is known: as a new run, or else in the editor of one that is known to be good. */
async function openText(text: string, open: Open): Promise<Pick<Arrival, 'instead'>> {
  if (text.trim() === '') return {};
  const { read } = await import('./manifest.js');
  const { manifest } = read(text, { noJob: '' });
  try {
    if (manifest) {
      await open({ text, manifest, edited: text });
      return { instead: 'manifest' };
    }
  } catch {
    // It is not even a Job that the API server could refuse.
  }
  await open({ ...nameless(await firstScenario()), edited: text });
  return { instead: 'editor' };
}

function beyond(wanted: Position | undefined, at: Position): Pick<Arrival, 'problem' | 'instead'> {
  const isThere = !wanted || (wanted.step === at.step && (wanted.note === at.note || wanted.note === LAST_NOTE));
  return isThere ? {} : { problem: { key: 'beyond', detail: placeText(wanted) }, instead: 'nearest' };
}

/** What the module says of a trace. */
export function problemOf(problem: unknown, trace: Partial<TraceFile>): LinkProblem {
  const { code = '', message = String(problem) } = problem as { code?: string; message?: string };
  if (code === 'unknownProfile') return { key: 'profile', detail: String(trace.profile) };
  return { key: 'content', detail: message.replace(/^this is not a Jobscope trace: /, '') };
}
