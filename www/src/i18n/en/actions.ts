/** English words for actions: what each would do, and the text of its button. */

import type { Fault, FaultError, JobChange, PodAct } from '../../../pkg/jobscope.js';
import type { ActionLabels, ActionOf, ActionSentences } from '../catalogue.js';
import { code } from '../format.js';
import { changes } from '../gist.js';
import { item, kinds, list, many, requests } from './grammar.js';

export const action: ActionSentences = {
  createJob: ({ job }) => `**Create Job** ${jobName(job)}: the user sends it to the API server.`,
  applyJob: ({ job }) =>
    `**Apply the manifest** to Job ${jobName(job)}: the API server refuses changes of immutable fields.`,
  changeJob: ({ job, change }, say) => {
    const what = changes(change).map(code).join(', ');
    return `**Change Job** ${say.name(job)}${what === '' ? '' : `: ${what}`}.`;
  },
  deleteJob: ({ job, propagation }, say) => {
    const pods = {
      background: 'its pods follow later',
      foreground: 'its pods go first',
      orphan: 'its pods stay, without owner',
    }[propagation];
    return `**Delete Job** ${say.name(job)} with propagation ${propagation}: ${pods}.`;
  },
  deletePod: ({ pod, force }, say) =>
    force
      ? `**Delete pod** ${say.name(pod)} by force: nobody waits for its containers to end.`
      : `**Delete pod** ${say.name(pod)}: its containers are given time to end.`,
  labelPod: ({ pod }, say) =>
    `**Change the labels** of pod ${say.name(pod)}: a selector may match it from then on, or no more.`,
  removePodOwner: ({ pod }, say) =>
    `**Remove the owner** of pod ${say.name(pod)}: a Job whose selector matches it may adopt it.`,
  removePodFinalizers: ({ pod }, say) =>
    `**Remove the finalizers** of pod ${say.name(pod)}: nothing keeps it then until it is counted.`,
  createPod: ({ pod, owner, selectedBy }, say) => {
    const whose = owner ? `, owned by Job ${owner}` : selectedBy ? `, with the labels of Job ${selectedBy}` : '';
    return `**Create pod** ${say.name(pod)}${whose}: somebody other than the controller makes it.`;
  },
  pod: ({ pod, act }, say) => `${acts(act, `pod ${say.name(pod)}`, false)}.`,
  pods: ({ first, act }) => `${acts(act, firstPods(first), first !== 1)}.`,
  planOutcomes: () => '**Change the plan** of how pods end unless you decide otherwise.',
  collectGarbage: () => '**Collect garbage**: pods whose owner is gone are deleted, and deletions move on.',
  deliver: ({ kind, count }) =>
    `**Deliver ${count === undefined ? `all ${kinds[kind]} events` : many(count, `${kinds[kind]} event`)}**: the cache takes the oldest first, and handlers are told.`,
  holdWatch: ({ kind, held }) =>
    held
      ? `**Hold the ${kinds[kind]} watch**: the cache falls behind until you deliver events.`
      : `**Release the ${kinds[kind]} watch**: its events are delivered again by themselves.`,
  relist: ({ kind }) =>
    `**Break the ${kinds[kind]} watch**: undelivered events are lost, and the cache lists anew.`,
  processJob: (_, say) =>
    say.next.job === undefined
      ? '**Let a worker take** the next Job from the queue: none is ready.'
      : `**Sync Job** ${say.name(say.next.job)}: a worker takes it from the queue, decides and writes.`,
  processOrphan: (_, say) =>
    say.next.orphan === undefined
      ? '**Let a worker take** the next pod to clean up: none is ready.'
      : `**Clean up** ${item(say.next.orphan, say)}: what no unfinished Job will count loses its finalizer.`,
  restartController: () => '**Restart the controller**: it loses its memory and lists all Jobs and pods.',
  passTime: ({ ms }, say) => `**Let ${say.span(ms)} pass**: whatever is due by then comes due.`,
  armFault: ({ fault }) =>
    `**Let ${faulty(fault)}** to ${requests[fault.verb]} ${fault.error === 'timeoutAfterEffect' ? 'work, but lose its answer (504 Timeout)' : `fail with ${faultErrors[fault.error]}`}.`,
  armCrash: ({ afterRequests }) =>
    `**Crash the controller** after ${many(afterRequests, 'request')} of the next sync that sends any.`,
  clearFaults: () => '**Clear the faults**: requests succeed again, and no crash is set.',
};

export const label: ActionLabels = {
  createJob: ({ job }) => `Create ${jobName(job)}`,
  applyJob: ({ job }) => `Apply manifest to ${jobName(job)}`,
  changeJob: ({ job, change }, say) => changeLabel(say.name(job), change),
  deleteJob: ({ job, propagation }, say) => `Delete ${say.name(job)} (${propagation})`,
  deletePod: ({ pod, force }, say) => `Delete ${say.name(pod)}${force ? ' by force' : ''}`,
  labelPod: ({ pod }, say) => `Relabel ${say.name(pod)}`,
  removePodOwner: ({ pod }, say) => `Remove owner of ${say.name(pod)}`,
  removePodFinalizers: ({ pod }, say) => `Remove finalizers of ${say.name(pod)}`,
  createPod: ({ pod }, say) => `Create pod ${say.name(pod)}`,
  pod: ({ pod, act }, say) => `${actVerb(act)} ${say.name(pod)}${actDetail(act)}`,
  pods: ({ first, act }) =>
    `${actVerb(act)} ${first === undefined ? 'all pods' : many(first, 'pod')}${actDetail(act)}`,
  planOutcomes: () => 'Plan outcomes',
  collectGarbage: () => 'Collect garbage',
  deliver: ({ kind, count }) =>
    count === undefined ? `Deliver ${kinds[kind]} events` : `Deliver ${many(count, `${kinds[kind]} event`)}`,
  holdWatch: ({ kind, held }) => `${held ? 'Hold' : 'Release'} ${kinds[kind]} watch`,
  relist: ({ kind }) => `Break ${kinds[kind]} watch`,
  processJob: (_, say) => (say.next.job === undefined ? 'Sync' : `Sync ${say.name(say.next.job)}`),
  processOrphan: (_, say) =>
    say.next.orphan === undefined ? 'Clean up' : `Clean up ${item(say.next.orphan, say).replace(/^pod /, '')}`,
  restartController: () => 'Restart controller',
  passTime: ({ ms }, say) => {
    const span = say.span(ms);
    return `${span} ${/^1\s\S+$/.test(span) ? 'passes' : 'pass'}`;
  },
  armFault: ({ fault }) => `${faultShort[fault.error]} on ${faultVerbs[fault.verb]}`,
  armCrash: ({ afterRequests }) => `Crash after ${many(afterRequests, 'request')}`,
  clearFaults: () => 'Clear faults',
};

/** What the API server answers, in words. */
const faultErrors: Record<FaultError, string> = {
  conflict: '409 Conflict',
  notFound: '404 NotFound',
  invalid: '422 Invalid',
  tooManyRequests: '429 TooManyRequests',
  internalError: '500 InternalError',
  forbidden: '403 Forbidden',
  namespaceTerminating: '403 Forbidden, as the namespace is being deleted',
  timeout: '504 Timeout',
  timeoutAfterEffect: '504 Timeout, after it took effect',
};

const faultShort: Record<FaultError, string> = {
  conflict: '409',
  notFound: '404',
  invalid: '422',
  tooManyRequests: '429',
  internalError: '500',
  forbidden: '403',
  namespaceTerminating: 'Namespace ends',
  timeout: 'Timeout',
  timeoutAfterEffect: 'Lost answer',
};

/** The requests that a fault can hit, in two words. */
const faultVerbs: Record<Fault['verb'], string> = {
  createPod: 'pod creation',
  deletePod: 'pod deletion',
  patchPod: 'pod patch',
  updateStatus: 'status write',
  getJob: 'Job read',
};

function faulty({ skip = 0, count, indexes = [], pods = [] }: Fault): string {
  if (pods.length > 0) return `the requests on ${list(pods)}`;
  if (indexes.length > 0) return `the requests for ${indexes.length === 1 ? 'index' : 'indexes'} ${list(indexes.map(String))}`;
  const after = skip > 0 ? ` after ${skip} more` : '';
  if (count === undefined) return `every request${after}`;
  return `${count === 1 ? 'the next request' : `the next ${count} requests`}${after}`;
}

function jobName(job: ActionOf<'createJob'>['job']): string {
  const name = job.metadata['name'];
  return typeof name === 'string' ? name : 'without name';
}

function changeLabel(job: string, change: JobChange): string {
  const only = changes(change);
  if (only.length !== 1) return `Change ${job}`;
  if (change.suspend !== undefined) return `${change.suspend ? 'Suspend' : 'Resume'} ${job}`;
  if (change.activeDeadlineSeconds === null) return `Remove deadline of ${job}`;
  return change.annotations === undefined ? `Set ${only[0]?.replace(':', ' to')}` : `Annotate ${job}`;
}

function actVerb(act: PodAct): string {
  switch (act.act) {
    case 'schedule':
      return 'Schedule';
    case 'run':
      return 'Run';
    case 'setReady':
      return 'Make';
    case 'setConditions':
      return 'Set conditions of';
    case 'succeed':
      return 'Succeed';
    case 'fail':
      return 'Fail';
    case 'evict':
      return 'Evict';
    case 'restartContainer':
      return 'Restart container of';
    case 'exitContainer':
      return `Exit ${act.container} of`;
    case 'endTermination':
      return 'End';
    case 'confirmDeletion':
      return 'Confirm deletion of';
  }
}

function actDetail(act: PodAct): string {
  switch (act.act) {
    case 'setReady':
      return act.ready ? ' ready' : ' unready';
    case 'fail':
      return act.bare ? '' : ` (exit ${act.exitCode ?? 1})`;
    case 'exitContainer':
    case 'endTermination':
      return ` (exit ${act.exitCode})`;
    case 'restartContainer':
      return act.times === 1 ? '' : ` (${act.times} times)`;
    default:
      return '';
  }
}

function firstPods(first: number | undefined): string {
  if (first === undefined) return 'all pods';
  return first === 1 ? 'the first pod' : `the first ${first} pods`;
}

function acts(act: PodAct, pod: string, several: boolean): string {
  switch (act.act) {
    case 'schedule':
      return `**Schedule** ${pod}: ${several ? 'each gets' : 'it gets'} a node and stays Pending`;
    case 'run':
      return `**Run** ${pod}: all containers start, and ${several ? 'the pods are' : 'the pod is'} ready`;
    case 'setReady':
      return `**Report** ${pod} as ${act.ready ? 'ready' : 'not ready'}`;
    case 'setConditions': {
      const set = Object.entries(act.conditions).map(([type, status]) => code(`${type}: ${status}`));
      return `**Set conditions** of ${pod}: ${list(set)}`;
    }
    case 'succeed':
      return `**End** ${pod} with success: all containers exit with code 0`;
    case 'fail':
      return act.bare
        ? `**End** ${pod} with failure: only the phase is reported`
        : `**End** ${pod} with failure: exit code ${act.exitCode ?? 1}${act.container ? ` of container ${act.container}` : ''}`;
    case 'evict':
      return `**Evict** ${pod}: ${several ? 'they are' : 'it is'} Failed, with condition \`DisruptionTarget\``;
    case 'restartContainer':
      return `**Restart** ${act.container ? `container ${act.container}` : 'the first container'} of ${pod} in place${act.times === 1 ? '' : `, ${act.times} times`}`;
    case 'exitContainer':
      return `**End container** ${act.container} of ${pod} with exit code ${act.exitCode}`;
    case 'endTermination':
      return `**End the termination** of ${pod}: all containers exit with code ${act.exitCode}, and the deletion is confirmed`;
    case 'confirmDeletion':
      return `**Confirm the deletion** of ${pod}: nothing of ${several ? 'them' : 'it'} is left on the node`;
  }
}
