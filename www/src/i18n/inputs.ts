/** The values that a note's decision depended on, and where the controller read each: the table under a sentence. */

import type { Added, ApiError, CountedSide, Note } from '../../pkg/jobscope.js';
import type { Input, NoteId, NoteOf, Say, Source, Ui, Words } from './catalogue.js';
import { answer, folded, middle } from './format.js';

/** More of a message than this is not for a table. */
const LONGEST = 300;

/** Nothing for a note that did not weigh anything, or whose sentence says it all. */
export function inputs(note: Note, words: Words, say: Say): Input[] {
  const rows = tables[note.id] as ((note: Note, table: Table) => Input[]) | undefined;
  return rows?.(note, new Table(words.ui, say)) ?? [];
}

type InputName = keyof Ui['inputs'];
type Value = number | string | undefined;

class Table {
  constructor(
    readonly ui: Ui,
    readonly say: Say,
  ) {}

  /** A value with a name in words. */
  row(name: InputName, value: Value, from: Source): Input {
    return { name: this.ui.inputs[name], value: this.text(value), from };
  }

  /** A field of the API, named as it is. */
  field(name: string, value: Value, from: Source = 'spec'): Input {
    return { name, value: this.text(value), from };
  }

  span(name: InputName, ms: number, from: Source): Input {
    return this.row(name, this.say.span(ms), from);
  }

  list(name: InputName, items: readonly (string | number)[], from: Source): Input {
    return this.row(name, items.length === 0 ? this.ui.values.none : items.join(this.ui.page.marks.comma), from);
  }

  timer(added: Added): Input {
    return this.row('timer', this.ui.timer(added, this.say), 'memory');
  }

  error({ reason, message }: ApiError): Input[] {
    return [this.row('answer', answer(reason), 'api'), this.row('message', middle(folded(message), LONGEST), 'api')];
  }

  failed({ inStatus, uncounted, new: fresh }: CountedSide): Input[] {
    return [
      this.row('failedInStatus', inStatus, 'status'),
      this.row('failedUncounted', uncounted, 'status'),
      this.row('failedNew', fresh, 'cache'),
    ];
  }

  private text(value: Value): string {
    if (typeof value === 'number') return this.say.number(value);
    return value === undefined || value === '' ? this.ui.values.notSet : value;
  }
}

const tables: { readonly [Id in NoteId]?: (note: NoteOf<Id>, table: Table) => Input[] } = {
  requestRefused: ({ error }, table) => table.error(error),
  faultHit: ({ error }, table) => table.error(error),

  syncRetried: ({ error, failures, delay, added }, table) => [
    table.row('error', error, 'computed'),
    table.row('failuresOfItem', failures, 'memory'),
    table.span('delay', delay, 'computed'),
    table.timer(added),
  ],

  cacheBehind: ({ read, written }, table) => [
    table.row('cacheRevision', read, 'cache'),
    table.row('revisionWritten', written, 'memory'),
  ],
  managedByOther: ({ managedBy }, table) => [table.field('spec.managedBy', managedBy)],
  alreadyFinished: ({ condition }, table) => [table.row('condition', condition, 'status')],
  completionModeUnknown: ({ mode }, table) => [table.field('spec.completionMode', mode)],
  expectationsMet: ({ why, creations, deletions, age }, table) =>
    why === 'noRecord'
      ? [table.row('record', table.ui.values.none, 'memory')]
      : [
          table.row('creationsOwed', creations, 'memory'),
          table.row('deletionsOwed', deletions, 'memory'),
          table.span('age', age, 'clock'),
        ],
  expectationsOwed: ({ creations, deletions, age, expiresIn }, table) => [
    table.row('creationsOwed', creations, 'memory'),
    table.row('deletionsOwed', deletions, 'memory'),
    table.span('age', age, 'clock'),
    table.span('expiresIn', expiresIn, 'computed'),
  ],

  podsClaimed: ({ pods, active, ready, terminating, finished, awaitingRemoval }, table) => [
    table.row('pods', pods, 'cache'),
    table.row('active', active, 'cache'),
    table.row('ready', ready, 'cache'),
    table.row('terminating', terminating, 'cache'),
    table.row('finished', finished, 'cache'),
    ...(awaitingRemoval === 0 ? [] : [table.row('awaitingRemoval', awaitingRemoval, 'memory')]),
  ],
  podClaimFailed: ({ error }, table) => [table.row('error', error, 'api')],
  adoptionRechecked: ({ allowed }, table) => [
    table.row('answer', allowed ? table.ui.values.confirmed : table.ui.values.notConfirmed, 'api'),
  ],

  counted: ({ succeeded, failed, completions, backoffLimit, ignored }, table) => [
    table.row('succeededInStatus', succeeded.inStatus, 'status'),
    table.row('succeededUncounted', succeeded.uncounted, 'status'),
    table.row('succeededNew', succeeded.new, 'cache'),
    ...table.failed(failed),
    ...(ignored === 0 ? [] : [table.row('ignored', ignored, 'cache')]),
    table.field('spec.completions', completions),
    table.field('spec.backoffLimit', backoffLimit),
  ],
  countedLive: ({ succeeded, failed, inStatusSucceeded, inStatusFailed, previousRetries, backoffLimit }, table) => [
    table.row('succeeded', succeeded, 'cache'),
    table.row('failed', failed, 'cache'),
    table.row('succeededInStatus', inStatusSucceeded, 'status'),
    table.row('failedInStatus', inStatusFailed, 'status'),
    table.row('failuresOfItem', previousRetries, 'memory'),
    table.field('spec.backoffLimit', backoffLimit),
  ],
  countedIndexed: ({ completedIndexes, failedIndexes, failed, completions, backoffLimit, ignored }, table) => [
    table.row('completedIndexes', completedIndexes || table.ui.values.none, 'statusAndCache'),
    ...(failedIndexes === undefined
      ? []
      : [table.row('failedIndexes', failedIndexes || table.ui.values.none, 'statusAndCache')]),
    ...table.failed(failed),
    ...(ignored === 0 ? [] : [table.row('ignored', ignored, 'cache')]),
    table.field('spec.completions', completions),
    table.field('spec.backoffLimit', backoffLimit),
  ],
  startTimeSet: (_, table) => [
    table.field('status.startTime', undefined, 'status'),
    table.field('spec.suspend', 'false'),
  ],
  finishDecided: (note, table) => [...finishInputs(note, table), table.row('reason', note.reason, 'computed')],
  noFinish: ({ failed, backoffLimit, restarts, deadlineLeft }, table) => [
    table.row('failed', failed, 'statusAndCache'),
    ...(restarts === undefined ? [] : [table.row('restarts', restarts, 'cache')]),
    table.field('spec.backoffLimit', backoffLimit),
    ...(deadlineLeft === undefined ? [] : [table.span('deadlineLeft', deadlineLeft, 'clock')]),
  ],
  deadlineArmed: ({ activeDeadline, elapsed, remaining, added }, table) => [
    table.field('spec.activeDeadlineSeconds', table.say.span(activeDeadline)),
    table.span('elapsed', elapsed, 'clock'),
    table.span('remaining', remaining, 'computed'),
    table.timer(added),
  ],
  finishDeletes: ({ active }, table) => [table.row('active', active, 'cache')],
  decisionWithheld: ({ deleted, active }, table) => [
    table.row('active', active, 'cache'),
    table.row('deleted', deleted, 'api'),
  ],

  activeWanted: ({ wanted, active, terminating, completions, succeeded, parallelism }, table) => [
    table.field('spec.completions', completions),
    table.row('succeeded', succeeded, 'statusAndCache'),
    table.field('spec.parallelism', parallelism),
    table.row('active', active, 'cache'),
    table.row('terminating', terminating, 'cache'),
    table.row('wanted', wanted, 'computed'),
  ],
  nothingToManage: ({ active, wanted, terminating }, table) => [
    table.row('wanted', wanted, 'computed'),
    table.row('active', active, 'cache'),
    ...(terminating > 0 ? [table.row('terminating', terminating, 'cache')] : []),
  ],
  suspendDeletes: ({ active }, table) => [
    table.field('spec.suspend', 'true'),
    table.row('active', active, 'cache'),
  ],
  podsRemoved: ({ surplus, chosen, invalid }, table) => [
    table.row('surplus', surplus, 'computed'),
    table.row('invalid', invalid, 'cache'),
    table.list('chosen', chosen, 'computed'),
  ],
  backoffPending: ({ failures, lastFailure, delay, remaining, added }, table) => [
    ...backoffInputs(failures, lastFailure, delay, table),
    table.span('remaining', remaining, 'clock'),
    table.timer(added),
  ],
  backoffPassed: ({ failures, lastFailure, delay }, table) => backoffInputs(failures, lastFailure, delay, table),
  indexBackoffPending: ({ indexes, remaining, added }, table) => [
    table.list('indexesInBackoff', indexes, 'cache'),
    table.span('remaining', remaining, 'clock'),
    table.timer(added),
  ],
  podsWanted: ({ wanted, active, terminating, indexes, batches }, table) => [
    table.row('wanted', wanted, 'computed'),
    table.row('active', active, 'cache'),
    ...(terminating > 0 ? [table.row('terminating', terminating, 'cache')] : []),
    ...(indexes === undefined ? [] : [table.row('indexes', indexes || table.ui.values.none, 'statusAndCache')]),
    table.list('batches', batches, 'computed'),
  ],
  podCreateFailed: ({ error }, table) => table.error(error),
  slowStartStopped: ({ creations }, table) =>
    creations === undefined ? [] : [table.row('creationsOwed', creations, 'memory')],
  podDeleteFailed: ({ error }, table) => table.error(error),
  finalizerRemovalFailed: ({ error }, table) => table.error(error),
  completionsMissing: ({ succeeded, completions, active }, table) => [
    table.row('succeeded', succeeded, 'statusAndCache'),
    table.field('spec.completions', completions),
    table.row('active', active, 'computed'),
  ],
  jobSuspended: (_, table) => [table.field('spec.suspend', 'true')],
  jobResumed: (_, table) => [table.field('spec.suspend', 'false')],

  statusCompared: ({ differs }, table) => [table.list('differs', differs, 'computed')],
  drained: ({ totalSucceeded, totalFailed }, table) => [
    table.field('status.succeeded', totalSucceeded, 'computed'),
    table.field('status.failed', totalFailed, 'computed'),
  ],
  statusRefused: ({ error }, table) => table.error(error),
  finishWaits: ({ why, count }, table) => {
    if (why === 'terminating') return [table.row('terminating', count, 'cache')];
    return why === 'patchFailed' ? [] : [table.row('uncounted', count, 'status')];
  },
  jobFinished: ({ condition, reason, message }, table) => [
    table.row('condition', condition, 'computed'),
    table.row('reason', reason, 'computed'),
    table.row('message', message, 'computed'),
  ],
  eventRecorded: ({ message }, table) => [table.row('message', message, 'computed')],
  newFailureRetried: ({ failed }, table) => [table.row('failed', failed, 'statusAndCache')],
  conflictSwallowed: ({ delay, added }, table) => [table.span('delay', delay, 'computed'), table.timer(added)],

  selectorMatched: ({ selector, pods }, table) => [
    table.row('selector', selector, 'memory'),
    table.row('matched', pods, 'cache'),
  ],
  selectorErrorLogged: ({ error }, table) => table.error(error),
};

function backoffInputs(failures: number, last: string | undefined, delay: number, table: Table): Input[] {
  return [
    table.row('failures', failures, 'memory'),
    table.row('lastFailure', last === undefined ? table.ui.values.none : table.say.at(last), 'memory'),
    table.span('delay', delay, 'computed'),
  ];
}

function finishInputs({ message, rule }: NoteOf<'finishDecided'>, table: Table): Input[] {
  switch (rule.test) {
    case 'stored':
      return [table.row('message', message, 'status')];
    case 'failurePolicy':
      return [table.row('pod', rule.pod, 'cache'), table.row('message', message, 'computed')];
    case 'backoffLimit':
      return [table.row('failed', rule.failed, 'statusAndCache'), table.field('spec.backoffLimit', rule.limit)];
    case 'retries':
      return [table.row('failuresOfItem', rule.previousRetries, 'memory'), table.field('spec.backoffLimit', rule.limit)];
    case 'restarts':
      return [table.row('restarts', rule.restarts, 'cache'), table.field('spec.backoffLimit', rule.limit)];
    case 'deadline':
      return [
        table.span('elapsed', rule.elapsed, 'clock'),
        table.field('spec.activeDeadlineSeconds', table.say.span(rule.limit)),
      ];
    case 'maxFailedIndexes':
      return [
        table.row('indexesFailed', rule.failedIndexes, 'statusAndCache'),
        table.field('spec.maxFailedIndexes', rule.limit),
      ];
    case 'failedIndexes':
      return [
        table.row('indexesFailed', rule.failedIndexes, 'statusAndCache'),
        table.row('indexesSucceeded', rule.succeeded, 'statusAndCache'),
        table.field('spec.completions', rule.completions),
      ];
    case 'successPolicy':
      return [table.row('message', message, 'computed')];
    case 'completions':
      return [
        table.row('succeeded', rule.succeeded, 'statusAndCache'),
        table.field('spec.completions', rule.completions),
      ];
  }
}
