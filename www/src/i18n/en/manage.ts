/** English sentences about managing pods: how many, which, when, and the requests for them. */

import type { DeletedBecause, FinalizerBecause } from '../../../pkg/jobscope.js';
import type { NoteOf, NoteSentences, Say } from '../catalogue.js';
import { missing } from '../gist.js';
import { countIs, failure, indexList, isAre, list, many, reached, sinceSuccess, some } from './grammar.js';

export const manage = {
  manageSkipped: ({ why }) =>
    why === 'jobDeleting'
      ? '**Leave the pods alone**: the Job is being deleted.'
      : '**Leave the pods alone**: the gate is closed until the expected creations and deletions are seen.',
  activeWanted: (note) => `**Want ${some(note.wanted, 'active pod')}**: ${whyWanted(note)}.`,
  nothingToManage: ({ active, wanted, terminating }) => {
    const wish = wanted === 0 ? 'none is wanted' : `${wanted} ${isAre(wanted)} wanted`;
    if (terminating === 0) return `**Leave the pods as they are**: ${wish}, and ${countIs(active, 'active')}.`;
    const pods = many(terminating, 'terminating pod');
    const gone = terminating === 1 ? 'it is gone' : 'they are gone';
    return `**Wait for ${pods}**: ${wish}, ${countIs(active, 'active')}; a replacement starts once ${gone}.`;
  },
  suspendDeletes: ({ active }) =>
    active === 0
      ? '**Create no pods**: the Job is suspended; none is active.'
      : `**Delete ${many(active, 'active pod')}**: the Job is suspended; ${active === 1 ? 'it is' : 'they are'} not counted.`,
  podsRemoved: ({ surplus, chosen, invalid, capped }) => {
    const reasons = [
      invalid > 0 ? `${invalid} ${hasNoIndex(invalid)}` : '',
      surplus > 0 ? `${surplus} more ${isAre(surplus)} active than wanted` : '',
      capped ? '500 at most in one sync' : '',
    ].filter((part) => part !== '');
    const which = capped ? '' : ` (${list(chosen, 2)})`;
    return `**Delete ${many(chosen.length, 'pod')}**${which}: ${reasons.join('; ')}.`;
  },
  backoffPending: ({ failures, lastFailure, delay, remaining }, say) =>
    `**Wait ${say.span(remaining)}** before the next pod: ${sinceSuccess(failures, lastFailure, say)}; the back-off is ${say.span(delay)}.`,
  backoffPassed: ({ failures, lastFailure, delay }, say) =>
    `**Go on after the back-off**: ${sinceSuccess(failures, lastFailure, say)}; the ${say.span(delay)} have passed.`,
  indexBackoffPending: ({ indexes, remaining }, say) => {
    const one = indexes.length === 1;
    const which = `${one ? 'index' : 'indexes'} ${list(indexes.map(String))}`;
    const state = one ? 'is in its own back-off' : 'are in their own back-off';
    return `**Wait ${say.span(remaining)}** before the next pod: ${which} ${state}; no other can start.`;
  },
  podsWanted: ({ count, wanted, active, terminating, indexes, capped }) => {
    if (count === 0) {
      return `**Create no pod**: ${wanted} ${isAre(wanted)} wanted, ${countIs(active, 'active')}, but no index is left to run.`;
    }
    const parts = [
      `${wanted} ${isAre(wanted)} wanted`,
      terminating > 0 ? `${terminating} ${isAre(terminating)} still terminating` : '',
      countIs(active, 'active'),
    ].filter((part) => part !== '');
    const which = indexes === undefined ? '' : ` for ${count === 1 ? 'index' : 'indexes'} ${indexList(indexes)}`;
    const cap = capped ? '; 500 at most in one sync' : '';
    return `**Create ${many(count, 'pod')}**${which}: ${list(parts)}${cap}.`;
  },
  noLabels: () => '**Could not create a pod**: the template of the Job has no labels.',
  expectationsSet: ({ job, creations, deletions }, say) => {
    const parts = [
      creations > 0 ? many(creations, 'creation') : '',
      deletions > 0 ? many(deletions, 'deletion') : '',
    ].filter((part) => part !== '');
    return parts.length === 0
      ? `**Expect nothing** for ${say.name(job)}: its record starts anew, with nothing owed.`
      : `**Expect ${list(parts)}** for ${say.name(job)}: the gate is closed until the cache has shown ${creations + deletions === 1 ? 'it' : 'them'}.`;
  },
  podCreated: ({ pod, index, batch }, say) =>
    `**Created pod** ${say.name(pod)}${index === undefined ? '' : ` for index ${index}`}: the API server stored it, in batch ${batch}.`,
  podCreateFailed: ({ index, error }) => {
    const which = index === undefined ? '' : ` for index ${index}`;
    return error.namespaceTerminating
      ? `**Could not create a pod**${which}: the namespace is being deleted, and the controller does not call that an error.`
      : `**Could not create a pod**${which}: the API server answered ${failure(error)}.`;
  },
  creationGivenUp: ({ creations }, say) =>
    `**Took back 1 expected creation**: the request failed, so no event will come${stillOwed(creations, say)}.`,
  slowStartStopped: ({ skipped, creations }, say) =>
    `**Stopped creating**: a creation in the last batch failed, so ${many(skipped, 'pod')} ${isAre(skipped)} not tried${stillOwed(creations, say)}.`,
  podDeleted: ({ pod, why }, say) => `**Deleted pod** ${say.name(pod)}: ${deletions[why]}.`,
  podDeleteFailed: ({ pod, error, countsAsDeleted }, say) =>
    countsAsDeleted
      ? `**Deleted nothing**: pod ${say.name(pod)} was gone already, which counts as deleted.`
      : `**Could not delete pod** ${say.name(pod)}: the API server answered ${failure(error)}.`,
  finalizerRemoved: ({ pod, why, unchanged }, say) =>
    unchanged
      ? `**Removed nothing**: pod ${say.name(pod)} had lost its finalizer already.`
      : `**Removed the finalizer** of pod ${say.name(pod)}: ${finalizers[why]}.`,
  finalizerRemovalFailed: ({ pod, error, countsAsRemoved }, say) =>
    countsAsRemoved
      ? `**Removed nothing**: pod ${say.name(pod)} was gone already, which counts as removed.`
      : `**Could not remove the finalizer** of pod ${say.name(pod)}: the API server answered ${failure(error)}.`,
  completionsMissing: ({ succeeded, completions, active }) => {
    if (completions === undefined) {
      return succeeded === 0
        ? '**Not complete**: no pod has succeeded yet.'
        : `**Not complete**: ${many(succeeded, 'pod')} succeeded, but ${countIs(active, 'still active')}.`;
    }
    return succeeded >= completions
      ? `**Not complete**: ${reached(succeeded, completions)}, but ${many(active, 'pod')} ${isAre(active)} still active.`
      : `**Not complete**: ${reached(succeeded, completions)}.`;
  },
  jobSuspended: () => '**Set condition** `Suspended` to True: `spec.suspend` is true.',
  jobResumed: ({ startTime }, say) =>
    `**Set condition** \`Suspended\` to False: the Job is resumed, and its start time is now ${say.at(startTime)}.`,
} satisfies Partial<NoteSentences>;

type Wanted = NoteOf<'activeWanted'>;

function whyWanted(note: Wanted): string {
  const { active, completions = 0, succeeded, parallelism, rule } = note;
  switch (rule) {
    case 'workQueue':
      return `\`parallelism\` is ${parallelism}; \`completions\` is not set, and nothing has succeeded yet`;
    case 'workQueueDraining':
      return `\`completions\` is not set and ${many(succeeded, 'pod')} succeeded, so ${active === 0 ? 'no new one starts' : 'what is active runs out'}`;
    case 'remaining':
      return missing(note) === 0
        ? reached(succeeded, completions)
        : `${many(missing(note), 'completion')} ${isAre(missing(note))} still needed, fewer than \`parallelism\` ${parallelism}`;
    case 'parallelism':
      return missing(note) === 0
        ? `\`parallelism\` is 0; ${reached(succeeded, completions)}`
        : `${many(missing(note), 'completion')} ${isAre(missing(note))} still needed, and \`parallelism\` allows ${parallelism}`;
  }
}

function hasNoIndex(count: number): string {
  return count === 1 ? 'has no valid index of its own' : 'have no valid index of their own';
}

function stillOwed(creations: number | undefined, say: Say): string {
  if (creations === undefined) return '';
  if (creations === 0) return '; none is owed';
  return creations > 0
    ? `; ${many(creations, 'creation')} ${isAre(creations)} still owed`
    : `; the account stands at ${say.number(creations)}, more than was expected`;
}

const deletions: Record<DeletedBecause, string> = {
  suspended: 'the Job is suspended',
  surplus: 'it is more than what is wanted',
  finishing: 'the Job ends; its finalizer holds it until it is counted',
};

const finalizers: Record<FinalizerBecause, string> = {
  counted: 'nothing of it is left to be counted',
  deleting: 'it is about to be deleted and will not be counted',
  orphan: 'no unfinished Job will count it',
};

