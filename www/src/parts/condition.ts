/** Conditions of a Job: which are true, and which colour each has then. */

import type { JobStatus } from '../../pkg/jobscope.js';

/** The types of those that are true, in their order. */
export function trueConditions({ conditions = [] }: Partial<JobStatus> = {}): string[] {
  return conditions.filter(({ status }) => status === 'True').map(({ type }) => type);
}

export function conditionTone(type: string): 'failed' | 'waiting' | 'succeeded' {
  if (type.startsWith('Fail')) return 'failed';
  return type === 'Suspended' ? 'waiting' : 'succeeded';
}
