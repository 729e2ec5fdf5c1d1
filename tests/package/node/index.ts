/** The package in plain Node.js: a Job from its manifest to Complete, and all else that the module offers. */

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { initSync, Simulator, type JobscopeError, type Note, type Snapshot } from 'jobscope';

const require = createRequire(import.meta.url);
initSync({ module: readFileSync(require.resolve('jobscope/jobscope_bg.wasm')) });

const manifest = JSON.stringify({
  apiVersion: 'batch/v1',
  kind: 'Job',
  metadata: { name: 'pi' },
  spec: {
    completions: 3,
    parallelism: 2,
    template: { spec: { restartPolicy: 'Never', containers: [{ name: 'pi', image: 'perl' }] } },
  },
});

function isComplete({ job }: Snapshot): boolean {
  return (job?.status.conditions ?? []).some(({ type, status }) => type === 'Complete' && status === 'True');
}

function refusal(act: () => unknown): JobscopeError {
  try {
    act();
  } catch (problem) {
    assert.ok(problem instanceof Error && problem.name === 'JobscopeError', String(problem));
    return problem as JobscopeError;
  }
  assert.fail('nothing was thrown');
}

{
  using simulator = new Simulator({ profile: '1.33' });
  let now = simulator.createJob(manifest);
  const first: Note | undefined = now.notes[0];
  assert.equal(first?.id, 'jobCreated');
  for (let steps = 0; !isComplete(now) && steps < 200; steps += 1) now = simulator.forward('sync');
  assert.ok(isComplete(now), 'the Job is Complete');
  assert.equal(now.job?.status.succeeded, 3);
  assert.equal(now.profile, '1.33');

  assert.match(simulator.kubectl('get jobs') ?? '', /^NAME +STATUS +COMPLETIONS.*\npi +Complete +3\/3/);
  assert.match(simulator.kubectl('describe job pi') ?? '', /^Name: +pi\n/);
  assert.equal(simulator.kubectl('get nodes'), undefined);
  assert.deepEqual(simulator.whyNot({ question: 'notComplete', job: 'default/pi' }).reason, { why: 'alreadySo' });
  assert.equal(simulator.pods(0, 10).total, simulator.podStates().length);
  assert.equal(simulator.stepTimes().length, now.end.step);

  const trace = simulator.exportTrace();
  using again = Simulator.fromTrace(JSON.parse(JSON.stringify(trace)));
  assert.deepEqual(again.snapshot(), simulator.snapshot());

  const back = simulator.back('sync');
  assert.ok(back.position.step < now.position.step);
  const forked = simulator.act({ action: 'deleteJob', job: 'default/pi', propagation: 'background' });
  assert.equal(forked.branches.length, 2);
}

{
  using simulator = new Simulator();
  const unread = refusal(() => simulator.createJob('{"kind": "Job", "apiVersion": "batch/v1", "spec": {"completions": "x"}}'));
  assert.deepEqual([unread.code, unread.path], ['invalidManifest', 'spec.completions']);
  const wrong = refusal(() => simulator.seek({ step: -1, note: 0 }));
  assert.deepEqual([wrong.code, wrong.path], ['invalidArgument', 'position.step']);
  assert.equal(refusal(() => new Simulator({ profile: '2.0' })).code, 'unknownProfile');
  assert.equal(refusal(() => Simulator.fromTrace({ jobscope: 9, profile: '1.33' } as never)).code, 'unknownTraceFormat');

  const answer = simulator.tryCreate(manifest.replace('"Never"', '"Always"'));
  assert.equal(answer.accepted, false);
  assert.equal(answer.error?.fields?.[0]?.path, 'spec.template.spec.restartPolicy');
}

const freed = new Simulator();
freed.free();
assert.throws(() => freed.snapshot());
