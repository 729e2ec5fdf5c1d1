/** A page that runs a Job to its end, and shows another in the element. */

import init, { Simulator, type Snapshot } from 'jobscope';
import 'jobscope/element';
import type { JobScope } from 'jobscope/element';

await init();

const simulator = new Simulator();
let now: Snapshot = simulator.createJob(
  JSON.stringify({
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: 'pi' },
    spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'pi', image: 'perl' }] } } },
  }),
);
while (now.end.step < 100 && !now.job?.status.conditions?.some(({ type }) => type === 'Complete')) {
  now = simulator.forward('sync');
}
document.querySelector('output')?.append(simulator.kubectl('get jobs') ?? 'nothing');
simulator.free();

const element: JobScope | null = document.querySelector('job-scope');
element?.addEventListener('jobscope-step', ({ detail }) => (element.title = detail.sentence));
