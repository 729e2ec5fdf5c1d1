/** Scenarios: a question, a manifest, what happens then, and sentences that link to places in it. One file each. */

import type { Action, OutcomePlan, Position, Size } from '../pkg/jobscope.js';
import type { Language } from './i18n/index.js';

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

/** A scenario by its name; `undefined` if there is none. */
export async function loadScenario(name: string): Promise<Scenario | undefined> {
  const entry = (await scenarios()).find((entry) => entry.name === name);
  return entry?.load();
}
