/** One run of the simulator: the only importer of the module. A command goes in, a new state comes out. */

import init, { Simulator } from '../pkg/jobscope.js';
import type { Answer, JobscopeError, Position, Question, Size, Snapshot, TraceFile } from '../pkg/jobscope.js';
import { answered, type Answered, type Reader } from './answers.js';
import type { Command } from './command.js';
import type { Finding } from './editor/finding.js';
import type { ManifestWords, Place, Verb } from './manifest.js';
import type { Opening } from './opening.js';
import { Pods } from './pods.js';
import { open, playStory, start, START } from './run.js';

export interface SessionState {
  readonly snapshot: Snapshot;
  /** What each step of the branch was, and when; see `Simulator`. */
  readonly stepKinds: Uint8Array;
  readonly stepTimes: Float64Array;
  /** The manifest that the run was made from or last changed to. */
  readonly manifest: string;
  /** What is wrong with the text that was checked, applied or started last. */
  readonly mistakes: readonly Finding[];
  /** What kubectl prints of that text; empty where there is nothing to say. */
  readonly kubectl: string;
  readonly trouble?: Trouble;
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
/** What a command of kubectl would print. */
export type Kubectl = (command: string) => string | undefined;
/** Moves are told again after a trap; with more of them than this, the trace is taken anew. */
const MOVES_MAX = 64;

/** A text that no Job can be made of. */
export class Refused extends Error {
  constructor(readonly findings: readonly Finding[]) {
    super(findings[0]?.message);
  }
}

export class Session extends EventTarget {
  #simulator: Simulator;
  #state: SessionState;
  #pods: Pods | undefined;
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

  #opening: Opening;
  /** The branch in which the scenario goes as its file has it. */
  #story: number | undefined;

  private constructor(simulator: Simulator, opening: Opening, words: ManifestWords) {
    super();
    this.#simulator = simulator;
    this.#yaml = unread;
    this.#words = words;
    this.#text = opening.text;
    this.#trace = simulator.exportTrace();
    this.#opening = opening;
    this.#story = storyOf(opening);
    this.#state = stateOf(simulator, opening.text);
    this.#loadingYaml = this.#loadYaml();
    // Whoever needs it hears of it.
    this.#loadingYaml.catch(() => undefined);
  }

  /** Loads the module and opens a run. Fails with a `JobscopeError` if the opening's trace is none. */
  static async open(opening: Opening, loading: Promise<ManifestWords>): Promise<Session> {
    const [words] = await Promise.all([loading, init()]);
    return new Session(open(opening), opening, words);
  }

  /** The same with a text of which nothing is known; fails with a `Refused` if no Job comes of it. */
  static async openText({ text, profile }: Opening, loading: Promise<ManifestWords>): Promise<Session> {
    const [words, yaml] = await Promise.all([loading, import('./manifest.js'), init()]);
    const { simulator, answer } = start(text, yaml, words, profile === undefined ? {} : { profile });
    if (!simulator) throw new Refused(answer.findings);
    return new Session(simulator, { text, ...(profile !== undefined && { profile }) }, words);
  }

  /** What the run was opened with. */
  get opening(): Opening {
    return this.#opening;
  }

  /**
   * Opens another run in the place of this one, which stays if the other cannot be opened. Throws a `JobscopeError` if the
   * opening's trace is none.
   */
  reopen(opening: Opening): void {
    const simulator = open(opening);
    this.#replace(simulator);
    this.#opening = opening;
    this.#story = storyOf(opening);
    this.#text = opening.text;
    this.#show(stateOf(simulator, opening.text), true);
  }

  /** All branches as a trace file. After a trap, those of the last trace that was taken. */
  exportTrace(): TraceFile {
    return this.#state.trouble?.kind === 'trap' ? this.#trace : this.#simulator.exportTrace();
  }

  /** Frees what the run holds. Nothing can be asked of the session afterwards. */
  close(): void {
    this.#forgetPods();
    if (this.#state.trouble?.kind !== 'trap') this.#simulator.free();
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

  /** All pods of the moment. */
  get pods(): Pods {
    this.#pods ??= new Pods(this.#simulator, this.#state.snapshot);
    return this.#pods;
  }

  /** What a command of kubectl prints now. */
  readonly kubectl: Kubectl = (command) =>
    this.#state.trouble?.kind === 'trap' ? undefined : this.#simulator.kubectl(command);

  get state(): SessionState {
    return this.#state;
  }

  /** From now on, what is wrong with a text is said in these words. */
  speak(words: ManifestWords): void {
    this.#words = words;
    if (this.#state.mistakes.length > 0) this.#show(told(this.#try(this.#text, 'create')));
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
      case 'visit':
        return this.#visit(command.position);
      case 'fork':
        return this.#move((simulator) => simulator.fork());
      case 'switchBranch':
        return this.#move((simulator) => simulator.switchBranch(command.branch));
      case 'check':
        return this.#show(told(this.#try(command.text, 'create')));
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
      return this.#show({ mistakes: [{ message: String(problem), path: '' }], kubectl: '' });
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
    this.#forgetPods();
    try {
      const snapshot = move(this.#simulator);
      this.#remember(move);
      const { trouble: _, ...state } = this.#state;
      this.#state = { ...state, snapshot, ...steps(this.#simulator) };
    } catch (problem) {
      this.#state = { ...this.#state, trouble: this.#troubleOf(problem) };
      // Nothing more can be asked of a module that trapped.
      if (this.#state.trouble?.kind === 'trap') this.pods.close();
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
    const answer = this.#try(text, 'apply');
    const { body, accepted, reason, kubectl } = answer;
    // What cannot be read as a Job is not sent; what is refused for another reason is a step that says so.
    if (body === undefined || reason === 'BadRequest') return this.#show(told(answer));
    this.#move((simulator) => simulator.applyManifest(body));
    this.#show({ ...told(answer), kubectl, ...(accepted && { manifest: text }) });
  }

  /** To a place of the scenario as its file has it, which becomes a branch of its own if it is not one yet. */
  #visit(position: Position): void {
    const { play = [], manifest } = this.#opening;
    if (!manifest) return;
    if (this.#story === undefined) {
      this.#move((simulator) => {
        simulator.seek(START);
        simulator.fork();
        return playStory(simulator, manifest, play);
      });
      this.#story = this.#state.snapshot.branch;
    }
    const story = this.#story;
    this.#move((simulator) => {
      simulator.switchBranch(story);
      return simulator.seek(position);
    });
  }

  #startOver(text: string, profile = this.#state.snapshot.profile): void {
    const { plan } = this.#state.snapshot;
    const started = start(text, this.#yaml, this.#words, { profile, plan });
    if (!started.simulator) return this.#show(told(started.answer));
    // A scenario's own text starts the scenario.
    const isOwn = text === this.#opening.text && this.#opening.manifest !== undefined;
    const simulator = isOwn ? open({ ...this.#opening, profile }) : started.simulator;
    if (isOwn) started.simulator.free();
    this.#replace(simulator);
    this.#story = isOwn ? storyOf(this.#opening) : undefined;
    this.#show({ ...stateOf(simulator, text), ...told(started.answer) }, true);
  }

  /** What is wrong with the text in the editor stays wrong: another version changes the run only. */
  #startAs(profile: string): void {
    this.#startOver(this.#state.manifest, profile);
    if (this.#text !== this.#state.manifest && this.#state.snapshot.profile === profile) {
      this.#show(told(this.#try(this.#text, 'create')));
    }
  }

  #replace(simulator: Simulator): void {
    this.#forgetPods();
    if (this.#state.trouble?.kind !== 'trap') this.#simulator.free();
    this.#simulator = simulator;
    this.#trace = simulator.exportTrace();
    this.#moves = [];
  }

  /** What would come of the text, in the words of the API server of the version that the run follows. */
  #try(text: string, verb: Verb): Answered {
    const asking = { yaml: this.#yaml, words: this.#words, verb };
    return answered(text, asking, (body) =>
      verb === 'apply' ? this.#simulator.tryApply(body) : this.#simulator.tryCreate(body),
    );
  }

  #forgetPods(): void {
    this.#pods?.close();
    this.#pods = undefined;
  }

  #show(change: Partial<SessionState>, whole = false): void {
    if (change.snapshot) this.#forgetPods();
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

function stateOf(simulator: Simulator, manifest: string): SessionState {
  return { snapshot: simulator.snapshot(), ...steps(simulator), manifest, mistakes: [], kubectl: '' };
}

/** A run that was opened with a play is that play. */
function storyOf({ play = [], trace }: Opening): number | undefined {
  return play.length > 0 && !trace ? 0 : undefined;
}

/** Until YAML can be read. */
const unread: Reader = { read: () => ({ mistake: { path: '', message: '' } }), placeOf: () => undefined };

/** What the page says of an answer. That all is well needs no words. */
function told({ findings, kubectl }: Answered): Pick<SessionState, 'mistakes' | 'kubectl'> {
  return { mistakes: findings, kubectl: findings.length > 0 ? kubectl : '' };
}

function isRefusal(problem: unknown): problem is JobscopeError {
  return problem instanceof Error && problem.name === 'JobscopeError';
}
