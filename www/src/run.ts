/** How a run begins: from an opening, which is known to be good, or from a text that somebody wrote. */

import { Simulator } from '../pkg/jobscope.js';
import type { Position, SimulatorOptions, Snapshot } from '../pkg/jobscope.js';
import { answered, type Answered, type Reader } from './answers.js';
import type { ManifestWords } from './manifest.js';
import type { Opening } from './opening.js';
import type { Play } from './scenario.js';

/** Before anything has happened. */
export const START: Position = { step: 0, note: 0 };

/** Opens a run, at the place where it is meant to be seen first. Throws a `JobscopeError` if its trace is none. */
export function open({ trace, manifest, profile, plan, play = [], start }: Opening): Simulator {
  if (trace) return Simulator.fromTrace(trace);
  const options: SimulatorOptions = { ...(profile !== undefined && { profile }), ...(plan && { plan }) };
  const simulator = new Simulator(options);
  simulator.createJob(JSON.stringify(manifest));
  if (play.length > 0) playOn(simulator, play);
  else advance(simulator, start);
  if (start) simulator.seek(start);
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

/** A Job that never ends has a story that ends here. */
const STORY_MAX = 2000;

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
  let before = 0;
  for (let { end } = simulator.snapshot(); before < end.step && end.step < to.step; ) {
    before = end.step;
    ({ end } = simulator.forward('sync'));
  }
}

/** What came of a text: a run, or the reasons why there is none. */
export interface Started {
  answer: Answered;
  simulator?: Simulator;
}

/** A run of a text, gone on to its first interesting place. */
export function start(text: string, yaml: Reader, words: ManifestWords, options: SimulatorOptions): Started {
  const simulator = new Simulator(options);
  const answer = answered(text, { yaml, words, verb: 'create' }, (body) => simulator.tryCreate(body));
  if (answer.body === undefined || !answer.accepted) {
    simulator.free();
    return { answer };
  }
  simulator.createJob(answer.body);
  advance(simulator);
  return { answer, simulator };
}
