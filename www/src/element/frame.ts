/** The frame of the element: transport, why and board in whatever width there is; tells the page around what happens. */

import { html, LitElement, nothing, unsafeCSS, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Question, Size } from '../../pkg/jobscope.js';
import type { Command, CommandEvent } from '../command.js';
import { innermost } from '../focus.js';
import { languages, sayAt, type FirstWords, type Language, type Words } from '../i18n/index.js';
import { keyAct, runCommand, type KeyAct } from '../keys.js';
import type { Telling } from '../panel.js';
import { marked } from '../parts/marked.js';
import { Player } from '../player.js';
import { numberAt, reasonAt, spoken, type Reason } from '../reason.js';
import { transport, trouble } from '../run-view.js';
import type { Session } from '../session.js';
import { hasTrapped, isStopped } from '../session-state.js';
import boardStyles from '../styles/board.css?inline';
import styles from '../styles/embed.css?inline';
import tokens from '../styles/tokens.css?inline';
import { bar } from './bar.js';
import { board } from './board.js';
import type { Problem, Reports } from './reports.js';
import type { View } from './settings.js';
import '../panels/place-panel.js';
import '../panels/scrubber-panel.js';
import '../panels/transport-panel.js';
import '../panels/why-panel.js';

/** What can still be done where nothing may be changed. */
const looking: readonly Command['do'][] = ['forward', 'back', 'seek', 'switchBranch', 'replay'];

@customElement('jobscope-frame')
export class Frame extends LitElement {
  static override styles = [unsafeCSS(tokens), unsafeCSS(boardStyles), unsafeCSS(styles)];

  @property({ attribute: false }) words!: FirstWords;
  @property({ attribute: false }) session: Session | undefined;
  /** What is wrong with how the element was made. */
  @property({ attribute: false }) problem: Problem | undefined;
  @property() name = '';
  @property() view: View = 'all';
  @property({ type: Boolean }) readonly = false;
  @property({ attribute: false }) share!: () => Promise<string>;
  /** Every word of a language; what the first step does without waits for it. */
  @state() private allWords: Words | undefined;
  @state() private editing = false;
  @state() private ledgersOpen = false;
  /** The answer to the question that was asked since the last step. */
  @state() private answered = '';
  /** The link to the full page, if the run still stands where it was asked for. */
  @state() private link = '';
  size: Size = 'sync';
  #loading: Promise<void> | undefined;
  @property({ attribute: false }) reports!: Reports;
  readonly #player = new Player(() => this.session, () => this.size);

  override connectedCallback(): void {
    super.connectedCallback();
    this.#player.addEventListener('change', this.#update);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#player.pause();
    this.#player.removeEventListener('change', this.#update);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('session')) return;
    this.#player.pause();
    changed.get('session')?.removeEventListener('change', this.#stepped);
    this.session?.addEventListener('change', this.#stepped);
    this.link = '';
    this.reports.forget();
  }

  protected override updated(changed: PropertyValues<this>): void {
    const { session } = this;
    if (changed.has('words')) this.#loading = this.#loadWords();
    if (session && this.#isReadable(session)) this.reports.tell(session.state, this.#reason(session, this.#telling(session)));
  }

  protected override render() {
    const { session, words } = this;
    const t = words.ui.page.embed;
    return html`<section
      class="frame"
      part="frame"
      aria-label=${t.label(this.name)}
      @command=${this.#command}
      @keydown=${this.#pressed}
    >
      ${bar({
        words: t,
        name: this.name,
        link: this.link,
        canEdit: session !== undefined && !this.readonly,
        editing: this.editing,
        edit: this.#edit,
        ...(session && { prepare: () => this.#prepare(session), open: this.#open }),
      })}
      ${this.problem ? this.#problem(this.problem) : nothing}
      ${session && this.#isReadable(session) ? this.#run(session) : nothing}
    </section>`;
  }

  #problem({ text, path }: Problem): TemplateResult {
    const t = this.words.ui.page.embed;
    return html`<div class="problem" part="error" role="alert" data-testid="problem">
      <p>${path ? html`<code>${path}</code> ` : nothing}${marked(text)}</p>
      <p class="muted">${this.session ? t.kept : t.failed}</p>
    </div>`;
  }

  #run(session: Session): TemplateResult {
    const { state } = session;
    const { snapshot } = state;
    const telling = this.#telling(session);
    const acting = { ...telling, stopped: hasTrapped(state) };
    const reason = this.#reason(session, telling);
    return html`
      ${state.trouble && this.allWords ? trouble(telling, state.trouble) : nothing}
      ${transport({ telling: acting, state, size: this.size, player: this.#player })}
      ${this.editing && !this.readonly && this.allWords ? this.#spec(session, telling) : nothing}
      <div class="main" data-view=${this.view}>
        ${this.view === 'board'
          ? html`<p class="said" part="why" data-testid="why">${marked(reason.text)}</p>`
          : this.#why(session, telling, reason)}
        ${this.view === 'why'
          ? nothing
          : board({
              telling: acting,
              snapshot,
              pods: session.pods,
              open: this.ledgersOpen && this.allWords !== undefined,
              toggled: (open) => (this.ledgersOpen = open),
            })}
        ${this.view === 'board' ? nothing : this.#more(session, acting, reason)}
      </div>
      <div class="spoken" role="status" aria-live="polite" data-testid="spoken">${this.answered || spoken(reason)}</div>
    `;
  }

  #why({ state: { snapshot } }: Session, telling: Telling, reason: Reason): TemplateResult {
    return html`<section class="why" part="why" aria-label=${this.words.ui.page.regions.why} tabindex="-1">
      <jobscope-why .telling=${telling} .snapshot=${snapshot} .reason=${reason}></jobscope-why>
      ${this.allWords ? html`<jobscope-changes .telling=${telling} .job=${snapshot.job}></jobscope-changes>` : nothing}
    </section>`;
  }

  /** What is asked more rarely. Where there is one column, it stands below the board. */
  #more(session: Session, telling: Telling, reason: Reason): TemplateResult {
    const { snapshot } = session.state;
    if (!this.allWords) return html`<div class="more"></div>`;
    return html`<div class="more">
      <jobscope-whynot
        .telling=${telling}
        .snapshot=${snapshot}
        .pods=${session.pods}
        .ask=${(question: Question) => session.whyNot(question)}
        @speak=${(event: CustomEvent<string>) => (this.answered = event.detail)}
      ></jobscope-whynot>
      <jobscope-notes .telling=${telling} .snapshot=${snapshot} .told=${reason.number} folded></jobscope-notes>
    </div>`;
  }

  /** The editor loads when it is asked for. */
  #spec({ state, opening }: Session, telling: Telling): TemplateResult {
    void import('./edit.js');
    return html`<section class="spec" part="spec" aria-label=${this.words.ui.page.regions.spec}>
      <jobscope-spec
        .telling=${telling}
        .manifest=${state.manifest}
        .opening=${opening}
        .mistakes=${state.mistakes}
        .kubectlText=${state.kubectl}
        .job=${state.snapshot.job}
        .stopped=${hasTrapped(state)}
      ></jobscope-spec>
    </section>`;
  }

  #telling({ state }: Session): Telling {
    // What is on the screen before all words are there asks for no more than the first ones. Afterwards, a language
    // takes the place of another as a whole.
    const words = this.allWords ?? (this.words as Words);
    return { words, say: sayAt(state.snapshot, words), readonly: this.readonly };
  }

  async #loadWords(): Promise<void> {
    const { language } = this.words;
    try {
      const words = await languages[language as Language].load();
      if (this.words.language !== language) return;
      this.allWords = words;
      void import('./later.js');
    } catch (problem) {
      this.problem ??= { text: String(problem) };
    }
  }

  /** The first words are enough for this step. */
  #isReadable({ state }: Session): boolean {
    const told = state.snapshot.notes[numberAt(state.snapshot, this.size) - 1];
    return this.allWords !== undefined || !told || told.id in this.words.note;
  }

  /** What waits for an update waits for the words of the step, too. */
  protected override async getUpdateComplete(): Promise<boolean> {
    const done = await super.getUpdateComplete();
    if (!this.session || this.#isReadable(this.session)) return done;
    await this.#loading;
    return super.getUpdateComplete();
  }

  #reason({ state }: Session, telling: Telling): Reason {
    return reasonAt(state.snapshot, this.size, telling);
  }

  readonly #update = () => this.requestUpdate();

  readonly #stepped = () => {
    this.answered = '';
    this.link = '';
    this.requestUpdate();
  };

  async #focusEditor(): Promise<void> {
    await import('./edit.js');
    await this.updateComplete;
    const spec = this.renderRoot.querySelector('jobscope-spec');
    await spec?.updateComplete;
    spec?.focus();
  }

  readonly #edit = () => {
    this.editing = !this.editing;
  };

  /** The link is made when somebody is about to follow it: a long run takes a while to be packed. */
  async #prepare(session: Session): Promise<string> {
    if (this.link) return this.link;
    const { snapshot } = session.state;
    const link = await this.share();
    if (session === this.session && snapshot === session.state.snapshot) this.link = link;
    return link;
  }

  readonly #open = (event: Event) => {
    if (this.link || !this.session) return;
    event.preventDefault();
    void this.#prepare(this.session).then((link) => window.open(link, '_blank', 'noopener'));
  };

  readonly #command = (event: CommandEvent) => {
    event.stopPropagation();
    this.do(event.detail);
  };

  do(command: Command): void {
    if (this.session && isStopped(this.session.state, command)) {
      return this.renderRoot.querySelector<HTMLElement>('jobscope-trouble')?.focus();
    }
    if (this.#player.follow(command)) return this.requestUpdate();
    switch (command.do) {
      case 'size':
        this.size = command.size;
        return this.requestUpdate();
      default:
        if (this.readonly && !looking.includes(command.do)) return;
        if (command.do !== 'check') this.#player.pause();
        this.session?.dispatch(command);
    }
  }

  readonly #pressed = (event: KeyboardEvent) => {
    const act = keyAct(event);
    // The page around may have keys of its own, such as arrows that turn its pages.
    if (!event.ctrlKey && !event.altKey && !event.metaKey && event.key !== 'Escape') event.stopPropagation();
    if (act && this.#key(act)) {
      event.preventDefault();
      event.stopPropagation();
    }
  };

  /** Whether the key means something here. */
  #key(act: KeyAct): boolean {
    if (!this.session) return false;
    const { end } = this.session.state.snapshot;
    const command = runCommand(act, { size: this.size, end, playing: this.#player.playing });
    if (command) {
      this.do(command);
      return true;
    }
    switch (act.key) {
      case 'why':
        this.renderRoot.querySelector<HTMLElement>('.why')?.focus();
        return true;
      case 'editor':
        if (this.readonly) return false;
        this.editing = true;
        void this.#focusEditor();
        return true;
      case 'leave':
        innermost()?.blur();
        return true;
      default:
        return false;
    }
  }
}
