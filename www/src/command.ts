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
  /** Without a name it is numbered again. */
  | { do: 'renameBranch'; branch: number; name: string }
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
  /** For this visit only: not the person's choice, but that of a link. */
  | { do: 'language'; language: Language; once?: boolean }
  | { do: 'help'; open: boolean }
  /** Shows the menu of scenarios, or what there is to share; empty: neither. */
  | { do: 'dialog'; dialog: Dialog }
  | { do: 'openScenario'; name: string; position?: Position }
  /** To the run that was left for another one. */
  | { do: 'return' }
  | { do: 'dismiss' };

export type Dialog = 'scenarios' | 'share' | '';

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
