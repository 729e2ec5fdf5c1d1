/** Chinese sentences about the first half of a sync: may it run, which pods are there, how does the Job stand. */

import type { Added, FinishRule } from '../../../pkg/jobscope.js';
import type { NoteSentences, Say } from '../catalogue.js';
import { code } from '../format.js';
import { claimError } from '../gist.js';
import { indexList, kinds, list, many, quote, reached, withReason } from './grammar.js';

export const sync = {
  cacheBehind: ({ job, kind, read, written }, say) =>
    `**推迟了 ${say.name(job)} 的同步**：${kinds[kind]} 缓存在修订 ${read}，而控制器自己已写到 ${written}。`,
  cacheCaughtUp: ({ job }, say) => `**缓存够新**：已显示控制器为 ${say.name(job)} 写入的一切。`,
  jobMissing: ({ job }, say) => `**停止**：${say.name(job)} 不在缓存中；关于它的记录全部丢弃。`,
  managedByOther: ({ job, managedBy }, say) =>
    `**不处理这个 Job**：${say.name(job)} 的 \`spec.managedBy\` 指定了另一个控制器 ${code(managedBy)}。`,
  alreadyFinished: ({ job, condition }, say) =>
    `**没有动作**：${say.name(job)} 已结束，状况 ${code(condition)} 为 True。`,
  finishUnseen: ({ job }, say) => `**没有动作**：${say.name(job)} 的结束已写入，但缓存还没有显示。`,
  completionModeUnknown: ({ job, mode }, say) =>
    `**不处理这个 Job**：${say.name(job)} 的完成模式 ${code(mode)} 未知。`,
  expectationsMet: ({ job, why, creations, deletions, age }, say) => {
    switch (why) {
      case 'noRecord':
        return `**闸门打开**：${say.name(job)} 没有期望记录。`;
      case 'fulfilled':
        return '**闸门打开**：期望的创建和删除都已看到。';
      case 'expired':
        return `**闸门打开**：${say.span(age)}后仍未看到 ${unseen(creations, deletions)}，记录已过期。`;
    }
  },
  expectationsOwed: ({ creations, deletions, expiresIn }, say) =>
    `**闸门关闭**：缓存还没有看到 ${unseen(creations, deletions)}，所以不创建 Pod；记录 ${say.span(expiresIn)}后过期。`,

  podsClaimed: ({ pods, active, ready, terminating, finished, awaitingRemoval }) => {
    if (pods === 0) return '**没有找到 Pod**：缓存中没有这个 Job 的 Pod。';
    const parts = [
      active > 0 ? `${active} 个活跃${ready > 0 ? `（${ready} 个就绪）` : ''}` : '',
      terminating > 0 ? `${terminating} 个正在终止` : '',
      finished > 0 ? `${finished} 个已结束` : '',
    ].filter((part) => part !== '');
    const awaited = awaitingRemoval > 0 ? `；还没有看到 ${many(awaitingRemoval, '次终结器移除')}` : '';
    return `**找到 ${many(pods, '个 Pod')}**：缓存中有 ${list(parts)}${awaited}。`;
  },
  podAdopted: ({ pod }, say) => `**收养了 Pod** ${say.name(pod)}：它没有属主，标签匹配 Job 的选择算符。`,
  podReleased: ({ pod }, say) => `**释放了 Pod** ${say.name(pod)}：它的标签不再匹配 Job 的选择算符。`,
  podClaimFailed: ({ pod, adopting, error }, say) =>
    `**未能${adopting ? '收养' : '释放'} Pod** ${say.name(pod)}：${quote(claimError(error))}；同步失败。`,
  podVanished: ({ pod }, say) => `**错过了 Pod** ${say.name(pod)}：收养之前它已消失。`,
  adoptionRechecked: ({ job, allowed }, say) =>
    allowed
      ? `**询问了 API 服务器**：${say.name(job)} 仍存在且不在删除中，可以收养。`
      : `**询问了 API 服务器**：应答没有确认 ${say.name(job)} 仍存在并可以收养。`,

  counted: ({ succeeded, failed, completions, backoffLimit, ignored }, say) => {
    const goal = completions === undefined ? '' : `（目标 ${completions} 个）`;
    const counts = `**计得 ${many(succeeded.total, '个成功')}**${goal}、${many(failed.total, '个失败')}`;
    return `${counts}，${fresh(succeeded.new + failed.new)}；\`backoffLimit\` 为 ${say.number(backoffLimit)}${left(ignored)}。`;
  },
  countedLive: ({ succeeded, failed, previousRetries, backoffLimit }, say) =>
    `**清点了缓存中的 Pod**：${succeeded} 个成功，${failed} 个失败；此前同步失败 ${many(previousRetries, '次')}，\`backoffLimit\` 为 ${say.number(backoffLimit)}。`,
  countedIndexed: ({ failedIndexes, succeeded, failed, completions, backoffLimit, ignored }, say) => {
    const lost = failedIndexes ? `，失败的索引是 ${indexList(failedIndexes)}` : '';
    const pods = failed.total === 0 ? '没有失败的 Pod' : many(failed.total, '个失败的 Pod');
    return `**计得 ${succeeded} 个索引已完成**，共 ${completions} 个${lost}；${pods}，\`backoffLimit\` 为 ${say.number(backoffLimit)}${left(ignored)}。`;
  },
  startTimeSet: ({ at }, say) => `**设置了开始时间** ${say.at(at)}：Job 原先没有，且未挂起。`,
  finishDecided: ({ condition, reason, message, rule }, say) => {
    const success = condition === 'SuccessCriteriaMet' || condition === 'Complete';
    return `**判定 Job ${success ? '完成' : '失败'}**：${decided(reason, message, rule, say)}。`;
  },
  noFinish: ({ failed, backoffLimit, restarts, deadlineLeft }, say) => {
    const counts = [
      many(failed, '个失败的 Pod'),
      ...(restarts === undefined ? [] : [many(restarts, '次容器重启')]),
    ];
    const time = deadlineLeft === undefined ? '' : `，距期限还有 ${say.span(deadlineLeft)}`;
    return `**继续**：${list(counts)}，没有超出 \`backoffLimit\` ${say.number(backoffLimit)}${time}。`;
  },
  deadlineArmed: ({ activeDeadline, elapsed, remaining, added }, say) =>
    `**${say.span(remaining)}后再查期限**：已活跃 ${say.span(elapsed)}，上限 ${say.span(activeDeadline)}${otherTimer(added, say)}。`,
  finishDeletes: ({ active }) => `**删除 ${many(active, '个活跃 Pod')}**：Job 要结束；计数之前，终结器保留。`,
  decisionWithheld: ({ why, deleted, active }) =>
    why === 'deletesFailed'
      ? `**暂缓决定**：${many(active, '个活跃 Pod')} 中只删除了 ${deleted} 个；下次同步重新决定。`
      : '**暂缓决定**：期望的创建和删除还没有全部看到；下次同步重新决定。',
} satisfies Partial<NoteSentences>;

/** What became of a timer that does not simply wait. */
function otherTimer(added: Added, say: Say): string {
  switch (added.result) {
    case 'keptEarlier':
      return `；Job 已定于 ${say.at(added.at)} 唤醒`;
    case 'movedEarlier':
      return `；Job 原定于 ${say.at(added.from)} 唤醒`;
    default:
      return '';
  }
}

/** `2 次创建、1 次删除`: what is owed, without what was overpaid. */
function unseen(creations: number, deletions: number): string {
  const parts = [
    creations > 0 ? many(creations, '次创建') : '',
    deletions > 0 ? many(deletions, '次删除') : '',
  ].filter((part) => part !== '');
  return list(parts);
}

function fresh(count: number): string {
  return count === 0 ? '没有新的' : `其中 ${count} 个是新的`;
}

function left(ignored: number): string {
  return ignored === 0 ? '' : `；策略忽略了 ${many(ignored, '个失败')}`;
}

export function decided(reason: string, message: string, rule: FinishRule, say: Say): string {
  switch (rule.test) {
    case 'stored':
      return `之前的同步已保存这个决定${withReason(reason)}`;
    case 'failurePolicy':
      return `Pod ${rule.pod} 匹配 Pod 失效策略的 ${code('FailJob')} 规则`;
    case 'backoffLimit':
      return `${many(rule.failed, '个失败的 Pod')}，超出 \`backoffLimit\` ${rule.limit}`;
    case 'retries':
      return `此前同步失败 ${many(rule.previousRetries, '次')}，再加一次就超出 \`backoffLimit\` ${rule.limit}`;
    case 'restarts':
      return rule.limit === 0
        ? `容器重启 ${many(rule.restarts, '次')}，而 \`backoffLimit\` 0 不允许重启`
        : `容器重启 ${many(rule.restarts, '次')}，达到或超出 \`backoffLimit\` ${rule.limit}`;
    case 'deadline':
      return `已活跃 ${say.span(rule.elapsed)}，而 \`activeDeadlineSeconds\` 只允许 ${say.span(rule.limit)}`;
    case 'maxFailedIndexes':
      return `${many(rule.failedIndexes, '个失败的索引')}，超出 \`maxFailedIndexes\` ${rule.limit}`;
    case 'failedIndexes':
      return `${many(rule.completions, '个索引')}中 ${rule.succeeded} 个成功、${rule.failedIndexes} 个失败，没有剩余`;
    case 'successPolicy':
      return `满足成功策略，${quote(message)}`;
    case 'completions':
      return rule.completions === undefined
        ? `${many(rule.succeeded, '个 Pod')} 成功，没有活跃的 Pod，且未设置 \`completions\``
        : `${reached(rule.succeeded, rule.completions)}，且没有活跃的 Pod`;
  }
}
