/** English words for many pods: the map, its legend, the list of all. */

import { many } from './grammar.js';

export const podMap = {
  label: (count: string) => `Map of ${count} pods, by name`,
  hint: 'Press a pod to see it and to act on it.',
  smaller: 'Smaller cells',
  larger: 'Larger cells',
  legend: 'Pods by state',
  gone: 'Gone, still in the cache',
  changed: 'changed in this step',
  differs: 'shown differently by the cache',
  notCounted: 'finished, not counted yet',
  isGone: (pod: string) => `${pod} is gone, and the cache knows it.`,
  close: (pod: string) => `Close the card of ${pod}`,
  list: 'All pods, by name',
  filter: 'show',
  all: 'all',
  listed: (count: number, shown: string) => (count === 1 ? '1 pod' : `${shown} pods`),
  none: 'No pod is in this state now.',
  same: (count: number) => `${many(count, 'pod')} seen as they are.`,
  otherwise: (count: number) => `${many(count, 'pod')} not seen, or seen as they were:`,
  allSame: 'Differences from the API server are listed here. Hold the pod watch to keep them.',
};
