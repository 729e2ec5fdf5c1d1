/** Chinese sentences about status tracking, the end of a Job, and the orphan worker. */

import type { CountedAs, CountedBecause, FinishWaits, OrphanKept, StatusWrite } from '../../../pkg/jobscope.js';
import type { NoteSentences } from '../catalogue.js';
import { answer, code } from '../format.js';
import { failure, fields, list, many, quote, retry, sinceSuccess, withReason } from './grammar.js';

export const track = {
  statusCompared: ({ differs }) =>
    differs.length === 0
      ? '**保持状态中的 Pod 数**：活跃、就绪和正在终止的都与已保存的相同。'
      : `**更新状态**：与已保存的不同的字段是 ${fields(differs)}。`,
  drained: ({ succeeded, failed, totalSucceeded, totalFailed }) => {
    const parts = [
      succeeded > 0 ? many(succeeded, '个成功') : '',
      failed > 0 ? many(failed, '个失败') : '',
    ].filter((part) => part !== '');
    const totals = [
      succeeded > 0 ? `\`succeeded\` 将为 ${totalSucceeded}` : '',
      failed > 0 ? `\`failed\` 将为 ${totalFailed}` : '',
    ].filter((part) => part !== '');
    return `**计入 ${list(parts)}**：${succeeded + failed === 1 ? '该' : '这些'} Pod 已失去终结器；${totals.join('，')}。`;
  },
  podCounting: ({ pod, countedAs, why }, say) =>
    `**${counting[countedAs]}**：Pod ${say.name(pod)}，${countingWhy(countedAs, why)}。`,
  podKeptDelayed: ({ pod, index }, say) =>
    `**保留终结器**：Pod ${say.name(pod)} 保存着索引 ${index} 的失败次数，直到替换的 Pod 活跃。`,
  countingCapped: ({ limit }) =>
    `**计数到此为止**：已登记 ${limit} 个 Pod，这是一次的上限；其余在下次同步。`,
  interimCondition: ({ condition, reason: why }) =>
    `**预告结束**：移除任何终结器之前，先写入状况 ${code(condition)}${withReason(why)}。`,
  statusWritten: ({ write, revision, unchanged }) => {
    if (unchanged) return `**写入了状态**，但没有作用：内容相同，仍是修订 ${revision}。`;
    if (write === 'only') return `**写入了状态**，修订 ${revision}。`;
    return write === 'first'
      ? `**写入了状态**，修订 ${revision}：先写状态，之后才移除终结器。`
      : `**写入了状态**，修订 ${revision}：这些内容要等终结器移除之后才写。`;
  },
  statusRefused: ({ write, error }) => {
    const why =
      error.reason === 'Conflict'
        ? `本次同步读取之后，Job 变了（${answer(error.reason)}）`
        : `API 服务器应答 ${failure(error, 6)}`;
    const effect = refusedEffects[write];
    return `**未能写入状态**：${why}；${effect}。`;
  },
  nothingToWrite: () => '**无需写入**：状态已是应有的样子。',
  removalsExpected: ({ pods }) =>
    `**期望 ${many(pods, '次终结器移除')}**：缓存显示之前，${pods === 1 ? '该' : '这些'} Pod 视为没有终结器。`,
  backoffRecorded: ({ job, record }, say) =>
    record.failures === 0
      ? `**重置了退避**：${say.name(job)} 上次成功后没有失败。`
      : `**记录了退避**：${say.name(job)} ${sinceSuccess(record.failures, record.lastFailure ?? undefined, say)}。`,
  finishWaits: ({ why, count }) => `**稍后结束**：${waits[why](count)}。`,
  jobFinished: ({ condition, reason: why, message }) =>
    `**Job ${condition === 'Complete' ? '已完成' : '已失败'}**：状况 ${code(condition)} 已设置${withReason(why)}${message === '' ? '' : `，${quote(message)}`}。`,
  eventRecorded: ({ type, reason: why, message }) => `**记录了事件** ${code(why)}（${type}）：${quote(message, 12)}。`,
  newFailureRetried: ({ failed }) =>
    `**有意返回错误**：本次计入了新失败的 Pod（共 ${failed} 个）；队列因此会在退避后重试。`,
  conflictSwallowed: ({ delay, added }, say) =>
    `**忽略冲突**：本次同步读取之后，Job 变了；${retry(delay, added, say)}重新同步。`,

  orphanGone: ({ pod }, say) => `**没有动作**：Pod ${say.name(pod)} 已不在缓存中。`,
  orphanKept: ({ pod, why }, say) => `**保留了终结器**：Pod ${say.name(pod)}，${kept[why]}。`,
  orphanClean: ({ pod }, say) => `**没有动作**：Pod ${say.name(pod)} 没有跟踪终结器。`,
  selectorMatched: ({ pods }) =>
    pods === 0
      ? '**没有找到 Pod**：没有 Pod 带有已结束 Job 的标签。'
      : `**找到 ${many(pods, '个 Pod')}**，带有已结束 Job 的标签：不再由任何 Job 计数的，移除终结器。`,
  selectorErrorLogged: ({ pod, error }, say) =>
    `**记下错误并继续**：应答是 ${answer(error.reason)}，Pod ${say.name(pod)} 的终结器保留。`,
} satisfies Partial<NoteSentences>;

const refusedEffects: Record<StatusWrite, string> = {
  first: '不移除终结器，也不计数',
  second: '已登记的由以后的同步计入',
  only: '以后的同步会再试',
};

const counting: Record<CountedAs, string> = {
  succeeded: '登记成功',
  failed: '登记失败',
  index: '记录索引',
  nothing: '不计数',
  already: '跳过已登记的',
};

function countingWhy(as: CountedAs, why: CountedBecause): string {
  if (as === 'already') return '状态中已有它，只剩移除终结器';
  if (as === 'index') return '它成功了，所以它的索引已完成';
  switch (why) {
    case 'phase':
      return as === 'succeeded' ? '它的阶段为 Succeeded' : '它的阶段为 Failed';
    case 'terminating':
      return '它正在删除中，在此算作失败';
    case 'jobFailing':
      return '它结束之前，Job 先失败了';
    case 'jobSucceeding':
      return '它结束之前，Job 先成功了';
    case 'jobDeleting':
      return '它结束之前，Job 已在删除中';
    case 'ignoredByPolicy':
      return 'Pod 失效策略的一条规则忽略它的失败';
    case 'invalidIndex':
      return '它没有 Job 认识的索引';
  }
}

const waits: Record<FinishWaits, (count: number) => string> = {
  terminating: (count) => `${many(count, '个 Pod')} 仍在终止`,
  uncounted: (count) => `${many(count, '个已登记的 Pod')} 还没有计数`,
  capped: (count) => `已登记 ${count} 个 Pod，这是一次的上限，可能还有`,
  patchFailed: () => '有终结器未能移除',
};

const kept: Record<OrphanKept, string> = {
  otherKind: '它的属主不是 `batch/v1` 的 Job',
  managedByOther: '它的 Job 由另一个控制器管理',
  jobUnfinished: '它的 Job 还没有结束，还会为它计数',
};
