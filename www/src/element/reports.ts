/** What the page around an element hears of: steps, changes of the Job's status, and what goes wrong. */

import type { JobStatus, Position } from '../../pkg/jobscope.js';
import { plain, type NoteId } from '../i18n/index.js';
import { spoken, type Reason } from '../reason.js';
import type { SessionState } from '../session-state.js';

export interface StepDetail {
  position: Position;
  /** Why, in the language of the element. */
  sentence: string;
  /** The note that the sentence is made from; absent at the start of a run. */
  note: NoteId | undefined;
}

export interface ChangeDetail {
  status: JobStatus | undefined;
  conditions: NonNullable<JobStatus['conditions']>;
}

export interface Problem {
  /** May carry marks. */
  text: string;
  attribute?: string;
  /** A field of the manifest. */
  path?: string;
}

/** Tells each thing once. */
export class Reports {
  readonly #from: EventTarget;
  #moment = '';
  #status: string | undefined;
  #trouble: SessionState['trouble'];

  constructor(from: EventTarget) {
    this.#from = from;
  }

  /** What is new at this moment of a run. */
  tell({ snapshot, trouble }: SessionState, reason: Reason): void {
    const { position, branch, job } = snapshot;
    const moment = `${branch}:${position.step}.${position.note}`;
    if (moment !== this.#moment) {
      const detail: StepDetail = { position, sentence: spoken(reason), note: reason.note?.id };
      this.#send('step', detail);
    }
    const status = JSON.stringify(job?.status);
    if (status !== this.#status) {
      const detail: ChangeDetail = { status: job?.status, conditions: job?.status.conditions ?? [] };
      this.#send('change', detail);
    }
    if (trouble && trouble !== this.#trouble) this.fail({ text: trouble.message });
    this.#moment = moment;
    this.#status = status;
    this.#trouble = trouble;
  }

  /** Another run: its first moment is new, wherever it stands. */
  forget(): void {
    this.#moment = '';
    this.#status = undefined;
  }

  fail({ text, ...place }: Problem): void {
    this.#send('error', { message: plain(text), ...place });
  }

  #send(name: 'step' | 'change' | 'error', detail: object): void {
    this.#from.dispatchEvent(new CustomEvent(`jobscope-${name}`, { detail, bubbles: true, composed: true }));
  }
}
