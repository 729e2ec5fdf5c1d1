/** What a session shows at a moment, and what it makes of commands, answers and errors. */

import type { JobscopeError, Position, Simulator, Snapshot } from '../pkg/jobscope.js';
import type { Answered } from './answers.js';
import type { Command } from './command.js';
import type { Finding } from './editor/finding.js';
import type { Opening } from './opening.js';

export interface SessionState {
  readonly snapshot: Snapshot;
  /** What each step of the branch was, and when; see `Simulator`. */
  readonly stepKinds: Uint8Array;
  readonly stepTimes: Float64Array;
  /** The manifest that the run was made from or last changed to. */
  readonly manifest: string;
  /** What is wrong with the text that was checked, applied or started last. */
  readonly mistakes: readonly Finding[];
  /** What kubectl prints of that text; empty where there is nothing to say. */
  readonly kubectl: string;
  /** What the person calls branches, by number. */
  readonly branchNames?: ReadonlyMap<number, string>;
  readonly trouble?: Trouble;
}

/** A version of Kubernetes that a run may follow, and how many recorded runs of it the tests replay. */
export interface ProfileChoice {
  readonly name: string;
  readonly recorded: number;
}

/** The module failed, or a part of it is missing. */
export interface Trouble {
  kind: 'trap' | 'refused' | 'missing';
  message: string;
  /** Where the replay would go. */
  before: Position;
}

/** What a command of kubectl would print. */
export type Kubectl = (command: string) => string | undefined;

/** A text that no Job can be made of. */
export class Refused extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings[0]?.message);
  }
}

export function steps(simulator: Simulator): Pick<SessionState, 'stepKinds' | 'stepTimes'> {
  return { stepKinds: simulator.stepKinds(), stepTimes: simulator.stepTimes() };
}

export function stateOf(simulator: Simulator, { text, applied = text, names }: Opening): SessionState {
  const named = names && { branchNames: names };
  return { snapshot: simulator.snapshot(), ...steps(simulator), manifest: applied, mistakes: [], kubectl: '', ...named };
}

/** A run begins as its scenario; a trace has gone who knows where. */
export function storyOf({ manifest, trace }: Opening): number | undefined {
  return manifest && !trace ? 0 : undefined;
}

/** Whether it needs the reader of manifests or the rest of the module: to move in an undisturbed run needs neither. */
export function needsAll(command: Command): boolean {
  return 'text' in command || DISTURBING.has(command.do);
}

/** After a trap nothing can be asked of the module. */
export function hasTrapped({ trouble }: SessionState): boolean {
  return trouble?.kind === 'trap';
}

/** This waits until the run is built again. */
export function isStopped(state: SessionState, command: Command): boolean {
  return hasTrapped(state) && ASKING.has(command.do);
}

const ASKING: ReadonlySet<Command['do']> = new Set([
  'act',
  'forward',
  'back',
  'seek',
  'visit',
  'fork',
  'switchBranch',
  'check',
  'apply',
  'play',
]);

const DISTURBING: ReadonlySet<Command['do']> = new Set(['act', 'fork', 'switchBranch', 'visit', 'profile']);

/** What the page says of an answer. That all is well needs no words. */
export function told({ findings, kubectl }: Answered): Pick<SessionState, 'mistakes' | 'kubectl'> {
  return { mistakes: findings, kubectl: findings.length > 0 ? kubectl : '' };
}

/** It is about what was asked for, not a defect of the module. */
/** The manifest, as kubectl would send it, names another Job than this key. */
export function isOther(body: string, key: string): boolean {
  const { name, namespace = 'default' } = (JSON.parse(body) as { metadata?: { name?: string; namespace?: string } }).metadata ?? {};
  return name !== undefined && `${namespace}/${name}` !== key;
}

export function isRefusal(problem: unknown): problem is JobscopeError {
  return problem instanceof Error && problem.name === 'JobscopeError';
}
