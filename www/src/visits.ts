/** Links, scenarios and files that a person goes to on the page; the run that is left for one can be taken up again. */

import type { Position, Size } from '../pkg/jobscope.js';
import { arrive, problemOf, withScenario, type Arrival, type Open } from './arrival.js';
import { CommandEvent } from './command.js';
import { languages, type Language } from './i18n/index.js';
import { readLink, scenarioLink, type LinkProblem, type Settings } from './link.js';
import type { ManifestWords } from './manifest.js';
import type { Opening } from './opening.js';
import type { Notice } from './panels/arrival-panel.js';
import { firstScenario } from './scenario.js';
import { Session } from './session.js';
import type { Shell } from './shell.js';

/** The first run of a page whose address says which. */
export interface First {
  readonly language: Language | undefined;
  open(words: Promise<ManifestWords>): Promise<{ session: Session; arrival: Arrival }>;
}

export async function first(fragment: string): Promise<First> {
  const linked = await readLink(fragment);
  const { settings = {} } = linked.kind === 'broken' ? (linked.nearest ?? {}) : linked.kind === 'none' ? {} : linked;
  return {
    language: languageOf(settings),
    async open(words) {
      let session: Session | undefined;
      const arrival = await arrive(linked, async (opening) => {
        session = await Session.open(opening, words);
        return session.state.snapshot.position;
      });
      session ??= await Session.open(await firstScenario(), words);
      return { session, arrival };
    },
  };
}

/** What the page takes of settings. */
const choices = {
  lang: Object.keys(languages) as Language[],
  spec: ['spec', 'outcomes'],
  why: ['why', 'status', 'events', 'kubectl'],
  size: ['note', 'sync', 'quiet'] satisfies Size[],
} as const;

function languageOf({ lang }: Settings): Language | undefined {
  return choices.lang.find((one) => one === lang);
}

/** The settings that the page can follow, and the first that it cannot. */
function checked(settings: Settings): { view: Settings; wrong?: LinkProblem } {
  const isRight = ([name, value]: [string, string]) => {
    const allowed: readonly string[] | undefined = (choices as Record<string, readonly string[]>)[name];
    return allowed?.includes(value) ?? true;
  };
  const all = Object.entries(settings);
  const wrong = all.find((one) => !isRight(one));
  const view: Settings = Object.fromEntries(all.filter(isRight));
  return wrong ? { view, wrong: { key: 'setting', detail: wrong.join('=') } } : { view };
}

let visits: Visits | undefined;

/** A page has one. */
export function visitsOf(shell: Shell): Visits {
  return (visits ??= new Visits(shell));
}

class Visits {
  readonly #shell: Shell;
  /** The run that was left, with all that was done to it. */
  #left: Opening | undefined;
  #going = Promise.resolve();

  constructor(shell: Shell) {
    this.#shell = shell;
  }

  /** Shows what a link says beside its run, and what was wrong with it. */
  arrived(arrival: Arrival, without: 'first' | 'kept' = 'first'): void {
    const { view, wrong } = checked(arrival.settings);
    const problem = arrival.problem ?? wrong;
    const isOpen = !arrival.problem || arrival.instead !== undefined;
    if (isOpen) this.#shell.view = view;
    const language = languageOf(view);
    // Where the page begins with a link, it has begun in its language.
    if (language && without === 'kept') this.#shell.dispatchEvent(new CommandEvent({ do: 'language', language, once: true }));
    const isMenu = problem?.key === 'scenario';
    if (isMenu) this.#shell.aside = { ...this.#shell.aside, dialog: 'scenarios' };
    const instead = arrival.instead ?? (isOpen ? 'rest' : without);
    this.#tell(problem && { problem, instead, isMenu });
  }

  /** Follows a link that came while a run is on the screen. */
  async follow(fragment: string): Promise<void> {
    await this.#try(async () => {
      const linked = await readLink(fragment);
      if (linked.kind !== 'none') this.arrived(await arrive(linked, this.#open), 'kept');
    });
  }

  async openScenario(name: string, position?: Position): Promise<void> {
    await this.#try(async () => {
      await arrive({ kind: 'scenario', name, settings: {}, ...(position && { position }) }, this.#open);
      this.#settle(scenarioLink(name, position));
    });
  }

  /** One after the other. What a run is read from may be out of reach by now. */
  #try(open: () => Promise<void>): Promise<void> {
    this.#going = this.#going.then(open).catch((problem: unknown) => {
      this.#tell({ problem: { key: 'loading', detail: String(problem) }, instead: 'kept' });
    });
    return this.#going;
  }

  /** A run that came as a file. Tells what is wrong with it. */
  readonly openRun = async (run: Opening): Promise<LinkProblem | undefined> => {
    try {
      await this.#open(await withScenario(run));
    } catch (problem) {
      return problemOf(problem, run.trace ?? {});
    }
    this.#settle('');
    return undefined;
  };

  async return(): Promise<void> {
    const run = this.#left;
    if (!run) return;
    await this.#try(async () => {
      await this.#open(run);
      if (this.#left === run) this.#left = undefined;
      this.#shell.session.touched = true;
      this.#settle('');
    });
  }

  /** The address says what is on the screen now; a person's own run has none. */
  #settle(fragment: string): void {
    const shell = this.#shell;
    shell.view = { ...shell.view, pod: '' };
    history.replaceState(null, '', fragment ? `#${fragment}` : location.pathname + location.search);
    this.#tell(undefined);
  }

  #tell(said: Omit<Notice, 'back'> | undefined): void {
    const back = this.#left !== undefined;
    const notice = said || back ? { ...said, back } : undefined;
    this.#shell.aside = { ...this.#shell.aside, notice, canReturn: back };
  }

  readonly #open: Open = async (opening) => {
    const { session } = this.#shell;
    await session.reopen(opening, () => {
      if (this.#isOwn()) this.#left = this.#now();
    });
    return session.state.snapshot.position;
  };

  /** What was only looked at can be looked at again. Under a name the browser keeps the text. */
  #isOwn(): boolean {
    const { session, text } = this.#shell;
    const { name, edited = session.state.manifest } = session.opening;
    return session.touched || (name === undefined && text !== edited);
  }

  #now(): Opening {
    const { session, text } = this.#shell;
    const { manifest, branchNames } = session.state;
    return {
      ...session.opening,
      trace: session.exportTrace(),
      applied: manifest,
      edited: text,
      ...(branchNames && { names: branchNames }),
    };
  }
}
