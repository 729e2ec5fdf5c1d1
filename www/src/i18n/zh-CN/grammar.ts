/** Chinese grammar for sentences: numbers with measure words, lists, and the fixed phrases that several notes share. */

import type { Added, ApiError, ChangedField, FaultSummary, Kind, QueueName, Requester } from '../../../pkg/jobscope.js';
import type { Say } from '../catalogue.js';
import { answer, causes, code, folded, number, quote } from '../format.js';

export { indexList, quote } from '../format.js';

/** `1 个 Pod`, `3 次失败`: the noun comes with its measure word, and a line does not break before it. */
export function many(count: number, noun: string): string {
  return `${number(count)}\u00a0${noun}`;
}

/** `活跃的有 2 个`, `目前没有活跃的 Pod`. */
export function countIs(count: number, state: string): string {
  return count === 0 ? `目前没有${state}的 Pod` : `${state}的有 ${number(count)} 个`;
}

/** `a`, `a、b`; of more than `most` the first ones and how many there are: `a、b、c 等 5 个`. */
export function list(items: readonly string[], most = 3): string {
  const first = items.slice(0, most).join('、');
  return items.length > most ? `${first} 等 ${number(items.length)} 个` : first;
}

/** With the values, where they fit in a word. */
export function changedFields(changes: readonly ChangedField[]): string {
  return list(
    changes.map(({ field, from, to }) => {
      if (to === undefined) return from === undefined ? code(field) : `去掉 ${code(field)}`;
      return from === undefined ? `${code(field)} 设为 ${to}` : `${code(field)} 由 ${from} 改为 ${to}`;
    }),
  );
}

export function fields(names: readonly string[]): string {
  return list(names.map(code));
}

/** `500 InternalError`, the first words of the server, and how many more causes it names. */
export function failure(error: ApiError, most = 7): string {
  const { message, reason } = error;
  const [field, ...others] = causes(error);
  const text = folded(field ? `${field.path}: ${field.message}` : message);
  const rest = others.length === 0 ? '' : `，另有 ${others.length} 处`;
  return text === '' ? answer(reason) : `${answer(reason)}，${quote(text, most)}${rest}`;
}

/** Who sent a request, for brackets. */
export const requesters: Record<Requester, string> = {
  user: '由用户',
  kubelet: '由 kubelet',
  garbageCollector: '由垃圾收集器',
  jobController: '由 Job 控制器',
};

export const kinds: Record<Kind, string> = { job: 'Job', pod: 'Pod' };

export const queues: Record<QueueName, string> = { job: 'Job 队列', orphan: '孤立 Pod 队列' };

export const requests: Record<FaultSummary['verb'], string> = {
  createPod: '创建 Pod 的请求',
  deletePod: '删除 Pod 的请求',
  patchPod: '修补 Pod 的请求',
  updateStatus: '写状态的请求',
  getJob: '读取 Job 的请求',
};

/** What stands in a queue: a Job, a pod to clean up, or all pods of a selector. No Chinese stands at its ends. */
export function item(text: string, say: Say): string {
  if (text.startsWith('pod:')) return `Pod ${say.name(text.slice('pod:'.length))}`;
  return text.startsWith('selector:') ? 'Pod 的 selector' : say.name(text);
}

/** `上次成功后失败 2 次，最近一次在 00:06`. */
export function sinceSuccess(failures: number, last: string | undefined, say: Say): string {
  if (failures === 0) return '上次成功后没有失败';
  const when = last === undefined ? '' : `，${failures === 1 ? '' : '最近一次'}在 ${say.at(last)}`;
  return `上次成功后失败 ${number(failures)} 次${when}`;
}

/** When the timer that a decision asked for wakes the Job. */
export function timer(added: Added, say: Say): string {
  switch (added.result) {
    case 'waiting':
      return say.at(added.at);
    case 'keptEarlier':
      return `${say.at(added.at)}，此前已设置，时间更早`;
    case 'movedEarlier':
      return `${say.at(added.at)}，原为 ${say.at(added.from)}`;
    case 'ready':
      return '立即';
    case 'merged':
      return '立即，它已就绪';
    case 'dirtyAgain':
      return '本次同步一结束';
    case 'dropped':
      return '不会，队列正在关闭';
  }
}

/** When something is tried again, before a verb: `10 秒后`, `00:12 时`, `立即`. */
export function retry(delay: number, added: Added, say: Say): string {
  switch (added.result) {
    case 'waiting':
    case 'movedEarlier':
      return `${say.span(delay)}后`;
    case 'keptEarlier':
      return `${say.at(added.at)} 时`;
    case 'ready':
    case 'merged':
    case 'dirtyAgain':
      return '立即';
    case 'dropped':
      return '不再';
  }
}

/** `已完成 1 个，共需 3 个`. */
export function reached(succeeded: number, completions: number): string {
  return `已完成 ${number(succeeded)} 个，共需 ${number(completions)} 个`;
}

/** A reason of the API, behind a comma; nothing without one. */
export function withReason(reason: string): string {
  return reason === '' ? '' : `，原因 ${code(reason)}`;
}

/** An index in brackets; nothing without one. */
export function ofIndex(index: number | undefined): string {
  return index === undefined ? '' : `（索引 ${index}）`;
}
