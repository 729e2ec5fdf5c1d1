/** The editor: CodeMirror with YAML, marks, completion and help. It loads after the page stands. */

import { acceptCompletion, closeCompletion, completionStatus } from '@codemirror/autocomplete';
import {
  history,
  historyKeymap,
  indentWithTab,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleLineComment,
  toggleTabFocusMode,
} from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state';
import { EditorView, highlightSpecialChars, keymap, lineNumbers, tooltips, type Rect } from '@codemirror/view';
import { completion } from './completion.js';
import type { Field, FieldTable } from './field-table.js';
import { fieldAtCursor, help, type HelpWords } from './help.js';
import { marks, rangeOf, setMarks, type Marks, type Spot } from './marks.js';
import { scalars } from './scalars.js';
import { theme } from './theme.js';

/** One stretch of the text that is replaced. */
export interface Change {
  from: number;
  to: number;
  insert: string;
}

export interface EditorWords extends HelpWords {
  /** The name of the editor. */
  label: string;
  completions: string;
}

export interface EditorOptions {
  parent: HTMLElement;
  root: ShadowRoot;
  text: string;
  /** Where the cursor was in the plain text. */
  selection: { anchor: number; head: number };
  /** Id of what describes the editor. */
  describedBy: string;
  words(): EditorWords;
  table(): FieldTable | undefined;
  /** Somebody typed, or the page changed the text. */
  edited(text: string): void;
  /** The cursor stands in another field. */
  moved(field: Field | undefined): void;
}

export class CodeEditor {
  readonly #view: EditorView;
  readonly #options: EditorOptions;
  readonly #spoken = new Compartment();

  constructor(options: EditorOptions) {
    const { parent, root, text, selection, describedBy, words, table } = options;
    this.#options = options;
    this.#view = new EditorView({
      parent,
      root,
      doc: text,
      selection,
      extensions: [
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        yaml(),
        EditorState.tabSize.of(2),
        tooltips({ tooltipSpace: windowInside }),
        theme,
        scalars,
        marks,
        escape,
        completion(table),
        help(table, words),
        keys,
        this.#spoken.of(spokenIn(words())),
        EditorView.contentAttributes.of({
          'aria-describedby': describedBy,
          'data-testid': 'manifest',
          // It is focusable without, but not everything that looks for a way to scroll by keys knows.
          tabindex: '0',
        }),
        EditorView.updateListener.of(({ docChanged, selectionSet, focusChanged, state }) => {
          if (docChanged) options.edited(state.doc.toString());
          if (docChanged || selectionSet || focusChanged) this.tell();
        }),
      ],
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** The words have changed, as with the language of the page. */
  speak(): void {
    this.#view.dispatch({ effects: this.#spoken.reconfigure(spokenIn(this.#options.words())) });
  }

  /** Says which field the cursor is in, once somebody has put it there. */
  tell(): void {
    if (this.#view.hasFocus) this.#options.moved(fieldAtCursor(this.#view, this.#options.table()));
  }

  /** Another text, of which only what differs is a change: it can be undone, and the cursor stays where it can. */
  replace(text: string): void {
    const old = this.text;
    if (old === text) return;
    let from = 0;
    while (from < Math.min(old.length, text.length) && old[from] === text[from]) from += 1;
    let tail = 0;
    const most = Math.min(old.length, text.length) - from;
    while (tail < most && old[old.length - 1 - tail] === text[text.length - 1 - tail]) tail += 1;
    this.change({ from, to: old.length - tail, insert: text.slice(from, text.length - tail) });
  }

  change(change: Change): void {
    this.#view.dispatch({ changes: change, userEvent: 'input', scrollIntoView: false });
  }

  show(shown: Marks): void {
    this.#view.dispatch({ effects: setMarks.of(shown) });
  }

  /** Puts the cursor on a place and shows it. */
  goTo(spot: Spot): void {
    const { from, to } = rangeOf(this.#view.state.doc, spot);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: 'center' }),
    });
    this.focus();
  }

  focus(): void {
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}

function spokenIn({ label, completions }: EditorWords): Extension {
  return [EditorState.phrases.of({ Completions: completions }), EditorView.contentAttributes.of({ 'aria-label': label })];
}

/** Escape closes a list or a tooltip; where there is none, it is the page's, and leaves the editor. */
const escape = Prec.highest(
  keymap.of([
    {
      key: 'Escape',
      run(view) {
        // A list that is only on its way must not take the key.
        if (completionStatus(view.state) === 'pending') closeCompletion(view);
        return false;
      },
    },
  ]),
);

const keys = keymap.of([
  { key: 'Tab', run: acceptCompletion },
  indentWithTab,
  ...historyKeymap,
  { key: 'Mod-/', run: toggleLineComment },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
  ...standardKeymap,
]);

/** Tooltips keep a little away from the edges of the window. */
function windowInside(): Rect {
  return { left: 8, top: 8, right: innerWidth - 8, bottom: innerHeight - 8 };
}
