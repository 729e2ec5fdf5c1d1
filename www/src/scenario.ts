/** Scenarios: a question, a manifest, what happens then, and sentences that link to places in it. One file each. */

import type { Action, OutcomePlan, Position, Size } from '../pkg/jobscope.js';
import files from 'virtual:scenario-files';
import type { Language } from './i18n/index.js';
import type { Tested } from './opening.js';

/** A text in every language. */
export type Told = Readonly<Record<Language, string>>;

/** What a menu says of a scenario. */
export interface ScenarioEntry {
  readonly name: string;
  readonly title: Told;
  /** The question that a learner asked. */
  readonly question: Told;
  load(): Promise<Scenario>;
}

/** What happens next: a move, an action, a manifest of a further Job, or one that is applied. */
export type Play =
  | { readonly forward: Size; readonly times?: number }
  | { readonly act: Action }
  | { readonly create: Record<string, unknown> }
  | { readonly apply: Record<string, unknown> };

export interface Scenario extends Omit<ScenarioEntry, 'load'> {
  /** The place in the menu. */
  readonly order: number;
  readonly profile?: string;
  /** The tests play every scenario. */
  readonly tested: Tested;
  readonly plan?: OutcomePlan;
  readonly text: string;
  readonly manifest: Record<string, unknown>;
  readonly play: readonly Play[];
  /** Where the page opens. */
  readonly start?: Position;
  /** Sentences with links: `[words](7.2)`. */
  readonly walk: readonly Told[];
}

/** The scenario that the page opens with. */
export async function firstScenario(): Promise<Scenario> {
  return (await import('virtual:scenario/first-job')).default;
}

/** Every scenario, in the order of the menu. */
export async function scenarios(): Promise<readonly ScenarioEntry[]> {
  return (await import('virtual:scenarios')).default;
}

/** The names that there are. */
export const scenarioNames: readonly string[] = Object.keys(files);

/** A scenario by its name; `undefined` if there is none. What the menu says of the others is not loaded. */
export async function loadScenario(name: string): Promise<Scenario | undefined> {
  return Object.hasOwn(files, name) ? files[name]?.() : undefined;
}
