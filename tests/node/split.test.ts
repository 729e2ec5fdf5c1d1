/** The module in two parts beside the same module as a whole. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Action, InitOutput, JobObject, Size } from '../../www/pkg/jobscope.js';
import { parse } from '../../www/node_modules/yaml/dist/index.js';
import { isUndisturbed, type Opening } from '../../www/src/opening.js';

const pkg = join(process.cwd(), 'www/pkg');
const SCENARIOS = 'www/public/scenarios';

type Glue = typeof import('../../www/pkg/jobscope.js');

/** Every use of the glue has a module of its own. */
let uses = 0;

async function load(file: string): Promise<Glue & { exports: InitOutput }> {
  const glue = (await import(`${pathToFileURL(join(pkg, 'jobscope.js'))}?use=${uses++}`)) as Glue;
  return { ...glue, exports: glue.initSync({ module: readFileSync(join(pkg, file)) }) };
}

function loadRest(first: InitOutput): void {
  const rest = new WebAssembly.Module(readFileSync(join(pkg, 'jobscope_later.wasm')));
  new WebAssembly.Instance(rest, { first: first as unknown as WebAssembly.ModuleImports });
}

/** A scenario as far as its file says how it is played. */
interface Played extends Pick<Opening, 'profile' | 'plan'> {
  manifest: string;
  start?: string;
  play?: ({ forward: Size; times?: number } | Record<'act' | 'create' | 'apply', unknown>)[];
}

function undisturbed(): [name: string, opening: Opening][] {
  return readdirSync(SCENARIOS).flatMap((file): [string, Opening][] => {
    const scenario = parse(readFileSync(join(SCENARIOS, file), 'utf8')) as Played;
    const manifest = parse(scenario.manifest) as Record<string, unknown>;
    const { profile, start = '' } = scenario;
    const [step = 0, note = 0] = start.split('.').map(Number);
    const opening = { ...scenario, manifest, tested: { ...(profile && { profile }) }, start: { step, note } };
    return isUndisturbed(opening as unknown as Opening) ? [[file, opening as unknown as Opening]] : [];
  });
}

function jobOf(spec: Record<string, unknown>): JobObject & Record<string, unknown> {
  const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'pi', image: 'perl' }] } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'pi' }, spec: { ...spec, template } };
}

/** Plays to the end and about in the past, and tells what was shown. */
function play({ Simulator }: Glue, { plan, manifest, play = [], start }: Opening, trusted: boolean): unknown[] {
  const simulator = new Simulator({ trusted, ...(plan && { plan }) });
  const shown = [simulator.act({ action: 'createJob', job: manifest as unknown as JobObject })];
  for (const one of play) {
    if ('forward' in one) for (let time = 0; time < (one.times ?? 1); time++) shown.push(simulator.forward(one.forward));
  }
  const step = () => shown.at(-1)?.position.step ?? 0;
  for (let before = -1; before < step() && shown.length < 300; ) {
    before = step();
    shown.push(simulator.forward('sync'));
  }
  const end = step();
  for (let at = 0; at <= end; at++) shown.push(simulator.seek({ step: at, note: at % 13 }));
  for (const size of ['note', 'sync', 'quiet'] as const) shown.push(simulator.back(size), simulator.forward(size));
  if (start) shown.push(simulator.seek(start));
  const page = simulator.pods(0, 100);
  const rows = page.rows.map(({ key }) => simulator.pod(key));
  return [...shown, page, rows, simulator.podStates(), simulator.stepKinds(), simulator.stepTimes(), simulator.exportTrace()];
}

test('the first part alone plays each undisturbed scenario to its end', async () => {
  const openings = undisturbed();
  assert.ok(openings.some(([file]) => file === 'first-job.yaml'));
  const whole = await load('whole/jobscope_bg.wasm');
  for (const [file, opening] of openings) {
    assert.deepEqual(play(await load('jobscope_bg.wasm'), opening, true), play(whole, opening, false), file);
  }
});

test('the first part alone says what is wrong with a position', async () => {
  const { Simulator } = await load('jobscope_bg.wasm');
  const simulator = new Simulator({ trusted: true });
  simulator.act({ action: 'createJob', job: jobOf({}) });
  for (const position of [{ step: -1, note: 0 }, { step: 'x' }, '2.1', 7, undefined, { step: 1.5, note: 0 }]) {
    assert.throws(() => simulator.seek(position as never), { name: 'JobscopeError' });
  }
  assert.throws(() => simulator.forward('far' as never), { name: 'JobscopeError' });
  assert.equal(simulator.forward('sync').position.step, 2);
});

test('what belongs to the rest is a trap before the rest is there', async () => {
  const { Simulator } = await load('jobscope_bg.wasm');
  assert.throws(() => new Simulator({}).tryCreate('{}'), WebAssembly.RuntimeError);
});

/** What is done once the rest is there. */
function talk({ Simulator }: Glue, rest: () => void): unknown[] {
  const job = jobOf({ completions: 5, parallelism: 2 });
  const simulator = new Simulator({ trusted: true });
  simulator.act({ action: 'createJob', job });
  simulator.forward('sync');
  rest();
  simulator.checkSpecs();
  const texts = ['', '{', '{}', JSON.stringify(job), JSON.stringify({ ...job, spec: { ...job.spec, completions: -1, x: 1 } })];
  const told: unknown[] = texts.flatMap((text) => [simulator.tryCreate(text), simulator.tryApply(text)]);
  const key = 'default/pi';
  const acts: Action[] = [
    { action: 'changeJob', job: key, change: { suspend: true } },
    { action: 'changeJob', job: key, change: { parallelism: -3 } },
    { action: 'applyJob', job: { ...job, spec: { ...job.spec, parallelism: 4 } } },
    { action: 'restartController' },
    { action: 'deleteJob', job: key, propagation: 'orphan' },
    { action: 'createJob', job: { ...job, spec: { ...job.spec, backoffLimit: 'six' } } },
  ];
  for (const action of acts) told.push(simulator.act(action), simulator.forward('quiet'));
  const commands = ['get jobs', 'get pods -o wide', 'describe job pi', 'explain'];
  told.push(...commands.map((command) => simulator.kubectl(command)));
  told.push(simulator.whyNot({ question: 'notComplete', job: key }), simulator.exportTrace());
  return told;
}

test('with the rest everything is as in the whole', async () => {
  const [first, whole] = [await load('jobscope_bg.wasm'), await load('whole/jobscope_bg.wasm')];
  const nothing = () => undefined;
  assert.deepEqual(talk(first, () => loadRest(first.exports)), talk(whole, nothing));
});
