/** Chinese texts of “Why not?”: the questions, and what stands in the way. */

import type { PodPhase, QueueCause } from '../../../pkg/jobscope.js';
import type { Ui } from '../catalogue.js';
import { many } from './grammar.js';

const phases: Record<PodPhase, string> = {
  Pending: '还没有启动',
  Running: '仍在运行',
  Unknown: '阶段未知',
  Succeeded: '已成功',
  Failed: '已失败',
};

/** What the timer is for. */
const timers: Record<QueueCause, string> = {
  jobAdded: '新增了 Job',
  jobSpecChanged: '规约更改了',
  jobStatusChanged: '状态更改了',
  jobDeleted: 'Job 已消失',
  deadlineChanged: '期限更改了',
  podAdded: '新增了 Pod',
  podChanged: 'Pod 更改了',
  podFailed: '有 Pod 失败',
  podDeleted: '有 Pod 正在删除',
  podReleased: '有 Pod 失去了属主',
  orphanMayMatch: '孤立 Pod 可能匹配',
  deadline: '到时期限结束',
  backoff: '到时退避结束',
  retry: '失败的同步要重试',
  conflict: '写入遇到冲突',
};

export const whyNot: Ui['page']['whyNot'] = {
  title: '为什么还没发生？',
  what: '询问最先挡住它的是什么。',
  questions: {
    noNewPod: '无新 Pod',
    notComplete: '未 Complete',
    notFailed: '未 Failed',
    notSynced: '未同步',
    podNotRemoved: 'Pod 未移除',
    podNotCounted: 'Pod 未计数',
  },
  wouldSay: '现在同步的话，会停在这里：',
  onceSeen: '等缓存跟上之后，会停在这里：',
  reason(reason, subject) {
    switch (reason.why) {
      case 'noSuchJob':
        return '**没有这个 Job**：API 服务器和缓存里都没有。';
      case 'noSuchPod':
        return `**Pod ${subject} 已经**从 API 服务器消失。`;
      case 'alreadySo':
        return '**已经如此**：状态里已有这个状况。';
      case 'needsSync':
        return '**只差一次同步**：Job 的下一次同步就会做到。';
      case 'queue':
        return '**由工作队列决定**何时同步 Job：';
      case 'podNotDeleted':
        return reason.finished
          ? `**没有人删除** Pod ${subject}：结束的 Pod 作为记录保留，直到它或 Job 被删除。`
          : `**没有人删除** Pod ${subject}。`;
      case 'podHeld':
        return reason.finalizers.length === 0
          ? `**没有什么再留住** Pod ${subject}。`
          : `**终结器留住** Pod ${subject}：先要移除 ${reason.finalizers.map((name) => `\`${name}\``).join('、')}。`;
      case 'podTerminating':
        return `**容器正在终止**：Pod ${subject} 的宽限期最多 ${reason.graceSeconds}\u00a0秒。`;
      case 'podNotFinished':
        return `**Pod 还没有结束**：${subject} ${phases[reason.phase]}，只有结束的 Pod 才计数。`;
      case 'podUnseen':
        return `**控制器还没有看到**：它的缓存里，Pod ${subject} 仍是以前的样子。`;
      case 'podNotOwned':
        return `**没有 Job 拥有** Pod ${subject}，所以不计数。`;
      case 'podSettled':
        return `**已经了结**：Pod ${subject} 没有跟踪终结器，也不在任何列表里，没有计数器等它。`;
      case 'podUncounted':
        return `**已经登记**：Pod ${subject} 在 \`uncountedTerminatedPods\` 里；之后的写入把它计入。`;
    }
  },
  sync(sync, say) {
    switch (sync.state) {
      case 'ready':
        return sync.ahead === 0 ? 'Job 是工作队列里的下一个。' : `Job 在工作队列里就绪，前面还有 ${many(sync.ahead, '个')}。`;
      case 'processing':
        return '一个工作协程正在同步这个 Job。';
      case 'waiting': {
        const why = sync.cause === undefined ? '' : `：${timers[sync.cause]}`;
        return `Job 在队列里等到 ${say.clock(sync.dueMs)}，还有 ${say.span(sync.leftMs)}${why}。`;
      }
      case 'notQueued':
        if (sync.events === 0) return 'Job 不在任何队列里，也没有什么会把它放进去。';
        return `Job 不在任何队列里：先要送达 ${many(sync.events, '个监视事件')}${sync.held ? '，而监视已暂停' : ''}。`;
    }
  },
  unseen({ jobEvents, podEvents, finishedPods, held }) {
    const events = jobEvents + podEvents;
    if (events === 0) return '';
    const pods = finishedPods === 0 ? '' : `${many(finishedPods, '个 Pod')} 已经结束，控制器却还不知道。`;
    return `控制器的缓存落后 ${many(events, '个监视事件')}${held ? '，而监视已暂停' : ''}。${pods}`;
  },
};
