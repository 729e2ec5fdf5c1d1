//! The work queues, and that what must come back is in them (S22, L3, L8).

use std::collections::BTreeSet;

use crate::explore::ghost::Ghost;
use crate::explore::step::Step;
use crate::time::{Span, Time};
use crate::trace::{Note, QueueName};
use crate::workqueue::rate_limiting::RateLimitedQueue;
use crate::world::{Action, World};

pub fn invariants(step: &Step<'_>, _: &Ghost) -> Result<(), String> {
    let controller = step.after.controller();
    in_order(controller.queue()).map_err(|broken| format!("Job queue: {broken}"))?;
    in_order(controller.orphan_queue()).map_err(|broken| format!("orphan queue: {broken}"))?;
    if step.crashed() || matches!(step.action, Action::ProcessJob | Action::ProcessOrphan) {
        return Ok(());
    }
    let mut queued = step.notes().filter_map(|note| match note {
        Note::JobQueued { job, .. } => Some(job),
        _ => None,
    });
    let lost = queued.find(|job| {
        let queue = controller.queue();
        !queue.queue().is_dirty(job) && waits_until(step.after, &job.to_string()).is_none()
    });
    lost.map_or(Ok(()), |job| Err(format!("{job} was queued and is in no queue")))
}

/// Ready items are marked, none is there twice or in a worker's hands; between steps no worker holds any.
fn in_order<K: Ord + Clone + ToString>(queue: &RateLimitedQueue<K>) -> Result<(), String> {
    let queue = queue.queue();
    let ready: BTreeSet<&K> = queue.ready().collect();
    if ready.len() < queue.ready().len() {
        return Err("an item is ready twice".to_owned());
    }
    if let Some(item) = queue.processing().next() {
        return Err(format!("{} is still processed", item.to_string()));
    }
    match ready.into_iter().find(|item| !queue.is_dirty(item)) {
        Some(item) => Err(format!("{} is ready and not marked", item.to_string())),
        None => Ok(()),
    }
}

/// When the Job's key is handed out at the latest: now if it is ready.
fn waits_until(world: &World, key: &str) -> Option<Time> {
    let queue = world.controller().queue();
    if queue.queue().ready().any(|ready| ready.to_string() == key) {
        return Some(world.now());
    }
    queue.delaying().waiting().find(|(item, _)| item.to_string() == key).map(|(_, waiting)| waiting.at)
}

pub fn deadline_armed(step: &Step<'_>, _: &Ghost) -> Result<(), String> {
    let went_on = step.notes().any(|note| matches!(note, Note::NoFinish { .. }));
    let Some((sync, job)) =
        step.sync.as_ref().filter(|_| went_on && !step.crashed()).and_then(|sync| Some((sync, sync.job?)))
    else {
        return Ok(());
    };
    let Some(limit) = job.spec.active_deadline_seconds.filter(|_| !job.spec.is_suspended()) else {
        return Ok(());
    };
    let due = job.status.start_time.unwrap_or(sync.now) + Span::from_secs(limit);
    match waits_until(step.after, &sync.key.to_string()) {
        Some(at) if at <= due => Ok(()),
        waits => Err(format!("the deadline is at {due}, {} waits until {waits:?}", sync.key)),
    }
}

pub fn retried(step: &Step<'_>, _: &Ghost) -> Result<(), String> {
    let longest = step.profile.queue_backoff_max;
    let failed = step.notes().find_map(|note| match note {
        Note::SyncRetried { queue: QueueName::Job, item, .. } => Some(item),
        _ => None,
    });
    let Some(item) = failed else {
        return Ok(());
    };
    match waits_until(step.after, item) {
        Some(at) if at - step.after.now() <= longest => Ok(()),
        waits => Err(format!("{item} failed and waits until {waits:?}")),
    }
}
