/** What the browser keeps from visit to visit. Where it keeps nothing, as in a sandboxed frame, it holds for this one. */

export function keptText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Without a text, what was kept goes. */
export function keep(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Storage is refused.
  }
}

/** The choice that was kept, if it is still one of those that there are. */
export function kept<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
  const stored = keptText(key);
  return choices.find((choice) => choice === stored);
}
