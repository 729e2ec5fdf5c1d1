/** English sentences about watch streams, caches, handlers, queues and the worker. */

import type { Added, IgnoredEvent, OrphanCause, QueueCause } from '../../../pkg/jobscope.js';
import type { NoteSentences, Say } from '../catalogue.js';
import { gist, isCacheTooOld } from '../gist.js';
import { isAre, item, kinds, many, more, queues, quote, retry } from './grammar.js';

export const queue = {
  watchHeld: ({ kind, held }) =>
    held
      ? `**Held the ${kinds[kind]} watch**: its events wait until you deliver them.`
      : `**Released the ${kinds[kind]} watch**: its events are delivered again.`,
  delivered: ({ kind, event, object, revision, left }, say) => {
    const verb = { added: 'the creation of', modified: 'a change to', deleted: 'the deletion of' }[event];
    const rest = more(left, 'event', ['waits', 'wait'], 'nothing more waits');
    return `**Delivered ${verb}** ${kinds[kind]} ${say.name(object)}: the cache is at revision ${revision}, and ${rest} in this stream.`;
  },
  nothingToDeliver: ({ kind }) => `**Delivered nothing**: no ${kinds[kind]} event is in flight.`,
  relisted: ({ kind, dropped }) => {
    const lost =
      dropped === 0 ? 'no event was in flight' : `${many(dropped, 'undelivered event')} ${isAre(dropped)} lost`;
    return `**Listed all ${kinds[kind]}s** and started a new watch: ${lost}; differences count as events.`;
  },
  relistFound: ({ kind, event, object, tombstone }, say) => {
    const subject = `${kinds[kind]} ${say.name(object)}`;
    switch (event) {
      case 'added':
        return `**Found a new ${kinds[kind]}**: ${subject} was not in the cache.`;
      case 'modified':
        return `**Found a change**: ${subject} is newer than in the cache.`;
      case 'deleted':
        return tombstone
          ? `**Found a deletion**: ${subject} is gone; handlers are told its last cached state.`
          : `**Found a deletion**: ${subject} is gone.`;
    }
  },

  handlerIgnored: ({ object, why }, say) => `**Ignored pod** ${say.name(object)}: ${ignored[why]}.`,
  creationObserved: ({ job, pod, creations }, say) =>
    creations === undefined
      ? `**Saw the creation** of pod ${say.name(pod)}: nothing is recorded as expected for ${say.name(job)}.`
      : `**Paid off 1 creation** of ${say.name(job)}, pod ${say.name(pod)}: ${owed(creations, 'creation', say)}.`,
  deletionObserved: ({ job, pod, deletions }, say) =>
    deletions === undefined
      ? `**Saw the deletion** of pod ${say.name(pod)}: nothing is recorded as expected for ${say.name(job)}.`
      : `**Paid off 1 deletion** of ${say.name(job)}, pod ${say.name(pod)}: ${owed(deletions, 'deletion', say)}.`,
  finalizerRemovalObserved: ({ job, pod, left }, say) =>
    `**Paid off 1 finalizer removal** of ${say.name(job)}, pod ${say.name(pod)}: ${left === 0 ? 'none is' : `${left} more ${isAre(left)}`} awaited.`,
  jobQueued: ({ job, cause, delay, added }, say) => queued(say.name(job), causes[cause], delay, added, say),
  orphanQueued: ({ item: text, cause, added }, say) => {
    return `**${cleanUps[added.result] ?? 'Merged into the clean-up'}**: ${item(text, say)}, because ${orphanCauses[cause]}.`;
  },
  backoffForgotten: ({ job }, say) => `**Forgot the back-off** of ${say.name(job)}: the Job is deleted.`,

  queueEmpty: ({ queue: name }) => `**Did nothing**: no item is ready in the ${queues[name]}.`,
  workerTook: ({ queue: name, item: text, left, failures }, say) => {
    const rest = more(left, 'item', ['is ready', 'are ready'], 'nothing else is ready');
    const before = failures === 0 ? '' : `; the last ${failures === 1 ? 'try' : `${failures} tries`} failed`;
    return `**Took ${item(text, say)}** from the ${queues[name]}: ${rest}${before}.`;
  },
  syncForgotten: ({ item: text, failures }, say) =>
    failures === 0
      ? `**Ended without error**: there are no failures of ${item(text, say)} to forget.`
      : `**Ended without error**: that ${item(text, say)} failed ${times(failures)} before is forgotten.`,
  failuresKept: ({ item: text, failures }, say) =>
    failures === 0
      ? `**Ended without news**: ${item(text, say)} has no failures on record.`
      : `**Ended without news**: that ${item(text, say)} failed ${times(failures)} before stays on record.`,
  syncRetried: ({ item: text, error, failures, delay, added }, say) =>
    `**Retry ${item(text, say)} ${retry(delay, added, say)}**: the sync failed ${times(failures)}, ${failedBecause(error)}.`,
  workerDone: ({ queue: name, item: text, again }, say) =>
    again
      ? `**Put ${item(text, say)} back** at the end of the ${queues[name]}: it was added again meanwhile.`
      : `**Gave ${item(text, say)} back**: a worker may take it when something adds it again.`,
} satisfies Partial<NoteSentences>;

const ignored: Record<IgnoredEvent, string> = {
  sameRevision: 'its revision is the one that was seen before',
  ownerUnknown: 'no Job in the cache is its owner',
  ownerFinished: 'its Job is finished, and it carries no tracking finalizer',
  noOwnerNoMatch: 'it has neither owner nor tracking finalizer, and wakes no Job',
};

/** Why a Job was queued, as a clause. */
const causes: Record<QueueCause, string> = {
  jobAdded: 'the Job is new in the cache',
  jobSpecChanged: 'the generation of the Job changed',
  jobStatusChanged: 'the Job changed, but not its generation',
  jobDeleted: 'the Job is gone',
  deadlineChanged: 'its active deadline changed',
  podAdded: 'one of its pods is new in the cache',
  podChanged: 'one of its pods changed',
  podFailed: 'one of its pods failed',
  podDeleted: 'one of its pods is being deleted or gone',
  podReleased: 'one of its pods lost its owner',
  orphanMayMatch: 'a pod without owner matches its selector',
  deadline: 'its active deadline ends then',
  backoff: 'its back-off ends then',
  retry: 'a failed sync is tried again',
  conflict: 'its status changed meanwhile',
};

const orphanCauses: Record<OrphanCause, string> = {
  podWithoutOwner: 'it carries the tracking finalizer, but has no owner',
  jobFinished: 'the Job is finished',
  jobDeleted: 'the Job is gone',
  ownerFinishedOrGone: 'it carries the tracking finalizer, but its Job is finished or gone',
  retry: 'the clean-up failed before',
};

const cleanUps: Partial<Record<Added['result'], string>> = {
  ready: 'Queued for clean-up',
  dirtyAgain: 'Marked again for clean-up',
};

function owed(count: number, noun: string, say: Say): string {
  if (count === 0) return 'none is owed any more';
  return count > 0
    ? `${many(count, noun)} ${isAre(count)} still owed`
    : `the account stands at ${say.number(count)}, more than was expected`;
}

function queued(job: string, cause: string, delay: number, added: Added, say: Say): string {
  switch (added.result) {
    case 'ready':
      return `**Queued ${job}** at once: ${cause}.`;
    case 'merged':
      return `**Merged ${job}** into the queue, where it is ready already: ${cause} (${many(added.times, 'merge')} so far).`;
    case 'dirtyAgain':
      return `**Marked ${job} again**: ${cause}; a worker holds it and will put it back.`;
    case 'dropped':
      return `**Dropped ${job}**: ${cause}, but the queue is shutting down.`;
    case 'waiting':
      return `**Will queue ${job} in ${say.span(delay)}**, at ${say.at(added.at)}: ${cause}.`;
    case 'keptEarlier':
      return `**Left ${job} waiting** until ${say.at(added.at)}: ${cause}; the earlier time is kept.`;
    case 'movedEarlier':
      return `**Moved ${job} up** to ${say.at(added.at)}: ${cause}; it was waiting for ${say.at(added.from)}.`;
  }
}

function times(failures: number): string {
  return failures === 1 ? 'once' : `${failures} times in a row`;
}

function failedBecause(error: string): string {
  return isCacheTooOld(error) ? 'as a cache was too old' : quote(gist(error), 7);
}
