/** The person's own text of a scenario, kept in this browser. */

const KEY = 'jobscope-text';

export function keptText(scenario: string): string | undefined {
  try {
    return localStorage.getItem(`${KEY}:${scenario}`) ?? undefined;
  } catch {
    // Storage may be forbidden, as in a sandboxed frame.
    return undefined;
  }
}

/** Without a text, what was kept goes. */
export function keepText(scenario: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(`${KEY}:${scenario}`);
    else localStorage.setItem(`${KEY}:${scenario}`, text);
  } catch {
    // The text holds for this visit.
  }
}
