/** Colours the values that are not texts: YAML 1.1 reads `yes` as a boolean and `010` as eight. */

import { syntaxTree } from '@codemirror/language';
import { RangeSetBuilder } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';

const WORD = /^(?:~|null|Null|NULL|y|Y|yes|Yes|YES|n|N|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/;
const NUMBER = /^[-+]?(?:0b[01_]+|0x[\da-fA-F_]+|[\d_]*\.?[\d_]*(?:[eE][-+]?\d+)?|\d[\d_]*(?::[0-5]?\d)+)$/;

const mark = Decoration.mark({ class: 'scalar' });

class Scalars {
  decorations: DecorationSet;

  constructor(view: EditorView) {
    this.decorations = scalarsIn(view);
  }

  update(update: ViewUpdate): void {
    if (update.docChanged || update.viewportChanged || syntaxTree(update.startState) !== syntaxTree(update.state)) {
      this.decorations = scalarsIn(update.view);
    }
  }
}

export const scalars = ViewPlugin.fromClass(Scalars, { decorations: ({ decorations }) => decorations });

function scalarsIn({ state, visibleRanges }: EditorView): DecorationSet {
  const found = new RangeSetBuilder<Decoration>();
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, from, to }) {
        if (name === 'Key') return false;
        if (name === 'Literal' && isScalar(state.sliceDoc(from, to))) found.add(from, to, mark);
        return undefined;
      },
    });
  }
  return found.finish();
}

function isScalar(text: string): boolean {
  return WORD.test(text) || (NUMBER.test(text) && /\d/.test(text));
}
