/** What just happened and why: the note of a step that tells it best, and its sentence. */

import type { Added, Note } from '../../pkg/jobscope.js';
import type { Say, Words } from './catalogue.js';

/** The index of the note that best sums up a step's notes; −1 of none. */
export function headline(notes: readonly Note[]): number {
  let best = -1;
  let most = -Infinity;
  notes.forEach((note, index) => {
    const weight = weigh(note);
    if (weight > most || (weight === most && lastWins(note))) [best, most] = [index, weight];
  });
  return best;
}

/** The sentence of the headline. It may say more than its note alone, as it knows the step's others. */
export function summary(notes: readonly Note[], words: Words, say: Say): string | undefined {
  const note = notes[headline(notes)];
  if (note?.id === 'podsWanted' && note.count > 0) {
    const because = notes.find((other) => other.id === 'activeWanted');
    const created = notes.filter((other) => other.id === 'podCreated').length;
    if (because) return words.headline.podsWanted(note, because, created === note.count, say);
  }
  if (note?.id === 'jobFinished') {
    const because = notes.find((other) => other.id === 'finishDecided');
    if (because && because.rule.test !== 'stored') return words.headline.jobFinished(note, because, say);
  }
  return note && sentence(note, words, say);
}

export function sentence(note: Note, words: Words, say: Say): string {
  return (words.note[note.id] as (note: Note, say: Say) => string)(note, say);
}

/**
 * How much of a step a note tells. In a sync: what went wrong, the end, pods created or deleted, a back-off, a closed
 * gate, what was counted and written, nothing to do. In a delivery: what it did to the gate, then to a queue.
 */
function weigh(note: Note): number {
  switch (note.id) {
    case 'controllerCrashed':
      return 100;
    case 'requestRefused':
    case 'notPossible':
      return 95;
    case 'cacheBehind':
    case 'conflictSwallowed':
      return 92;
    case 'statusRefused':
      return 90;
    case 'jobFinished':
      return 88;
    case 'podClaimFailed':
    case 'podCreateFailed':
    case 'noLabels':
    case 'completionModeUnknown':
      return 86;
    case 'podDeleteFailed':
      return note.countsAsDeleted ? 5 : 86;
    case 'finalizerRemovalFailed':
      return note.countsAsRemoved ? 5 : 86;
    case 'newFailureRetried':
      return 76;
    case 'syncRetried':
      return 75;
    case 'decisionWithheld':
      return 72;
    case 'finishDecided':
      return note.rule.test === 'stored' ? 60 : 70;
    case 'finishWaits':
      return 65;
    case 'suspendDeletes':
      return note.active > 0 ? 57 : 20;
    case 'podsWanted':
      return note.count > 0 ? 56 : 30;
    case 'podsRemoved':
      return 56;
    case 'jobSuspended':
    case 'jobResumed':
      return 54;
    case 'podAdopted':
    case 'podReleased':
      return 53;
    case 'backoffPending':
    case 'indexBackoffPending':
      return 50;
    case 'expectationsOwed':
      return 48;
    case 'selectorMatched':
      return note.pods === 1 ? 20 : 47;
    case 'finalizerRemoved':
      return note.why === 'orphan' ? 45 : 15;
    case 'drained':
      return 46;
    case 'podCounting':
      return note.countedAs === 'already' ? 16 : 44;
    case 'statusCompared':
      return note.differs.length > 0 ? 43 : 8;
    case 'statusWritten':
      return note.unchanged ? 41 : 42;
    case 'manageSkipped':
      return note.why === 'jobDeleting' ? 40 : 20;

    case 'jobRemoved':
      return 41;
    case 'jobMissing':
    case 'managedByOther':
    case 'alreadyFinished':
    case 'finishUnseen':
    case 'orphanGone':
    case 'orphanKept':
    case 'orphanClean':
    case 'queueEmpty':
    case 'jobCreated':
    case 'jobUpdated':
    case 'jobUnchanged':
    case 'jobDeletionMarked':
    case 'podMade':
    case 'podReported':
    case 'podEdited':
    case 'podDeletionMarked':
    case 'podRemoved':
    case 'podDeletionUnchanged':
    case 'outcomePlanned':
    case 'garbageDependentDeleted':
    case 'garbageDependentOrphaned':
    case 'garbageOwnerless':
    case 'faultArmed':
    case 'faultsCleared':
    case 'crashArmed':
    case 'watchHeld':
    case 'nothingToDeliver':
      return 40;

    case 'relisted':
      return note.dropped > 0 ? 39 : 25;
    case 'timerFired':
      return note.merged ? 34 : 36;
    case 'creationObserved':
      return note.creations === undefined ? 27 : 34;
    case 'deletionObserved':
      return note.deletions === undefined ? 27 : 34;
    case 'finalizerRemovalObserved':
    case 'orphanQueued':
      return 33;
    case 'jobQueued':
      if (!isNews(note.added)) return 28;
      // At once comes before later.
      return note.added.result === 'ready' ? 32.5 : 32;
    case 'timePassed':
      return 30;
    case 'handlerIgnored':
    case 'backoffForgotten':
      return 26;
    case 'delivered':
    case 'relistFound':
      return 20;
    case 'nothingToManage':
      return 14;
    case 'nothingToWrite':
    case 'garbageNothing':
      return 12;
    case 'controllerStarted':
      return 11;
    case 'completionsMissing':
      return 10;
    case 'activeWanted':
    case 'noFinish':
      return 9;
    case 'workerTook':
      return 3;
    case 'workerDone':
    case 'syncForgotten':
    case 'failuresKept':
      return 2;
    default:
      return 6;
  }
}

/** The queue is not as it was. */
function isNews(added: Added): boolean {
  return added.result !== 'merged' && added.result !== 'keptEarlier' && added.result !== 'dropped';
}

/** Of several payments the last says what is still owed. */
function lastWins(note: Note): boolean {
  return note.id === 'creationObserved' || note.id === 'deletionObserved' || note.id === 'finalizerRemovalObserved';
}
