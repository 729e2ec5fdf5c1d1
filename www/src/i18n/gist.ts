/** What notes come to, before any language has words for it. */

import type { JobChange } from '../../pkg/jobscope.js';
import type { NoteOf } from './catalogue.js';

/** Completions that are still to be reached. */
export function missing({ completions = 0, succeeded }: NoteOf<'activeWanted'>): number {
  return Math.max(0, completions - succeeded);
}

/** The refusal of an adoption names the pod again; what it comes to stands last. */
export function claimError(error: string): string {
  return error.replace(/^can't adopt Pod \S+ \(\S*\): /, '');
}

/** The check of the controller's own writes has an error of its own, which says little in a few words. */
export function isCacheTooOld(error: string): boolean {
  return error.startsWith('read version: ');
}

/** An error without the stages that it went through: what comes last says most. */
export function gist(error: string): string {
  const stages = /^(?:tracking status|adding uncounted pods to status|removing uncounted pods from status|unable to delete pods|removing completion finalizer): /;
  const rest = error.replace(stages, '');
  return rest === error ? error : gist(rest);
}

/** The fields that a change of a Job sets, as in a manifest. */
export function changes(change: JobChange): string[] {
  const { suspend, parallelism, completions, backoffLimit, activeDeadlineSeconds, annotations } = change;
  const set = (field: string, value: unknown) => (value === undefined ? [] : [`${field}: ${value}`]);
  return [
    ...set('suspend', suspend),
    ...set('parallelism', parallelism),
    ...set('completions', completions),
    ...set('backoffLimit', backoffLimit),
    ...set('activeDeadlineSeconds', activeDeadlineSeconds),
    ...(annotations === undefined ? [] : ['annotations']),
  ];
}
