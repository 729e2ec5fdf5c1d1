/** A run as a test in Rust, for a crate that depends on `jobscope` and `serde_json`. */

import type { Snapshot, TraceFile } from '../../pkg/jobscope.js';

/** Plays the trace and checks where it stands: the place, the status of the Job, the last note. */
export function rustTest({ job, notes, position }: Snapshot, trace: TraceFile): string {
  const { step, note } = position;
  const name = job?.name ?? 'job';
  const last = note > 0 ? notes[note - 1] : undefined;
  return `/// The Job \`${name}\` at step ${step}.${note}, from Jobscope's playground.
#[test]
fn ${functionName(name)}_at_step_${step}_${note}() {
    use jobscope::timeline::{Position, Timeline};

    let trace = ${raw(lines(trace))};
    let trace = serde_json::from_str(trace).expect("the trace is JSON");
    let timeline = Timeline::import(&trace).expect("the trace can be played");
    assert_eq!(timeline.position(), Position { step: ${step}, note: ${note} });

    let world = timeline.world();
${job && !job.gone ? statusIs(job.status) : '    assert!(world.cluster().jobs().next().is_none());'}

${last ? noteIs(last) : '    assert!(timeline.passed_lines().is_empty());'}
}
`;
}

function statusIs(status: object): string {
  return `    let job = world.cluster().jobs().next().expect("the Job is there");
    let status = serde_json::json!(${written(status)});
    assert_eq!(serde_json::to_value(&job.status).expect("plain data"), status);`;
}

function noteIs(note: object): string {
  return `    let line = timeline.passed_lines().last().expect("a note");
    let note = serde_json::json!(${written(note)});
    assert_eq!(serde_json::to_value(&line.note).expect("plain data"), note);`;
}

/** What is nothing in Rust is there as null. */
function written(value: object): string {
  const json = JSON.stringify(value, (_, member: unknown) => (member === undefined ? null : member), 4);
  return json.replace(/\n/g, '\n    ');
}

/** One action a line. */
function lines({ branches, ...rest }: TraceFile): string {
  const [open, close] = [JSON.stringify(rest).slice(0, -1), '}'];
  const listed = branches.map(({ actions, ...branch }) => {
    const each = actions.map((action) => `\n    ${JSON.stringify(action)}`).join();
    return `\n  ${JSON.stringify(branch).slice(0, -1)}, "actions": [${each}]}`;
  });
  return `${open}, "branches": [${listed.join()}]${close}`;
}

/** Between as many marks as the text does not have. */
function raw(text: string): string {
  let marks = '#';
  while (text.includes(`"${marks}`)) marks += '#';
  return `r${marks}"${text}"${marks}`;
}

function functionName(name: string): string {
  const word = name.toLowerCase().replace(/[^a-z0-9]+/g, '_');
  return /^[a-z]/.test(word) ? word : `job_${word}`;
}
