/** What a run begins with: a scenario, a manifest, or a trace. */

import type { OutcomePlan, Position, TraceFile } from '../pkg/jobscope.js';
import type { Play } from './scenario.js';

/** A scenario is one, too. */
export interface Opening {
  /** Under which the browser keeps the person's own text; absent for a run that came from elsewhere. */
  readonly name?: string;
  /** The manifest, as the editor shows it. */
  readonly text: string;
  /** What the text is. Only a run with a trace does without. */
  readonly manifest?: Record<string, unknown>;
  /** The version of Kubernetes; absent: the newest. */
  readonly profile?: string;
  readonly plan?: OutcomePlan;
  /** What happens after the Job was created. Empty: what happens by itself, as one steps. */
  readonly play?: readonly Play[];
  /** Where the page opens; absent: after the first sync. */
  readonly start?: Position;
  /** All that has happened; the rest then only says where it came from. */
  readonly trace?: TraceFile;
}
