/** What the page says of a pod, in data: its state, and what the current step did to it. */

import type { PodFace, PodRow, Snapshot } from '../../pkg/jobscope.js';

export type PodState = 'pending' | 'running' | 'ready' | 'succeeded' | 'failed' | 'terminating' | 'unknown';

export function stateOf(face: PodFace): PodState {
  switch (face.phase) {
    case 'Succeeded':
      return 'succeeded';
    case 'Failed':
      return 'failed';
    case 'Unknown':
      return 'unknown';
    case 'Pending':
      return face.deleting ? 'terminating' : 'pending';
    case 'Running':
      return face.deleting ? 'terminating' : face.ready ? 'ready' : 'running';
  }
}

/** Oldest first, as a reader met them; the snapshot has them by name. */
export function inOrder(rows: readonly PodRow[]): PodRow[] {
  const created = ({ stored, cached }: PodRow): number => (stored ?? cached)?.createdMs ?? 0;
  return [...rows].sort(
    (one, other) =>
      created(one) - created(other) || (one.index ?? 0) - (other.index ?? 0) || (one.name < other.name ? -1 : 1),
  );
}

/** The controller has told of a pod that it created, as far as its Events are still known. */
export function hadPods({ events }: Snapshot): boolean {
  return events.some(({ reason }) => reason.startsWith('Successful'));
}

/** Keys of the pods that came into being in the current step, as far as the cursor has passed it. */
export function createdNow(snapshot: Snapshot): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const note of snapshot.notes.slice(0, snapshot.position.note)) {
    if (note.id === 'podCreated' || note.id === 'podMade') keys.add(note.pod);
  }
  return keys;
}
