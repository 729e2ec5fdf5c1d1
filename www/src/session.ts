/** One run of the simulator: the only importer of the module. A command goes in, a new state comes out. */

import init, { Simulator } from '../pkg/jobscope.js';
import type { Answer, FieldError, JobscopeError, Position, Question, Size, Snapshot, TraceFile } from '../pkg/jobscope.js';
import type { Command } from './command.js';
import type * as Yaml from './manifest.js';
import type { Manifest, ManifestWords, Mistake, Place } from './manifest.js';

export interface SessionState {
  readonly snapshot: Snapshot;
  /** What each step of the branch was, and when; see `Simulator`. */
  readonly stepKinds: Uint8Array;
  readonly stepTimes: Float64Array;
  /** The manifest that the run was made from or last changed to. */
  readonly manifest: string;
  /** What is wrong with the text that was checked, applied or started last. */
  readonly mistakes: readonly Mistake[];
  readonly trouble?: Trouble;
}

/** What a run begins with: a manifest by name, as text and as the object that the text is. */
export interface Scenario {
  readonly name: string;
  readonly text: string;
  readonly manifest: Record<string, unknown>;
}

/** A version of Kubernetes that a run may follow, and how many recorded runs of it the tests replay. */
export interface ProfileChoice {
  readonly name: string;
  readonly recorded: number;
}

/** The module failed. */
export interface Trouble {
  kind: 'trap' | 'refused';
  message: string;
  /** Where the replay would go. */
  before: Position;
}

type Move = (simulator: Simulator) => Snapshot;
/** Reading YAML is a chunk of its own, which loads once the first run stands. */
interface Reader {
  read(text: string, words: ManifestWords): Pick<Manifest, 'manifest' | 'mistake'> | { manifest?: undefined; mistake: Mistake };
  placeOf: typeof Yaml.placeOf;
}

/** Moves are told again after a trap; with more of them than this, the trace is taken anew. */
const MOVES_MAX = 64;

export class Session extends EventTarget {
  #simulator: Simulator;
  #state: SessionState;
  /** What a replay needs: a trace, and the moves since. A simulator that trapped can give neither. */
  #trace: TraceFile;
  #moves: Move[] = [];
  #yaml: Reader;
  /** Until it is done, only the scenario's own text can be read. */
  readonly #loadingYaml: Promise<void>;
  #yamlLoaded = false;
  #words: ManifestWords;
  /** The text that was checked, applied or started last. */
  #text: string;
  /** The versions that a run may follow, newest first. */
  readonly profiles: readonly ProfileChoice[] = Simulator.profiles().map((name) => ({
    name,
    recorded: Simulator.recordedTraces(name),
  }));

  /** What the session was opened with. */
  readonly scenario: Scenario;

  private constructor({ simulator, snapshot }: Run, scenario: Scenario, yaml: Reader, words: ManifestWords) {
    super();
    this.#simulator = simulator;
    this.#yaml = yaml;
    this.#words = words;
    this.#text = scenario.text;
    this.#trace = simulator.exportTrace();
    this.#state = { snapshot, ...steps(simulator), manifest: scenario.text, mistakes: [] };
    this.scenario = scenario;
    this.#loadingYaml = this.#loadYaml();
    // Whoever needs it hears of it.
    this.#loadingYaml.catch(() => undefined);
  }

  /** Loads the module and starts a run; the manifest must be one that the API server takes. */
  static async open(scenario: Scenario, loading: Promise<ManifestWords>): Promise<Session> {
    const [words] = await Promise.all([loading, init()]);
    const yaml: Reader = { read: () => ({ manifest: scenario.manifest }), placeOf: () => undefined };
    const started = start(scenario.text, yaml, words);
    if (!started.simulator) throw new Error(started.mistakes[0]?.message);
    return new Session(started, scenario, yaml, words);
  }

  async #loadYaml(): Promise<void> {
    this.#yaml = await import('./manifest.js');
    this.#yamlLoaded = true;
    this.#show({});
  }

  /** Where the manifest of the run has a field; absent where it does not say it, or cannot be read yet. */
  placeOf(path: string): Place | undefined {
    return this.#yaml.placeOf(this.#state.manifest, path);
  }

  /** What stands in the way of something; nothing after a trap. */
  whyNot(question: Question): Answer | undefined {
    return this.#state.trouble?.kind === 'trap' ? undefined : this.#simulator.whyNot(question);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** From now on, what is wrong with a text is said in these words. */
  speak(words: ManifestWords): void {
    this.#words = words;
    const { mistake } = this.#yaml.read(this.#text, words);
    if (mistake && this.#state.mistakes.length > 0) this.#show({ mistakes: [mistake] });
  }

  dispatch(command: Command): void {
    if ('text' in command) {
      this.#text = command.text;
      if (!this.#yamlLoaded) return void this.#onceRead(command);
    }
    switch (command.do) {
      case 'act':
        return this.#move((simulator) => simulator.act(command.action));
      case 'forward':
        return this.#move((simulator) => simulator.forward(command.size));
      case 'back':
        return this.#move((simulator) => simulator.back(command.size));
      case 'seek':
        return this.#move((simulator) => simulator.seek(command.position));
      case 'switchBranch':
        return this.#move((simulator) => simulator.switchBranch(command.branch));
      case 'check':
        return this.#show({ mistakes: this.#read(command.text).mistakes });
      case 'apply':
        return this.#apply(command.text);
      case 'startOver':
        return this.#startOver(command.text);
      case 'profile':
        return this.#startAs(command.name);
      case 'replay':
        return this.#replay();
    }
  }

  async #onceRead(command: Command): Promise<void> {
    try {
      await this.#loadingYaml;
    } catch (problem) {
      return this.#show({ mistakes: [{ message: String(problem), path: '' }] });
    }
    this.dispatch(command);
  }

  /** Virtual milliseconds that the next move takes; `undefined` if nothing is left to happen. */
  prospect(size: Size): number | undefined {
    const { snapshot, stepTimes } = this.#state;
    const { position, end } = snapshot;
    if (position.step === end.step && position.note < end.note) return 0;
    if (position.step < end.step) return (stepTimes[position.step] ?? 0) - snapshot.elapsedMs;
    const next = snapshot.next.find((next) => !next.held)?.action;
    if (!next) return undefined;
    return next.action === 'passTime' && size !== 'note' ? next.ms : 0;
  }

  #move(move: Move): void {
    if (this.#state.trouble?.kind === 'trap') return;
    try {
      const snapshot = move(this.#simulator);
      this.#remember(move);
      const { trouble: _, ...state } = this.#state;
      this.#state = { ...state, snapshot, ...steps(this.#simulator) };
    } catch (problem) {
      this.#state = { ...this.#state, trouble: this.#troubleOf(problem) };
    }
    this.dispatchEvent(new Event('change'));
  }

  #remember(move: Move): void {
    this.#moves.push(move);
    if (this.#moves.length < MOVES_MAX) return;
    this.#trace = this.#simulator.exportTrace();
    this.#moves = [];
  }

  #replay(): void {
    // The old simulator is left alone: after a trap it cannot even be freed.
    this.#simulator = Simulator.fromTrace(this.#trace);
    let snapshot = this.#simulator.snapshot();
    for (const move of this.#moves) snapshot = move(this.#simulator);
    const { trouble: _, ...state } = this.#state;
    this.#show({ ...state, snapshot, ...steps(this.#simulator) }, true);
  }

  #apply(text: string): void {
    const { manifest, mistakes } = this.#read(text);
    if (!manifest) return this.#show({ mistakes });
    this.#move((simulator) => simulator.applyManifest(manifest));
    const refused = refusal(this.#state.snapshot, text, this.#yaml);
    this.#show(refused.length > 0 ? { mistakes: refused } : { mistakes: [], manifest: text });
  }

  #startOver(text: string, profile = this.#state.snapshot.profile): void {
    const started = start(text, this.#yaml, this.#words, profile);
    if (!started.simulator) return this.#show({ mistakes: started.mistakes });
    if (this.#state.trouble?.kind !== 'trap') this.#simulator.free();
    this.#simulator = started.simulator;
    this.#trace = started.simulator.exportTrace();
    this.#moves = [];
    this.#show({ snapshot: started.snapshot, ...steps(started.simulator), manifest: text, mistakes: [] }, true);
  }

  /** What is wrong with the text in the editor stays wrong: another version changes the run only. */
  #startAs(profile: string): void {
    const { mistakes } = this.#state;
    this.#startOver(this.#state.manifest, profile);
    if (mistakes.length > 0 && this.#state.snapshot.profile === profile) this.#show({ mistakes });
  }

  /** The manifest, if it is one that the module can read. */
  #read(text: string): { manifest?: Record<string, unknown>; mistakes: Mistake[] } {
    const { manifest, mistake } = this.#yaml.read(text, this.#words);
    if (!manifest) return { mistakes: [mistake] };
    const mistakes = mistakesOf(() => Simulator.checkManifest(manifest), text, this.#yaml);
    return mistakes.length > 0 ? { mistakes } : { manifest, mistakes };
  }

  #show(change: Partial<SessionState>, whole = false): void {
    this.#state = whole ? (change as SessionState) : { ...this.#state, ...change };
    this.dispatchEvent(new Event('change'));
  }

  #troubleOf(problem: unknown): Trouble {
    const message = problem instanceof Error ? problem.message : String(problem);
    return { kind: isRefusal(problem) ? 'refused' : 'trap', message, before: this.#state.snapshot.position };
  }
}

function steps(simulator: Simulator): Pick<SessionState, 'stepKinds' | 'stepTimes'> {
  return { stepKinds: simulator.stepKinds(), stepTimes: simulator.stepTimes() };
}

interface Run {
  simulator: Simulator;
  snapshot: Snapshot;
}

type Started = Run | { simulator?: undefined; mistakes: Mistake[] };

/** A new run, gone on to its first interesting place: the first sync has created pods, and says why. */
function start(text: string, yaml: Reader, words: ManifestWords, profile?: string): Started {
  const { manifest, mistake } = yaml.read(text, words);
  if (!manifest) return { mistakes: [mistake] };
  const simulator = new Simulator(profile === undefined ? {} : { profile });
  let created: Snapshot | undefined;
  const mistakes = mistakesOf(() => (created = simulator.createJob(manifest)), text, yaml);
  const refused = created ? refusal(created, text, yaml) : mistakes;
  if (refused.length > 0) {
    simulator.free();
    return { mistakes: refused };
  }
  simulator.forward('sync');
  return { simulator, snapshot: simulator.forward('sync') };
}

/** What the API server refused in this step, at the places in the text. */
function refusal(snapshot: Snapshot, text: string, yaml: Reader): Mistake[] {
  const mistakes: Mistake[] = [];
  for (const note of snapshot.notes) {
    if (note.id !== 'requestRefused' || note.requester !== 'user') continue;
    const fields: FieldError[] = note.error.fields ?? [];
    if (fields.length === 0) mistakes.push({ message: note.error.message, path: '' });
    for (const { path, message } of fields) mistakes.push(located({ message, path }, text, yaml));
  }
  const line = ({ place }: Mistake): number => place?.line ?? 0;
  return mistakes.sort((one, other) => line(one) - line(other));
}

function mistakesOf(attempt: () => unknown, text: string, yaml: Reader): Mistake[] {
  try {
    attempt();
    return [];
  } catch (problem) {
    if (!isRefusal(problem)) throw problem;
    return [located({ message: problem.message, path: problem.path }, text, yaml)];
  }
}

function located(mistake: Mistake, text: string, yaml: Reader): Mistake {
  const place = yaml.placeOf(text, mistake.path, 'around');
  return place ? { ...mistake, place } : mistake;
}

function isRefusal(problem: unknown): problem is JobscopeError {
  return problem instanceof Error && problem.name === 'JobscopeError';
}
