/**
 * What the API server would answer to a text: findings at the places that they are about, and kubectl's words. It reads
 * YAML, and so loads once the first run stands.
 */

import type { DryRun, ErrorReason } from '../pkg/jobscope.js';
import type { Finding } from './editor/finding.js';
import { placeOf, read, type ManifestWords, type Mistake, type Verb } from './manifest.js';

export { placeOf };

/** What of this a session uses. */
export type Reader = Pick<typeof import('./answers.js'), 'answered' | 'placeOf'>;

/** A text as it was read, and what would come of it. */
export interface Answered {
  /** What kubectl would send. Absent if it would send no Job. */
  readonly body?: string;
  /** Why the API server would not take it. */
  readonly reason?: ErrorReason;
  /** The API server would take it. */
  readonly accepted: boolean;
  readonly findings: readonly Finding[];
  /** What kubectl would print. */
  readonly kubectl: string;
}

export interface Asking {
  words: ManifestWords;
  verb: Verb;
}

/** Asks `answer` for a text that kubectl would send. */
export function answered(text: string, { words, verb }: Asking, answer: (body: string) => DryRun): Answered {
  const { job, mistake } = read(text, words, verb);
  if (mistake) {
    // What does not come from kubectl, such as that there is no Job, is not said in its name.
    const kubectl = mistake.message.startsWith('error: ') ? `${mistake.message}\n` : '';
    return { accepted: false, findings: [mistake], kubectl };
  }
  const dry = answer(job.text);
  const fields = dry.error?.fields ?? [];
  const mistakes: Finding[] = fields.map(({ path, message }) => ({ path, message: withoutObjects(message) }));
  if (dry.error && fields.length === 0) mistakes.push({ path: '', message: dry.error.message });
  if (dry.realServerPanics) mistakes.push({ path: '', message: words.panics });
  const warnings = dry.warnings.map((warning): Finding => ({ ...warned(warning), severity: 'warning' }));
  const findings = distinct([...mistakes, ...warnings]).map((finding) => located(finding, text));
  const reason = dry.error && { reason: dry.error.reason };
  return { body: job.text, accepted: dry.accepted, ...reason, findings: inOrder(findings), kubectl: dry.kubectl };
}

/** The API server prints whole pod templates. kubectl's text has them; a list of findings has no room. */
function withoutObjects(message: string): string {
  const long = /^([A-Z][a-z ]+: )[\w.[\]*]*([{[])[^]{80,}(: [^{}[\]"]*)$/;
  return message.replace(long, (_, head: string, start: string, tail: string) => {
    return `${head}${start === '{' ? '{…}' : '[…]'}${tail}`;
  });
}

/** A warning names its field in front, if it is about one. */
function warned(warning: string): Mistake {
  const path = /^((?:spec|metadata)[\w.[\]/-]*): /.exec(warning)?.[1] ?? /^\w+ field "([^"]+)"$/.exec(warning)?.[1];
  return { path: path ?? '', message: warning };
}

/** An update is checked twice, and says everything twice. */
function distinct(findings: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return findings.filter(({ path, message }) => {
    const key = `${path}\n${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

function located(finding: Finding, text: string): Finding {
  // The API server leaves the metadata of the template out of its paths.
  const path = finding.path.replace(/^spec\.template\.(labels|annotations)/, 'spec.template.metadata.$1');
  const place = placeOf(text, path, 'around');
  return place ? { ...finding, place } : finding;
}

function inOrder(findings: Finding[]): Finding[] {
  const line = ({ place }: Finding): number => place?.line ?? 0;
  return findings.sort((one, other) => line(one) - line(other));
}
