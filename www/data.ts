/** How the data files of the page become modules when it is built. */

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { parse } from 'yaml';
import type { Position } from './pkg/jobscope.js';
import type { FieldFacts, FieldTable } from './src/editor/field-table.ts';
import type { Play, Scenario, ScenarioEntry, Told } from './src/scenario.ts';

/** Where the scenarios are; the site has the files, too, for whoever wants to read one. */
const folder = fileURLToPath(new URL('./public/scenarios/', import.meta.url));

/**
 * `virtual:scenarios` lists the scenarios with what a menu says, `virtual:scenario-files` how to load them, and
 * `virtual:scenario/NAME` is one: its YAML is read here, so that the first step needs no YAML.
 */
export const scenarios: Plugin = {
  name: 'scenarios',
  resolveId: (id) => (/^virtual:scenario(s$|-files$|\/)/.test(id) ? `\0${id}` : undefined),
  load(id) {
    if (id === '\0virtual:scenarios') {
      const read = scenarioNames().map((name) => readScenario(name, this));
      const listed = read.sort((one, other) => one.order - other.order).map(entryOf).map((entry) => {
        return `{...${JSON.stringify(entry)},load:${loaderOf(entry.name)}}`;
      });
      return { code: `export default [${listed.join()}];`, map: null, moduleType: 'js' };
    }
    if (id === '\0virtual:scenario-files') {
      const files = scenarioNames().map((name) => `${JSON.stringify(name)}:${loaderOf(name)}`);
      return { code: `export default {${files.join()}};`, map: null, moduleType: 'js' };
    }
    const name = /^\0virtual:scenario\/([\w-]+)$/.exec(id)?.[1];
    if (name === undefined) return undefined;
    return { code: `export default ${JSON.stringify(readScenario(name, this))};`, map: null, moduleType: 'js' };
  },
};

function scenarioNames(): string[] {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  return files.sort().map((file) => file.slice(0, -'.yaml'.length));
}

function loaderOf(name: string): string {
  return `()=>import('virtual:scenario/${name}').then((file)=>file.default)`;
}

/** A scenario as its file has it; see there and in the tests that play it. */
interface ScenarioFile extends Pick<Scenario, 'order' | 'title' | 'question' | 'profile' | 'plan'> {
  manifest: string;
  play?: readonly PlayFile[];
  start?: string;
  walk: readonly Told[];
  steps: Record<string, { at: string }>;
}

/** Manifests are texts in it. */
type PlayFile = Extract<Play, { forward: unknown } | { act: unknown }> | { create: string } | { apply: string };

function played(one: PlayFile): Play {
  if ('create' in one) return { create: manifestOf(one.create).manifest };
  return 'apply' in one ? { apply: manifestOf(one.apply).manifest } : one;
}

function readScenario(name: string, build: { addWatchFile(file: string): void }): Scenario {
  const file = `${folder}${name}.yaml`;
  build.addWatchFile(file);
  const { order, title, question, profile, plan, manifest, play = [], start, walk, steps } = parse(
    readFileSync(file, 'utf8'),
    { version: '1.1' },
  ) as ScenarioFile;
  return {
    name,
    order,
    title,
    question,
    ...(profile !== undefined && { profile }),
    tested: profile === undefined ? {} : { profile },
    ...(plan && { plan }),
    ...manifestOf(manifest),
    play: play.map(played),
    ...(start !== undefined && { start: placeOf(start, name) }),
    walk: walk.map((told) => mapTold(told, (text) => withUnits(withPlaces(text, steps, name)))),
  };
}

function entryOf({ name, title, question }: Scenario): Omit<ScenarioEntry, 'load'> {
  return { name, title, question };
}

function manifestOf(written: string): Pick<Scenario, 'text' | 'manifest'> {
  const text = written.trimEnd();
  return { text, manifest: parse(text, { version: '1.1' }) as Record<string, unknown> };
}

function placeOf(written: string, scenario: string): Position {
  const [, step, note] = /^(\d+)\.(\d+)$/.exec(written) ?? [];
  if (step === undefined || note === undefined) throw new Error(`${scenario}: "${written}" is no place, such as "7.2"`);
  return { step: Number(step), note: Number(note) };
}

/** Links name steps; the page wants to know where those are. */
function withPlaces(text: string, steps: ScenarioFile['steps'], scenario: string): string {
  return text.replace(/\]\(([^)]*)\)/g, (_, step: string) => {
    const at = steps[step]?.at;
    if (at === undefined) throw new Error(`${scenario}: there is no step "${step}"`);
    placeOf(at, scenario);
    return `](${at})`;
  });
}

/** A line does not break between a number and its unit. */
function withUnits(text: string): string {
  return text.replace(/(?<=\d) (?=(?:s|min)\b|[秒分])/g, '\u00a0');
}

function mapTold(told: Told, change: (text: string) => string): Told {
  return { en: change(told.en), 'zh-CN': change(told['zh-CN']) };
}

/** The table of fields loses the words that help has no room for, which would be half of the editor's text. */
export const fieldTable: Plugin = {
  name: 'field-table',
  enforce: 'pre',
  transform(source, id) {
    if (!id.endsWith('/fields.json')) return undefined;
    return { code: JSON.stringify(shortened(JSON.parse(source) as FieldTable)), map: null };
  },
};

/** Types that nobody writes in a new Job: what only the API server sets, and volumes that are gone. */
const UNEXPLAINED =
  /^(JobStatus|JobCondition|UncountedTerminatedPods|ManagedFieldsEntry)$|^(AWS|Azure|Ceph|Cinder|Flex|Flocker|GCE|Git|Gluster|ISCSI|Photon|Portworx|Quobyte|RBD|ScaleIO|StorageOS|Vsphere|FC|NFS).*VolumeSource$/;

export function shortened(table: FieldTable): FieldTable {
  const types = Object.entries(table).map(([type, fields]) => {
    const short = Object.entries(fields).map(([name, { description, ...facts }]): [string, FieldFacts] => [
      name,
      description && !UNEXPLAINED.test(type) ? { ...facts, description: brief(description) } : facts,
    ]);
    return [type, Object.fromEntries(short)] as const;
  });
  return Object.fromEntries(types);
}

/** As many characters as a few lines hold. */
const BRIEF_MAX = 160;

/** The first sentence, a second one if that is short, and the one that names the default. */
export function brief(description: string): string {
  const [first = '', second, ...others] = description.split(/(?<=[.!?])\s+(?=[A-Z"'`])/);
  const said = second !== undefined && first.length + second.length < BRIEF_MAX ? [first, second] : [first];
  const rest = said.length === 1 && second !== undefined ? [second, ...others] : others;
  const fallback = rest.find((sentence) => /\bdefault/i.test(sentence));
  return [...said, ...(fallback === undefined ? [] : [fallback])].join(' ');
}
