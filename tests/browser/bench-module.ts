/**
 * How long the module takes as its users call it: loading, steps with their snapshots, a whole Job. The same cases run natively in
 * `cargo bench`, which leaves its times in the file that JOBSCOPE_BENCH_NATIVE names; `make bench` prints both.
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { test } from './fixture.ts';
import { serve } from './server.ts';

const BOUND = fileURLToPath(new URL('../../www/pkg/', import.meta.url));
/** The whole module in one file. */
const MODULE = 'whole/jobscope_bg.wasm';
const LOADS = 5;

/** Milliseconds by the name of the case. */
type Times = Record<string, number>;

function median(times: readonly number[]): number {
  return [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
}

/** A page of its own, so that nothing is cached; it has the module as `module`. */
async function load(browser: Browser, url: string): Promise<{ page: Page; ms: number }> {
  const page = await (await browser.newContext()).newPage();
  await page.route(`${url}page`, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Bench</title>' }));
  await page.goto(`${url}page`);
  const ms = await page.evaluate(async ([script = '', file = '']) => {
    const start = performance.now();
    const module = (await import(script)) as typeof import('../../www/pkg/jobscope.js');
    await module.default({ module_or_path: file });
    const ms = performance.now() - start;
    Object.assign(window, { module });
    return ms;
  }, [`${url}jobscope.js`, url + MODULE]);
  return { page, ms };
}

/** The cases of `tests/bench/module.rs`, under the same names. */
function run(page: Page): Promise<Times> {
  return page.evaluate(() => {
    const { Simulator } = (window as unknown as { module: typeof import('../../www/pkg/jobscope.js') }).module;
    type Run = InstanceType<typeof Simulator>;
    const middle = (times: number[]) => times.sort((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN;
    const began = (parallelism: number, completions: number): Run => {
      const simulator = new Simulator({ plan: { default: { ending: { kind: 'neverScheduled' } } } });
      const template = { spec: { restartPolicy: 'Never', containers: [{ name: 'main', image: 'img' }] } };
      const spec = { parallelism, completions, template };
      simulator.createJob(JSON.stringify({ apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'big' }, spec }));
      return simulator;
    };
    const timed = (rounds: number, input: () => Run, act: (simulator: Run) => void) =>
      middle(
        Array.from({ length: rounds }, () => {
          const simulator = input();
          const start = performance.now();
          act(simulator);
          const ms = performance.now() - start;
          simulator.free();
          return ms;
        }),
      );
    const steps = (simulator: Run, count: number) => {
      for (let step = 0; step < count; step += 1) simulator.forward('sync');
    };

    const times: Times = {};
    times['the first two steps: delivery, sync'] = timed(20, () => began(3, 3), (simulator) => steps(simulator, 2));
    for (const pods of [10, 1_000, 10_000]) {
      const input = () => {
        const simulator = began(pods, 1_000_000);
        while (simulator.forward('quiet').podsTotal < pods);
        simulator.act({ action: 'planOutcomes', plan: { default: { ending: { kind: 'succeed' } } } });
        return simulator;
      };
      // They are many enough for one round.
      times[`1000 steps, ${pods} pods`] = timed(1, input, (simulator) => steps(simulator, 1_000));
    }
    times['10000 completions, 1000 at a time'] = timed(3, () => began(1_000, 10_000), (simulator) => {
      do simulator.act({ action: 'pods', act: { act: 'succeed' } });
      while (!simulator.forward('quiet').job?.status.conditions?.some(({ type }) => type === 'Complete'));
    });
    return times;
  });
}

test('the module beside native', async ({ browser }) => {
  test.setTimeout(600_000);
  const server = await serve(() => BOUND);
  const loads: number[] = [];
  for (let time = 0; time < LOADS; time += 1) {
    const { page, ms } = await load(browser, server.url);
    loads.push(ms);
    await page.context().close();
  }
  const { page } = await load(browser, server.url);
  const times = await run(page);
  await server.close();

  const file = process.env['JOBSCOPE_BENCH_NATIVE'];
  const native: Times = file === undefined ? {} : (JSON.parse(readFileSync(file, 'utf8')) as Times);
  console.log(`module fetched and instantiated: ${median(loads).toFixed(1)} ms`);
  console.log(`${'with the snapshot of each move'.padEnd(36)}${'native'.padStart(10)}${'module'.padStart(12)}   module / native`);
  for (const [name, ms] of Object.entries(times)) {
    const beside = native[name];
    const [other, ratio] = beside === undefined ? ['-', '-'] : [`${beside.toFixed(1)} ms`, (ms / beside).toFixed(1)];
    console.log(`${name.padEnd(36)}${other.padStart(10)}${`${ms.toFixed(1)} ms`.padStart(12)}${ratio.padStart(18)}`);
  }
});
