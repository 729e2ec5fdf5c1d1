/** The pods that a choice of one offers: those of the snapshot, and the one that the map shows as a card. */

import type { PodRow } from '../../pkg/jobscope.js';

export interface NamedPod {
  readonly key: string;
  readonly name: string;
}

export function namedPods(rows: readonly PodRow[], chosen: NamedPod | undefined): readonly NamedPod[] {
  const stored = rows.filter((row) => row.stored);
  return chosen && !stored.some(({ key }) => key === chosen.key) ? [chosen, ...stored] : stored;
}
