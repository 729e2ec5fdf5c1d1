/** One run of the simulator: with `run.ts` the only importer of the module. A command goes in, a new state comes out. */

import init, { Simulator } from '../pkg/jobscope.js';
import type {
  Action,
  Answer,
  InitOutput,
  Note,
  Position,
  Question,
  Size,
  Snapshot,
  TraceFile,
} from '../pkg/jobscope.js';
import type { Answered, Reader } from './answers.js';
import type { Command } from './command.js';
import type { ManifestWords, Place, Verb } from './manifest.js';
import { isUndisturbed, type Opening } from './opening.js';
import { Pods } from './pods.js';
import { loadRest } from './rest.js';
import { open, playStory, reach, start, START } from './run.js';
import {
  hasTrapped,
  isOther,
  isRefusal,
  isStopped,
  needsAll,
  Refused,
  stateOf,
  steps,
  storyOf,
  told,
  type Kubectl,
  type ProfileChoice,
  type SessionState,
  type Trouble,
} from './session-state.js';

type Move = (simulator: Simulator) => Snapshot;
/** Moves are told again after a trap; with more of them than this, the trace is taken anew, if it can be read again. */
const MOVES_MAX = 64;
/** A turn of a worker over more pods takes longer to foresee than a look at a button may. */
const PREVIEW_PODS_MAX = 2_000;

export class Session extends EventTarget {
  #simulator: Simulator;
  #state: SessionState;
  #pods: Pods | undefined;
  /** What a replay needs: a trace, and the moves since. A simulator that trapped can give neither. */
  #trace: TraceFile;
  #moves: Move[] = [];
  /** Until it is loaded, there is nothing to read texts with. */
  #yaml: Reader = {
    answered: () => ({ accepted: false, findings: [{ message: this.#words.notLoaded, path: '' }], kubectl: '' }),
    placeOf: () => undefined,
  };
  /** The first part of the module. */
  readonly #first: InitOutput;
  /** The reader and the rest of the module on their way: until then, a run goes on undisturbed. */
  #loading: Promise<void> | undefined;
  #isLoaded = false;
  #words: ManifestWords;
  /** The text that was checked, applied or started last. */
  #text: string;
  /** The versions that a run may follow, newest first. */
  readonly profiles: readonly ProfileChoice[] = Simulator.profiles().map((name) => ({
    name,
    recorded: Simulator.recordedTraces(name),
  }));

  #opening: Opening;
  /** The branch in which the scenario goes as its file has it, as far as it has been played. */
  #story: number | undefined;
  /** The run began as the opening says: with its manifest and plan. */
  #isOwn: boolean;
  /** Somebody has done more than look at the run. */
  touched = false;

  private constructor(simulator: Simulator, opening: Opening, first: InitOutput, words: ManifestWords) {
    super();
    this.#simulator = simulator;
    this.#first = first;
    this.#words = words;
    this.#text = opening.text;
    this.#trace = simulator.exportTrace();
    this.#opening = opening;
    this.#story = storyOf(opening);
    this.#isOwn = this.#story !== undefined;
    this.#state = stateOf(simulator, opening);
    // Whoever needs it hears of it.
    this.#load().catch(() => undefined);
  }

  /** Loads the module, which opening a run then does not wait for. */
  static async load(): Promise<void> {
    await init();
  }

  /** Names of the versions that a run may follow; the module must be there. */
  static profileNames(): string[] {
    return Simulator.profiles();
  }

  /**
   * Loads what of the module the run needs, and opens it. Fails with a `JobscopeError` if the opening's trace is none. What
   * is no trace must be one that the API server takes.
   */
  static async open(opening: Opening, loading: Promise<ManifestWords>): Promise<Session> {
    const loadingFirst = init();
    const isTrusted = isUndisturbed(opening);
    const [words, first] = await Promise.all([loading, loadingFirst, isTrusted || loadRest(loadingFirst)]);
    return new Session(open(opening, isTrusted), opening, first, words);
  }

  /** The same with a text of which nothing is known; fails with a `Refused` if no Job comes of it. */
  static async openText({ text, profile, start: at }: Opening, loading: Promise<ManifestWords>): Promise<Session> {
    const loadingFirst = init();
    const [words, yaml, first] = await Promise.all([
      loading,
      import('./answers.js'),
      loadingFirst,
      loadRest(loadingFirst),
    ]);
    const { simulator, answer } = start(text, yaml, words, profile === undefined ? {} : { profile }, at);
    if (!simulator) throw new Refused(answer.findings);
    return new Session(simulator, { text, ...(profile !== undefined && { profile }) }, first, words);
  }

  /** What the run was opened with. */
  get opening(): Opening {
    return this.#opening;
  }

  /** The scenario can be played in a branch of this run. In one that began otherwise it would go otherwise. */
  get canVisit(): boolean {
    return this.#isOwn;
  }

  /** The branch on the screen goes as the scenario's file has it. */
  get inStory(): boolean {
    return this.#story === this.#state.snapshot.branch;
  }

  /**
   * Opens another run in the place of this one, which stays if the other cannot be opened; `leave` is called while it is
   * still there. Fails with a `JobscopeError` if the opening's trace is none.
   */
  async reopen(opening: Opening, leave?: () => void): Promise<void> {
    if (!isUndisturbed(opening)) await this.#load();
    const simulator = open(opening, !this.#isLoaded);
    leave?.();
    this.#replace(simulator);
    this.#opening = opening;
    this.#story = storyOf(opening);
    this.#isOwn = this.#story !== undefined;
    this.#text = opening.text;
    this.touched = false;
    this.#show(stateOf(simulator, opening), true);
  }

  /** All branches as a trace file. After a trap, those of the last trace that was taken. */
  exportTrace(): TraceFile {
    return hasTrapped(this.#state) ? this.#trace : this.#simulator.exportTrace();
  }

  /** Frees what the run holds. Nothing can be asked of the session afterwards. */
  close(): void {
    this.#forgetPods();
    if (!hasTrapped(this.#state)) this.#simulator.free();
  }

  /** Loads what texts and disturbances need. What failed is tried again. */
  #load(): Promise<void> {
    this.#loading ??= this.#loadAll().catch((problem: unknown) => {
      this.#loading = undefined;
      throw problem;
    });
    return this.#loading;
  }

  async #loadAll(): Promise<void> {
    [this.#yaml] = await Promise.all([import('./answers.js'), loadRest(this.#first)]);
    this.#isLoaded = true;
    const { trouble, ...state } = this.#state;
    if (trouble?.kind !== 'trap') this.#simulator.checkSpecs();
    if (trouble?.kind === 'missing') this.#show(state, true);
    else this.#show({});
  }

  /** Where the manifest of the run has a field; absent where it does not say it, or cannot be read yet. */
  placeOf(path: string): Place | undefined {
    return this.#yaml.placeOf(this.#state.manifest, path);
  }

  /** What stands in the way of something; nothing after a trap, or before the rest of the module is loaded. */
  whyNot(question: Question): Answer | undefined {
    return this.#answers ? this.#simulator.whyNot(question) : undefined;
  }

  /** What an action would do now; nothing where it would take too long to find out. */
  readonly preview = (action: Action): readonly Note[] | undefined => {
    const { podsTotal } = this.#state.snapshot;
    return this.#answers && podsTotal <= PREVIEW_PODS_MAX ? this.#simulator.preview(action).notes : undefined;
  };

  /** All pods of the moment. */
  get pods(): Pods {
    this.#pods ??= new Pods(this.#simulator, this.#state.snapshot);
    return this.#pods;
  }

  /** What a command of kubectl prints now. */
  readonly kubectl: Kubectl = (command) => (this.#answers ? this.#simulator.kubectl(command) : undefined);

  get #answers(): boolean {
    return this.#isLoaded && !hasTrapped(this.#state);
  }

  get state(): SessionState {
    return this.#state;
  }

  /** From now on, what is wrong with a text is said in these words. */
  speak(words: ManifestWords): void {
    this.#words = words;
    if (this.#state.mistakes.length > 0) this.#show(told(this.#try(this.#text, 'create')));
  }

  dispatch(command: Command): void {
    if (isStopped(this.#state, command)) return;
    if ('text' in command) this.#text = command.text;
    if (!this.#isLoaded && needsAll(command)) return void this.#onceLoaded(command);
    switch (command.do) {
      case 'act':
        return this.#act((simulator) => simulator.act(command.action));
      case 'forward':
        return this.#move((simulator) => simulator.forward(command.size));
      case 'back':
        return this.#move((simulator) => simulator.back(command.size));
      case 'seek':
        return this.#move((simulator) => simulator.seek(command.position));
      case 'visit':
        return this.#visit(command.position);
      case 'fork':
        return this.#act((simulator) => simulator.fork());
      case 'switchBranch':
        return this.#move((simulator) => simulator.switchBranch(command.branch));
      case 'renameBranch':
        return this.#show({ branchNames: new Map(this.#state.branchNames).set(command.branch, command.name) });
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

  async #onceLoaded(command: Command): Promise<void> {
    try {
      await this.#load();
    } catch (problem) {
      if ('text' in command) return this.#show({ mistakes: [{ message: this.#words.notLoaded, path: '' }], kubectl: '' });
      return this.#show({ trouble: { kind: 'missing', message: String(problem), before: this.#state.snapshot.position } });
    }
    this.dispatch(command);
  }

  /** Virtual milliseconds that the next move takes; `undefined` if nothing is left to happen. */
  prospect(size: Size): number | undefined {
    const { snapshot, stepTimes } = this.#state;
    const { position, end } = snapshot;
    if (hasTrapped(this.#state)) return undefined;
    if (position.step === end.step && position.note < end.note) return 0;
    if (position.step < end.step) return (stepTimes[position.step] ?? 0) - snapshot.elapsedMs;
    const next = snapshot.next.find((next) => !next.held)?.action;
    if (!next) return undefined;
    return next.action === 'passTime' && size !== 'note' ? next.ms : 0;
  }

  #move(move: Move): void {
    this.#forgetPods();
    try {
      const snapshot = move(this.#simulator);
      this.#remember(move);
      const { trouble: _, ...state } = this.#state;
      this.#state = { ...state, snapshot, ...steps(this.#simulator) };
    } catch (problem) {
      this.#state = { ...this.#state, trouble: this.#troubleOf(problem) };
      // Nothing more can be asked of a module that trapped.
      if (hasTrapped(this.#state)) this.pods.close();
    }
    this.dispatchEvent(new Event('change'));
  }

  /** What is done at the end of the scenario's branch makes it the person's own; what is done elsewhere has another branch. */
  #act(move: Move): void {
    const { end } = this.#state.snapshot;
    this.touched = true;
    this.#move(move);
    if (this.inStory && this.#state.snapshot.end.step !== end.step) this.#story = undefined;
  }

  #remember(move: Move): void {
    this.#moves.push(move);
    if (!this.#isLoaded || this.#moves.length < MOVES_MAX) return;
    this.#trace = this.#simulator.exportTrace();
    this.#moves = [];
  }

  #replay(): void {
    // The old simulator is left alone: after a trap it cannot even be freed.
    this.#simulator = this.#isLoaded ? Simulator.fromTrace(this.#trace) : open(this.#opening, isUndisturbed(this.#opening));
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
    const { job } = this.#state.snapshot;
    const isThere = job && !job.gone;
    if (isThere && isOther(body, job.key)) {
      const [path, message] = ['metadata.name', this.#words.otherJob(job.key)];
      const place = this.#yaml.placeOf(text, path);
      return this.#show({ mistakes: [{ path, message, ...(place && { place }) }], kubectl: '' });
    }
    // What kubectl creates where there is nothing may be what happened here next.
    this.#act((simulator) => (isThere ? simulator.applyManifest(body) : simulator.createJob(body)));
    this.#show({ ...told(answer), kubectl, ...(accepted && { manifest: text }) });
  }

  /** To a place of the scenario as its file has it, which becomes a branch of its own if it is not one yet. */
  #visit(position: Position): void {
    const { play = [], manifest } = this.#opening;
    if (!manifest || !this.#isOwn) return;
    if (this.#story === undefined) {
      this.#move((simulator) => {
        simulator.seek(START);
        simulator.fork();
        return playStory(simulator, manifest, play);
      });
      if (this.#state.trouble) return;
      this.#story = this.#state.snapshot.branch;
    }
    const story = this.#story;
    this.#move((simulator) => {
      simulator.switchBranch(story);
      return reach(simulator, position);
    });
  }

  #startOver(text: string, profile = this.#state.snapshot.profile): void {
    const { plan } = this.#state.snapshot;
    const started = start(text, this.#yaml, this.#words, { profile, plan });
    if (!started.simulator) return this.#show(told(started.answer));
    // A scenario's own text starts the scenario.
    const { trace: _, ...scenario } = this.#opening;
    const isOwn = text === scenario.text && scenario.manifest !== undefined;
    const simulator = isOwn ? open({ ...scenario, profile }, false) : started.simulator;
    if (isOwn) started.simulator.free();
    this.#replace(simulator);
    this.#story = isOwn ? storyOf(scenario) : undefined;
    this.#isOwn = isOwn;
    this.touched = !isOwn;
    this.#show({ ...stateOf(simulator, { text }), ...told(started.answer) }, true);
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
    if (!hasTrapped(this.#state)) this.#simulator.free();
    this.#simulator = simulator;
    this.#trace = simulator.exportTrace();
    this.#moves = [];
  }

  /** What would come of the text, in the words of the API server of the version that the run follows. */
  #try(text: string, verb: Verb): Answered {
    return this.#yaml.answered(text, { words: this.#words, verb }, (body) =>
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
