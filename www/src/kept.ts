/** Choices that the browser keeps from visit to visit. Where it keeps nothing, as in a sandboxed frame, they hold for this one. */

/** The choice that was kept, if it is still one of those that there are. */
export function kept<Choice extends string>(key: string, choices: readonly Choice[]): Choice | undefined {
  try {
    const stored = localStorage.getItem(key);
    return choices.find((choice) => choice === stored);
  } catch {
    return undefined;
  }
}

export function keep(key: string, choice: string): void {
  try {
    localStorage.setItem(key, choice);
  } catch {
    // Storage is refused.
  }
}
