/** What a run begins with, a scenario, a manifest, or a trace, and whether the first part of the module suffices for it. */

import type { OutcomePlan, Position, TraceFile } from '../pkg/jobscope.js';
import type { Play, Told } from './scenario.js';

/** A scenario is one, too. */
export interface Opening {
  /** Under which the browser keeps the person's own text; absent for a run that came from elsewhere. */
  readonly name?: string;
  /** The scenario that a run from elsewhere began as. */
  readonly scenario?: string;
  /** What a scenario has to tell. */
  readonly title?: Told;
  readonly question?: Told;
  readonly walk?: readonly Told[];
  /** The manifest, as the editor shows it. */
  readonly text: string;
  /** What the text is. Only a run with a trace does without. */
  readonly manifest?: Record<string, unknown>;
  /** The version of Kubernetes; absent: the newest. */
  readonly profile?: string;
  /** The version for which it is known that the API server takes the manifest, and reads it as it stands there. */
  readonly tested?: Tested;
  readonly plan?: OutcomePlan;
  /** What happens after the Job was created. Empty: what happens by itself, as one steps. */
  readonly play?: readonly Play[];
  /** Where the page opens; absent: after the first sync. */
  readonly start?: Position;
  /** All that has happened; the rest then only says where it came from. */
  readonly trace?: TraceFile;
  /** The manifest that the trace ended with, where that is not the text. */
  readonly applied?: string;
  /** What stood in the editor; absent: the person's own text, if the browser has kept one. */
  readonly edited?: string;
  /** What the person called branches, by number. */
  readonly names?: ReadonlyMap<number, string>;
}

/** The browser does not keep the text of such a run for the person's own. */
export function nameless({ name, ...opening }: Opening): Opening {
  return { ...opening, ...(name !== undefined && { scenario: name }) };
}

/** As `profile`. */
export interface Tested {
  readonly profile?: string;
}

/** What the manifest of a plain Job may say, on whatever level. All else needs the rest of the module. */
const PLAIN: ReadonlySet<string> = new Set([
  'apiVersion',
  'kind',
  'metadata',
  'name',
  'spec',
  'completions',
  'parallelism',
  'backoffLimit',
  'activeDeadlineSeconds',
  'template',
  'restartPolicy',
  'containers',
  'image',
  'command',
]);

/**
 * The first part of the module suffices to open the run and to go on in it: its Job is plain, nothing is to be checked, and
 * nothing disturbs it. The tests play every scenario of which this is so by the first part alone.
 */
export function isUndisturbed({ trace, tested, profile, play = [], manifest }: Opening): boolean {
  const isTested = !trace && tested !== undefined && profile === undefined && tested.profile === undefined;
  return isTested && play.every((one) => 'forward' in one) && isPlain(manifest);
}

function isPlain(value: unknown): boolean {
  if (!(value instanceof Object)) return true;
  return Object.entries(value).every(([name, inner]) => (Array.isArray(value) || PLAIN.has(name)) && isPlain(inner));
}
