/** A run as a link and a file hold it: its trace, and what a person sees that the trace does not have. */

import type { Action, TraceFile } from '../../pkg/jobscope.js';
import type { LinkProblem } from '../link.js';
import type { Opening } from '../opening.js';

/** The text comes first: it can be read even if the rest is cut off. */
export interface RunFile extends TraceFile {
  /** The manifest that the run was made from or last changed to. */
  readonly text: string;
  /** What stands in the editor, where that is something else. */
  readonly edited?: string;
  /** The scenario that the run came from. */
  readonly scenario?: string;
  /** What the person calls branches, by number. */
  readonly names?: Readonly<Record<string, string>>;
}

/** More than anybody does by hand. With few pods they are played again in a moment, with thousands in half a minute. */
export const ACTIONS_MAX = 20_000;
const BRANCHES_MAX = 1_000;
/** The format of traces that this version writes. */
const FORMAT = 2;

/** The members of a trace in the order in which they are written; the module takes no others. */
const TRACE = ['jobscope', 'profile', 'plan', 'branches', 'branch', 'position', 'actions'] as const;

export function runFile(trace: TraceFile, { text, edited, scenario, names }: Omit<RunFile, keyof TraceFile>): RunFile {
  return {
    text,
    ...(edited !== undefined && edited !== text && { edited }),
    ...(scenario !== undefined && { scenario }),
    ...(names && Object.keys(names).length > 0 && { names }),
    ...trace,
  };
}

export type Read =
  | { readonly opening: Opening & { trace: TraceFile }; readonly problem?: undefined }
  | { readonly problem: LinkProblem };

/** What the JSON of a link or a file opens. What the trace holds in detail is for the module to check. */
export function openingOf(json: string): Read {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (problem) {
    return content(problem instanceof Error ? problem.message : '');
  }
  if (!isObject(value)) return content('{…}');
  const { jobscope, actions, branches = [{ actions }], text, edited, scenario, names = {} } = value;
  if (typeof jobscope !== 'number') return content('jobscope');
  if (jobscope > FORMAT) return { problem: { key: 'later', detail: String(jobscope) } };
  if (!Array.isArray(branches)) return content('branches');
  const count = actionsIn(branches);
  if (count > ACTIONS_MAX || branches.length > BRANCHES_MAX) return { problem: { key: 'tooLong', detail: String(count) } };
  for (const [name, member] of Object.entries({ text, edited, scenario })) {
    if (member !== undefined && typeof member !== 'string') return content(name);
  }
  if (!isObject(names)) return content('names');
  const trace = Object.fromEntries(TRACE.filter((member) => member in value).map((member) => [member, value[member]]));
  const manifest = typeof text === 'string' ? text : textOfTrace(branches);
  return {
    opening: {
      text: manifest,
      edited: typeof edited === 'string' ? edited : manifest,
      ...(typeof scenario === 'string' && { scenario }),
      names: namesOf(names),
      trace: trace as unknown as TraceFile,
    },
  };
}

/** The manifest in a JSON text, even if its end is missing. */
export function textOf(json: string): string | undefined {
  const written = /^\s*\{\s*"text"\s*:\s*("(?:[^"\\]|\\.)*")/s.exec(json)?.[1];
  try {
    return written === undefined ? undefined : String(JSON.parse(written));
  } catch {
    return undefined;
  }
}

function content(detail: string): Read {
  return { problem: { key: 'content', detail } };
}

function actionsIn(branches: readonly unknown[]): number {
  return branches.reduce<number>((sum, branch) => {
    return sum + (isObject(branch) && Array.isArray(branch['actions']) ? branch['actions'].length : 0);
  }, 0);
}

function namesOf(names: Record<string, unknown>): ReadonlyMap<number, string> {
  const given = Object.entries(names).map(([branch, name]) => [Number(branch), name] as const);
  return new Map(given.filter((one): one is [number, string] => Number.isInteger(one[0]) && typeof one[1] === 'string'));
}

/** A trace alone has its manifest as what was created: JSON, which is YAML. */
function textOfTrace(branches: readonly unknown[]): string {
  const first = branches[0] as { actions?: readonly Partial<Action>[] } | undefined;
  const created = first?.actions?.find?.((one) => isObject(one) && one.action === 'createJob') as
    | { job?: Record<string, unknown> }
    | undefined;
  return created?.job ? JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', ...created.job }, null, 2) : '';
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
