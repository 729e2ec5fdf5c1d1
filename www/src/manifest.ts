/** A manifest: its text to what kubectl would send, and from a field's path back to the place in the text. */

import { create, type Document, type Refusal, type Verb } from './manifest/create.js';
import { type Place, placeAt, placeIn } from './manifest/place.js';

export type { Document, Verb } from './manifest/create.js';
export type { Place, Range } from './manifest/place.js';

/** What is wrong with a manifest, and where. */
export interface Mistake {
  message: string;
  /** The field, such as `spec.template.spec.restartPolicy`; empty where there is none. */
  path: string;
  /** Absent where the text has no such place. */
  place?: Place;
}

/** A manifest with a Job. */
export interface Manifest {
  /** The first Job. */
  manifest: Record<string, unknown>;
  /** The same with its text as kubectl sends it, and its place. */
  job: Document;
  /** Everything that kubectl would send, in order. */
  documents: Document[];
  /** What kubectl refuses beside the Job, as no server knows its kind. */
  refused: Mistake[];
  mistake?: undefined;
}

export type Reading = Manifest | { manifest?: undefined; job?: undefined; mistake: Mistake };

/** Texts about manifests that neither kubectl nor the API server says, of the catalogue. */
export interface ManifestWords {
  noJob: string;
  /** Of an answer that a real API server does not come to. */
  panics: string;
  /** Of a text that cannot be read, as what reads it did not load. */
  notLoaded: string;
  /** The page follows one Job, and this text has another name. */
  otherJob: (followed: string) => string;
}

/** The name that kubectl's words have for the text. */
const FILE = 'manifest.yaml';

/** Reads as `kubectl create -f` or `kubectl apply -f` does. What kubectl refuses is told in its words. */
export function read(text: string, words: Pick<ManifestWords, 'noJob'>, verb: Verb = 'create'): Reading {
  const { documents, refusals } = latestOf(text, verb);
  const job = documents.find(isJob);
  const refused = refusals.map((refusal) => mistakeOf(text, refusal));
  const worst = refusals.findIndex(({ unknownKind }) => !job || !unknownKind);
  const mistake = refused[worst];
  if (mistake) return { mistake };
  if (!job) {
    const place = documents[0] && placeIn(text, documents[0], 'kind');
    return { mistake: { message: words.noJob, path: 'kind', ...(place && { place }) } };
  }
  return { manifest: JSON.parse(job.text) as Record<string, unknown>, job, documents, refused };
}

/** Where the Job, or else the first document, has a field; where it has not, nowhere, or at the nearest key around. */
export function placeOf(text: string, path: string, otherwise?: 'around'): Place | undefined {
  const { documents } = latestOf(text);
  const document = documents.find(isJob) ?? documents[0];
  return document && placeIn(text, document, path, otherwise);
}

function isJob({ apiVersion, kind }: Document): boolean {
  return apiVersion === 'batch/v1' && kind === 'Job';
}

interface Latest {
  text: string;
  verb: Verb;
  documents: Document[];
  refusals: Refusal[];
}

/** A step asks for several places of one text. */
let latest: Latest | undefined;

function latestOf(text: string, verb: Verb = 'create'): Latest {
  if (latest?.text === text && latest.verb === verb) return latest;
  const { steps } = create(FILE, text, verb);
  latest = {
    text,
    verb,
    documents: steps.filter((step) => 'piece' in step && 'kind' in step),
    refusals: steps.filter((step) => 'messages' in step),
  };
  return latest;
}

function mistakeOf(text: string, { messages, ofItems, from, piece, path = '' }: Refusal): Mistake {
  const message = ofItems ? messages.join('\n') : `error: ${messages.join()}`;
  const place =
    from === undefined
      ? piece && (placeIn(text, { piece, path: '' }, path, 'around') ?? placeAt(text, firstToken(text, piece.from)))
      : placeAt(text, firstToken(text, from));
  return { message, path, ...(place && { place }) };
}

/** The word that stands there, or the one character. */
function firstToken(text: string, at: number): { from: number; to: number } {
  const from = Math.min(at, Math.max(0, text.trimEnd().length - 1));
  const word = /^[^\s,:{}[\]]+/.exec(text.slice(from, from + 80))?.[0].length ?? 1;
  return { from, to: from + word };
}
