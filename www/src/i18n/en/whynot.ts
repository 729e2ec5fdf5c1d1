/** English texts of “Why not?”: the questions, and what stands in the way. */

import type { NextSync, PodPhase, QueueCause, Reason, Unseen } from '../../../pkg/jobscope.js';
import type { Say } from '../catalogue.js';
import { isAre, many } from './grammar.js';

const phases: Record<PodPhase, string> = {
  Pending: 'is waiting to start',
  Running: 'still runs',
  Unknown: 'is in an unknown phase',
  Succeeded: 'has succeeded',
  Failed: 'has failed',
};

/** What the timer is for. */
const timers: Record<QueueCause, string> = {
  jobAdded: 'the Job is new',
  jobSpecChanged: 'its spec changed',
  jobStatusChanged: 'its status changed',
  jobDeleted: 'it is gone',
  deadlineChanged: 'its deadline changed',
  podAdded: 'a pod is new',
  podChanged: 'a pod changed',
  podFailed: 'a pod failed',
  podDeleted: 'a pod is being deleted',
  podReleased: 'a pod lost its owner',
  orphanMayMatch: 'an orphan may match',
  deadline: 'its deadline ends then',
  backoff: 'the back-off ends then',
  retry: 'a failed sync is tried again',
  conflict: 'a write met a conflict',
};

export const whyNot = {
  title: 'Why not?',
  what: 'Ask for the first thing that stands in the way.',
  questions: {
    noNewPod: 'No new pod',
    notComplete: 'Not Complete',
    notFailed: 'Not Failed',
    notSynced: 'Not synced',
    podNotRemoved: 'Pod not removed',
    podNotCounted: 'Pod not counted',
  },
  wouldSay: 'A sync now would come to this, and go no further:',
  onceSeen: 'And once the caches have caught up, it would come to this:',
  /** `subject`: the pod's name, or the Job's. */
  reason(reason: Exclude<Reason, { why: 'wouldSay' }>, subject: string): string {
    switch (reason.why) {
      case 'noSuchJob':
        return '**There is no such Job**, neither at the API server nor in the cache.';
      case 'noSuchPod':
        return `**Pod ${subject} is gone** from the API server.`;
      case 'alreadySo':
        return '**It is so already**: the condition is in the status.';
      case 'needsSync':
        return '**Only the sync is missing**: the next sync of the Job does it.';
      case 'queue':
        return '**The work queue decides** when the Job is synced:';
      case 'podNotDeleted':
        return reason.finished
          ? `**Nobody has deleted** pod ${subject}: a finished pod stays as a record until it or its Job is deleted.`
          : `**Nobody has deleted** pod ${subject}.`;
      case 'podHeld':
        return reason.finalizers.length === 0
          ? `**Nothing holds** pod ${subject} any more.`
          : `**A finalizer holds** pod ${subject}: ${reason.finalizers.map((name) => `\`${name}\``).join(', ')} must go first.`;
      case 'podTerminating':
        return `**Its containers are ending**: pod ${subject} has up to ${reason.graceSeconds}\u00a0s of grace.`;
      case 'podNotFinished':
        return `**The pod has not finished**: ${subject} ${phases[reason.phase]}, and only finished pods count.`;
      case 'podUnseen':
        return `**The controller has not seen it**: its cache still shows pod ${subject} as it was before.`;
      case 'podNotOwned':
        return `**No Job owns** pod ${subject}, so none counts it.`;
      case 'podSettled':
        return `**It is settled**: pod ${subject} has no tracking finalizer and is in no list, so no counter waits for it.`;
      case 'podUncounted':
        return `**It is announced**: pod ${subject} is in \`uncountedTerminatedPods\`; a later write moves it to the counters.`;
    }
  },
  sync(sync: NextSync, say: Say): string {
    switch (sync.state) {
      case 'ready':
        return sync.ahead === 0
          ? 'The Job is next in the work queue.'
          : `The Job is ready in the work queue, behind ${many(sync.ahead, 'other')}.`;
      case 'processing':
        return 'A worker is syncing the Job right now.';
      case 'waiting': {
        const why = sync.cause === undefined ? '' : `: ${timers[sync.cause]}`;
        return `The Job waits in the queue until ${say.clock(sync.dueMs)}, in ${say.span(sync.leftMs)}${why}.`;
      }
      case 'notQueued':
        if (sync.events === 0) return 'The Job is in no queue, and nothing is on its way that would put it there.';
        return `The Job is in no queue: ${many(sync.events, 'watch event')} must arrive first${sync.held ? ', and a watch is held' : ''}.`;
    }
  },
  /** What the caches do not show; empty where they show everything. */
  unseen({ jobEvents, podEvents, finishedPods, held }: Unseen): string {
    const events = jobEvents + podEvents;
    if (events === 0) return '';
    const pods =
      finishedPods === 0
        ? ''
        : ` ${many(finishedPods, 'pod')} ${isAre(finishedPods)} finished without the controller knowing it.`;
    const late = `The controller’s cache is behind by ${many(events, 'watch event')}${held ? ', and a watch is held' : ''}.`;
    return late + pods;
  },
};
