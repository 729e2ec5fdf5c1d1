/** Chinese sentences about watch streams, caches, handlers, queues and the worker. */

import type { Added, IgnoredEvent, OrphanCause, QueueCause } from '../../../pkg/jobscope.js';
import type { NoteSentences, Say } from '../catalogue.js';
import { gist, isCacheTooOld } from '../gist.js';
import { item, kinds, many, queues, quote, retry } from './grammar.js';

export const queue = {
  watchHeld: ({ kind, held }) =>
    held
      ? `**暂停了 ${kinds[kind]} 监视**：它的事件等待你来递送。`
      : `**恢复了 ${kinds[kind]} 监视**：它的事件重新自动递送。`,
  delivered: ({ kind, event, object, revision, left }, say) => {
    const verb = { added: '创建', modified: '更改', deleted: '删除' }[event];
    const rest = left === 0 ? '此流中没有别的事件' : `此流中还有 ${many(left, '个事件')}`;
    return `**递送了${verb}事件**：${kinds[kind]} ${say.name(object)}；缓存到达修订 ${revision}，${rest}。`;
  },
  nothingToDeliver: ({ kind }) => `**没有递送**：没有在途的 ${kinds[kind]} 事件。`,
  relisted: ({ kind, dropped }) => {
    const lost = dropped === 0 ? '没有在途的事件' : `${many(dropped, '个未递送的事件')}丢失`;
    return `**列举了所有 ${kinds[kind]}** 并重新开始监视：${lost}；差异算作事件。`;
  },
  relistFound: ({ kind, event, object, tombstone }, say) => {
    const subject = `${kinds[kind]} ${say.name(object)}`;
    switch (event) {
      case 'added':
        return `**发现新 ${kinds[kind]}**：${subject} 原先不在缓存中。`;
      case 'modified':
        return `**发现更改**：${subject} 比缓存中的新。`;
      case 'deleted':
        return tombstone
          ? `**发现删除**：${subject} 已消失；处理函数得到它最后一次缓存的状态。`
          : `**发现删除**：${subject} 已消失。`;
    }
  },

  handlerIgnored: ({ object, why }, say) => `**忽略了 Pod** ${say.name(object)}：${ignored[why]}。`,
  creationObserved: ({ job, pod, creations }, say) =>
    creations === undefined
      ? `**看到了创建**：Pod ${say.name(pod)}；${say.name(job)} 没有期望记录。`
      : `**抵消了 1 次创建**：${say.name(job)} 的 Pod ${say.name(pod)}；${owed(creations, '次创建', say)}。`,
  deletionObserved: ({ job, pod, deletions }, say) =>
    deletions === undefined
      ? `**看到了删除**：Pod ${say.name(pod)}；${say.name(job)} 没有期望记录。`
      : `**抵消了 1 次删除**：${say.name(job)} 的 Pod ${say.name(pod)}；${owed(deletions, '次删除', say)}。`,
  finalizerRemovalObserved: ({ job, pod, left }, say) =>
    `**抵消了 1 次终结器移除**：${say.name(job)} 的 Pod ${say.name(pod)}；${left === 0 ? '不再等待' : `还等待 ${left} 次`}。`,
  jobQueued: ({ job, cause, delay, added }, say) => queued(say.name(job), causes[cause], delay, added, say),
  orphanQueued: ({ item: text, cause, added }, say) =>
    `**${cleanUps[added.result] ?? '并入清理'}**：${item(text, say)}，因为${orphanCauses[cause]}。`,
  backoffForgotten: ({ job }, say) => `**清除了退避记录**：Job ${say.name(job)} 已被删除。`,

  queueEmpty: ({ queue: name }) => `**没有动作**：${queues[name]}中没有就绪的条目。`,
  workerTook: ({ queue: name, item: text, left, failures }, say) => {
    const rest = left === 0 ? '没有别的条目就绪' : `还有 ${many(left, '个条目')}就绪`;
    const before = failures === 0 ? '' : `；此前${times(failures)}`;
    return `**取出了 ${item(text, say)}**（${queues[name]}）：${rest}${before}。`;
  },
  syncForgotten: ({ item: text, failures }, say) =>
    failures === 0
      ? `**正常结束**：${item(text, say)} 没有需要清除的失败记录。`
      : `**正常结束**：${item(text, say)} 此前${times(failures)}，记录现已清除。`,
  failuresKept: ({ item: text, failures }, say) =>
    failures === 0
      ? `**没有新情况**：${item(text, say)} 没有失败记录。`
      : `**没有新情况**：${item(text, say)} 此前${times(failures)}，记录保留。`,
  syncRetried: ({ item: text, error, failures, delay, added }, say) =>
    `**${retry(delay, added, say)}重试 ${item(text, say)}**：同步${times(failures)}，${failedBecause(error)}。`,
  workerDone: ({ queue: name, item: text, again }, say) =>
    again
      ? `**放回 ${item(text, say)}**（${queues[name]}末尾）：处理期间它又被添加。`
      : `**交还 ${item(text, say)}**：再次入队后，工作协程才会再处理它。`,
} satisfies Partial<NoteSentences>;

const ignored: Record<IgnoredEvent, string> = {
  sameRevision: '它的修订之前已见过',
  ownerUnknown: '缓存中没有哪个 Job 是它的属主',
  ownerFinished: '它的 Job 已结束，它也没有跟踪终结器',
  noOwnerNoMatch: '它既无属主也无跟踪终结器，不唤醒任何 Job',
};

/** Why a Job was queued, as a clause. */
const causes: Record<QueueCause, string> = {
  jobAdded: '缓存中新增了这个 Job',
  jobSpecChanged: '这个 Job 的 `generation` 变了',
  jobStatusChanged: '这个 Job 变了，但 `generation` 没变',
  jobDeleted: '这个 Job 已消失',
  deadlineChanged: '它的活跃期限变了',
  podAdded: '缓存中新增了它的一个 Pod',
  podChanged: '它的一个 Pod 变了',
  podFailed: '它的一个 Pod 失败了',
  podDeleted: '它的一个 Pod 正在删除或已消失',
  podReleased: '它的一个 Pod 失去了属主',
  orphanMayMatch: '一个没有属主的 Pod 匹配它的选择算符',
  deadline: '它的活跃期限届时结束',
  backoff: '它的退避届时结束',
  retry: '失败的同步要重试',
  conflict: '它的状态在此期间变了',
};

const orphanCauses: Record<OrphanCause, string> = {
  podWithoutOwner: '它带有跟踪终结器，却没有属主',
  jobFinished: '所属 Job 已结束',
  jobDeleted: '所属 Job 已消失',
  ownerFinishedOrGone: '它带有跟踪终结器，但它的 Job 已结束或消失',
  retry: '之前的清理失败了',
};

const cleanUps: Partial<Record<Added['result'], string>> = {
  ready: '排队等待清理',
  dirtyAgain: '再次标记清理',
};

function owed(count: number, noun: string, say: Say): string {
  return count < 0 ? `账目为 ${say.number(count)}，看到的多于期望` : `尚欠 ${many(count, noun)}`;
}

function queued(job: string, cause: string, delay: number, added: Added, say: Say): string {
  switch (added.result) {
    case 'ready':
      return `**${job} 立即入队**：${cause}。`;
    case 'merged':
      return `**${job} 并入队列**，它已在其中就绪：${cause}（至今合并 ${added.times} 次）。`;
    case 'dirtyAgain':
      return `**${job} 再次标脏**：${cause}；占用它的工作协程会放回它。`;
    case 'dropped':
      return `**丢弃了 ${job}**：${cause}，但队列正在关闭。`;
    case 'waiting':
      return `**${job} 在 ${say.span(delay)}后入队**，即 ${say.at(added.at)}：${cause}。`;
    case 'keptEarlier':
      return `**${job} 仍等到 ${say.at(added.at)}**：${cause}；保留较早的时间。`;
    case 'movedEarlier':
      return `**${job} 提前到 ${say.at(added.at)}**：${cause}；原先等到 ${say.at(added.from)}。`;
  }
}

function times(failures: number): string {
  return failures === 1 ? '失败 1 次' : `连续失败 ${failures} 次`;
}

function failedBecause(error: string): string {
  return isCacheTooOld(error) ? '因为缓存太旧' : `错误为 ${quote(gist(error), 6)}`;
}
