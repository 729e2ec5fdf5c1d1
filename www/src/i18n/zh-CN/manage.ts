/** Chinese sentences about managing pods: how many, which, when, and the requests for them. */

import type { DeletedBecause, FinalizerBecause } from '../../../pkg/jobscope.js';
import type { NoteOf, NoteSentences, Say } from '../catalogue.js';
import { missing } from '../gist.js';
import { countIs, failure, indexList, list, many, ofIndex, reached, sinceSuccess } from './grammar.js';

export const manage = {
  manageSkipped: ({ why }) =>
    why === 'jobDeleting'
      ? '**不动 Pod**：Job 正在删除中。'
      : '**不动 Pod**：看到期望的创建和删除之前，闸门关闭。',
  activeWanted: (note) =>
    `**${note.wanted === 0 ? '不需要活跃 Pod' : `需要 ${many(note.wanted, '个活跃 Pod')}`}**：${whyWanted(note)}。`,
  nothingToManage: ({ active, wanted, terminating }) => {
    const wish = wanted === 0 ? '不需要 Pod' : `需要 ${wanted} 个`;
    if (terminating === 0) return `**Pod 保持不变**：${wish}，${countIs(active, '活跃')}。`;
    return `**等待 ${many(terminating, '个 Pod')} 终止**：${wish}，${countIs(active, '活跃')}；消失之后才启动替换。`;
  },
  suspendDeletes: ({ active }) =>
    active === 0
      ? '**不创建 Pod**：Job 已挂起，没有活跃的 Pod。'
      : `**删除 ${many(active, '个活跃 Pod')}**：Job 已挂起；${active === 1 ? '它' : '它们'}不计数。`,
  podsRemoved: ({ surplus, chosen, invalid, capped }) => {
    const reasons = [
      invalid > 0 ? `${invalid} 个没有自己的有效索引` : '',
      surplus > 0 ? `活跃的比需要的多 ${surplus} 个` : '',
      capped ? '一次同步最多 500 个' : '',
    ].filter((part) => part !== '');
    const which = capped ? '' : `（${list(chosen, 2)}）`;
    return `**删除 ${many(chosen.length, '个 Pod')}**${which}：${reasons.join('；')}。`;
  },
  backoffPending: ({ failures, lastFailure, delay, remaining }, say) =>
    `**等待 ${say.span(remaining)}**再创建 Pod：${sinceSuccess(failures, lastFailure, say)}；退避为 ${say.span(delay)}。`,
  backoffPassed: ({ failures, lastFailure, delay }, say) =>
    `**退避结束，继续**：${sinceSuccess(failures, lastFailure, say)}；已等待 ${say.span(delay)}。`,
  indexBackoffPending: ({ indexes, remaining }, say) =>
    `**等待 ${say.span(remaining)}**再创建 Pod：索引 ${list(indexes.map(String))}${indexes.length > 3 ? '' : ' '}处于各自的退避中；没有别的可以启动。`,
  podsWanted: ({ count, wanted, active, terminating, indexes, capped }) => {
    if (count === 0) return `**不创建 Pod**：需要 ${wanted} 个，${countIs(active, '活跃')}，但没有索引可运行。`;
    const parts = [
      `需要 ${wanted} 个`,
      terminating > 0 ? `${terminating} 个正在终止` : '',
      countIs(active, '活跃'),
    ].filter((part) => part !== '');
    const cap = capped ? '；一次同步最多 500 个' : '';
    return `**创建 ${many(count, '个 Pod')}**${ofIndexes(indexes)}：${parts.join('，')}${cap}。`;
  },
  noLabels: () => '**未能创建 Pod**：Job 的模板没有标签。',
  expectationsSet: ({ job, creations, deletions }, say) => {
    const parts = [
      creations > 0 ? many(creations, '次创建') : '',
      deletions > 0 ? many(deletions, '次删除') : '',
    ].filter((part) => part !== '');
    return parts.length === 0
      ? `**没有期望**：${say.name(job)} 的记录重新开始，尚欠为零。`
      : `**期望 ${list(parts)}**（${say.name(job)}）：缓存显示之前，闸门关闭。`;
  },
  podCreated: ({ pod, index, batch }, say) =>
    `**创建了 Pod** ${say.name(pod)}${ofIndex(index)}：API 服务器已保存，属于第 ${batch} 批。`,
  podCreateFailed: ({ index, error }) =>
    error.namespaceTerminating
      ? `**未能创建 Pod**${ofIndex(index)}：命名空间正在删除中，控制器不把它当作错误。`
      : `**未能创建 Pod**${ofIndex(index)}：API 服务器应答 ${failure(error)}。`,
  creationGivenUp: ({ creations }, say) =>
    `**撤回了 1 次期望的创建**：请求失败，不会有事件${stillOwed(creations, say)}。`,
  slowStartStopped: ({ skipped, creations }, say) =>
    `**停止创建**：上一批中有创建失败，不再尝试 ${many(skipped, '个 Pod')}${stillOwed(creations, say)}。`,
  podDeleted: ({ pod, why }, say) => `**删除了 Pod** ${say.name(pod)}：${deletions[why]}。`,
  podDeleteFailed: ({ pod, error, countsAsDeleted }, say) =>
    countsAsDeleted
      ? `**没有删除**：Pod ${say.name(pod)} 已消失，这算作删除。`
      : `**未能删除 Pod** ${say.name(pod)}：API 服务器应答 ${failure(error)}。`,
  finalizerRemoved: ({ pod, why, unchanged }, say) =>
    unchanged
      ? `**没有移除**：Pod ${say.name(pod)} 早已失去终结器。`
      : `**移除了终结器**：Pod ${say.name(pod)}，${finalizers[why]}。`,
  finalizerRemovalFailed: ({ pod, error, countsAsRemoved }, say) =>
    countsAsRemoved
      ? `**没有移除**：Pod ${say.name(pod)} 已消失，这算作移除。`
      : `**未能移除终结器**：Pod ${say.name(pod)}，API 服务器应答 ${failure(error)}。`,
  completionsMissing: ({ succeeded, completions, active }) => {
    if (completions === undefined) {
      return succeeded === 0
        ? '**尚未完成**：还没有 Pod 成功。'
        : `**尚未完成**：${many(succeeded, '个 Pod')} 成功，但${countIs(active, '仍活跃')}。`;
    }
    return succeeded >= completions
      ? `**尚未完成**：${reached(succeeded, completions)}，但${countIs(active, '仍活跃')}。`
      : `**尚未完成**：${reached(succeeded, completions)}。`;
  },
  jobSuspended: () => '**设置了状况** `Suspended` 为 True：`spec.suspend` 为 true。',
  jobResumed: ({ startTime }, say) =>
    `**设置了状况** \`Suspended\` 为 False：Job 已恢复，开始时间改为 ${say.at(startTime)}。`,
} satisfies Partial<NoteSentences>;

function whyWanted(note: NoteOf<'activeWanted'>): string {
  const { active, completions = 0, succeeded, parallelism, rule } = note;
  switch (rule) {
    case 'workQueue':
      return `\`parallelism\` 为 ${parallelism}；未设置 \`completions\`，也还没有 Pod 成功`;
    case 'workQueueDraining':
      return `未设置 \`completions\`，已有 ${many(succeeded, '个 Pod')} 成功，${active === 0 ? '不再启动新的' : '活跃的运行到结束'}`;
    case 'remaining':
      return missing(note) === 0
        ? reached(succeeded, completions)
        : `还需完成 ${missing(note)} 个，少于 \`parallelism\` ${parallelism}`;
    case 'parallelism':
      return missing(note) === 0
        ? `\`parallelism\` 为 0，${reached(succeeded, completions)}`
        : `还需完成 ${missing(note)} 个，\`parallelism\` 允许 ${parallelism} 个`;
  }
}

/** An index list in brackets; nothing without one. */
export function ofIndexes(indexes: string | undefined): string {
  return indexes === undefined ? '' : `（索引 ${indexList(indexes)}）`;
}

function stillOwed(creations: number | undefined, say: Say): string {
  if (creations === undefined) return '';
  return creations < 0 ? `；账目为 ${say.number(creations)}，看到的多于期望` : `；尚欠 ${many(creations, '次创建')}`;
}

const deletions: Record<DeletedBecause, string> = {
  suspended: 'Job 已挂起',
  surplus: '它超出了所需',
  finishing: 'Job 要结束；终结器留住它，直到计数',
};

const finalizers: Record<FinalizerBecause, string> = {
  counted: '它已没有需要计数的内容',
  deleting: '它即将删除，不会计数',
  orphan: '不再有 Job 为它计数',
};
