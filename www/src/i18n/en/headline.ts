/** English headlines that take several notes of a step together. */

import type { Headlines, NoteOf } from '../catalogue.js';
import { code } from '../format.js';
import { missing } from '../gist.js';
import { countIs, indexList, isAre, many } from './grammar.js';
import { decided } from './sync.js';

export const headline: Headlines = {
  podsWanted: (note, because, done) => {
    const { count, terminating, active, indexes } = note;
    const which = indexes === undefined ? '' : ` for ${count === 1 ? 'index' : 'indexes'} ${indexList(indexes)}`;
    const others = terminating > 0 ? `${terminating} ${isAre(terminating)} still terminating, ` : '';
    const pods = `**${done ? 'Created' : 'Create'} ${many(count, 'pod')}**${which}`;
    return `${pods}: ${needed(because)}, and ${others}${countIs(active, 'active')}.`;
  },

  jobFinished: ({ condition }, { reason, message, rule }, say) =>
    `**${condition === 'Complete' ? 'Completed' : 'Failed'} the Job**: ${decided(reason, message, rule, say)}; condition ${code(condition)} is set.`,
};

/** Why pods are wanted, for a sentence that goes on with what is active. */
function needed(note: NoteOf<'activeWanted'>): string {
  switch (note.rule) {
    case 'workQueue':
      return `\`parallelism\` asks for ${note.parallelism}, nothing has succeeded`;
    case 'workQueueDraining':
      return `${many(note.succeeded, 'pod')} succeeded`;
    case 'remaining':
    case 'parallelism':
      return `${many(missing(note), 'completion')} ${isAre(missing(note))} still needed, \`parallelism\` allows ${note.parallelism}`;
  }
}
