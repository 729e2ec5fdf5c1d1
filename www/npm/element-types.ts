/** For the compiler alone: the package's types of the element say what the element is. */

import type { JobScope as Told, JobScopeChange, JobScopeProblem, JobScopeStep } from './element.d.ts';
import type { JobScope } from '../src/element/job-scope.js';
import type { ChangeDetail, Problem, StepDetail } from '../src/element/reports.js';

/** What the browser calls, and nobody else. */
type Called = `${'connected' | 'disconnected' | 'attributeChanged'}Callback`;
type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;

export const same: {
  element: Same<Pick<JobScope, keyof Told>, Told>;
  left: Same<Exclude<keyof JobScope, keyof Told>, Called>;
  step: Same<StepDetail, JobScopeStep>;
  change: Same<ChangeDetail, JobScopeChange>;
  problem: Same<Omit<Problem, 'text'> & { message: string }, JobScopeProblem>;
} = { element: true, left: true, step: true, change: true, problem: true };
