/** How a run begins: from an opening, which is known to be good, or from a text that somebody wrote. */

import { Simulator } from '../pkg/jobscope.js';
import type { JobObject, Position, SimulatorOptions, Snapshot } from '../pkg/jobscope.js';
import type { Answered, Reader } from './answers.js';
import type { ManifestWords } from './manifest.js';
import type { Opening } from './opening.js';
import type { Play } from './scenario.js';

/** Before anything has happened. */
export const START: Position = { step: 0, note: 0 };

/**
 * Opens a run, at the place where it is meant to be seen first. Throws a `JobscopeError` if its trace is none. Only an
 * undisturbed run can be trusted, which is one whose manifest is known to be good: it does without the checks.
 */
export function open(opening: Opening, trusted: boolean): Simulator {
  const { trace, manifest, profile, plan, play = [], start } = opening;
  if (trace) return Simulator.fromTrace(trace);
  const options: SimulatorOptions = { ...(profile !== undefined && { profile }), ...(plan && { plan }), trusted };
  const simulator = new Simulator(options);
  if (trusted && manifest) simulator.act({ action: 'createJob', job: manifest as unknown as JobObject });
  else simulator.createJob(JSON.stringify(manifest));
  if (play.length > 0) playOn(simulator, play);
  if (start) reach(simulator, start);
  else if (play.length === 0) advance(simulator);
  return simulator;
}

/** The whole scenario, from before its first action; without a play, until nothing is left to happen. */
export function playStory(simulator: Simulator, manifest: Record<string, unknown>, play: readonly Play[]): Snapshot {
  let snapshot = simulator.createJob(JSON.stringify(manifest));
  if (play.length > 0) return playOn(simulator, play);
  for (let before = -1; before < snapshot.end.step && snapshot.end.step < STORY_MAX; ) {
    before = snapshot.end.step;
    snapshot = simulator.forward('quiet');
  }
  return snapshot;
}

/** To a place of the story, which goes on if it has not come that far. */
export function reach(simulator: Simulator, place: Position): Snapshot {
  simulator.seek(simulator.snapshot().end);
  advance(simulator, place);
  return simulator.seek(place);
}

/** A Job that never ends has a story that ends here. */
export const STORY_MAX = 2000;

function playOn(simulator: Simulator, play: readonly Play[]): Snapshot {
  for (const one of play) {
    if ('act' in one) simulator.act(one.act);
    else if ('create' in one) simulator.createJob(JSON.stringify(one.create));
    else if ('apply' in one) simulator.applyManifest(JSON.stringify(one.apply));
    else for (let time = 0; time < (one.times ?? 1); time++) simulator.forward(one.forward);
  }
  return simulator.snapshot();
}

/** On to a step; without one, to the first interesting place: the first sync has created pods, and says why. */
function advance(simulator: Simulator, to: Position = { step: 3, note: 0 }): void {
  const step = Math.min(to.step, STORY_MAX);
  let before = 0;
  for (let { end } = simulator.snapshot(); before < end.step && end.step < step; ) {
    before = end.step;
    ({ end } = simulator.forward('sync'));
  }
}

/** What came of a text: a run, or the reasons why there is none. */
export interface Started {
  answer: Answered;
  simulator?: Simulator;
}

/** A run of a text, gone on to a place; without one, to its first interesting one. */
export function start(
  text: string,
  yaml: Reader,
  words: ManifestWords,
  options: SimulatorOptions,
  at?: Position,
): Started {
  const simulator = new Simulator(options);
  const answer = yaml.answered(text, { words, verb: 'create' }, (body) => simulator.tryCreate(body));
  if (answer.body === undefined || !answer.accepted) {
    simulator.free();
    return { answer };
  }
  simulator.createJob(answer.body);
  advance(simulator, at);
  if (at) simulator.seek(at);
  return { answer, simulator };
}
