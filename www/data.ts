/** How the data files of the page become modules when it is built. */

import type { Plugin } from 'vite';
import { parse } from 'yaml';
import type { FieldFacts, FieldTable } from './src/editor/field-table.ts';

/** The page's own manifests are read here, so that its first step needs no YAML. */
export const manifests: Plugin = {
  name: 'manifests',
  transform(source, id) {
    if (!id.endsWith('.yaml')) return undefined;
    const text = source.trimEnd();
    const manifest: unknown = parse(text, { version: '1.1' });
    return { code: `export default ${JSON.stringify({ text, manifest })};`, map: null, moduleType: 'js' };
  },
};

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
