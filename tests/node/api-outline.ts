/** In which order the API is told, and the words between. What is in no section is an error. */

export interface Section {
  title: string;
  text: string;
  types: readonly string[];
}

export const opening = `# The API of the module

The package \`jobscope\` exports one class, what loads it, and types. A \`Simulator\` is a cluster with a controller and a timeline: things
happen to it (\`act\`, \`forward\`), it can go back, and \`snapshot\` tells everything about the moment. It has no clock and no randomness:
the same calls give the same answers.

- Virtual time. \`…Ms\` and \`Span\` are milliseconds; \`…AtMs\`, \`dueMs\` and \`elapsedMs\` count from the start of the run. \`Time\` is an instant as
  text, of the run's own clock. Deadlines of a Job (\`…Seconds\`) are seconds, as in a manifest.
- Names. An \`ObjectKey\` is \`namespace/name\`. A revision is a \`metadata.resourceVersion\`, as a number.
- Members with a \`?\` may be absent, or \`undefined\`.
- What is wrong with an argument is thrown as a \`JobscopeError\`. What the simulated API server refuses is no error: it is a note, and
  the run goes on.

The words for notes are in [notes.md](notes.md), the format of traces and the meaning of every action in [traces.md](traces.md).

## Loading

\`\`\`ts
import init, { initSync, Simulator } from "jobscope";
\`\`\`

| call | does |
|---|---|
| \`await init()\` | fetches and instantiates \`jobscope_bg.wasm\` from beside the script |
| \`await init({ module_or_path })\` | the same from an address, a \`Response\`, bytes or a \`WebAssembly.Module\` |
| \`initSync({ module })\` | instantiates bytes or a \`WebAssembly.Module\` at once |

Only the first call does anything. If the module traps, which is a defect, the memory of all simulators is lost: reload the page, and
play the last trace again.
`;

/** Methods of the class, by what one wants. */
export const methods: readonly { title: string; names: readonly string[] }[] = [
  { title: 'Starting and ending', names: ['constructor', 'fromTrace', 'free', '[Symbol.dispose]', 'profiles', 'recordedTraces'] },
  { title: 'Manifests', names: ['createJob', 'applyManifest', 'tryCreate', 'tryApply', 'jobObject', 'checkSpecs'] },
  { title: 'Making things happen', names: ['act', 'forward', 'back', 'seek', 'fork', 'switchBranch'] },
  { title: 'Looking', names: ['snapshot', 'whyNot', 'preview', 'kubectl', 'pods', 'pod', 'podStates', 'stepKinds', 'stepTimes', 'exportTrace'] },
];

export const sections: readonly Section[] = [
  {
    title: 'Options and outcome plans',
    text: 'How a run starts, and how pods end while nobody decides for them.',
    types: ['SimulatorOptions', 'OutcomePlan', 'OutcomeException', 'Outcome', 'Ending'],
  },
  {
    title: 'Actions',
    text: 'Everything that may happen is one of these; [traces.md](traces.md#actions) says what each does.',
    types: ['Action', 'JobObject', 'JobChange', 'Propagation', 'ForeignPod', 'PodAct', 'Failure', 'Kind', 'Fault', 'FaultVerb', 'FaultError'],
  },
  { title: 'Moves', text: 'A run is a list of steps, a step one action and its notes.', types: ['Size', 'Position', 'BranchInfo'] },
  {
    title: 'The snapshot',
    text: 'What every move returns, and `snapshot()` tells again.',
    types: [
      'Snapshot', 'Gap', 'JobView', 'CachedJob', 'JobStatus', 'JobCondition', 'UncountedTerminatedPods', 'PodRow', 'PodFace', 'PodAccounting',
      'PodPage', 'Streams', 'StreamView', 'PendingEvent', 'QueueView', 'ReadyItem', 'WaitingItem', 'FailingItem', 'ChangedCells', 'ExpectationsView',
      'ExpectationRecordView', 'Accounting', 'LastCount', 'BackoffView', 'OwnWrites', 'EventView', 'NextAction', 'ConditionSpan', 'Preview',
    ],
  },
  {
    title: 'Notes',
    text: 'What happened or was decided in a step, with the values that it depended on.',
    types: ['Note', 'Added', 'FinishRule', 'PodReport', 'CountedSide', 'BackoffRecord', 'ChangedField', 'FaultSummary'],
  },
  {
    title: 'Questions',
    text: 'What `whyNot` is asked, and answers.',
    types: ['Question', 'Answer', 'Reason', 'NextSync', 'Unseen'],
  },
  { title: 'Answers of the API server', text: '', types: ['DryRun', 'ApiError', 'FieldError', 'ErrorReason', 'FieldErrorReason'] },
  { title: 'Traces', text: 'A run as plain data; see [traces.md](traces.md).', types: ['TraceFile', 'BranchTrace'] },
  {
    title: 'Errors',
    text: `\`path\` is the member or field that is wrong, such as \`action.pod\` or \`spec.completions\`; \`code\` is one of these:

| \`code\` | thrown when |
|---|---|
| \`invalidManifest\` | no Job can be read from a manifest |
| \`notText\` | a manifest, a command or a key is no text |
| \`invalidArgument\` | a member is missing, unknown or of another type |
| \`notPlainData\` | an argument is nothing that JSON has |
| \`invalidKey\` | a key is not \`namespace/name\` |
| \`unknownProfile\` | there is no such version of Kubernetes |
| \`unknownBranch\` | there is no such branch |
| \`malformedTrace\` | a trace does not have the shape of one |
| \`unknownTraceFormat\` | a trace was written by a later version |`,
    types: ['JobscopeError'],
  },
  {
    title: 'Words and plain values',
    text: '',
    types: [
      'Text', 'Time', 'Span', 'ObjectKey', 'OrphanItem', 'ConditionStatus', 'CountedAs', 'CountedBecause', 'DeletedBecause', 'EventType',
      'ExpectationsMet', 'FinalizerBecause', 'FinishWaits', 'IgnoredEvent', 'ManageSkipped', 'Obstacle', 'OrphanCause', 'OrphanKept', 'PodEdit',
      'PodPhase', 'QueueCause', 'QueueName', 'Requester', 'StatusWrite', 'WantedRule', 'WatchEventType', 'Withheld',
    ],
  },
];

/** Of the tool that binds the module; the package has its own, which are told above. */
export const untold = ['InitInput', 'InitOutput', 'SyncInitInput'];
