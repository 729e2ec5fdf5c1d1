/** Which Go function of Kubernetes a note mirrors: names that stand in the source of its Job controller. */

import type { FinishRule, Note } from '../../pkg/jobscope.js';
import type { NoteId } from './catalogue.js';

/** Absent where a note has no function of its own upstream, or where that depends on the version. */
export function upstream(note: Note): string | undefined {
  switch (note.id) {
    case 'jobQueued':
      return queuing(note.delay);
    case 'finishDecided':
      return finishing[note.rule.test];
    case 'finalizerRemoved':
      return removing[note.why];
    case 'workerTook':
    case 'workerDone':
    case 'syncForgotten':
    case 'failuresKept':
    case 'syncRetried':
      return note.queue === 'job' ? 'processNextWorkItem' : 'processNextOrphanPod';
    case 'podDeleted':
      return note.why === 'finishing' ? 'deleteActivePods' : 'deleteJobPods';
    default:
      return functions[note.id];
  }
}

const functions: Partial<Record<NoteId, string>> = {
  creationObserved: 'CreationObserved',
  deletionObserved: 'DeletionObserved',
  finalizerRemovalObserved: 'finalizerRemovalObserved',
  backoffForgotten: 'removeBackoffRecord',

  jobMissing: 'syncJob',
  managedByOther: 'managedByExternalController',
  alreadyFinished: 'IsJobFinished',
  completionModeUnknown: 'syncJob',
  expectationsMet: 'SatisfiedExpectations',
  expectationsOwed: 'SatisfiedExpectations',

  podsClaimed: 'getPodsForJob',
  podAdopted: 'AdoptPod',
  podReleased: 'ReleasePod',
  podVanished: 'AdoptPod',
  adoptionRechecked: 'RecheckDeletionTimestamp',

  counted: 'getNewFinishedPods',
  countedLive: 'getStatus',
  countedIndexed: 'calculateSucceededIndexes',
  startTimeSet: 'syncJob',
  noFinish: 'syncJob',
  deadlineArmed: 'syncJob',
  finishDeletes: 'deleteActivePods',
  decisionWithheld: 'syncJob',

  manageSkipped: 'syncJob',
  activeWanted: 'manageJob',
  nothingToManage: 'manageJob',
  suspendDeletes: 'manageJob',
  podsRemoved: 'activePodsForRemoval',
  backoffPending: 'getRemainingTime',
  backoffPassed: 'getRemainingTime',
  indexBackoffPending: 'getPodCreationInfoForIndependentIndexes',
  podsWanted: 'manageJob',
  podCreated: 'manageJob',
  podCreateFailed: 'manageJob',
  creationGivenUp: 'CreationObserved',
  slowStartStopped: 'manageJob',
  completionsMissing: 'syncJob',
  jobSuspended: 'ensureJobConditionStatus',
  jobResumed: 'ensureJobConditionStatus',

  statusCompared: 'syncJob',
  drained: 'cleanUncountedPodsWithoutFinalizers',
  podCounting: 'trackJobStatusAndRemoveFinalizers',
  podKeptDelayed: 'canRemoveFinalizer',
  countingCapped: 'trackJobStatusAndRemoveFinalizers',
  interimCondition: 'trackJobStatusAndRemoveFinalizers',
  statusWritten: 'updateJobStatus',
  statusRefused: 'updateJobStatus',
  nothingToWrite: 'trackJobStatusAndRemoveFinalizers',
  removalsExpected: 'expectFinalizersRemoved',
  backoffRecorded: 'updateBackoffRecord',
  finishWaits: 'enactJobFinished',
  jobFinished: 'enactJobFinished',

  orphanGone: 'syncOrphanPod',
  orphanKept: 'syncOrphanPod',
  orphanClean: 'syncOrphanPod',
};

const finishing: Record<FinishRule['test'], string> = {
  stored: 'syncJob',
  failurePolicy: 'getFailJobMessage',
  backoffLimit: 'syncJob',
  restarts: 'pastBackoffLimitOnFailure',
  retries: 'syncJob',
  deadline: 'pastActiveDeadline',
  maxFailedIndexes: 'calculateFailedIndexes',
  failedIndexes: 'calculateFailedIndexes',
  successPolicy: 'matchSuccessPolicy',
  completions: 'newSuccessCondition',
};

const removing = {
  counted: 'removeTrackingFinalizerFromPods',
  deleting: 'deleteJobPods',
  orphan: 'syncOrphanPod',
};

/** Handlers wait for 1 s to batch events; decisions of a sync wait for as long as they need. */
function queuing(delay: number): string {
  if (delay <= 0) return 'enqueueSyncJobImmediately';
  return delay === 1000 ? 'enqueueSyncJobBatched' : 'enqueueSyncJobInternal';
}
