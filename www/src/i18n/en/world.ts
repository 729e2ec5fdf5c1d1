/** English sentences about the world: time, users, the kubelet, the garbage collector, faults. */

import type { FaultSummary, Obstacle, PodReport, Requester } from '../../../pkg/jobscope.js';
import type { NoteSentences } from '../catalogue.js';
import { answer, code } from '../format.js';
import { changedFields, failure, item, many, queues, quote, requesters, requests } from './grammar.js';

export const world = {
  timePassed: ({ from, to }, say) =>
    from === to
      ? `**Left the clock** at ${say.at(to)}.`
      : `**Moved the clock** by ${say.span(Date.parse(to) - Date.parse(from))}, from ${say.at(from)} to ${say.at(to)}.`,
  timerFired: ({ queue, item: text, due, merged }, say) =>
    merged
      ? `**Ended a wait**: ${item(text, say)} was due at ${say.at(due)}, but is in the ${queues[queue]} already, so both are merged.`
      : `**Ended a wait**: ${item(text, say)} was due at ${say.at(due)} and is now ready in the ${queues[queue]}.`,

  jobCreated: ({ job, generation }, say) =>
    `**Created Job** ${say.name(job)}: the API server stored it as generation ${generation}.`,
  jobUpdated: ({ job, fields: changed, generationBefore, generation }, say) => {
    const what = changed.length === 0 ? 'one of its fields' : changedFields(changed);
    const generations =
      generation === generationBefore
        ? `the generation stays ${generation}, as the spec is the same`
        : `generation ${generationBefore} became ${generation}`;
    return `**Changed Job** ${say.name(job)}: ${what}; ${generations}.`;
  },
  jobUnchanged: ({ job }, say) =>
    `**Changed nothing** in Job ${say.name(job)}: the API server has all of it already.`,
  jobRemoved: ({ job, propagation }, say) => {
    switch (propagation) {
      case undefined:
        return `**Removed Job** ${say.name(job)}: the garbage collector took its last finalizer off.`;
      case 'background':
        return `**Removed Job** ${say.name(job)} at once: its pods are left to the garbage collector.`;
      case 'foreground':
      case 'orphan':
        return `**Removed Job** ${say.name(job)}: no finalizer held it back.`;
    }
  },
  jobDeletionMarked: ({ job, propagation, generation }, say) => {
    const until = {
      background: 'it goes when its finalizers are off',
      foreground: 'it stays until its pods are gone',
      orphan: 'it stays until its pods are set free',
    }[propagation];
    return `**Marked Job** ${say.name(job)} for deletion, generation ${generation}: ${until}.`;
  },
  requestRefused: ({ requester, error }) =>
    `**Refused ${requesters[requester]}’s request**: ${failure(error, 12)}.`,
  notPossible: ({ obstacle, object }, say) => `**Did nothing**: ${obstacles[obstacle](say.name(object))}.`,

  podMade: ({ pod }, say) => `**Created pod** ${say.name(pod)}: somebody other than the controller made it.`,
  podReported: ({ pod, report }, say) => reported(say.name(pod), report),
  podEdited: ({ pod, edit }, say) => {
    switch (edit) {
      case 'labels':
        return `**Changed the labels** of pod ${say.name(pod)}.`;
      case 'ownerRemoved':
        return `**Removed the owner** of pod ${say.name(pod)}: no Job controls it now.`;
      case 'finalizersRemoved':
        return `**Removed the finalizers** of pod ${say.name(pod)}: nothing keeps it until it is counted.`;
    }
  },
  podDeletionMarked: ({ pod, requester, graceSeconds, finalizers }, say) => {
    const held = finalizers.length > 0 ? many(finalizers.length, 'finalizer') : '';
    const marked = `**Marked pod** ${say.name(pod)} for deletion by ${requesters[requester]}`;
    if (graceSeconds === 0) {
      return held ? `${marked}: nothing of it runs, but ${held} still ${holds(finalizers)} it.` : `${marked}.`;
    }
    const after = held ? `; then ${held} still ${holds(finalizers)} it` : '';
    return `${marked}: its containers have ${say.span(graceSeconds * 1000)} to end${after}.`;
  },
  podRemoved: ({ pod, requester }, say) => `**Removed pod** ${say.name(pod)}: ${removals[requester]}.`,
  podDeletionUnchanged: ({ pod, requester }, say) =>
    `**Changed nothing**: ${requesters[requester]} deleted pod ${say.name(pod)}, which is being deleted already.`,
  outcomePlanned: () => '**Changed the plan**: from here on, pods end as it says.',

  garbageNothing: () => '**Found nothing to collect**: no deletion waits for the garbage collector.',
  garbageDependentDeleted: ({ pod, job }, say) =>
    `**Deleted pod** ${say.name(pod)}: Job ${say.name(job)} is deleted in the foreground, so its pods go first.`,
  garbageDependentOrphaned: ({ pod, job }, say) =>
    `**Freed pod** ${say.name(pod)}: Job ${say.name(job)} is deleted, but its pods are to stay.`,
  garbageOwnerless: ({ pod, owner }, say) =>
    `**Deleted pod** ${say.name(pod)}: its owner does not exist any more (UID ${code(owner)}).`,

  faultArmed: ({ fault }) => `**Armed a fault**: ${hits(fault)} ${answers(fault)}.`,
  faultsCleared: ({ count }) =>
    count === 0
      ? '**Cleared the faults**: no request was set to fail.'
      : `**Cleared the faults**: ${many(count, 'fault')} ${count === 1 ? 'was' : 'were'} armed.`,
  crashArmed: ({ afterRequests }) =>
    `**Armed a crash**: the controller stops after ${many(afterRequests, 'request')} of the next sync that sends any.`,
  faultHit: ({ fault, error }) => {
    const effect = fault.afterEffect
      ? `works, but the answer is lost (${answer(error.reason)})`
      : `is answered ${answer(error.reason)}, without effect`;
    return `**Hit by a fault**: the request to ${requests[fault.verb]} ${effect}.`;
  },
  controllerCrashed: ({ afterRequests }) =>
    afterRequests === undefined
      ? '**Stopped the controller**: queues, expectations, back-off and caches are lost.'
      : `**Crashed** after ${many(afterRequests, 'request')}: the rest of the sync does not happen, and all memory is lost.`,
  controllerStarted: () => '**Started the controller** with empty memory: it lists all Jobs and pods.',
} satisfies Partial<NoteSentences>;

function holds(finalizers: readonly string[]): string {
  return finalizers.length === 1 ? 'holds' : 'hold';
}

/** `the next 2 requests to create a pod`. */
function hits({ verb, left }: FaultSummary): string {
  if (left === undefined) return `every request to ${requests[verb]}`;
  return left === 1 ? `the next request to ${requests[verb]}` : `the next ${left} requests to ${requests[verb]}`;
}

function answers({ reason: of, afterEffect, left }: FaultSummary): string {
  const one = left === 1 || left === undefined;
  if (afterEffect) {
    return `${one ? 'works' : 'work'}, but the answer is lost (${answer(of)})`;
  }
  return `${one ? 'fails' : 'fail'} with ${answer(of)}`;
}

const removals: Record<Requester, string> = {
  user: 'the user deleted it, and nothing held it back',
  kubelet: 'the kubelet confirmed that nothing of it is left',
  garbageCollector: 'the garbage collector deleted it, and nothing held it back',
  jobController: 'the Job controller deleted it, and nothing held it back',
};

const obstacles: Record<Obstacle, (object: string) => string> = {
  noSuchPod: (pod) => (pod === '' ? 'no pod is in a state for this' : `there is no pod ${pod}`),
  noSuchJob: (job) => `there is no Job ${job}`,
  podFinished: (pod) => `pod ${pod} has finished already`,
  podNotPending: (pod) => `pod ${pod} is not Pending`,
  podNotDeleting: (pod) => `pod ${pod} is not being deleted`,
  noSuchContainer: (pod) => `pod ${pod} has no such container`,
  clockMayNotGoBack: () => 'the clock may not go back',
};

function reported(pod: string, report: PodReport): string {
  switch (report.what) {
    case 'scheduled':
      return `**Scheduled pod** ${pod} to ${report.node}.`;
    case 'running':
      return `**Started pod** ${pod}: it is Running and ready.`;
    case 'ready':
      return `**Reported pod** ${pod} as ready.`;
    case 'notReady':
      return `**Reported pod** ${pod} as not ready.`;
    case 'condition':
      return `**Set condition** ${code(report.condition)} of pod ${pod} to ${report.status}.`;
    case 'succeeded':
      return `**Reported success** of pod ${pod}: all its containers ended with exit code 0.`;
    case 'failed': {
      const code = report.exitCode === undefined ? 'only its phase is known' : `exit code ${report.exitCode}`;
      return `**Reported failure** of pod ${pod}: ${code}${report.reason ? `, reason ${quote(report.reason)}` : ''}.`;
    }
    case 'evicted':
      return `**Evicted pod** ${pod}: it is Failed, with condition ${code('DisruptionTarget')}.`;
    case 'containerRestarted':
      return `**Restarted container** ${report.container} of pod ${pod}: it has ${many(report.restarts, 'restart')} now.`;
    case 'containerExited':
      return `**Reported exit** of container ${report.container} of pod ${pod}: exit code ${report.exitCode}.`;
    case 'unchanged':
      return `**Reported nothing new** of pod ${pod}.`;
  }
}
