/** Chinese words for actions: what each would do, and the text of its button. */

import type { Fault, FaultError, JobChange, PodAct, Propagation } from '../../../pkg/jobscope.js';
import type { ActionLabels, ActionOf, ActionSentences } from '../catalogue.js';
import { code } from '../format.js';
import { changes } from '../gist.js';
import { item, kinds, list, many, requests } from './grammar.js';

export const action: ActionSentences = {
  createJob: ({ job }) => `**创建 Job** ${jobName(job)}：用户把它发给 API 服务器。`,
  applyJob: ({ job }) => `**应用清单**：Job ${jobName(job)}；API 服务器拒绝更改不可变的字段。`,
  changeJob: ({ job, change }, say) => {
    const what = changes(change).map(code).join('、');
    return `**更改 Job** ${say.name(job)}${what === '' ? '' : `：${what}`}。`;
  },
  deleteJob: ({ job, propagation }, say) => {
    const pods = {
      background: '它的 Pod 随后删除',
      foreground: '先删除它的 Pod',
      orphan: '它的 Pod 保留，但没有属主',
    }[propagation];
    return `**删除 Job** ${say.name(job)}（${propagations[propagation]}）：${pods}。`;
  },
  deletePod: ({ pod, force }, say) =>
    force
      ? `**强制删除 Pod** ${say.name(pod)}：不等它的容器结束。`
      : `**删除 Pod** ${say.name(pod)}：给它的容器留出时间结束。`,
  labelPod: ({ pod }, say) => `**更改标签**：Pod ${say.name(pod)}；此后可能有选择算符匹配它，或不再匹配。`,
  removePodOwner: ({ pod }, say) => `**移除属主**：Pod ${say.name(pod)}；选择算符匹配它的 Job 可以收养它。`,
  removePodFinalizers: ({ pod }, say) => `**移除终结器**：Pod ${say.name(pod)}；计数之前，没有什么能留住它。`,
  createPod: ({ pod, owner, selectedBy }, say) => {
    const whose = owner ? `，属主为 Job ${owner}` : selectedBy ? `，带有 Job ${selectedBy} 的标签` : '';
    return `**创建 Pod** ${say.name(pod)}${whose}：创建者不是控制器。`;
  },
  pod: ({ pod, act }, say) => `${acts(act, `Pod ${say.name(pod)}`)}。`,
  pods: ({ first, act }) => `${acts(act, firstPods(first))}。`,
  planOutcomes: () => '**更改计划**：无人干预时，Pod 怎样结束。',
  collectGarbage: () => '**收集垃圾**：属主已不存在的 Pod 被删除，等待中的删除继续进行。',
  deliver: ({ kind, count }) =>
    `**${deliver(kinds[kind], count)}事件**：缓存先接收最早的，并通知处理函数。`,
  holdWatch: ({ kind, held }) =>
    held
      ? `**暂停 ${kinds[kind]} 监视**：在你递送事件之前，缓存会落后。`
      : `**恢复 ${kinds[kind]} 监视**：它的事件重新自动递送。`,
  relist: ({ kind }) => `**中断 ${kinds[kind]} 监视**：未递送的事件丢失，缓存重新列举。`,
  processJob: (_, say) =>
    say.next.job === undefined
      ? '**同步下一个 Job**：队列中没有就绪的。'
      : `**同步 Job** ${say.name(say.next.job)}：工作协程从队列取出它，做出决定并写入。`,
  processOrphan: (_, say) =>
    say.next.orphan === undefined
      ? '**清理下一个 Pod**：队列中没有就绪的。'
      : `**清理** ${item(say.next.orphan, say)}：若不再有 Job 为其计数，就移除终结器。`,
  restartController: () => '**重启控制器**：它失去内存，重新列举所有 Job 和 Pod。',
  passTime: ({ ms }, say) => `**让 ${say.span(ms)}过去**：这段时间内的等待都会到期。`,
  armFault: ({ fault }) => `**注入故障**：${faulty(fault)}，${faultErrors[fault.error]}。`,
  armCrash: ({ afterRequests }) =>
    `**让控制器崩溃**：在下一个会发请求的同步中，发出 ${many(afterRequests, '个请求')}之后。`,
  clearFaults: () => '**清除故障**：请求重新成功，也不再安排崩溃。',
};

export const label: ActionLabels = {
  createJob: ({ job }) => `创建 ${jobName(job)}`,
  applyJob: ({ job }) => `应用清单到 ${jobName(job)}`,
  changeJob: ({ job, change }, say) => changeLabel(say.name(job), change),
  deleteJob: ({ job, propagation }, say) => `删除 ${say.name(job)}（${propagations[propagation]}）`,
  deletePod: ({ pod, force }, say) => `${force ? '强制删除' : '删除'} ${say.name(pod)}`,
  labelPod: ({ pod }, say) => `更改 ${say.name(pod)} 的标签`,
  removePodOwner: ({ pod }, say) => `移除 ${say.name(pod)} 的属主`,
  removePodFinalizers: ({ pod }, say) => `移除 ${say.name(pod)} 的终结器`,
  createPod: ({ pod }, say) => `创建 Pod ${say.name(pod)}`,
  pod: ({ pod, act }, say) => actLabel(act, ` ${say.name(pod)}`),
  pods: ({ first, act }) => actLabel(act, first === undefined ? '所有 Pod' : ` ${many(first, '个 Pod')}`),
  planOutcomes: () => '设定 Pod 的结局',
  collectGarbage: () => '收集垃圾',
  deliver: ({ kind, count }) =>
    count === undefined ? `递送 ${kinds[kind]} 事件` : `${deliver(kinds[kind], count)}事件`,
  holdWatch: ({ kind, held }) => `${held ? '暂停' : '恢复'} ${kinds[kind]} 监视`,
  relist: ({ kind }) => `中断 ${kinds[kind]} 监视`,
  processJob: (_, say) => (say.next.job === undefined ? '同步' : `同步 ${say.name(say.next.job)}`),
  processOrphan: (_, say) =>
    say.next.orphan === undefined ? '清理' : `清理 ${item(say.next.orphan, say).replace(/^Pod (?!的)/, '')}`,
  restartController: () => '重启控制器',
  passTime: ({ ms }, say) => `经过 ${say.span(ms)}`,
  armFault: ({ fault }) => `${requests[fault.verb]}：${faultShort[fault.error]}`,
  armCrash: ({ afterRequests }) => `${many(afterRequests, '个请求')}后崩溃`,
  clearFaults: () => '清除故障',
};

const propagations: Record<Propagation, string> = {
  background: '后台级联',
  foreground: '前台级联',
  orphan: '孤立 Pod',
};

function deliver(kind: string, count: number | undefined): string {
  return count === undefined ? `递送所有 ${kind} ` : `递送 ${many(count, `个 ${kind} `)}`;
}

/** What comes of the request. */
const faultErrors: Record<FaultError, string> = {
  conflict: '以 409 Conflict 失败',
  notFound: '以 404 NotFound 失败',
  invalid: '以 422 Invalid 失败',
  tooManyRequests: '以 429 TooManyRequests 失败',
  internalError: '以 500 InternalError 失败',
  forbidden: '以 403 Forbidden 失败',
  namespaceTerminating: '以 403 Forbidden 失败，因为命名空间正在删除中',
  timeout: '以 504 Timeout 失败',
  timeoutAfterEffect: '会生效，但应答丢失（504 Timeout）',
};

const faultShort: Record<FaultError, string> = {
  conflict: '409',
  notFound: '404',
  invalid: '422',
  tooManyRequests: '429',
  internalError: '500',
  forbidden: '403',
  namespaceTerminating: '命名空间正在删除',
  timeout: '超时',
  timeoutAfterEffect: '应答丢失',
};

function faulty({ verb, skip = 0, count, indexes = [], pods = [] }: Fault): string {
  const of = requests[verb];
  if (pods.length > 0) return `${of}（Pod ${list(pods)}）`;
  if (indexes.length > 0) return `${of}（索引 ${list(indexes.map(String))}）`;
  const after = skip > 0 ? `再过 ${skip} 个之后，` : '';
  if (count === undefined) return `${after}每个${of}`;
  return `${after}${count === 1 ? '下一个' : `接下来 ${count} 个`}${of}`;
}

function jobName(job: ActionOf<'createJob'>['job']): string {
  const name = job.metadata['name'];
  return typeof name === 'string' ? name : '（没有名称）';
}

function changeLabel(job: string, change: JobChange): string {
  const only = changes(change);
  if (only.length !== 1) return `更改 ${job}`;
  if (change.suspend !== undefined) return `${change.suspend ? '挂起' : '恢复'} ${job}`;
  if (change.activeDeadlineSeconds === null) return `取消 ${job} 的期限`;
  return change.annotations === undefined ? `将 ${only[0]?.replace(':', ' 设为')}` : `更改 ${job} 的注解`;
}

/** The target begins with what separates it from the verb. */
function actLabel(act: PodAct, target: string): string {
  switch (act.act) {
    case 'schedule':
      return `调度${target}`;
    case 'run':
      return `运行${target}`;
    case 'setReady':
      return `标记${target} ${act.ready ? '就绪' : '未就绪'}`;
    case 'setConditions':
      return `设置${target} 的状况`;
    case 'succeed':
      return `成功结束${target}`;
    case 'fail':
      return `使${target} 失败${act.bare ? '' : `（退出码 ${act.exitCode ?? 1}）`}`;
    case 'evict':
      return `驱逐${target}`;
    case 'restartContainer':
      return `重启${target} 的容器${act.times === 1 ? '' : `（${act.times} 次）`}`;
    case 'exitContainer':
      return `结束${target} 的容器 ${act.container}（退出码 ${act.exitCode}）`;
    case 'endTermination':
      return `结束${target}（退出码 ${act.exitCode}）`;
    case 'confirmDeletion':
      return `确认删除${target}`;
  }
}

function firstPods(first: number | undefined): string {
  if (first === undefined) return '所有 Pod';
  return first === 1 ? '第一个 Pod' : `前 ${first} 个 Pod`;
}

function acts(act: PodAct, pod: string): string {
  switch (act.act) {
    case 'schedule':
      return `**调度**：${pod}；获得节点，仍为 Pending`;
    case 'run':
      return `**运行**：${pod}；所有容器启动，Pod 就绪`;
    case 'setReady':
      return `**报告${act.ready ? '就绪' : '未就绪'}**：${pod}`;
    case 'setConditions': {
      const set = Object.entries(act.conditions).map(([type, status]) => code(`${type}: ${status}`));
      return `**设置状况**：${pod}；${list(set)}`;
    }
    case 'succeed':
      return `**成功结束**：${pod}；所有容器以退出码 0 退出`;
    case 'fail':
      return act.bare
        ? `**失败结束**：${pod}；只报告阶段`
        : `**失败结束**：${pod}；${act.container ? `容器 ${act.container} 的` : ''}退出码为 ${act.exitCode ?? 1}`;
    case 'evict':
      return `**驱逐**：${pod}；变为 Failed，带有状况 \`DisruptionTarget\``;
    case 'restartContainer':
      return `**重启容器**：${pod}；${act.container ? `容器 ${act.container} ` : '第一个容器'}原地重启${act.times === 1 ? '' : ` ${act.times} 次`}`;
    case 'exitContainer':
      return `**结束容器** ${act.container}：${pod}；退出码为 ${act.exitCode}`;
    case 'endTermination':
      return `**完成终止**：${pod}；所有容器以退出码 ${act.exitCode} 退出，删除得到确认`;
    case 'confirmDeletion':
      return `**确认删除**：${pod}；节点上已没有残留`;
  }
}
