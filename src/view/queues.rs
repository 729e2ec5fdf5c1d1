//! The controller's memory for the page: queues, expectations, back-off, own writes.

use super::{
    BackoffView, ChangedCells, ExpectationRecordView, ExpectationsView, FailingItem, OwnWrites, QueueView,
    ReadyItem, WaitingItem,
};
use crate::api::{Job, Kind, ObjectKey, Text};
use crate::controllers::job::EXPECTATIONS_TIMEOUT;
use crate::sorted::{self, order};
use crate::time::{Span, Time};
use crate::trace::{Change, ControllerChange, Line, QueueCause};
use crate::workqueue::rate_limiting::RateLimitedQueue;
use crate::world::World;

pub(super) fn job_queue(world: &World, before: &World) -> QueueView {
    let controller = world.controller();
    let cause = |item: &ObjectKey| controller.waiting_for(item);
    queue_view(world, controller.queue(), before.controller().queue(), cause)
}

pub(super) fn orphan_queue(world: &World, before: &World) -> QueueView {
    queue_view(world, world.controller().orphan_queue(), before.controller().orphan_queue(), |_| None)
}

fn queue_view<K: Ord + Clone + ToString>(
    world: &World,
    queue: &RateLimitedQueue<K>,
    before: &RateLimitedQueue<K>,
    cause: impl Fn(&K) -> Option<QueueCause>,
) -> QueueView {
    let base = queue.queue();
    let item = |item: &K| ReadyItem { item: item.to_string(), merged: base.merged(item) };
    QueueView {
        ready: base.ready().map(item).collect(),
        processing: base.processing().map(K::to_string).collect(),
        dirty_again: base.dirty_again().map(item).collect(),
        waiting: queue
            .delaying()
            .waiting()
            .map(|(item, waiting)| WaitingItem {
                item: item.to_string(),
                due_ms: (waiting.at - world.started_at()).ms(),
                left_ms: (waiting.at - world.now()).ms(),
                merged: waiting.merged,
                cause: cause(item),
            })
            .collect(),
        failures: queue
            .all_failures()
            .map(|(item, failures)| FailingItem {
                item: item.to_string(),
                failures,
                next_delay_ms: queue.next_delay(item).ms(),
            })
            .collect(),
        changed: changed_cells(queue, before),
    }
}

fn changed_cells<K: Ord + Clone>(queue: &RateLimitedQueue<K>, before: &RateLimitedQueue<K>) -> ChangedCells {
    let (now, then) = (queue.queue(), before.queue());
    let same_marks = |item: &K| now.merged(item) == then.merged(item);
    ChangedCells {
        ready: !(now.ready().eq(then.ready()) && now.ready().all(same_marks)),
        processing: !now.processing().eq(then.processing()),
        dirty_again: !(now.dirty_again().eq(then.dirty_again()) && now.dirty_again().all(same_marks)),
        waiting: !queue.delaying().waiting().eq(before.delaying().waiting()),
        failures: !queue.all_failures().eq(before.all_failures()),
    }
}

pub(super) fn expectations(world: &World, job: Option<&ObjectKey>, lines: &[Line]) -> ExpectationsView {
    let changed = touches(lines, |change| {
        matches!(
            change,
            ControllerChange::Expectations { .. }
                | ControllerChange::FinalizersExpected { .. }
                | ControllerChange::FinalizerObserved { .. }
                | ControllerChange::FinalizersForgotten { .. }
        )
    });
    let controller = world.controller();
    let Some(job) = job else {
        return ExpectationsView { record: None, open: None, finalizer_removals: Vec::new(), changed };
    };
    let record = controller.expectations().get(job).map(|record| {
        let age = world.now() - record.set_at;
        ExpectationRecordView {
            creations: record.creations,
            deletions: record.deletions,
            set_at_ms: (record.set_at - world.started_at()).ms(),
            age_ms: age.ms(),
            expires_in_ms: (EXPECTATIONS_TIMEOUT - age).max(Span::ZERO).ms(),
        }
    });
    ExpectationsView {
        record,
        open: controller.expectations().met(job, world.now()),
        finalizer_removals: awaited_removals(world, job),
        changed,
    }
}

/// By name where the pod is still known, else by UID.
fn awaited_removals(world: &World, job: &ObjectKey) -> Vec<String> {
    let uids = world.controller().finalizer_expectations().get(job);
    if uids.is_empty() {
        return Vec::new();
    }
    let known = world.cache().pods().map(|pod| (&pod.metadata.uid, &pod.metadata.name));
    let mut known: Vec<(&Text, &Text)> = known.filter(|(uid, _)| uids.contains(*uid)).collect();
    order::sort(&mut known);
    let name_of = |uid: &Text| {
        let found = sorted::search(known.len(), &|position| known[position].0.cmp(uid));
        found.map_or_else(|_| uid.to_string(), |position| known[position].1.to_string())
    };
    uids.iter().map(name_of).collect()
}

pub(super) fn backoff(world: &World, job: &Job) -> Option<BackoffView> {
    let key = job.key();
    let record = world.controller().backoff().get(&key)?;
    let until = world.controller().backs_off_until(&key).filter(|until| *until > world.now());
    let until = until.filter(|_| job.spec.backoff_limit_per_index.is_none());
    let ms = |at: Time| (at - world.started_at()).ms();
    Some(BackoffView {
        failures: record.failures,
        last_failure_ms: record.last_failure.map(ms),
        until_ms: until.map(ms),
    })
}

/// `None` where this version does not keep them.
pub(super) fn own_writes(world: &World, before: &World, job: Option<&ObjectKey>) -> Option<OwnWrites> {
    if !world.controller().profile().reads_own_writes {
        return None;
    }
    // The record of a Job that is gone stays until the next sync of its key.
    let own_writes = |world: &World| world.controller().written().keys().next().cloned();
    let job = job.cloned().or_else(|| own_writes(world)).or_else(|| own_writes(before));
    let record_in = |world: &World| world.controller().written().get(job.as_ref()?).cloned();
    let record = record_in(world);
    let has_caught_up = |kind| world.cache().revision(kind) != before.cache().revision(kind);
    let changed =
        record != record_in(before) || (record.is_some() && Kind::ALL.into_iter().any(has_caught_up));
    let (job_revision, pod_revision) =
        record.map_or((None, None), |record| (record.job_revision, record.pod_revision));
    let (cached_job_revision, cached_pod_revision) =
        (world.cache().revision(Kind::Job), world.cache().revision(Kind::Pod));
    Some(OwnWrites {
        job_revision,
        pod_revision,
        cached_job_revision,
        cached_pod_revision,
        behind: job_revision > Some(cached_job_revision) || pod_revision > Some(cached_pod_revision),
        changed,
    })
}

fn touches(lines: &[Line], is_it: impl Fn(&ControllerChange) -> bool) -> bool {
    lines.iter().flat_map(|line| &line.changes).any(|change| match change {
        Change::Controller(change) => is_it(change),
        _ => false,
    })
}
