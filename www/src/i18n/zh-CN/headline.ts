/** Chinese headlines that take several notes of a step together. */

import type { Headlines, NoteOf } from '../catalogue.js';
import { code } from '../format.js';
import { missing } from '../gist.js';
import { countIs, many } from './grammar.js';
import { ofIndexes } from './manage.js';
import { decided } from './sync.js';

export const headline: Headlines = {
  podsWanted: ({ count, terminating, active, indexes }, because, done) => {
    const pods = `**${done ? '创建了' : '创建'} ${many(count, '个 Pod')}**${ofIndexes(indexes)}`;
    const others = terminating > 0 ? `${terminating} 个正在终止，` : '';
    return `${pods}：${needed(because)}，${others}${countIs(active, '活跃')}。`;
  },

  jobFinished: ({ condition }, { reason, message, rule }, say) =>
    `**Job ${condition === 'Complete' ? '已完成' : '已失败'}**：${decided(reason, message, rule, say)}；状况 ${code(condition)} 已设置。`,
};

/** Why pods are wanted, for a sentence that goes on with what is active. */
function needed(note: NoteOf<'activeWanted'>): string {
  switch (note.rule) {
    case 'workQueue':
      return `\`parallelism\` 要求 ${note.parallelism} 个，还没有成功的`;
    case 'workQueueDraining':
      return `${many(note.succeeded, '个 Pod')} 已成功`;
    case 'remaining':
    case 'parallelism':
      return `还需完成 ${missing(note)} 个，\`parallelism\` 允许 ${note.parallelism} 个`;
  }
}
