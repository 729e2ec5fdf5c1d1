/** Samples of every note and action, for the tests of words: usual values, and those at the edges. */

import type { Added, ApiError, PodAct } from '../../www/pkg/jobscope.js';
import type { ActionId, ActionOf, NoteId, NoteOf } from '../../www/src/i18n/catalogue.js';

export const startedAt = '2024-01-01T00:00:00Z';

const job = 'default/pi';
const pod = 'default/pi-x2k4q';
const early = '2024-01-01T00:00:12Z';
const late = '2024-01-01T01:02:03.250Z';
const span = 3 * 3600_000 + 20 * 60_000 + 15_250;

const added: Added[] = [
  { result: 'ready' },
  { result: 'merged', times: 1 },
  { result: 'merged', times: 3 },
  { result: 'dirtyAgain' },
  { result: 'dropped' },
  { result: 'waiting', at: late },
  { result: 'keptEarlier', at: late },
  { result: 'movedEarlier', from: late, at: early },
];

/** What becomes of a timer with a delay. */
const timers = added.slice(5);

const conflict: ApiError = {
  reason: 'Conflict',
  message:
    'Operation cannot be fulfilled on jobs.batch "pi": the object has been modified; please apply your changes to the latest version and try again',
  namespaceTerminating: false,
};
const throttled: ApiError = {
  reason: 'TooManyRequests',
  message: 'the server has received too many requests and has asked us to try again later',
  namespaceTerminating: false,
};
const gone: ApiError = { reason: 'NotFound', message: 'pods "pi-x2k4q" not found', namespaceTerminating: false };
const ending: ApiError = {
  reason: 'Forbidden',
  message:
    'pods is forbidden: unable to create new content in namespace default because it is being terminated',
  namespaceTerminating: true,
};
const invalid: ApiError = {
  reason: 'Invalid',
  message: 'Job.batch "pi" is invalid: spec.completions: Invalid value: 7: field is immutable',
  namespaceTerminating: false,
  fields: [{ reason: 'FieldValueInvalid', path: 'spec.completions', message: 'Invalid value: 7: field is immutable' }],
};
const wordless: ApiError = { reason: 'Timeout', message: '', namespaceTerminating: false };
const long = 'Container main for pod default/pi-x2k4q failed with exit code 42 matching FailJob rule at index 0';
const indexes = '0,2,4,6,8,10,12,14,16-99';
const none = { total: 0, inStatus: 0, uncounted: 0, new: 0 };
const many = { total: 1234, inStatus: 1200, uncounted: 30, new: 4 };

export const notes: { readonly [Id in NoteId]: readonly [NoteOf<Id>, ...NoteOf<Id>[]] } = {
  timePassed: [
    { id: 'timePassed', from: startedAt, to: late },
    { id: 'timePassed', from: early, to: early },
  ],
  timerFired: [
    { id: 'timerFired', queue: 'job', item: job, due: late, merged: false },
    { id: 'timerFired', queue: 'job', item: job, due: late, merged: true },
    { id: 'timerFired', queue: 'orphan', item: `selector:default/a=b`, due: late, merged: true },
  ],
  jobCreated: [{ id: 'jobCreated', job, generation: 1 }],
  jobUpdated: [
    { id: 'jobUpdated', job, fields: [{ field: 'spec.suspend', from: 'false', to: 'true' }], generationBefore: 1, generation: 2 },
    { id: 'jobUpdated', job, fields: [{ field: 'metadata.annotations' }], generationBefore: 1, generation: 1 },
    {
      id: 'jobUpdated',
      job,
      fields: [
        { field: 'spec.parallelism', from: '1', to: '2' },
        { field: 'spec.completions', to: '7' },
        { field: 'spec.activeDeadlineSeconds', from: '30' },
        { field: 'spec.template' },
        { field: 'metadata.annotations' },
      ],
      generationBefore: 1,
      generation: 2,
    },
    { id: 'jobUpdated', job, fields: [], generationBefore: 1, generation: 1 },
  ],
  jobUnchanged: [{ id: 'jobUnchanged', job }],
  jobRemoved: [
    { id: 'jobRemoved', job, propagation: undefined },
    { id: 'jobRemoved', job, propagation: 'background' },
    { id: 'jobRemoved', job, propagation: 'orphan' },
  ],
  jobDeletionMarked: [
    { id: 'jobDeletionMarked', job, propagation: 'background', generation: 2 },
    { id: 'jobDeletionMarked', job, propagation: 'foreground', generation: 2 },
    { id: 'jobDeletionMarked', job, propagation: 'orphan', generation: 2 },
  ],
  requestRefused: [
    { id: 'requestRefused', requester: 'user', error: invalid },
    { id: 'requestRefused', requester: 'garbageCollector', error: conflict },
    { id: 'requestRefused', requester: 'kubelet', error: wordless },
  ],
  notPossible: [
    { id: 'notPossible', obstacle: 'noSuchPod', object: '' },
    { id: 'notPossible', obstacle: 'noSuchPod', object: pod },
    { id: 'notPossible', obstacle: 'noSuchJob', object: job },
    { id: 'notPossible', obstacle: 'podFinished', object: pod },
    { id: 'notPossible', obstacle: 'podNotPending', object: pod },
    { id: 'notPossible', obstacle: 'podNotDeleting', object: pod },
    { id: 'notPossible', obstacle: 'noSuchContainer', object: pod },
    { id: 'notPossible', obstacle: 'clockMayNotGoBack', object: '' },
  ],
  podMade: [{ id: 'podMade', pod }],
  podReported: [
    { id: 'podReported', pod, report: { what: 'scheduled', node: 'node-1' } },
    { id: 'podReported', pod, report: { what: 'running' } },
    { id: 'podReported', pod, report: { what: 'ready' } },
    { id: 'podReported', pod, report: { what: 'notReady' } },
    { id: 'podReported', pod, report: { what: 'condition', condition: 'DisruptionTarget', status: 'True' } },
    { id: 'podReported', pod, report: { what: 'succeeded' } },
    { id: 'podReported', pod, report: { what: 'failed', exitCode: 1, reason: undefined } },
    { id: 'podReported', pod, report: { what: 'failed', exitCode: undefined, reason: 'OOMKilled' } },
    { id: 'podReported', pod, report: { what: 'evicted' } },
    { id: 'podReported', pod, report: { what: 'containerRestarted', container: 'main', restarts: 1 } },
    { id: 'podReported', pod, report: { what: 'containerExited', container: 'main', exitCode: 0 } },
    { id: 'podReported', pod, report: { what: 'unchanged' } },
  ],
  podEdited: [
    { id: 'podEdited', pod, edit: 'labels' },
    { id: 'podEdited', pod, edit: 'ownerRemoved' },
    { id: 'podEdited', pod, edit: 'finalizersRemoved' },
  ],
  podDeletionMarked: [
    { id: 'podDeletionMarked', pod, requester: 'user', graceSeconds: 30, finalizers: ['a'] },
    { id: 'podDeletionMarked', pod, requester: 'garbageCollector', graceSeconds: 90, finalizers: ['a', 'b'] },
    { id: 'podDeletionMarked', pod, requester: 'kubelet', graceSeconds: 0, finalizers: ['a'] },
    { id: 'podDeletionMarked', pod, requester: 'user', graceSeconds: 0, finalizers: [] },
  ],
  podRemoved: [
    { id: 'podRemoved', pod, requester: 'user' },
    { id: 'podRemoved', pod, requester: 'kubelet' },
    { id: 'podRemoved', pod, requester: 'garbageCollector' },
  ],
  podDeletionUnchanged: [{ id: 'podDeletionUnchanged', pod, requester: 'garbageCollector' }],
  outcomePlanned: [{ id: 'outcomePlanned' }],
  garbageNothing: [{ id: 'garbageNothing' }],
  garbageDependentDeleted: [{ id: 'garbageDependentDeleted', pod, job }],
  garbageDependentOrphaned: [{ id: 'garbageDependentOrphaned', pod, job }],
  garbageOwnerless: [{ id: 'garbageOwnerless', pod, owner: '5d2f3c1e-0000-4000-8000-000000000001' }],
  faultArmed: [
    { id: 'faultArmed', fault: { verb: 'createPod', reason: 'InternalError', afterEffect: false, left: 1 } },
    { id: 'faultArmed', fault: { verb: 'updateStatus', reason: 'Timeout', afterEffect: true, left: 3 } },
    { id: 'faultArmed', fault: { verb: 'getJob', reason: 'Conflict', afterEffect: false, left: undefined } },
    { id: 'faultArmed', fault: { verb: 'patchPod', reason: 'Timeout', afterEffect: true, left: undefined } },
  ],
  faultsCleared: [
    { id: 'faultsCleared', count: 0 },
    { id: 'faultsCleared', count: 1 },
    { id: 'faultsCleared', count: 2 },
  ],
  crashArmed: [
    { id: 'crashArmed', afterRequests: 1 },
    { id: 'crashArmed', afterRequests: 12 },
  ],
  faultHit: [
    {
      id: 'faultHit',
      fault: { verb: 'deletePod', reason: 'Timeout', afterEffect: true, left: 0 },
      error: wordless,
    },
    {
      id: 'faultHit',
      fault: { verb: 'createPod', reason: 'TooManyRequests', afterEffect: false, left: 0 },
      error: throttled,
    },
  ],
  controllerCrashed: [
    { id: 'controllerCrashed', afterRequests: undefined },
    { id: 'controllerCrashed', afterRequests: 1 },
  ],
  controllerStarted: [{ id: 'controllerStarted' }],

  watchHeld: [
    { id: 'watchHeld', kind: 'pod', held: true },
    { id: 'watchHeld', kind: 'job', held: false },
  ],
  delivered: [
    { id: 'delivered', kind: 'pod', event: 'added', object: pod, revision: 12, left: 0 },
    { id: 'delivered', kind: 'job', event: 'modified', object: job, revision: 12, left: 1 },
    { id: 'delivered', kind: 'pod', event: 'deleted', object: pod, revision: 12, left: 7 },
  ],
  nothingToDeliver: [{ id: 'nothingToDeliver', kind: 'pod' }],
  relisted: [
    { id: 'relisted', kind: 'pod', dropped: 0 },
    { id: 'relisted', kind: 'pod', dropped: 1 },
    { id: 'relisted', kind: 'job', dropped: 4 },
  ],
  relistFound: [
    { id: 'relistFound', kind: 'pod', event: 'added', object: pod, tombstone: false },
    { id: 'relistFound', kind: 'pod', event: 'modified', object: pod, tombstone: false },
    { id: 'relistFound', kind: 'pod', event: 'deleted', object: pod, tombstone: true },
    { id: 'relistFound', kind: 'job', event: 'deleted', object: job, tombstone: false },
  ],
  handlerIgnored: [
    { id: 'handlerIgnored', object: pod, why: 'sameRevision' },
    { id: 'handlerIgnored', object: pod, why: 'ownerUnknown' },
    { id: 'handlerIgnored', object: pod, why: 'ownerFinished' },
    { id: 'handlerIgnored', object: pod, why: 'noOwnerNoMatch' },
  ],
  creationObserved: [
    { id: 'creationObserved', job, pod, creations: undefined },
    { id: 'creationObserved', job, pod, creations: 0 },
    { id: 'creationObserved', job, pod, creations: 1 },
    { id: 'creationObserved', job, pod, creations: -3 },
  ],
  deletionObserved: [
    { id: 'deletionObserved', job, pod, deletions: undefined },
    { id: 'deletionObserved', job, pod, deletions: 2 },
  ],
  finalizerRemovalObserved: [
    { id: 'finalizerRemovalObserved', job, pod, left: 0 },
    { id: 'finalizerRemovalObserved', job, pod, left: 1 },
    { id: 'finalizerRemovalObserved', job, pod, left: 2 },
  ],
  jobQueued: [
    { id: 'jobQueued', job, cause: 'jobAdded', delay: 0, added: { result: 'ready' } },
    ...added.map((result) => ({ id: 'jobQueued', job, cause: 'podDeleted', delay: span, added: result }) as const),
    ...(
      [
        'jobSpecChanged',
        'jobStatusChanged',
        'jobDeleted',
        'deadlineChanged',
        'podAdded',
        'podChanged',
        'podFailed',
        'podReleased',
        'orphanMayMatch',
        'deadline',
        'backoff',
        'retry',
        'conflict',
      ] as const
    ).map((cause) => ({ id: 'jobQueued', job, cause, delay: 1000, added: { result: 'keptEarlier', at: late } }) as const),
  ],
  orphanQueued: [
    { id: 'orphanQueued', item: `pod:${pod}`, cause: 'podWithoutOwner', added: { result: 'ready' } },
    { id: 'orphanQueued', item: `pod:${pod}`, cause: 'ownerFinishedOrGone', added: { result: 'dirtyAgain' } },
    { id: 'orphanQueued', item: 'selector:default/a=b', cause: 'jobFinished', added: { result: 'merged', times: 2 } },
    { id: 'orphanQueued', item: 'selector:default/a=b', cause: 'jobDeleted', added: { result: 'ready' } },
    { id: 'orphanQueued', item: `pod:${pod}`, cause: 'retry', added: { result: 'ready' } },
  ],
  backoffForgotten: [{ id: 'backoffForgotten', job }],

  queueEmpty: [
    { id: 'queueEmpty', queue: 'job' },
    { id: 'queueEmpty', queue: 'orphan' },
  ],
  workerTook: [
    { id: 'workerTook', queue: 'job', item: job, left: 0, failures: 0 },
    { id: 'workerTook', queue: 'orphan', item: 'selector:default/a=b', left: 1, failures: 1 },
    { id: 'workerTook', queue: 'job', item: job, left: 5, failures: 12 },
  ],
  syncForgotten: [
    { id: 'syncForgotten', queue: 'job', item: job, failures: 0 },
    { id: 'syncForgotten', queue: 'orphan', item: `pod:${pod}`, failures: 1 },
  ],
  failuresKept: [
    { id: 'failuresKept', queue: 'job', item: job, failures: 0 },
    { id: 'failuresKept', queue: 'job', item: job, failures: 2 },
  ],
  syncRetried: [
    `tracking status: adding uncounted pods to status: ${conflict.message}`,
    'read version: 12 is not as new as written version: 15 for group resource pods',
  ].flatMap((error) =>
    added.map((result, index) => ({
      id: 'syncRetried',
      queue: 'job',
      item: job,
      error,
      failures: index + 1,
      delay: span,
      added: result,
    })),
  ) as [NoteOf<'syncRetried'>],
  workerDone: [
    { id: 'workerDone', queue: 'job', item: job, again: false },
    { id: 'workerDone', queue: 'orphan', item: 'selector:default/a=b', again: true },
  ],

  cacheBehind: [{ id: 'cacheBehind', job, kind: 'pod', read: 12, written: 15 }],
  cacheCaughtUp: [{ id: 'cacheCaughtUp', job }],
  jobMissing: [{ id: 'jobMissing', job }],
  managedByOther: [{ id: 'managedByOther', job, managedBy: 'example.com/controller' }],
  alreadyFinished: [{ id: 'alreadyFinished', job, condition: 'Complete' }],
  finishUnseen: [{ id: 'finishUnseen', job }],
  completionModeUnknown: [{ id: 'completionModeUnknown', job, mode: 'Sorted' }],
  expectationsMet: [
    { id: 'expectationsMet', job, why: 'noRecord', creations: 0, deletions: 0, age: 0 },
    { id: 'expectationsMet', job, why: 'fulfilled', creations: -3, deletions: 0, age: span },
    { id: 'expectationsMet', job, why: 'expired', creations: 2, deletions: -1, age: 300_001 },
  ],
  expectationsOwed: [
    { id: 'expectationsOwed', job, creations: 1, deletions: 0, age: 2000, expiresIn: 298_000 },
    { id: 'expectationsOwed', job, creations: -1, deletions: 500, age: 2000, expiresIn: 298_000 },
    { id: 'expectationsOwed', job, creations: 2, deletions: 1, age: 300_000, expiresIn: 0 },
  ],

  podsClaimed: [
    { id: 'podsClaimed', pods: 0, active: 0, ready: 0, terminating: 0, finished: 0, awaitingRemoval: 0 },
    { id: 'podsClaimed', pods: 1, active: 1, ready: 0, terminating: 0, finished: 0, awaitingRemoval: 0 },
    { id: 'podsClaimed', pods: 6, active: 3, ready: 2, terminating: 1, finished: 2, awaitingRemoval: 1 },
  ],
  podAdopted: [{ id: 'podAdopted', pod }],
  podReleased: [{ id: 'podReleased', pod }],
  podClaimFailed: [
    {
      id: 'podClaimFailed',
      pod,
      adopting: true,
      error: `can't adopt Pod ${pod} (uid): default/pi has just been deleted at 2024-01-01 00:00:01 +0000 UTC`,
    },
    { id: 'podClaimFailed', pod, adopting: false, error: throttled.message },
  ],
  podVanished: [{ id: 'podVanished', pod }],
  adoptionRechecked: [
    { id: 'adoptionRechecked', job, allowed: true },
    { id: 'adoptionRechecked', job, allowed: false },
  ],

  countedLive: [
    { id: 'countedLive', succeeded: 0, failed: 1, inStatusSucceeded: 0, inStatusFailed: 0, previousRetries: 0, backoffLimit: 4 },
    { id: 'countedLive', succeeded: 1, failed: 5, inStatusSucceeded: 1, inStatusFailed: 4, previousRetries: 4, backoffLimit: 4 },
  ],
  counted: [
    { id: 'counted', succeeded: none, failed: none, completions: 1, backoffLimit: 6, ignored: 0 },
    { id: 'counted', succeeded: many, failed: many, completions: 2000, backoffLimit: 2_147_483_647, ignored: 1 },
    { id: 'counted', succeeded: many, failed: none, completions: undefined, backoffLimit: 0, ignored: 2 },
  ],
  countedIndexed: [
    {
      id: 'countedIndexed',
      completedIndexes: '',
      failedIndexes: undefined,
      succeeded: 0,
      failed: none,
      completions: 1,
      backoffLimit: 6,
      ignored: 0,
    },
    {
      id: 'countedIndexed',
      completedIndexes: indexes,
      failedIndexes: indexes,
      succeeded: 92,
      failed: many,
      completions: 200,
      backoffLimit: 2_147_483_647,
      ignored: 3,
    },
    {
      id: 'countedIndexed',
      completedIndexes: '0',
      failedIndexes: '',
      succeeded: 1,
      failed: none,
      completions: 2,
      backoffLimit: 6,
      ignored: 0,
    },
  ],
  startTimeSet: [{ id: 'startTimeSet', at: startedAt }],
  finishDecided: (
    [
      { test: 'stored' },
      { test: 'failurePolicy', pod: 'pi-x2k4q' },
      { test: 'backoffLimit', failed: 1, limit: 0 },
      { test: 'backoffLimit', failed: 7, limit: 6 },
      { test: 'retries', previousRetries: 4, limit: 4 },
      { test: 'restarts', restarts: 1, limit: 0 },
      { test: 'restarts', restarts: 4, limit: 4 },
      { test: 'restarts', restarts: 1, limit: 1 },
      { test: 'deadline', elapsed: span, limit: span },
      { test: 'maxFailedIndexes', failedIndexes: 1, limit: 0 },
      { test: 'failedIndexes', failedIndexes: 1, succeeded: 2, completions: 3 },
      { test: 'failedIndexes', failedIndexes: 1, succeeded: 0, completions: 1 },
      { test: 'successPolicy' },
      { test: 'completions', succeeded: 3, completions: 3 },
      { test: 'completions', succeeded: 1, completions: 1 },
      { test: 'completions', succeeded: 1, completions: undefined },
    ] as const
  ).map((rule) => ({
    id: 'finishDecided',
    condition: rule.test === 'completions' || rule.test === 'successPolicy' ? 'SuccessCriteriaMet' : 'FailureTarget',
    reason: rule.test === 'completions' ? '' : 'PodFailurePolicy',
    message: rule.test === 'successPolicy' ? 'Matched rules at index 0' : long,
    rule,
  })) as unknown as [NoteOf<'finishDecided'>],
  noFinish: [
    { id: 'noFinish', failed: 0, backoffLimit: 6, restarts: undefined, deadlineLeft: undefined },
    { id: 'noFinish', failed: 1, backoffLimit: 2_147_483_647, restarts: 2, deadlineLeft: span },
  ],
  deadlineArmed: timers.map((result) => ({
    id: 'deadlineArmed',
    activeDeadline: 30_000,
    elapsed: 12_000,
    remaining: 18_000,
    added: result,
  })) as [NoteOf<'deadlineArmed'>],
  finishDeletes: [
    { id: 'finishDeletes', active: 1 },
    { id: 'finishDeletes', active: 600 },
  ],
  decisionWithheld: [
    { id: 'decisionWithheld', why: 'deletesFailed', deleted: 1, active: 2 },
    { id: 'decisionWithheld', why: 'expectationsOwed', deleted: 0, active: 0 },
  ],

  manageSkipped: [
    { id: 'manageSkipped', why: 'expectationsOwed' },
    { id: 'manageSkipped', why: 'jobDeleting' },
  ],
  activeWanted: [
    wanted({ rule: 'workQueue', completions: undefined, wanted: 3, parallelism: 3, succeeded: 0 }),
    wanted({ rule: 'workQueueDraining', completions: undefined, wanted: 2, active: 2, parallelism: 3, succeeded: 1 }),
    wanted({ rule: 'workQueueDraining', completions: undefined, wanted: 0, parallelism: 3, succeeded: 1 }),
    wanted({ rule: 'remaining', completions: 5, wanted: 2, parallelism: 3, succeeded: 3 }),
    wanted({ rule: 'remaining', completions: 1, wanted: 0, parallelism: 3, succeeded: 1 }),
    wanted({ rule: 'parallelism', completions: 5, wanted: 2, parallelism: 2, succeeded: 2 }),
    wanted({ rule: 'parallelism', completions: 5, wanted: 0, parallelism: 0, succeeded: 5 }),
  ],
  nothingToManage: [
    { id: 'nothingToManage', active: 2, wanted: 2, terminating: 0 },
    { id: 'nothingToManage', active: 0, wanted: 0, terminating: 0 },
    { id: 'nothingToManage', active: 0, wanted: 1, terminating: 1 },
    { id: 'nothingToManage', active: 1, wanted: 4, terminating: 3 },
  ],
  suspendDeletes: [
    { id: 'suspendDeletes', active: 0 },
    { id: 'suspendDeletes', active: 1 },
    { id: 'suspendDeletes', active: 2 },
  ],
  podsRemoved: [
    { id: 'podsRemoved', surplus: 1, chosen: ['pi-x2k4q'], invalid: 0, capped: false },
    { id: 'podsRemoved', surplus: 0, chosen: ['pi-x2k4q', 'pi-b'], invalid: 2, capped: false },
    { id: 'podsRemoved', surplus: 700, chosen: Array.from({ length: 500 }, (_, n) => `pi-${n}`), invalid: 1, capped: true },
  ],
  backoffPending: [
    { id: 'backoffPending', failures: 1, lastFailure: early, delay: 10_000, remaining: 9_000, added: { result: 'waiting', at: late } },
    { id: 'backoffPending', failures: 9, lastFailure: late, delay: 600_000, remaining: 599_250, added: { result: 'keptEarlier', at: early } },
    { id: 'backoffPending', failures: 2, lastFailure: undefined, delay: 20_000, remaining: 1, added: { result: 'dirtyAgain' } },
  ],
  backoffPassed: [
    { id: 'backoffPassed', failures: 1, lastFailure: early, delay: 10_000 },
    { id: 'backoffPassed', failures: 2, lastFailure: undefined, delay: 80_000 },
  ],
  indexBackoffPending: [
    { id: 'indexBackoffPending', indexes: [3], remaining: 9_000, added: { result: 'waiting', at: late } },
    { id: 'indexBackoffPending', indexes: [1, 2, 3, 4, 5], remaining: 80_000, added: { result: 'waiting', at: late } },
  ],
  podsWanted: [
    pods({ count: 1, wanted: 1, active: 0, batches: [1] }),
    pods({ count: 2, wanted: 4, active: 1, terminating: 1, indexes: '0,1', batches: [1, 1] }),
    pods({ count: 500, wanted: 700, active: 3, indexes, batches: [1, 2, 4, 8, 16, 32, 64, 128, 245], capped: true }),
    pods({ count: 0, wanted: 1, active: 0, indexes: '', batches: [] }),
  ],
  noLabels: [{ id: 'noLabels' }],
  expectationsSet: [
    { id: 'expectationsSet', job, creations: 2, deletions: 0 },
    { id: 'expectationsSet', job, creations: 0, deletions: 1 },
    { id: 'expectationsSet', job, creations: 0, deletions: 0 },
  ],
  podCreated: [
    { id: 'podCreated', pod, index: undefined, batch: 1 },
    { id: 'podCreated', pod, index: 0, batch: 2 },
  ],
  podCreateFailed: [
    { id: 'podCreateFailed', index: undefined, error: throttled },
    { id: 'podCreateFailed', index: 0, error: ending },
    { id: 'podCreateFailed', index: 7, error: wordless },
  ],
  creationGivenUp: [
    { id: 'creationGivenUp', creations: undefined },
    { id: 'creationGivenUp', creations: 0 },
    { id: 'creationGivenUp', creations: 1 },
    { id: 'creationGivenUp', creations: -2 },
  ],
  slowStartStopped: [
    { id: 'slowStartStopped', skipped: 1, creations: 0 },
    { id: 'slowStartStopped', skipped: 4, creations: 3 },
  ],
  podDeleted: [
    { id: 'podDeleted', pod, why: 'suspended' },
    { id: 'podDeleted', pod, why: 'surplus' },
    { id: 'podDeleted', pod, why: 'finishing' },
  ],
  podDeleteFailed: [
    { id: 'podDeleteFailed', pod, error: gone, countsAsDeleted: true },
    { id: 'podDeleteFailed', pod, error: throttled, countsAsDeleted: false },
  ],
  finalizerRemoved: [
    { id: 'finalizerRemoved', pod, why: 'counted', unchanged: false },
    { id: 'finalizerRemoved', pod, why: 'deleting', unchanged: false },
    { id: 'finalizerRemoved', pod, why: 'orphan', unchanged: false },
    { id: 'finalizerRemoved', pod, why: 'counted', unchanged: true },
  ],
  finalizerRemovalFailed: [
    { id: 'finalizerRemovalFailed', pod, error: gone, countsAsRemoved: true },
    { id: 'finalizerRemovalFailed', pod, error: throttled, countsAsRemoved: false },
  ],
  completionsMissing: [
    { id: 'completionsMissing', succeeded: 0, completions: 1, active: 1 },
    { id: 'completionsMissing', succeeded: 3, completions: 3, active: 1 },
    { id: 'completionsMissing', succeeded: 0, completions: undefined, active: 2 },
    { id: 'completionsMissing', succeeded: 1, completions: undefined, active: 2 },
  ],
  jobSuspended: [{ id: 'jobSuspended' }],
  jobResumed: [{ id: 'jobResumed', startTime: late }],

  statusCompared: [
    { id: 'statusCompared', differs: [] },
    { id: 'statusCompared', differs: ['ready'] },
    { id: 'statusCompared', differs: ['active', 'ready', 'terminating'] },
  ],
  drained: [
    { id: 'drained', succeeded: 1, failed: 0, totalSucceeded: 2, totalFailed: 0 },
    { id: 'drained', succeeded: 0, failed: 2, totalSucceeded: 0, totalFailed: 2 },
    { id: 'drained', succeeded: 12, failed: 1, totalSucceeded: 120, totalFailed: 7 },
  ],
  podCounting: [
    { id: 'podCounting', pod, countedAs: 'succeeded', why: 'phase' },
    { id: 'podCounting', pod, countedAs: 'failed', why: 'phase' },
    { id: 'podCounting', pod, countedAs: 'failed', why: 'terminating' },
    { id: 'podCounting', pod, countedAs: 'failed', why: 'jobFailing' },
    { id: 'podCounting', pod, countedAs: 'index', why: 'phase' },
    { id: 'podCounting', pod, countedAs: 'nothing', why: 'jobSucceeding' },
    { id: 'podCounting', pod, countedAs: 'nothing', why: 'jobDeleting' },
    { id: 'podCounting', pod, countedAs: 'nothing', why: 'ignoredByPolicy' },
    { id: 'podCounting', pod, countedAs: 'nothing', why: 'invalidIndex' },
    { id: 'podCounting', pod, countedAs: 'already', why: 'phase' },
  ],
  podKeptDelayed: [{ id: 'podKeptDelayed', pod, index: 1 }],
  countingCapped: [{ id: 'countingCapped', limit: 500 }],
  interimCondition: [
    { id: 'interimCondition', condition: 'FailureTarget', reason: 'BackoffLimitExceeded' },
    { id: 'interimCondition', condition: 'SuccessCriteriaMet', reason: '' },
  ],
  statusWritten: [
    { id: 'statusWritten', write: 'first', revision: 14, unchanged: false },
    { id: 'statusWritten', write: 'second', revision: 15, unchanged: false },
    { id: 'statusWritten', write: 'first', revision: 14, unchanged: true },
  ],
  statusRefused: [
    { id: 'statusRefused', write: 'first', error: conflict },
    { id: 'statusRefused', write: 'second', error: throttled },
    { id: 'statusRefused', write: 'first', error: invalid },
    { id: 'statusRefused', write: 'second', error: wordless },
  ],
  nothingToWrite: [{ id: 'nothingToWrite' }],
  removalsExpected: [
    { id: 'removalsExpected', pods: 1 },
    { id: 'removalsExpected', pods: 3 },
  ],
  backoffRecorded: [
    { id: 'backoffRecorded', job, record: { failures: 1, lastFailure: early } },
    { id: 'backoffRecorded', job, record: { failures: 3, lastFailure: late } },
    { id: 'backoffRecorded', job, record: { failures: 0, lastFailure: undefined } },
  ],
  finishWaits: [
    { id: 'finishWaits', why: 'terminating', count: 1 },
    { id: 'finishWaits', why: 'uncounted', count: 2 },
    { id: 'finishWaits', why: 'capped', count: 500 },
    { id: 'finishWaits', why: 'patchFailed', count: 0 },
  ],
  jobFinished: [
    { id: 'jobFinished', condition: 'Complete', reason: '', message: '' },
    { id: 'jobFinished', condition: 'Failed', reason: 'PodFailurePolicy', message: long },
  ],
  eventRecorded: [
    { id: 'eventRecorded', type: 'Normal', reason: 'SuccessfulCreate', message: 'Created pod: pi-x2k4q' },
    { id: 'eventRecorded', type: 'Warning', reason: 'FailedCreate', message: `Error creating: ${conflict.message}` },
  ],
  newFailureRetried: [{ id: 'newFailureRetried', failed: 1 }],
  conflictSwallowed: timers.slice(0, 2).map((result) => ({ id: 'conflictSwallowed', delay: span, added: result })) as [
    NoteOf<'conflictSwallowed'>,
  ],

  orphanGone: [{ id: 'orphanGone', pod }],
  orphanKept: [
    { id: 'orphanKept', pod, why: 'otherKind' },
    { id: 'orphanKept', pod, why: 'managedByOther' },
    { id: 'orphanKept', pod, why: 'jobUnfinished' },
  ],
  orphanClean: [{ id: 'orphanClean', pod }],
  selectorMatched: [
    { id: 'selectorMatched', selector: 'a=b', pods: 0 },
    { id: 'selectorMatched', selector: 'a=b', pods: 1 },
    { id: 'selectorMatched', selector: 'a=b', pods: 3 },
  ],
  selectorErrorLogged: [{ id: 'selectorErrorLogged', pod, error: throttled }],
};

function wanted(values: Omit<NoteOf<'activeWanted'>, 'id' | 'active' | 'terminating'> & { active?: number }) {
  return { id: 'activeWanted', active: 0, terminating: 0, ...values } as const;
}

function pods(
  values: Pick<NoteOf<'podsWanted'>, 'count' | 'wanted' | 'active' | 'batches'> & {
    terminating?: number;
    indexes?: string;
    capped?: boolean;
  },
) {
  return { id: 'podsWanted', terminating: 0, indexes: undefined, capped: false, ...values } as const;
}

const acts: PodAct[] = [
  { act: 'schedule' },
  { act: 'run' },
  { act: 'setReady', ready: true },
  { act: 'setReady', ready: false },
  { act: 'setConditions', conditions: { DisruptionTarget: 'True', Other: 'False' } },
  { act: 'succeed' },
  { act: 'fail' },
  { act: 'fail', exitCode: 42, container: 'main' },
  { act: 'fail', bare: true },
  { act: 'evict' },
  { act: 'restartContainer', times: 1 },
  { act: 'restartContainer', container: 'main', times: 3 },
  { act: 'exitContainer', container: 'main', exitCode: 3 },
  { act: 'endTermination', exitCode: 143 },
  { act: 'confirmDeletion' },
];

export const actions: { readonly [Id in ActionId]: readonly [ActionOf<Id>, ...ActionOf<Id>[]] } = {
  createJob: [{ action: 'createJob', job: { metadata: { name: 'pi' }, spec: {} } }],
  applyJob: [{ action: 'applyJob', job: { metadata: { name: 'pi' }, spec: {} } }],
  changeJob: [
    { action: 'changeJob', job, change: { suspend: true } },
    { action: 'changeJob', job, change: { suspend: false } },
    { action: 'changeJob', job, change: { parallelism: 3 } },
    { action: 'changeJob', job, change: { activeDeadlineSeconds: null } },
    { action: 'changeJob', job, change: { annotations: { a: 'b' } } },
    { action: 'changeJob', job, change: { parallelism: 3, completions: 5, backoffLimit: 1, activeDeadlineSeconds: 30 } },
    { action: 'changeJob', job, change: {} },
  ],
  deleteJob: [
    { action: 'deleteJob', job, propagation: 'background' },
    { action: 'deleteJob', job, propagation: 'foreground' },
    { action: 'deleteJob', job, propagation: 'orphan' },
  ],
  deletePod: [
    { action: 'deletePod', pod },
    { action: 'deletePod', pod, force: true },
  ],
  labelPod: [{ action: 'labelPod', pod, labels: {} }],
  removePodOwner: [{ action: 'removePodOwner', pod }],
  removePodFinalizers: [{ action: 'removePodFinalizers', pod }],
  createPod: [
    { action: 'createPod', pod },
    { action: 'createPod', pod, owner: 'pi' },
    { action: 'createPod', pod, selectedBy: 'pi' },
  ],
  pod: acts.map((act) => ({ action: 'pod', pod, act })) as [ActionOf<'pod'>],
  pods: acts.flatMap((act) => [
    { action: 'pods', act },
    { action: 'pods', first: 1, act },
    { action: 'pods', first: 3, act },
  ]) as [ActionOf<'pods'>],
  planOutcomes: [{ action: 'planOutcomes', plan: { default: { ending: { kind: 'succeed' } } } }],
  collectGarbage: [{ action: 'collectGarbage' }],
  deliver: [
    { action: 'deliver', kind: 'pod' },
    { action: 'deliver', kind: 'pod', count: 1 },
    { action: 'deliver', kind: 'job', count: 3 },
  ],
  holdWatch: [
    { action: 'holdWatch', kind: 'pod', held: true },
    { action: 'holdWatch', kind: 'job', held: false },
  ],
  relist: [{ action: 'relist', kind: 'pod' }],
  processJob: [{ action: 'processJob' }],
  processOrphan: [{ action: 'processOrphan' }],
  restartController: [{ action: 'restartController' }],
  passTime: [
    { action: 'passTime', ms: 1000 },
    { action: 'passTime', ms: 250 },
    { action: 'passTime', ms: 300_000 },
  ],
  armFault: [
    { action: 'armFault', fault: { verb: 'createPod', error: 'internalError', count: 1 } },
    { action: 'armFault', fault: { verb: 'updateStatus', error: 'timeoutAfterEffect' } },
    { action: 'armFault', fault: { verb: 'createPod', error: 'forbidden', indexes: [0, 1, 2, 3, 4] } },
    { action: 'armFault', fault: { verb: 'patchPod', error: 'notFound', pods: ['pi-x2k4q'] } },
    { action: 'armFault', fault: { verb: 'getJob', error: 'namespaceTerminating', count: 2, skip: 3 } },
  ],
  armCrash: [
    { action: 'armCrash', afterRequests: 1 },
    { action: 'armCrash', afterRequests: 3 },
  ],
  clearFaults: [{ action: 'clearFaults' }],
};
