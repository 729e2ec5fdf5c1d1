/** English sentences about the first half of a sync: may it run, which pods are there, how does the Job stand. */

import type { Added, FinishRule } from '../../../pkg/jobscope.js';
import type { NoteSentences, Say } from '../catalogue.js';
import { code } from '../format.js';
import { claimError } from '../gist.js';
import { indexList, isAre, kinds, list, many, quote, reached, some } from './grammar.js';

export const sync = {
  cacheBehind: ({ job, kind, read, written }, say) =>
    `**Held back the sync** of ${say.name(job)}: the ${kinds[kind]} cache is at revision ${read}, but the controller itself wrote revision ${written}.`,
  cacheCaughtUp: ({ job }, say) =>
    `**Found the caches new enough**: they show all that the controller wrote for ${say.name(job)}.`,
  jobMissing: ({ job }, say) =>
    `**Stopped**: ${say.name(job)} is not in the cache; what was remembered of it is dropped.`,
  managedByOther: ({ job, managedBy }, say) =>
    `**Left the Job alone**: \`spec.managedBy\` of ${say.name(job)} names another controller, ${code(managedBy)}.`,
  alreadyFinished: ({ job, condition }, say) =>
    `**Did nothing**: ${say.name(job)} is finished, as its condition ${code(condition)} is True.`,
  finishUnseen: ({ job }, say) =>
    `**Did nothing**: the end of ${say.name(job)} is written, but the cache does not show it yet.`,
  completionModeUnknown: ({ job, mode }, say) =>
    `**Left the Job alone**: the completion mode ${code(mode)} of ${say.name(job)} is unknown.`,
  expectationsMet: ({ job, why, creations, deletions, age }, say) => {
    switch (why) {
      case 'noRecord':
        return `**Gate open**: nothing is recorded as expected for ${say.name(job)}.`;
      case 'fulfilled':
        return '**Gate open**: all creations and deletions that were expected have been seen.';
      case 'expired':
        return `**Gate open**: ${unseen(creations, deletions)} not seen after ${say.span(age)}, so the record has expired.`;
    }
  },
  expectationsOwed: ({ creations, deletions, expiresIn }, say) =>
    `**Gate closed**: ${unseen(creations, deletions)} not seen in the cache yet, so no pod is created; the record expires in ${say.span(expiresIn)}.`,

  podsClaimed: ({ pods, active, ready, terminating, finished, awaitingRemoval }) => {
    if (pods === 0) return '**Found no pods** of the Job in the cache.';
    const parts = [
      active > 0 ? `${active} active${ready > 0 ? ` (${ready} ready)` : ''}` : '',
      terminating > 0 ? `${terminating} terminating` : '',
      finished > 0 ? `${finished} finished` : '',
    ].filter((part) => part !== '');
    const awaited = awaitingRemoval > 0 ? `; ${many(awaitingRemoval, 'finalizer removal')} not seen yet` : '';
    return `**Found ${many(pods, 'pod')}** in the cache: ${list(parts)}${awaited}.`;
  },
  podAdopted: ({ pod }, say) =>
    `**Adopted pod** ${say.name(pod)}: it has no owner, and the selector of the Job matches its labels.`,
  podReleased: ({ pod }, say) =>
    `**Released pod** ${say.name(pod)}: the selector of the Job does not match its labels any more.`,
  podClaimFailed: ({ pod, adopting, error }, say) =>
    `**Could not ${adopting ? 'adopt' : 'release'} pod** ${say.name(pod)}: ${quote(claimError(error))}; the sync fails.`,
  podVanished: ({ pod }, say) => `**Missed pod** ${say.name(pod)}: it was gone before it could be adopted.`,
  adoptionRechecked: ({ job, allowed }, say) =>
    allowed
      ? `**Asked the API server**: ${say.name(job)} still exists and is not being deleted, so it may adopt.`
      : `**Asked the API server**: its answer does not confirm that ${say.name(job)} still exists and may adopt.`,

  counted: ({ succeeded, failed, completions, backoffLimit, ignored }, say) => {
    const goal = completions === undefined ? '' : ` of ${completions}`;
    const successes = `${many(succeeded.total, 'success', 'successes')}${goal}`;
    return `**Found ${successes}** and ${many(failed.total, 'failure')}, ${fresh(succeeded.new + failed.new)}; \`backoffLimit\` is ${say.number(backoffLimit)}${left(ignored)}.`;
  },
  countedLive: ({ succeeded, failed, previousRetries, backoffLimit }, say) =>
    `**Counted the pods in the cache**: ${succeeded} succeeded, ${failed} failed; ${many(previousRetries, 'failed sync')} before, \`backoffLimit\` is ${say.number(backoffLimit)}.`,
  countedIndexed: ({ failedIndexes, succeeded, failed, completions, backoffLimit, ignored }, say) => {
    const lost = failedIndexes ? `, failed ${indexList(failedIndexes)}` : '';
    return `**Found ${succeeded} of ${completions} indexes** completed${lost}; ${some(failed.total, 'failed pod')}, \`backoffLimit\` is ${say.number(backoffLimit)}${left(ignored)}.`;
  },
  startTimeSet: ({ at }, say) =>
    `**Set the start time** to ${say.at(at)}: the Job had none and is not suspended.`,
  finishDecided: ({ condition, reason, message, rule }, say) => {
    const success = condition === 'SuccessCriteriaMet' || condition === 'Complete';
    return `**${success ? 'Complete' : 'Fail'} the Job**: ${decided(reason, message, rule, say)}.`;
  },
  noFinish: ({ failed, backoffLimit, restarts, deadlineLeft }, say) => {
    const counts = [
      `${many(failed, 'failed pod')}`,
      restarts === undefined ? '' : many(restarts, 'container restart'),
    ].filter((part) => part !== '');
    const time = deadlineLeft === undefined ? '' : `, and ${say.span(deadlineLeft)} are left of the deadline`;
    return `**Go on**: ${list(counts)} ${failed === 1 && restarts === undefined ? 'is' : 'are'} within \`backoffLimit\` ${say.number(backoffLimit)}${time}.`;
  },
  deadlineArmed: ({ activeDeadline, elapsed, remaining, added }, say) => {
    return `**Check the deadline again** in ${say.span(remaining)}: active for ${say.span(elapsed)} of ${say.span(activeDeadline)}${otherTimer(added, say)}.`;
  },
  finishDeletes: ({ active }) =>
    `**Delete ${many(active, 'active pod')}**: the Job ends; ${active === 1 ? 'it keeps its finalizer' : 'they keep their finalizers'} until counted.`,
  decisionWithheld: ({ why, deleted, active }) =>
    why === 'deletesFailed'
      ? `**Withhold the decision**: only ${deleted} of ${many(active, 'active pod')} could be deleted; the next sync decides anew.`
      : '**Withhold the decision**: not all expected creations and deletions are seen yet; the next sync decides anew.',
} satisfies Partial<NoteSentences>;

/** What became of a timer that does not simply wait. */
function otherTimer(added: Added, say: Say): string {
  switch (added.result) {
    case 'keptEarlier':
      return `; the Job wakes at ${say.at(added.at)} already`;
    case 'movedEarlier':
      return `; the Job was to wake at ${say.at(added.from)}`;
    default:
      return '';
  }
}

/** `2 creations and 1 deletion are`: what is owed, without what was overpaid. */
function unseen(creations: number, deletions: number): string {
  const parts = [
    creations > 0 ? many(creations, 'creation') : '',
    deletions > 0 ? many(deletions, 'deletion') : '',
  ].filter((part) => part !== '');
  return `${list(parts)} ${isAre(Math.max(creations, 0) + Math.max(deletions, 0))}`;
}

function fresh(count: number): string {
  return count === 0 ? 'none of them new' : `${count} of them new`;
}

function left(ignored: number): string {
  return ignored === 0 ? '' : `; ${many(ignored, 'failure')} ignored by policy`;
}

export function decided(reason: string, message: string, rule: FinishRule, say: Say): string {
  switch (rule.test) {
    case 'stored':
      return `an earlier sync stored the decision${reason === '' ? '' : `, reason ${code(reason)}`}`;
    case 'failurePolicy':
      return `pod ${rule.pod} matches a ${code('FailJob')} rule of its failure policy`;
    case 'backoffLimit':
      return `${many(rule.failed, 'failed pod')} ${isAre(rule.failed)} more than \`backoffLimit\` ${rule.limit} allows`;
    case 'retries':
      return `after ${many(rule.previousRetries, 'failed sync')} one more passes \`backoffLimit\` ${rule.limit}`;
    case 'restarts':
      return rule.limit === 0
        ? `${many(rule.restarts, 'container restart')}, and \`backoffLimit\` 0 allows none`
        : `${many(rule.restarts, 'container restart')} reach${rule.restarts === 1 ? 'es' : ''} or exceed${rule.restarts === 1 ? 's' : ''} \`backoffLimit\` ${rule.limit}`;
    case 'deadline':
      return `active for ${say.span(rule.elapsed)}, and \`activeDeadlineSeconds\` allows ${say.span(rule.limit)}`;
    case 'maxFailedIndexes':
      return `${many(rule.failedIndexes, 'failed index', 'failed indexes')} ${isAre(rule.failedIndexes)} more than \`maxFailedIndexes\` ${rule.limit} allows`;
    case 'failedIndexes':
      return `of ${many(rule.completions, 'index', 'indexes')} ${rule.succeeded} succeeded and ${rule.failedIndexes} failed, so none is left`;
    case 'successPolicy':
      return `the success policy is met, ${quote(message)}`;
    case 'completions':
      return rule.completions === undefined
        ? `${many(rule.succeeded, 'pod')} succeeded, none is active, and \`completions\` is not set`
        : `${reached(rule.succeeded, rule.completions)}, and no pod is active`;
  }
}

