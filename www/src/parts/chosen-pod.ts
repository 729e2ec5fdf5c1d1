/** The pod that a question or a command is about: the one that was chosen, while it is there; else the first. */

import type { PodRow } from '../../pkg/jobscope.js';
import type { Pods } from '../pods.js';

export function chosenPod(key: string, rows: readonly PodRow[], pods: Pods): PodRow | undefined {
  const row = rows.find((row) => row.key === key) ?? (key === '' ? undefined : pods.row(key));
  return row?.stored ? row : rows.find(({ stored }) => stored);
}
