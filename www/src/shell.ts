/** The frame of the page: lays the panels out, hands them the state, and passes their commands on. */

import { html, LitElement, nothing, unsafeCSS, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PodRow, Question, Size } from '../pkg/jobscope.js';
import type { Aside } from './asides.js';
import { CommandEvent, type Command, type Theme } from './command.js';
import { innermost } from './focus.js';
import { sayAt, type Words } from './i18n/index.js';
import { keyAct, runCommand, type KeyAct } from './keys.js';
import type { Settings } from './link.js';
import type { Telling } from './panel.js';
import type { SpecPanel } from './panels/spec-panel.js';
import { reasonAt, specInputs, spoken, type Reason } from './reason.js';
import * as view from './run-view.js';
import type { Session } from './session.js';
import { hasTrapped, isStopped } from './session-state.js';
import { Player } from './player.js';
import board from './styles/board.css?inline';
import frame from './styles/frame.css?inline';
import { whyRegion, type WhyTab } from './why-region.js';
import './panels/cache-panel.js';
import './panels/flight-panel.js';
import './panels/gap-panel.js';
import './panels/header-panel.js';
import './panels/place-panel.js';
import './panels/pods-panel.js';
import './panels/queue-panel.js';
import './panels/scrubber-panel.js';
import './panels/tabs-panel.js';
import './panels/transport-panel.js';

type Region = 'spec' | 'board' | 'why' | 'next' | 'faults';

interface Layout {
  /** In the order of reading, which is also the order of focus. */
  main: readonly Region[];
  /** Always on the screen, above the transport. */
  foot: readonly Region[];
}

const wide = matchMedia('(min-width: 1100px)');
const middle = matchMedia('(min-width: 720px)');
const layouts = {
  wide: { main: ['spec', 'board', 'why'], foot: ['next', 'faults'] },
  middle: { main: ['why', 'board', 'faults', 'spec'], foot: ['next'] },
  narrow: { main: ['why', 'board', 'next', 'faults', 'spec'], foot: [] },
} as const satisfies Record<string, Layout>;

function isSimple(value: string): boolean {
  return /^(\d+|true|false)$/.test(value);
}

function layout(): Layout {
  return layouts[wide.matches ? 'wide' : middle.matches ? 'middle' : 'narrow'];
}

@customElement('jobscope-shell')
export class Shell extends LitElement {
  static override styles = [unsafeCSS(board), unsafeCSS(frame)];

  @property({ attribute: false }) session!: Session;
  @property({ attribute: false }) words!: Words;
  @property() theme: Theme = 'auto';
  /** What stands beside the run: a dialog, what became of a link. What shows it loads when there is some. */
  @state() aside: Aside | undefined;
  @state() private asides: typeof import('./asides.js') | undefined;
  @state() private size: Size = 'sync';
  @state() private specTab = 'spec';
  @state() private whyTab: WhyTab = 'why';
  @state() private helpOpen = false;
  /** The pod that was chosen in the map. */
  @state() private chosen = '';
  /** The answer to the question that was asked since the last step. */
  @state() private answered = '';
  readonly #player = new Player(() => this.session, () => this.size);

  /** What a link brings back beside the run. */
  get view(): Settings {
    return { spec: this.specTab, why: this.whyTab, size: this.size, pod: this.chosen };
  }

  set view({ spec = 'spec', why = 'why', size = 'sync', pod = '' }: Settings) {
    this.#player.pause();
    this.specTab = spec;
    this.whyTab = why as WhyTab;
    this.size = size as Size;
    this.chosen = pod;
  }

  /** What stands in the editor. */
  get text(): string {
    return this.renderRoot.querySelector<SpecPanel>('jobscope-spec')?.text ?? this.session.state.manifest;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.session.addEventListener('change', this.#update);
    this.#player.addEventListener('change', this.#update);
    for (const query of [wide, middle]) query.addEventListener('change', this.#update);
    window.addEventListener('keydown', this.#pressed);
  }

  protected override firstUpdated(): void {
    void import('./later.js');
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#player.pause();
    this.session.removeEventListener('change', this.#update);
    this.#player.removeEventListener('change', this.#update);
    for (const query of [wide, middle]) query.removeEventListener('change', this.#update);
    window.removeEventListener('keydown', this.#pressed);
  }

  protected override render() {
    this.#load();
    const { state } = this.session;
    const { snapshot, trouble } = state;
    const telling: Telling = { words: this.words, say: sayAt(snapshot, this.words) };
    const acting: Telling = { ...telling, stopped: hasTrapped(state) };
    const reason = reasonAt(snapshot, this.size, telling);
    const lines = this.#specLines(reason);
    const regions: Record<Region, () => TemplateResult> = {
      spec: () => this.#spec(telling, acting, lines),
      board: () => this.#board(acting),
      why: () => this.#why(telling, acting, reason, lines),
      next: () => html`<jobscope-next
        class="next"
        .telling=${acting}
        .snapshot=${snapshot}
        .preview=${this.session.preview}
      ></jobscope-next>`,
      faults: () => html`<jobscope-faults class="faults" .telling=${acting} .snapshot=${snapshot}></jobscope-faults>`,
    };
    const { main, foot } = layout();
    const show = (list: readonly Region[]) => repeat(list, (region) => region, (region) => regions[region]());
    return html`
      <div class="frame" @command=${this.#command}>
        <div class="head" data-quiet>
          <jobscope-header .telling=${telling} .profile=${snapshot.profile}
            .profiles=${this.session.profiles}
            .theme=${this.theme}
          ></jobscope-header>
          ${trouble ? view.trouble(telling, trouble) : nothing}
          ${this.asides?.notice(this, telling)}
        </div>
        <main class="columns">${show(main)}</main>
        <footer>${show(foot)} ${view.transport({ telling: acting, state, size: this.size, player: this.#player })}</footer>
        <div class="spoken" role="status" aria-live="polite" data-testid="spoken">${this.answered || spoken(reason)}</div>
        <jobscope-help .telling=${telling} .open=${this.helpOpen}></jobscope-help>
        ${this.asides?.dialog(this, telling)}
      </div>
    `;
  }

  /** What the first look does not need loads when it is asked for. */
  #load(): void {
    if (this.helpOpen) void import('./panels/help-panel.js');
    if (this.aside && !this.asides) void import('./asides.js').then((asides) => (this.asides = asides));
    if (this.specTab === 'outcomes') void import('./panels/outcomes-panel.js');
  }

  #spec(telling: Telling, acting: Telling, lines: ReadonlyMap<string, number>): TemplateResult {
    const { snapshot, manifest, mistakes, kubectl } = this.session.state;
    const t = this.words.ui.page;
    return html`<section class="region spec" data-quiet aria-label=${t.regions.spec}>
      ${wide.matches ? this.#walk(acting) : nothing}
      <jobscope-tabs
        .telling=${telling}
        .label=${t.regions.spec}
        .selected=${this.specTab}
        .tabs=${[
          { id: 'spec', label: t.tabs.spec },
          { id: 'outcomes', label: t.tabs.outcomes },
        ]}
        @choose=${(event: CustomEvent<string>) => (this.specTab = event.detail)}
      >
        <div slot="spec">
          <jobscope-spec
            .telling=${telling}
            .manifest=${manifest}
            .opening=${this.session.opening}
            .mistakes=${mistakes}
            .kubectlText=${kubectl}
            .reasonLines=${new Set(lines.values())}
            .job=${snapshot.job}
            .stopped=${acting.stopped}
            >${customElements.get('jobscope-spec') ? nothing : html`<pre>${manifest}</pre>`}
            <jobscope-change slot="change" .telling=${acting} .job=${snapshot.job}></jobscope-change
          ></jobscope-spec>
        </div>
        ${this.specTab === 'outcomes'
          ? html`<jobscope-outcomes slot="outcomes" .telling=${acting} .plan=${snapshot.plan} .job=${snapshot.job}></jobscope-outcomes>`
          : nothing}
      </jobscope-tabs>
    </section>`;
  }

  #board(telling: Telling): TemplateResult {
    const { snapshot } = this.session.state;
    return html`<section
      class="region board"
      aria-label=${this.words.ui.page.regions.board}
      @choose=${(event: CustomEvent<string>) => (this.chosen = event.detail)}
    >
      <jobscope-gap .telling=${telling} .gap=${snapshot.gap}></jobscope-gap>
      ${view.columns(telling, snapshot, this.session.pods, this.chosen)}
      <jobscope-queue .telling=${telling} .queue=${snapshot.queue} which="job"></jobscope-queue>
      ${view.orphans(telling, snapshot)}
      ${view.ledgers(telling, snapshot)}
    </section>`;
  }

  #why(telling: Telling, acting: Telling, reason: Reason, lines: ReadonlyMap<string, number>): TemplateResult {
    return whyRegion({
      telling,
      acting,
      reason,
      lines,
      snapshot: this.session.state.snapshot,
      tab: this.whyTab,
      folded: !middle.matches,
      walk: wide.matches ? nothing : this.#walk(acting),
      ask: this.#ask,
      kubectl: this.session.kubectl,
      chosen: this.#chosenPod(),
      pods: this.session.pods,
      open: (tab) => (this.whyTab = tab),
      speak: (answer) => (this.answered = answer),
    });
  }

  #walk(telling: Telling): TemplateResult {
    return html`<jobscope-walk .telling=${telling} .session=${this.session}></jobscope-walk>`;
  }

  #chosenPod(): PodRow | undefined {
    const row = this.chosen ? this.session.pods.row(this.chosen) : undefined;
    return row?.stored && row;
  }

  /** The lines of the manifest that say what the reason depends on, by field. */
  #specLines(reason: Reason): ReadonlyMap<string, number> {
    const lines = new Map<string, number>();
    for (const { name, value } of specInputs(reason)) {
      const place = this.session.placeOf(name);
      const said = place?.value && this.session.state.manifest.slice(place.value.from, place.value.to).trim();
      // The Job may have been changed since, past its text.
      if (place && !(said && isSimple(said) && said !== value.replaceAll(',', ''))) lines.set(name, place.line);
    }
    return lines;
  }

  readonly #ask = (question: Question) => this.session.whyNot(question);

  readonly #update = () => {
    this.answered = '';
    this.requestUpdate();
  };

  readonly #command = (event: CommandEvent) => {
    event.stopPropagation();
    this.#do(event.detail);
  };

  #do(command: Command): void {
    if (isStopped(this.session.state, command)) return this.#focus('jobscope-trouble');
    if (this.#player.follow(command)) return this.requestUpdate();
    switch (command.do) {
      case 'size':
        this.size = command.size;
        return;
      case 'help':
        this.helpOpen = command.open;
        return;
      case 'dialog':
        this.#player.pause();
        this.aside = { ...this.aside, dialog: command.dialog };
        return;
      case 'openScenario':
        return void import('./visits.js').then(({ visitsOf }) => visitsOf(this).openScenario(command.name, command.position));
      case 'theme':
      case 'language':
        // These concern what is outside of the frame, too.
        this.dispatchEvent(new CommandEvent(command));
        return;
      default:
        // Whoever acts or moves by hand does not want to be moved at the same time.
        if (command.do !== 'check') this.#player.pause();
        this.session.dispatch(command);
        // Its button goes with the trouble.
        if (command.do === 'replay') this.#focus('jobscope-transport');
    }
  }

  readonly #pressed = (event: KeyboardEvent) => {
    const act = keyAct(event);
    if (!act || ((this.helpOpen || this.aside?.dialog) && act.key !== 'leave')) return;
    if (act.key !== 'leave') event.preventDefault();
    this.#key(act);
  };

  #key(act: KeyAct): void {
    const { end, next } = this.session.state.snapshot;
    const command = runCommand(act, { size: this.size, end, playing: this.#player.playing });
    if (command) return this.#do(command);
    switch (act.key) {
      case 'next': {
        const chosen = next[act.number - 1];
        return chosen && this.#do({ do: 'act', action: chosen.action });
      }
      case 'share':
        return this.#do({ do: 'dialog', dialog: 'share' });
      case 'help':
        return this.#do({ do: 'help', open: true });
      case 'why':
        this.whyTab = 'why';
        return void this.updateComplete.then(() => this.#focus('.why jobscope-tabs'));
      case 'editor':
        this.specTab = 'spec';
        return void this.updateComplete.then(() => this.#focus('jobscope-spec'));
      case 'leave':
        return innermost()?.blur();
    }
  }

  #focus(selector: string): void {
    this.renderRoot.querySelector<HTMLElement>(selector)?.focus();
  }
}
