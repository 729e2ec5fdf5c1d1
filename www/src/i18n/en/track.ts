/** English sentences about status tracking, the end of a Job, and the orphan worker. */

import type { CountedAs, CountedBecause, FinishWaits, OrphanKept, StatusWrite } from '../../../pkg/jobscope.js';
import type { NoteSentences } from '../catalogue.js';
import { answer, code } from '../format.js';
import { failure, fields, hasHave, isAre, itsTheir, list, many, quote, retry, sinceSuccess } from './grammar.js';

export const track = {
  statusCompared: ({ differs }) =>
    differs.length === 0
      ? '**Keep the pod counts** of the status: active, ready and terminating pods are as stored.'
      : `**Update the status**: ${fields(differs)} ${differs.length === 1 ? 'differs' : 'differ'} from what is stored.`,
  drained: ({ succeeded, failed, totalSucceeded, totalFailed }) => {
    const parts = [
      succeeded > 0 ? many(succeeded, 'success', 'successes') : '',
      failed > 0 ? many(failed, 'failure') : '',
    ].filter((part) => part !== '');
    const pods = succeeded + failed;
    const totals = [
      succeeded > 0 ? `\`succeeded\` becomes ${totalSucceeded}` : '',
      failed > 0 ? `\`failed\` becomes ${totalFailed}` : '',
    ].filter((part) => part !== '');
    return `**Counted ${list(parts)}**: ${pods === 1 ? 'the pod has' : 'the pods have'} lost ${itsTheir(pods)} finalizer${pods === 1 ? '' : 's'}; ${list(totals)}.`;
  },
  podCounting: ({ pod, countedAs, why }, say) => `**${counting[countedAs]}** ${say.name(pod)}: ${countingWhy(countedAs, why)}.`,
  podKeptDelayed: ({ pod, index }, say) =>
    `**Keep the finalizer** of pod ${say.name(pod)}: it holds the failures of index ${index} until a replacement is active.`,
  countingCapped: ({ limit }) =>
    `**Stop counting** here: ${limit} pods are announced, the most at once; the rest follows in the next sync.`,
  interimCondition: ({ condition, reason: why }) =>
    `**Announce the end**: condition ${code(condition)}${why === '' ? '' : `, reason ${code(why)},`} is written before any finalizer is removed.`,
  statusWritten: ({ write, revision, unchanged }) => {
    if (unchanged) return `**Wrote the status** to no effect: it was the same, so revision ${revision} stays.`;
    if (write === 'only') return `**Wrote the status** as revision ${revision}.`;
    return write === 'first'
      ? `**Wrote the status** as revision ${revision}, before any finalizer is removed.`
      : `**Wrote the status** as revision ${revision}: what had to wait for the removal of finalizers.`;
  },
  statusRefused: ({ write, error }) => {
    const why =
      error.reason === 'Conflict'
        ? `the Job has changed since this sync read it (${answer(error.reason)})`
        : `the API server answered ${failure(error, 6)}`;
    const effect = refusedEffects[write];
    return `**Could not write the status**: ${why}; ${effect}.`;
  },
  nothingToWrite: () => '**Write nothing**: the status is as it should be.',
  removalsExpected: ({ pods }) =>
    `**Expect ${many(pods, 'finalizer removal')}**: until the cache shows ${pods === 1 ? 'it, the pod is treated' : 'them, the pods are treated'} as if without finalizer.`,
  backoffRecorded: ({ job, record }, say) =>
    record.failures === 0
      ? `**Reset the back-off** of ${say.name(job)}: no failure since the last success.`
      : `**Recorded the back-off** of ${say.name(job)}: ${sinceSuccess(record.failures, record.lastFailure ?? undefined, say)}.`,
  finishWaits: ({ why, count }) => `**Finish later**: ${waits[why](count)}.`,
  jobFinished: ({ condition, reason: why, message }) => {
    const because = why === '' ? '' : `, reason ${code(why)}`;
    return `**${condition === 'Complete' ? 'Completed' : 'Failed'} the Job**: condition ${code(condition)} is set${because}${message === '' ? '' : `, ${quote(message)}`}.`;
  },
  eventRecorded: ({ type, reason: why, message }) => `**Recorded event** ${code(why)} (${type}): ${quote(message, 12)}.`,
  newFailureRetried: ({ failed }) =>
    `**Return an error on purpose**: it counted a new failed pod (${failed} in all); the error makes the queue retry after a back-off.`,
  conflictSwallowed: ({ delay, added }, say) =>
    `**Swallow the conflict**: the Job has changed since this sync read it; it is synced again ${retry(delay, added, say)}.`,

  orphanGone: ({ pod }, say) => `**Did nothing**: pod ${say.name(pod)} is not in the cache any more.`,
  orphanKept: ({ pod, why }, say) => `**Kept the finalizer** of pod ${say.name(pod)}: ${kept[why]}.`,
  orphanClean: ({ pod }, say) => `**Did nothing**: pod ${say.name(pod)} carries no tracking finalizer.`,
  selectorMatched: ({ pods }) =>
    pods === 0
      ? '**Found no pods** with the labels of the ended Job.'
      : `**Found ${many(pods, 'pod')}** with the labels of the ended Job: what no unfinished Job will count loses its finalizer.`,
  selectorErrorLogged: ({ pod, error }, say) =>
    `**Logged an error** and went on: the finalizer of pod ${say.name(pod)} stays, as the answer was ${answer(error.reason)}.`,
} satisfies Partial<NoteSentences>;

const refusedEffects: Record<StatusWrite, string> = {
  first: 'no finalizer is removed, nothing counted',
  second: 'a later sync counts what was announced',
  only: 'a later sync tries again',
};

const counting: Record<CountedAs, string> = {
  succeeded: 'Announce success of pod',
  failed: 'Announce failure of pod',
  index: 'Record the index of pod',
  nothing: 'Do not count pod',
  already: 'Skip announced pod',
};

function countingWhy(as: CountedAs, why: CountedBecause): string {
  if (as === 'already') return 'the status has it already; only its finalizer is left to remove';
  if (as === 'index') return 'it succeeded, so its index is completed';
  switch (why) {
    case 'phase':
      return as === 'succeeded' ? 'its phase is Succeeded' : 'its phase is Failed';
    case 'terminating':
      return 'it is being deleted, which counts as a failure here';
    case 'jobFailing':
      return 'the Job fails before the pod has ended';
    case 'jobSucceeding':
      return 'the Job succeeds before the pod has ended';
    case 'jobDeleting':
      return 'the Job is being deleted before the pod has ended';
    case 'ignoredByPolicy':
      return 'a rule of the failure policy ignores its failure';
    case 'invalidIndex':
      return 'it has no index that the Job knows';
  }
}

const waits: Record<FinishWaits, (count: number) => string> = {
  terminating: (count) => `${many(count, 'pod')} ${isAre(count)} still terminating`,
  uncounted: (count) => `${many(count, 'announced pod')} ${hasHave(count)} not been counted yet`,
  capped: (count) => `${count} pods were announced, the most at once, and others may follow`,
  patchFailed: () => 'a finalizer could not be removed',
};

const kept: Record<OrphanKept, string> = {
  otherKind: 'its owner is not a Job of `batch/v1`',
  managedByOther: 'another controller manages its Job',
  jobUnfinished: 'its Job is not finished and will count it',
};
