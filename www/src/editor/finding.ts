/** What the panels are told about a text: a mistake, or only a warning. */

import type { Mistake } from '../manifest.js';

/** With a warning, the text is taken all the same. */
export type Finding = Mistake & { readonly severity?: 'error' | 'warning' };

/** The name of its look. */
export function kindOf({ severity }: Finding): 'mistake' | 'warning' {
  return severity === 'warning' ? 'warning' : 'mistake';
}
