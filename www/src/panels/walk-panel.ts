/** The scenario's question, and its sentences, whose words lead to places of the run. */

import { css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Position } from '../../pkg/jobscope.js';
import type { Language } from '../i18n/index.js';
import { keep, kept } from '../kept.js';
import { scenarioLink } from '../link.js';
import type { Opening } from '../opening.js';
import { Panel } from '../panel.js';
import { marked } from '../parts/marked.js';
import { placeText, positionOf } from '../position.js';
import type { Told } from '../scenario.js';
import type { Session } from '../session.js';

const KEPT = 'jobscope-walk';

/** Where one was in the walk of an opening; the panel itself may be made anew. */
const lastPlaces = new WeakMap<Opening, number>();

/** A piece of a sentence; with a place, a link. */
interface Piece {
  text: string;
  place?: Position;
}

@customElement('jobscope-walk')
export class WalkPanel extends Panel {
  static override styles = Panel.withParts(css`
    section {
      padding: 12px var(--pad);
    }
    .head {
      display: flex;
      align-items: baseline;
      justify-content: space-between;
      gap: 8px;
    }
    h2 {
      margin-bottom: 2px;
      color: var(--ink);
      font-size: 14px;
      letter-spacing: 0;
      line-height: 20px;
      text-transform: none;
    }
    .head button {
      flex: none;
      margin-right: -8px;
    }
    .question {
      color: var(--muted);
    }
    .told {
      display: grid;
      gap: 8px;
      margin-top: 8px;
    }
    .told > * {
      max-width: 68ch;
    }
    a {
      color: var(--accent);
      text-underline-offset: 2px;
    }
    a[aria-current] {
      border-radius: 3px;
      background: var(--changed-tint);
      color: var(--changed);
      font-weight: 600;
      text-decoration-thickness: 2px;
      text-underline-offset: 4px;
    }
    :host([aria-disabled='true']) a {
      color: var(--muted);
      cursor: default;
    }
    .row,
    [role='note'] {
      margin-top: 8px;
    }
    .row span {
      margin-left: 4px;
    }
    .row .away {
      flex-basis: 100%;
      margin-left: 0;
    }
    /* It would tell of another Job. */
    @media print {
      .strange {
        display: none;
      }
    }
    @media (forced-colors: active) {
      a[aria-current] {
        outline: 2px solid Highlight;
      }
    }
  `);

  @property({ attribute: false }) session!: Session;
  @state() private isOpen = kept(KEPT, ['open']) === 'open';

  protected override render() {
    const { opening, canVisit, inStory, state } = this.session;
    const { title, question, walk } = opening;
    if (!title || !question || !walk) return nothing;
    const t = this.page.walk;
    const language = this.words.language as Language;
    const told = walk.map((sentence: Told) => piecesOf(sentence[language]));
    const places = told.flat().flatMap(({ place }) => place ?? []);
    const current = this.#current(places);
    const before = this.#before(places, current);
    // Between two places, the words about the one that was passed still stand.
    const reached = current ?? before;
    if (reached !== undefined) lastPlaces.set(opening, reached);
    // Started over with another text, the run is not the one that is told.
    const isStrange = !canVisit && state.manifest !== opening.text;
    const left = inStory || !canVisit ? undefined : lastPlaces.get(opening);
    return html`<section class=${isStrange ? 'strange' : ''} aria-label=${t.label} data-testid="walk">
      <div class="head">
        <h2>${marked(title[language])}</h2>
        <button class="quiet" data-testid="walk-toggle" aria-expanded=${this.isOpen} @click=${this.#toggle}>
          ${this.isOpen ? t.less : t.all}
        </button>
      </div>
      <p class="question">${marked(question[language])}</p>
      ${this.#told(told, reached, current)} ${isStrange ? this.#note(t.strange, 'walk-strange') : this.#otherVersion()}
      <div class="row">
        ${this.#move(t.back, t.backTitle, 'walk-back', places, before)}
        ${this.#move(t.next, t.nextTitle, 'walk-next', places, this.#after(places, current))}
        <span class="muted small ${left === undefined ? '' : 'away'}" data-testid="walk-place"
          >${reached === undefined
            ? left === undefined
              ? t.places(places.length)
              : t.left(left + 1, places.length)
            : (current === undefined ? t.past : t.place)(reached + 1, places.length)}</span
        >
      </div>
    </section>`;
  }

  /** All sentences, or the one with the place that was reached last and those without a place that belong to it. */
  #told(told: readonly Piece[][], reached: number | undefined, current: number | undefined) {
    const shares: { first: number; count: number; group: number }[] = [];
    let [first, group] = [0, 0];
    for (const pieces of told) {
      const count = pieces.filter(({ place }) => place).length;
      // What has no place belongs to what was said before it; at the beginning, to what comes after.
      if (count > 0 && first > 0) group += 1;
      shares.push({ first, count, group });
      first += count;
    }
    const here = shares.find(({ first, count }) => reached !== undefined && first <= reached && reached < first + count);
    const shown = told.flatMap((pieces, at) => {
      const share = shares[at];
      const isShown = share && (this.isOpen || share.group === here?.group);
      return isShown ? [html`<li>${this.#sentence(pieces, share.first, current)}</li>`] : [];
    });
    return shown.length > 0 ? html`<ol class="told" data-testid="walk-told">${shown}</ol>` : nothing;
  }

  #sentence(pieces: readonly Piece[], first: number, current: number | undefined): TemplateResult[] {
    let number = first;
    return pieces.map(({ text, place }) => {
      if (!place) return html`${marked(text)}`;
      const own = number;
      number += 1;
      return html`<a
        href="#${this.#link(place)}"
        title=${this.page.walk.goTo(placeText(place))}
        aria-current=${own === current ? 'step' : nothing}
        @click=${(event: MouseEvent) => this.#follow(event, own, place)}
        >${marked(text)}</a
      >`;
    });
  }

  /** A scenario's places are those of a run of its own version. */
  #otherVersion() {
    const { opening, profiles, state } = this.session;
    const own = opening.tested?.profile ?? profiles[0]?.name;
    const { profile } = state.snapshot;
    if (own === undefined || own === profile) return nothing;
    return this.#note(this.page.walk.otherVersion(own, profile), 'walk-version');
  }

  #note(text: string, id: string) {
    return html`<p class="small muted" role="note" data-testid=${id}>${text}</p>`;
  }

  /** The place that was reached last: two of them may be the same. */
  get #at(): number {
    return lastPlaces.get(this.session.opening) ?? 0;
  }

  #link(place: Position): string {
    const { name, scenario = '' } = this.session.opening;
    return scenarioLink(name ?? scenario, place);
  }

  #move(label: string, title: string, id: string, places: readonly Position[], to: number | undefined) {
    const place = to === undefined ? undefined : places[to];
    return html`<button
      data-testid=${id}
      title=${title}
      aria-disabled=${place === undefined || nothing}
      @click=${() => to !== undefined && place && this.#go(to, place)}
    >
      ${label}
    </button>`;
  }

  #current(places: readonly Position[]): number | undefined {
    if (!this.session.inStory) return undefined;
    const { position } = this.session.state.snapshot;
    const isHere = (place: Position | undefined) => place !== undefined && compare(place, position) === 0;
    if (isHere(places[this.#at])) return this.#at;
    const found = places.findIndex(isHere);
    return found < 0 ? undefined : found;
  }

  #after(places: readonly Position[], current: number | undefined): number | undefined {
    if (current !== undefined) return current + 1 < places.length ? current + 1 : undefined;
    // Back from somewhere else, the walk goes on where it was; from another run, it begins.
    if (!this.session.inStory) return this.session.canVisit ? this.#at : 0;
    const found = places.findIndex((place) => compare(place, this.session.state.snapshot.position) > 0);
    return found < 0 ? undefined : found;
  }

  #before(places: readonly Position[], current: number | undefined): number | undefined {
    if (current !== undefined) return current > 0 ? current - 1 : undefined;
    if (!this.session.inStory) return undefined;
    const { position } = this.session.state.snapshot;
    const passed = places.map((place, number) => (compare(place, position) < 0 ? number : -1));
    const found = Math.max(-1, ...passed);
    return found < 0 ? undefined : found;
  }

  /** With another key held, the browser opens the link in its own way. */
  #follow(event: MouseEvent, number: number, place: Position): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    this.#go(number, place);
  }

  #go(number: number, position: Position): void {
    const { canVisit, opening } = this.session;
    lastPlaces.set(opening, number);
    const name = opening.name ?? opening.scenario;
    if (canVisit || name === undefined) this.send({ do: 'visit', position });
    else this.send({ do: 'openScenario', name, position });
  }

  readonly #toggle = () => {
    this.isOpen = !this.isOpen;
    keep(KEPT, this.isOpen ? 'open' : undefined);
  };
}

/** Links are written `[words](7.2)`. */
function piecesOf(sentence: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const link of sentence.matchAll(/\[([^\]]*)\]\(([\d.]+)\)/g)) {
    const [whole, text = '', written = ''] = link;
    const place = positionOf(written);
    if (link.index > end) pieces.push({ text: sentence.slice(end, link.index) });
    pieces.push({ text, ...(place && { place }) });
    end = link.index + whole.length;
  }
  if (end < sentence.length) pieces.push({ text: sentence.slice(end) });
  return pieces;
}

function compare(one: Position, other: Position): number {
  return one.step - other.step || one.note - other.note;
}
