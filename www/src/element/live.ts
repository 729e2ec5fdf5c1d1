/** One element once it is near: opens its run, follows its attributes, and keeps the run while it is not on the page. */

import type { Position, Size } from '../../pkg/jobscope.js';
import type { Command } from '../command.js';
import { languages, type FirstWords } from '../i18n/index.js';
import { positionOf } from '../position.js';
import { Frame } from './frame.js';
import type { Attribute, JobScope } from './job-scope.js';
import { open, type Name, type Opened, type Trace } from './open.js';
import { Reports, type Problem } from './reports.js';
import { languageOf, viewOf, wrongOf, type Wrong } from './settings.js';
import { Surroundings } from './surroundings.js';

const sizes: readonly unknown[] = ['note', 'sync', 'quiet'] satisfies Size[];

/** Attributes that ask for another run. */
const runs = ['scenario', 'link', 'profile'] as const;

export class Live {
  readonly #host: JobScope;
  readonly #place: HTMLElement;
  readonly #frame = new Frame();
  readonly #around: Surroundings;
  readonly #reports: Reports;
  readonly #children = new MutationObserver(() => this.#inline() !== this.#spec && this.change('scenario'));
  /** One thing after the other: what comes while a run is opened waits. */
  #working: Promise<void> = Promise.resolve();
  #changed = new Set<Attribute>();
  #words: FirstWords | undefined;
  #name: Name = () => '';
  /** The text of the script inside that the run was made from. */
  #spec: string | undefined;
  /** The run of an element that was taken off the page. */
  #kept: Trace | undefined;
  /** Tells what is wrong while there are no words of a language. */
  readonly #wordless: (problem: string) => void;

  constructor(host: JobScope, place: HTMLElement, wordless: (problem: string) => void) {
    this.#host = host;
    this.#place = place;
    this.#wordless = wordless;
    this.#around = new Surroundings(place, () => this.#paint());
    this.#frame.share = () => this.share();
    this.#frame.reports = this.#reports = new Reports(host);
    this.#frame.setAttribute('part', 'root');
    this.#frame.setAttribute('exportparts', 'frame, bar, title, button, edit, open, error, transport, why, board, spec');
    this.#children.observe(host, { childList: true, subtree: true, characterData: true });
  }

  get position(): Position | undefined {
    return this.#frame.session?.state.snapshot.position;
  }

  /** Resolves when the run is on the screen. */
  async show(): Promise<void> {
    this.#work(() => this.#apply());
    await this.#settled();
  }

  /** An attribute has changed. Those that change together are looked at once. */
  change(name: Attribute): void {
    if (this.#changed.size === 0) this.#work(() => this.#apply());
    this.#changed.add(name);
  }

  async do(command: (size: Size) => Command, size: Size = this.#frame.size): Promise<void> {
    if (!sizes.includes(size)) throw new TypeError(`A size is one of ${sizes.join(', ')}.`);
    this.#frame.do(command(size));
    await this.#settled();
  }

  async seek(to: Position | string): Promise<void> {
    const position = typeof to === 'string' ? positionOf(to) : to;
    if (!position) throw new TypeError('A position is as 7 or 7.2, or an object with step and note.');
    this.#frame.do({ do: 'seek', position });
    await this.#settled();
  }

  async share(): Promise<string> {
    const { session } = this.#frame;
    if (!session) throw new Error(this.#frame.problem?.text ?? 'There is no run.');
    const { linkTo } = await import('./share.js');
    return linkTo(session, this.#frame.lang, this.#host.page);
  }

  async reset(): Promise<void> {
    this.#kept = undefined;
    this.change('scenario');
    await this.#settled();
  }

  /** The element is not on the page any more: the run is kept as data, and its memory given back. */
  rest(): void {
    this.#work(async () => {
      const { session } = this.#frame;
      if (this.#host.isConnected || !session) return;
      const { runOf } = await import('./share.js');
      this.#kept = runOf(session);
      this.#frame.session = undefined;
      session.close();
    });
  }

  /** What fails, such as a part that does not load, is told, and does not hold back what comes after it. */
  #work(task: () => Promise<void>): void {
    this.#working = this.#working.then(task).catch((problem: unknown) => {
      if (this.#words) this.#fail({ text: String(problem) });
      else this.#wordless(String(problem));
    });
  }

  async #settled(): Promise<void> {
    await this.#working;
    // What is on no page is never updated.
    if (this.#frame.isConnected) await this.#frame.updateComplete;
  }

  async #apply(): Promise<void> {
    if (!this.#host.isConnected) return;
    const changed = this.#changed;
    this.#changed = new Set();
    const loading = languages[languageOf(this.#host)].first();
    // Whoever needs them hears of it.
    loading.catch(() => undefined);
    const wrong = wrongOf(this.#host);
    const isOther = !this.#frame.session || runs.some((name) => changed.has(name));
    // It was asked for something else while it was off the page.
    if (runs.some((name) => changed.has(name)) || changed.has('step')) this.#kept = undefined;
    if (!wrong && (isOther || (changed.has('step') && !this.#seekStart()))) await this.#open(loading);
    this.#words = await loading;
    if (wrong) this.#fail(this.#told(wrong, this.#words));
    else if (!isOther) this.#frame.problem = undefined;
    this.#paint();
  }

  async #open(loading: Promise<FirstWords>): Promise<void> {
    const host = this.#host;
    await parsed();
    this.#spec = this.#inline();
    const opened = await open(
      {
        trace: this.#kept ?? host.trace,
        link: host.link,
        spec: host.spec ?? this.#spec,
        scenario: host.scenario,
        position: this.#kept ? undefined : positionOf(host.start),
        profile: host.profile,
      },
      loading,
    ).catch((problem: unknown): Opened => ({ problem: { text: String(problem) } }));
    this.#kept = undefined;
    this.#frame.problem = undefined;
    if (opened.problem) this.#fail(opened.problem);
    // What cannot be opened leaves what is there.
    if (!opened.session) return;
    this.#frame.session?.close();
    this.#frame.session = opened.session;
    this.#name = opened.name;
  }

  /** Whether the run has that step already. */
  #seekStart(): boolean {
    const { session } = this.#frame;
    const position = positionOf(this.#host.start);
    if (!session || !position || position.step > session.state.snapshot.end.step) return false;
    session.dispatch({ do: 'seek', position });
    return true;
  }

  #inline(): string | undefined {
    const texts = ['script[type="application/yaml"]', 'pre code', 'pre'];
    return texts.map((selector) => this.#host.querySelector(selector)?.textContent).find(Boolean) ?? undefined;
  }

  #told({ attribute, value, allowed }: Wrong, { ui }: FirstWords): Problem {
    const t = ui.page.embed;
    const takes = allowed.map((one) => `\`${one}\``).join(ui.page.marks.comma);
    return { text: t.wrong(attribute, value, attribute === 'step' ? t.position : takes), attribute };
  }

  #fail(problem: Problem): void {
    this.#frame.problem = problem;
    this.#reports.fail(problem);
  }

  /** In the place of what was said while there were no words. */
  #show(frame: Frame): void {
    this.#place.querySelector('[role=alert]')?.remove();
    this.#place.append(frame);
  }

  /** What needs no other run. */
  #paint(): void {
    if (!this.#words) return;
    const theme = this.#host.theme;
    const frame = this.#frame;
    frame.dataset['theme'] = theme === 'light' || theme === 'dark' ? theme : this.#around.isDark ? 'dark' : 'light';
    frame.lang = this.#words.language;
    frame.words = this.#words;
    frame.name = this.#name(this.#words);
    frame.view = viewOf(this.#host);
    frame.readonly = this.#host.readonly;
    frame.session?.speak(this.#words.ui.page.yaml);
    if (frame.isConnected) frame.requestUpdate();
    else this.#show(frame);
  }
}

/** Until then an element may not have its children. */
async function parsed(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}
