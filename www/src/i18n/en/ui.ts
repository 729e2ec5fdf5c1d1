/** English words around sentences: what sort of step it was, the table of inputs, where each was read. */

import type { Source, StepKind } from '../catalogue.js';
import { timer } from './grammar.js';
import { page } from './page.js';

export const ui = {
  /** The panels of the page. */
  page,

  /** What sort of thing a step was. */
  steps: {
    sync: 'Sync',
    cleanUp: 'Clean-up',
    delivery: 'Delivery',
    kubelet: 'Kubelet',
    garbageCollector: 'Garbage collector',
    user: 'User',
    fault: 'Fault',
    time: 'Time',
  } satisfies Record<StepKind, string>,

  /** Where the controller read a value. */
  sources: {
    spec: 'spec, as cached',
    status: 'status, as cached',
    cache: 'pods, as cached',
    statusAndCache: 'status and pods, as cached',
    memory: 'memory of the controller',
    api: 'API server',
    clock: 'clock',
    computed: 'computed',
  } satisfies Record<Source, string>,

  /** Names of the values that decisions depend on. Fields of the API are named as they are. */
  inputs: {
    active: 'active pods',
    age: 'age of the record',
    answer: 'answer',
    awaitingRemoval: 'finalizer removals awaited',
    batches: 'batches',
    cacheRevision: 'revision of the cache',
    chosen: 'chosen pods',
    completedIndexes: 'completed indexes',
    condition: 'condition',
    creationsOwed: 'creations owed',
    deadlineLeft: 'left until the deadline',
    delay: 'back-off',
    deleted: 'deleted pods',
    deletionsOwed: 'deletions owed',
    differs: 'fields that differ',
    elapsed: 'active since the start',
    error: 'error',
    expiresIn: 'expires in',
    failed: 'failed pods',
    failedInStatus: 'failed, in status',
    failedIndexes: 'failed indexes',
    failedNew: 'failed, new',
    failedUncounted: 'failed, announced',
    failures: 'failures since the last success',
    failuresOfItem: 'failed syncs in a row',
    finished: 'finished pods',
    ignored: 'failures ignored by policy',
    indexes: 'indexes',
    indexesFailed: 'indexes that failed',
    indexesInBackoff: 'indexes in back-off',
    indexesSucceeded: 'indexes that succeeded',
    invalid: 'pods without a valid index',
    lastFailure: 'last failure',
    matched: 'pods that match',
    message: 'message',
    pod: 'pod',
    pods: 'pods of the Job',
    ready: 'ready pods',
    reason: 'reason',
    record: 'record of expectations',
    remaining: 'left',
    restarts: 'container restarts',
    revisionWritten: 'revision written last',
    selector: 'selector',
    succeeded: 'succeeded pods',
    succeededInStatus: 'succeeded, in status',
    succeededNew: 'succeeded, new',
    succeededUncounted: 'succeeded, announced',
    surplus: 'more active than wanted',
    terminating: 'terminating pods',
    timer: 'wakes the Job',
    uncounted: 'announced, not counted yet',
    wanted: 'active pods wanted',
  },

  /** Values that are not numbers, names or times. */
  values: { none: 'none', notSet: 'not set', confirmed: 'may adopt', notConfirmed: 'not confirmed' },

  /** When the timer that a decision asked for wakes the Job. */
  timer,

  /** With the name of the Go function that a note mirrors. */
  mirrors: (name: string) => `mirrors ${name}`,
};
