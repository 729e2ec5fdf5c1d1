/** What there is to share at a moment: the run, the scenario if it is one, and what else a person sees. */

import type { Shared, Settings } from '../link.js';
import { runFile, type RunFile } from '../link/run-file.js';
import { STORY_MAX } from '../run.js';
import { loadScenario } from '../scenario.js';
import type { Session } from '../session.js';
import type { Shell } from '../shell.js';

/** What needs not be said. */
const usual: Settings = { spec: 'spec', why: 'why', size: 'sync', pod: '' };

export interface Seen extends Pick<Shell, 'session' | 'view'> {
  /** What stands in the editor. */
  text?: string;
  words: { language: string };
}

/** `withView`: with the language and the open tabs. */
export async function sharedOf({ session, text, view, words }: Seen, withView: boolean): Promise<Shared> {
  const seen = Object.entries(view).filter(([name, value]) => usual[name as keyof Settings] !== value);
  const settings: Settings = withView ? { lang: words.language, ...Object.fromEntries(seen) } : {};
  const run = runOf(session, text);
  const profile = await ownProfile(run, session);
  if (profile === undefined || run.scenario === undefined) return { run, settings };
  const { position } = session.state.snapshot;
  return {
    run,
    scenario: { name: run.scenario, position },
    settings: profile === run.profile ? settings : { profile: run.profile, ...settings },
  };
}

export function runOf(session: Session, text = session.state.manifest): RunFile {
  const { manifest, branchNames } = session.state;
  const { name, scenario = name } = session.opening;
  return runFile(session.exportTrace(), {
    text: manifest,
    edited: text,
    ...(scenario !== undefined && { scenario }),
    names: Object.fromEntries(branchNames ?? []),
  });
}

/** The version that the scenario follows by itself, if the run is nothing but the scenario. */
async function ownProfile({ text, edited, scenario, branches, position }: RunFile, session: Session): Promise<string | undefined> {
  const isStory = session.inStory && branches.length === 1 && edited === undefined && position.step < STORY_MAX;
  if (!isStory || scenario === undefined) return undefined;
  const own = await loadScenario(scenario);
  return own?.text === text ? (own.profile ?? session.profiles[0]?.name) : undefined;
}
