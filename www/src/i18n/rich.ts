/** The two marks of sentences, read into runs of text, so that a page needs no HTML from them. */

export interface Run {
  readonly text: string;
  readonly mark?: 'bold' | 'code';
}

/** Splits `**bold**` and `` `code` `` from plain text. Marks do not nest; one without its end is plain text. */
export function rich(text: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const found of text.matchAll(/`([^`]+)`|\*\*([^*`]+)\*\*/g)) {
    if (found.index > end) runs.push({ text: text.slice(end, found.index) });
    const [whole, code, bold] = found;
    runs.push(code === undefined ? { text: bold ?? '', mark: 'bold' } : { text: code, mark: 'code' });
    end = found.index + whole.length;
  }
  if (end < text.length) runs.push({ text: text.slice(end) });
  return runs;
}

/** The text without its marks, for labels, titles and the live region. */
export function plain(text: string): string {
  return rich(text)
    .map((run) => run.text)
    .join('');
}
