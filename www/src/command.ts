/** What a panel may ask for: the closed list of commands, and the event that carries one to the shell. */

import type { Action, Position, Size } from '../pkg/jobscope.js';
import type { Language } from './i18n/index.js';

export type Command =
  /** Something happens now; in the past, that starts a branch. */
  | { do: 'act'; action: Action }
  | { do: 'forward'; size: Size }
  | { do: 'back'; size: Size }
  | { do: 'seek'; position: Position }
  /** To a place of the scenario as its file has it, in a branch of its own. */
  | { do: 'visit'; position: Position }
  /** Starts a branch here; what is there stays. */
  | { do: 'fork' }
  | { do: 'switchBranch'; branch: number }
  /** Says what is wrong with the manifest, and changes nothing. */
  | { do: 'check'; text: string }
  | { do: 'apply'; text: string }
  | { do: 'startOver'; text: string }
  /** The same manifest from the start, as another version of Kubernetes would run it. */
  | { do: 'profile'; name: string }
  /** After a trap of the module: builds the run again, up to the step before. */
  | { do: 'replay' }
  | { do: 'play' }
  | { do: 'pause' }
  | { do: 'speed'; speed: number }
  | { do: 'size'; size: Size }
  | { do: 'theme'; theme: Theme }
  | { do: 'language'; language: Language }
  | { do: 'help'; open: boolean };

/** `auto` follows the system. */
export type Theme = 'auto' | 'light' | 'dark';

export class CommandEvent extends CustomEvent<Command> {
  constructor(command: Command) {
    super('command', { detail: command, bubbles: true, composed: true });
  }
}

declare global {
  interface HTMLElementEventMap {
    command: CommandEvent;
  }
}
