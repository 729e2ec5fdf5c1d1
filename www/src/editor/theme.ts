/** The editor in the colours of the page: both themes and forced colours come from its custom properties. */

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Few colours: keys carry the structure, comments and signs step back; see `scalars` for values. */
const highlighting = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), class: 'key' },
  { tag: tags.lineComment, class: 'comment' },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace, tags.meta, tags.keyword], class: 'sign' },
  { tag: [tags.labelName, tags.typeName, tags.special(tags.string)], class: 'sign' },
]);

const look = EditorView.theme({
  '&': { backgroundColor: 'var(--surface)', color: 'var(--ink)' },
  '&.cm-focused': { outline: 'none' },
  // Above the line numbers, which would lie over an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '0',
    zIndex: '201',
    border: '2px solid var(--accent)',
    pointerEvents: 'none',
  },
  '.cm-scroller': { font: '12px / 20px var(--mono)', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 0' },
  '.cm-gutters': { minWidth: '38px', border: '0', backgroundColor: 'var(--surface)', color: 'var(--muted)' },
  '.cm-lineNumbers': { flex: '1' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '38px', padding: '0 10px 0 0', borderLeft: '2px solid transparent' },

  '.key': { fontWeight: '600' },
  '.comment': { color: 'var(--muted)', fontStyle: 'italic' },
  '.sign': { color: 'var(--muted)' },
  '.scalar': { color: 'var(--code-scalar)' },

  '.cm-line.reason': { backgroundColor: 'var(--changed-tint)' },
  '.cm-line.mistake': { backgroundColor: 'var(--mistake-tint)' },
  '.cm-gutterElement.reason': {
    borderLeftColor: 'var(--changed) !important',
    backgroundColor: 'var(--changed-tint)',
    color: 'var(--ink)',
  },
  '.cm-gutterElement.mistake': {
    borderLeftColor: 'var(--failed) !important',
    backgroundColor: 'var(--mistake-tint)',
    color: 'var(--failed)',
    fontWeight: '700',
  },
  '.cm-gutterElement.warning': {
    borderLeftColor: 'var(--waiting) !important',
    color: 'var(--waiting)',
    fontWeight: '700',
  },
  '.cm-mistake, .cm-warning': {
    textDecoration: 'underline wavy var(--failed) 1px',
    textUnderlineOffset: '3px',
    textDecorationSkipInk: 'none',
  },
  '.cm-warning': { textDecoration: 'underline dotted var(--waiting) 2px' },

  '.cm-tooltip': {
    boxSizing: 'border-box',
    maxWidth: 'min(360px, calc(100vw - 16px))',
    border: '1px solid var(--edge-strong)',
    borderRadius: 'var(--radius)',
    backgroundColor: 'var(--bar)',
    color: 'var(--ink)',
  },
  '.help': { padding: '8px 12px', font: 'var(--text) / 1.45 var(--sans)', overflowWrap: 'anywhere' },
  '.help p + p': { marginTop: '4px' },
  '.help code': { fontFamily: 'var(--mono)', fontSize: '0.94em' },
  '.help .problem': { paddingLeft: '8px', borderLeft: '2px solid var(--failed)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    maxWidth: 'min(360px, calc(100vw - 16px))',
    maxHeight: '240px',
    borderRadius: 'inherit',
    font: '12px / 20px var(--mono)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { minHeight: '24px', padding: '2px 8px', lineHeight: '20px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { marginLeft: '12px', color: 'var(--muted)', fontStyle: 'normal' },
  'li[aria-selected] .cm-completionDetail': { color: 'inherit' },
  '.cm-completionInfo': { padding: '8px 12px', font: 'var(--small) / 1.45 var(--sans)' },

  '@media (forced-colors: active)': {
    '.cm-line.reason': { outline: '1px solid Highlight' },
    // What is transparent would be drawn.
    '.cm-lineNumbers .cm-gutterElement': { borderLeftColor: 'Canvas' },
    '.cm-gutterElement.reason': { borderLeftColor: 'Highlight !important' },
    '.cm-gutterElement:is(.mistake, .warning)': { borderLeftColor: 'CanvasText !important' },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      forcedColorAdjust: 'none',
      backgroundColor: 'Highlight',
      color: 'HighlightText',
    },
  },
});

export const theme = [look, syntaxHighlighting(highlighting)];
