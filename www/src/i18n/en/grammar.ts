/** English grammar for sentences: numbers with nouns, lists, and the fixed phrases that several notes share. */

import type { Added, ApiError, ChangedField, FaultSummary, Kind, QueueName, Requester } from '../../../pkg/jobscope.js';
import type { Say } from '../catalogue.js';
import { answer, causes, code, folded, number, quote } from '../format.js';

export { indexList, quote } from '../format.js';

/** `1 pod`, `2 pods`, `no pods`. */
export function some(count: number, noun: string, plural = `${noun}s`): string {
  return count === 0 ? `no ${plural}` : many(count, noun, plural);
}

/** `1 pod`, `2 pods`, `0 pods`. */
export function many(count: number, noun: string, plural = `${noun}s`): string {
  return `${number(count)} ${Math.abs(count) === 1 ? noun : plural}`;
}

export function isAre(count: number): string {
  return count === 1 ? 'is' : 'are';
}

export function hasHave(count: number): string {
  return count === 1 ? 'has' : 'have';
}

export function itsTheir(count: number): string {
  return count === 1 ? 'its' : 'their';
}

/** `is active`, but `none is active` for none. */
export function countIs(count: number, state: string): string {
  return count === 0 ? `none is ${state}` : `${number(count)} ${isAre(count)} ${state}`;
}

/** `a`, `a and b`, `a, b and c`; of more than `most` the first ones and how many follow. */
export function list(items: readonly string[], most = 3): string {
  if (items.length > most) {
    return `${items.slice(0, most).join(', ')} and ${number(items.length - most)} more`;
  }
  const last = items.at(-1) ?? '';
  return items.length <= 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`;
}

/** With the values, where they fit in a word. */
export function changedFields(changes: readonly ChangedField[]): string {
  return list(
    changes.map(({ field, from, to }) => {
      if (to === undefined) return from === undefined ? code(field) : `${code(field)}, no longer set`;
      return from === undefined ? `${code(field)}, now ${to}` : `${code(field)} from ${from} to ${to}`;
    }),
  );
}

export function fields(names: readonly string[]): string {
  return list(names.map(code));
}

/** `500 InternalError`, the first words of the server, and how many more causes it names. */
export function failure(error: ApiError, most = 7): string {
  const { message, reason } = error;
  const [field, ...others] = causes(error);
  const text = folded(field ? `${field.path}: ${field.message}` : message);
  const rest = others.length === 0 ? '' : ` and ${others.length} more`;
  return text === '' ? answer(reason) : `${answer(reason)}, ${quote(text, most)}${rest}`;
}

export const requesters: Record<Requester, string> = {
  user: 'the user',
  kubelet: 'the kubelet',
  garbageCollector: 'the garbage collector',
  jobController: 'the Job controller',
};

export const kinds: Record<Kind, string> = { job: 'Job', pod: 'pod' };

export const queues: Record<QueueName, string> = { job: 'Job queue', orphan: 'orphan queue' };

export const requests: Record<FaultSummary['verb'], string> = {
  createPod: 'create a pod',
  deletePod: 'delete a pod',
  patchPod: 'patch a pod',
  updateStatus: 'write the status',
  getJob: 'read the Job',
};

/** What stands in a queue: a Job, a pod to clean up, or all pods of a selector. */
export function item(text: string, say: Say): string {
  if (text.startsWith('pod:')) return `pod ${say.name(text.slice('pod:'.length))}`;
  return text.startsWith('selector:') ? 'a selector of pods' : say.name(text);
}

/** `2 failures since the last success, the last at 00:06`. */
export function sinceSuccess(failures: number, last: string | undefined, say: Say): string {
  const when = last === undefined ? '' : `, ${failures === 1 ? '' : 'the last '}at ${say.at(last)}`;
  return `${some(failures, 'failure')} since the last success${when}`;
}

/** When the timer that a decision asked for wakes the Job. */
export function timer(added: Added, say: Say): string {
  switch (added.result) {
    case 'waiting':
      return `at ${say.at(added.at)}`;
    case 'keptEarlier':
      return `at ${say.at(added.at)}, which was set before and is earlier`;
    case 'movedEarlier':
      return `at ${say.at(added.at)} instead of ${say.at(added.from)}`;
    case 'ready':
      return 'at once';
    case 'merged':
      return 'at once, as it is ready already';
    case 'dirtyAgain':
      return 'as soon as this sync is done';
    case 'dropped':
      return 'never, as the queue is shutting down';
  }
}

/** When something is tried again: `in 10 s`, `at 00:12`, `at once`. */
export function retry(delay: number, added: Added, say: Say): string {
  switch (added.result) {
    case 'waiting':
    case 'movedEarlier':
      return `in ${say.span(delay)}`;
    case 'keptEarlier':
      return `at ${say.at(added.at)}`;
    case 'ready':
    case 'merged':
    case 'dirtyAgain':
      return 'at once';
    case 'dropped':
      return 'no more';
  }
}

/** `0 of 1 completions reached`. */
export function reached(succeeded: number, completions: number): string {
  return `${number(succeeded)} of ${number(completions)} completions reached`;
}

/** `1 more event waits`, `3 more events wait`, `nothing more waits`. */
export function more(count: number, noun: string, verb: [one: string, several: string], none: string): string {
  if (count === 0) return none;
  return `${number(count)} more ${count === 1 ? noun : `${noun}s`} ${count === 1 ? verb[0] : verb[1]}`;
}
