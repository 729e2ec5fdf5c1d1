/** What sort of thing a note or an action is. */

import type { Action, Note } from '../../pkg/jobscope.js';
import type { StepKind, Tone } from './catalogue.js';

export function tone(note: Note): Tone {
  switch (note.id) {
    case 'requestRefused':
    case 'notPossible':
    case 'faultHit':
    case 'controllerCrashed':
    case 'syncRetried':
    case 'cacheBehind':
    case 'completionModeUnknown':
    case 'podClaimFailed':
    case 'noLabels':
    case 'podCreateFailed':
    case 'slowStartStopped':
    case 'statusRefused':
    case 'newFailureRetried':
    case 'conflictSwallowed':
    case 'selectorErrorLogged':
      return 'problem';
    case 'podDeleteFailed':
      return note.countsAsDeleted ? 'plain' : 'problem';
    case 'finalizerRemovalFailed':
      return note.countsAsRemoved ? 'plain' : 'problem';
    case 'finishDecided':
    case 'interimCondition':
    case 'jobFinished':
      return 'end';
    case 'jobCreated':
    case 'jobUpdated':
    case 'jobRemoved':
    case 'jobDeletionMarked':
    case 'podMade':
    case 'podReported':
    case 'podEdited':
    case 'podDeletionMarked':
    case 'podRemoved':
    case 'garbageDependentDeleted':
    case 'garbageDependentOrphaned':
    case 'garbageOwnerless':
    case 'podAdopted':
    case 'podReleased':
    case 'podCreated':
    case 'podDeleted':
      return 'write';
    case 'finalizerRemoved':
    case 'statusWritten':
      return note.unchanged ? 'plain' : 'write';
    case 'jobMissing':
    case 'managedByOther':
    case 'alreadyFinished':
    case 'finishUnseen':
    case 'expectationsMet':
    case 'expectationsOwed':
    case 'adoptionRechecked':
    case 'noFinish':
    case 'finishDeletes':
    case 'decisionWithheld':
    case 'manageSkipped':
    case 'activeWanted':
    case 'nothingToManage':
    case 'suspendDeletes':
    case 'podsRemoved':
    case 'backoffPending':
    case 'backoffPassed':
    case 'indexBackoffPending':
    case 'podsWanted':
    case 'completionsMissing':
    case 'jobSuspended':
    case 'jobResumed':
    case 'statusCompared':
    case 'drained':
    case 'podCounting':
    case 'podKeptDelayed':
    case 'countingCapped':
    case 'finishWaits':
    case 'nothingToWrite':
    case 'orphanKept':
      return 'decision';
    default:
      return 'plain';
  }
}

export function stepKind(action: Action): StepKind {
  switch (action.action) {
    case 'processJob':
      return 'sync';
    case 'processOrphan':
      return 'cleanUp';
    case 'deliver':
      return 'delivery';
    case 'pod':
    case 'pods':
      return 'kubelet';
    case 'collectGarbage':
      return 'garbageCollector';
    case 'holdWatch':
    case 'relist':
    case 'restartController':
    case 'armFault':
    case 'armCrash':
    case 'clearFaults':
      return 'fault';
    case 'passTime':
      return 'time';
    case 'createJob':
    case 'applyJob':
    case 'changeJob':
    case 'deleteJob':
    case 'deletePod':
    case 'labelPod':
    case 'removePodOwner':
    case 'removePodFinalizers':
    case 'createPod':
    case 'planOutcomes':
      return 'user';
  }
}
