//! The controller's memory for the page: queues, expectations, back-off, own writes.

use super::{
    BackoffView, ExpectationRecordView, ExpectationsView, FailingItem, OwnWrites, QueueView, ReadyItem,
    WaitingItem,
};
use crate::api::{Kind, ObjectKey, Text};
use crate::controllers::job::EXPECTATIONS_TIMEOUT;
use crate::sorted::{self, order};
use crate::time::Span;
use crate::trace::{Change, ControllerChange, Line, QueueCause};
use crate::workqueue::rate_limiting::RateLimitedQueue;
use crate::world::World;

pub(super) fn job_queue(world: &World, lines: &[Line]) -> QueueView {
    let controller = world.controller();
    let changed = touches(lines, |change| matches!(change, ControllerChange::Queue { .. }));
    queue_view(world, controller.queue(), changed, |item| controller.waiting_for(item))
}

pub(super) fn orphan_queue(world: &World, lines: &[Line]) -> QueueView {
    let changed = touches(lines, |change| matches!(change, ControllerChange::OrphanQueue { .. }));
    queue_view(world, world.controller().orphan_queue(), changed, |_| None)
}

fn queue_view<K: Ord + Clone + ToString>(
    world: &World,
    queue: &RateLimitedQueue<K>,
    changed: bool,
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
        changed,
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

pub(super) fn backoff(world: &World, job: &ObjectKey) -> Option<BackoffView> {
    let record = world.controller().backoff().get(job)?;
    Some(BackoffView {
        failures: record.failures,
        last_failure_ms: record.last_failure.map(|at| (at - world.started_at()).ms()),
    })
}

pub(super) fn own_writes(world: &World, job: &ObjectKey) -> Option<OwnWrites> {
    if !world.controller().profile().reads_own_writes {
        return None;
    }
    let record = world.controller().written().get(job);
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
    })
}

fn touches(lines: &[Line], is_it: impl Fn(&ControllerChange) -> bool) -> bool {
    lines.iter().flat_map(|line| &line.changes).any(|change| match change {
        Change::Controller(change) => is_it(change),
        _ => false,
    })
}
