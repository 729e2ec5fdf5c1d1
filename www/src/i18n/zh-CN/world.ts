/** Chinese sentences about the world: time, users, the kubelet, the garbage collector, faults. */

import type { FaultSummary, Obstacle, PodReport, Requester } from '../../../pkg/jobscope.js';
import type { NoteSentences } from '../catalogue.js';
import { answer, code } from '../format.js';
import { changedFields, failure, item, many, queues, quote, requesters, requests } from './grammar.js';

export const world = {
  timePassed: ({ from, to }, say) =>
    from === to
      ? `**时钟未动**：仍是 ${say.at(to)}。`
      : `**时钟前移 ${say.span(Date.parse(to) - Date.parse(from))}**：从 ${say.at(from)} 到 ${say.at(to)}。`,
  timerFired: ({ queue, item: text, due, merged }, say) =>
    merged
      ? `**等待结束**：${item(text, say)} 于 ${say.at(due)} 到期，但它已在队列中（${queues[queue]}），两者合并。`
      : `**等待结束**：${item(text, say)} 于 ${say.at(due)} 到期，现已就绪（${queues[queue]}）。`,

  jobCreated: ({ job, generation }, say) =>
    `**创建了 Job** ${say.name(job)}：API 服务器已保存，\`generation\` 为 ${generation}。`,
  jobUpdated: ({ job, fields: changed, generationBefore, generation }, say) => {
    const what = changed.length === 0 ? '它的某个字段' : changedFields(changed);
    const generations =
      generation === generationBefore
        ? `规约未变，\`generation\` 仍为 ${generation}`
        : `\`generation\` 由 ${generationBefore} 变为 ${generation}`;
    return `**更改了 Job** ${say.name(job)}：${what}；${generations}。`;
  },
  jobUnchanged: ({ job }, say) => `**没有更改** Job ${say.name(job)}：API 服务器上的内容已全部相同。`,
  jobRemoved: ({ job, propagation }, say) => {
    switch (propagation) {
      case undefined:
        return `**移除了 Job** ${say.name(job)}：垃圾收集器去掉了它的最后一个终结器。`;
      case 'background':
        return `**移除了 Job** ${say.name(job)}：立即生效，它的 Pod 留给垃圾收集器。`;
      case 'foreground':
      case 'orphan':
        return `**移除了 Job** ${say.name(job)}：没有终结器阻拦。`;
    }
  },
  jobDeletionMarked: ({ job, propagation, generation }, say) => {
    const until = {
      background: '去掉终结器后它就消失',
      foreground: '它的 Pod 消失之前，它一直保留',
      orphan: '它的 Pod 脱离它之前，它一直保留',
    }[propagation];
    return `**标记 Job** ${say.name(job)} 为待删除，\`generation\` 为 ${generation}：${until}。`;
  },
  requestRefused: ({ requester, error }) => `**拒绝了${whose(requester)}请求**：${failure(error, 12)}。`,
  notPossible: ({ obstacle, object }, say) => `**没有动作**：${obstacles[obstacle](say.name(object))}。`,

  podMade: ({ pod }, say) => `**创建了 Pod** ${say.name(pod)}：创建者不是控制器。`,
  podReported: ({ pod, report }, say) => reported(say.name(pod), report),
  podEdited: ({ pod, edit }, say) => {
    switch (edit) {
      case 'labels':
        return `**更改了标签**：Pod ${say.name(pod)}。`;
      case 'ownerRemoved':
        return `**移除了属主**：Pod ${say.name(pod)} 现在不受任何 Job 控制。`;
      case 'finalizersRemoved':
        return `**移除了终结器**：计数之前，没有什么能留住 Pod ${say.name(pod)}。`;
    }
  },
  podDeletionMarked: ({ pod, requester, graceSeconds, finalizers }, say) => {
    const held = finalizers.length > 0 ? many(finalizers.length, '个终结器') : '';
    const marked = `**标记 Pod** ${say.name(pod)} 为待删除（${requesters[requester]}）`;
    if (graceSeconds === 0) {
      return held ? `${marked}：它已没有容器在运行，但仍有 ${held}留住它。` : `${marked}。`;
    }
    const after = held ? `；此后仍有 ${held}留住它` : '';
    return `${marked}：容器有 ${say.span(graceSeconds * 1000)}时间结束${after}。`;
  },
  podRemoved: ({ pod, requester }, say) => `**移除了 Pod** ${say.name(pod)}：${removals[requester]}。`,
  podDeletionUnchanged: ({ pod, requester }, say) =>
    `**没有变化**：Pod ${say.name(pod)} 已在删除中，又被删除一次（${requesters[requester]}）。`,
  outcomePlanned: () => '**更改了计划**：从现在起，Pod 按新计划结束。',

  garbageNothing: () => '**没有可收集的**：没有哪个删除在等待垃圾收集器。',
  garbageDependentDeleted: ({ pod, job }, say) =>
    `**删除了 Pod** ${say.name(pod)}：Job ${say.name(job)} 是前台删除，先删除它的 Pod。`,
  garbageDependentOrphaned: ({ pod, job }, say) =>
    `**解除了属主**：Job ${say.name(job)} 被删除，但要保留 Pod ${say.name(pod)}。`,
  garbageOwnerless: ({ pod, owner }, say) =>
    `**删除了 Pod** ${say.name(pod)}：它的属主已不存在（UID ${code(owner)}）。`,

  faultArmed: ({ fault }) => `**注入了故障**：${hits(fault)}${answers(fault)}。`,
  faultsCleared: ({ count }) =>
    count === 0 ? '**清除了故障**：原本没有请求会失败。' : `**清除了故障**：原有 ${count} 个。`,
  crashArmed: ({ afterRequests }) =>
    `**安排了崩溃**：在下一个会发请求的同步中，控制器发出 ${many(afterRequests, '个请求')}后停止。`,
  faultHit: ({ fault, error }) =>
    fault.afterEffect
      ? `**遇到故障**：${requests[fault.verb]}已生效，但应答丢失（${answer(error.reason)}）。`
      : `**遇到故障**：${requests[fault.verb]}得到 ${answer(error.reason)}，没有生效。`,
  controllerCrashed: ({ afterRequests }) =>
    afterRequests === undefined
      ? '**停止了控制器**：队列、期望、退避和缓存全部丢失。'
      : `**崩溃**：发出 ${many(afterRequests, '个请求')}之后，同步的其余部分不再进行，内存全部丢失。`,
  controllerStarted: () => '**启动了控制器**：它的内存为空，重新列举所有 Job 和 Pod。',
} satisfies Partial<NoteSentences>;

/** `用户的`, ` Job 控制器的`: without the word for brackets. */
function whose(requester: Requester): string {
  const who = requesters[requester].slice(1);
  return `${who}${/\w$/.test(who) ? ' ' : ''}的`;
}

/** `接下来 2 个创建 Pod 的请求`. */
function hits({ verb, left }: FaultSummary): string {
  if (left === undefined) return `每个${requests[verb]}`;
  return left === 1 ? `下一个${requests[verb]}` : `接下来 ${left} 个${requests[verb]}`;
}

function answers({ reason: of, afterEffect }: FaultSummary): string {
  return afterEffect ? `会生效，但应答丢失（${answer(of)}）` : `会失败，应答是 ${answer(of)}`;
}

const removals: Record<Requester, string> = {
  user: '用户删除了它，没有什么阻拦',
  kubelet: 'kubelet 确认它已没有残留',
  garbageCollector: '垃圾收集器删除了它，没有什么阻拦',
  jobController: 'Job 控制器删除了它，没有什么阻拦',
};

const obstacles: Record<Obstacle, (object: string) => string> = {
  noSuchPod: (pod) => (pod === '' ? '没有 Pod 处于适合的状态' : `不存在 Pod ${pod}`),
  noSuchJob: (job) => `不存在 Job ${job}`,
  podFinished: (pod) => `Pod ${pod} 已经结束`,
  podNotPending: (pod) => `Pod ${pod} 不处于 Pending`,
  podNotDeleting: (pod) => `Pod ${pod} 不在删除中`,
  noSuchContainer: (pod) => `Pod ${pod} 没有这个容器`,
  clockMayNotGoBack: () => '时钟不能倒退',
};

function reported(pod: string, report: PodReport): string {
  switch (report.what) {
    case 'scheduled':
      return `**调度了 Pod** ${pod}：到节点 ${report.node}。`;
    case 'running':
      return `**启动了 Pod** ${pod}：它处于 Running 并已就绪。`;
    case 'ready':
      return `**报告就绪**：Pod ${pod}。`;
    case 'notReady':
      return `**报告未就绪**：Pod ${pod}。`;
    case 'condition':
      return `**设置了状况** ${code(report.condition)}：Pod ${pod}，值为 ${report.status}。`;
    case 'succeeded':
      return `**报告成功**：Pod ${pod} 的所有容器都以退出码 0 结束。`;
    case 'failed': {
      const exit = report.exitCode === undefined ? '只知道它的阶段' : `退出码 ${report.exitCode}`;
      return `**报告失败**：Pod ${pod}，${exit}${report.reason ? `，原因 ${quote(report.reason)}` : ''}。`;
    }
    case 'evicted':
      return `**驱逐了 Pod** ${pod}：它处于 Failed，带有状况 ${code('DisruptionTarget')}。`;
    case 'containerRestarted':
      return `**重启了容器** ${report.container}：Pod ${pod} 至此重启 ${report.restarts} 次。`;
    case 'containerExited':
      return `**报告容器退出**：Pod ${pod} 的容器 ${report.container}，退出码 ${report.exitCode}。`;
    case 'unchanged':
      return `**没有新报告**：Pod ${pod} 与之前相同。`;
  }
}
