//! The followed Job for the page: its status, the gap between wish and truth, the accounting; and what a step was.

use std::sync::Arc;

use super::pods::accounting_of;
use super::{Accounting, CachedJob, Gap, JobView, PodAccounting, StepKind};
use crate::api::{Job, JobStatus, ObjectKey, Pod, Text};
use crate::sorted::SortedSet;
use crate::timeline::Step;
use crate::trace::Note;
use crate::world::{Action, World, changed_fields};

/// The Job that the page follows: the first by name, else the first that the cache still has.
pub(super) fn followed(world: &World) -> Option<(Arc<Job>, bool)> {
    let stored = world.cluster().jobs().next().map(|job| (job.clone(), false));
    stored.or_else(|| world.cache().jobs().next().map(|job| (job.clone(), true)))
}

pub(super) fn job_view(world: &World, before: &World, job: &Job, gone: bool) -> JobView {
    let key = job.key();
    let spec = &job.spec;
    let cached = world.cache().job(&key).map(|cached| CachedJob {
        uid: cached.metadata.uid.to_string(),
        revision: cached.metadata.resource_version,
        generation: cached.metadata.generation,
        deleting: cached.metadata.is_deleting(),
        suspended: cached.spec.is_suspended(),
        status: cached.status.clone(),
        differs: if gone { Vec::new() } else { differing(job, cached) },
    });
    JobView {
        name: key.name.to_string(),
        uid: job.metadata.uid.to_string(),
        revision: job.metadata.resource_version,
        generation: job.metadata.generation,
        deleting: job.metadata.is_deleting(),
        suspended: spec.is_suspended(),
        parallelism: spec.parallelism(),
        completions: spec.completions,
        indexed: spec.is_indexed(),
        backoff_limit: spec.backoff_limit(),
        active_deadline_seconds: spec.active_deadline_seconds,
        status: job.status.clone(),
        status_before: status_before(before, &key),
        cached,
        gone,
        key: key.to_string(),
    }
}

fn differing(stored: &Job, cached: &Job) -> Vec<String> {
    if cached.metadata.resource_version == stored.metadata.resource_version {
        return Vec::new();
    }
    let changes = changed_fields(cached, stored).into_iter();
    let mut differs: Vec<String> = changes.map(|change| change.field.to_string()).collect();
    if stored.status != cached.status {
        differs.push("status".into());
    }
    differs
}

fn status_before(before: &World, key: &ObjectKey) -> JobStatus {
    before.cluster().job(key).map(|job| job.status.clone()).unwrap_or_default()
}

pub(super) fn gap(world: &World, job: &Job) -> Gap {
    let exist_active = owned_pods(world, job).filter(|pod| pod.is_active()).count() as i32;
    let seen = world.cache().pods_controlled_by(&job.metadata.uid);
    Gap {
        want_active: want_active(job, exist_active),
        exist_active,
        seen_active: seen.filter(|listed| listed.active).count() as i32,
        counted_succeeded: job.status.succeeded,
        counted_failed: job.status.failed,
    }
}

/// What the spec and the stored counters call for; a work queue that has a success wants no more than it has.
fn want_active(job: &Job, exist_active: i32) -> i32 {
    let spec = &job.spec;
    if job.is_finished() || spec.is_suspended() || job.metadata.is_deleting() {
        return 0;
    }
    match spec.completions {
        Some(completions) => (completions - job.status.succeeded).clamp(0, spec.parallelism().max(0)),
        None if job.status.succeeded > 0 => exist_active,
        None => spec.parallelism(),
    }
}

pub(super) fn accounting(world: &World, job: &Job) -> Accounting {
    let lists = job.status.uncounted_terminated_pods.iter();
    let uncounted: SortedSet<Text> =
        lists.flat_map(|lists| lists.succeeded.iter().chain(&lists.failed)).collect();
    let mut accounting = Accounting {
        counted_succeeded: job.status.succeeded,
        counted_failed: job.status.failed,
        ..no_accounting(world)
    };
    for pod in owned_pods(world, job) {
        match accounting_of(world, pod, uncounted.contains(&pod.metadata.uid)) {
            PodAccounting::Finished => accounting.finished += 1,
            PodAccounting::Uncounted => accounting.uncounted += 1,
            _ => {}
        }
    }
    let listed = job.status.uncounted_terminated_pods.as_ref().map_or(0, |lists| lists.len() as u32);
    accounting.released = listed.saturating_sub(accounting.uncounted);
    accounting
}

/// Of no Job.
pub(super) fn no_accounting(world: &World) -> Accounting {
    Accounting { live: world.controller().profile().counts_live(), ..Accounting::default() }
}

/// The Job's pods at the API server.
fn owned_pods<'a>(world: &'a World, job: &'a Job) -> impl Iterator<Item = &'a Arc<Pod>> {
    let uid = &job.metadata.uid;
    world.cluster().pods().filter(move |pod| pod.metadata.controller().is_some_and(|owner| owner.uid == *uid))
}

/// What a step was, for the marks of the scrubber.
pub fn step_kind(step: &Step) -> StepKind {
    match &step.action {
        Action::PassTime { .. } => StepKind::Time,
        Action::Deliver { .. } | Action::Relist { .. } => StepKind::Delivery,
        Action::ProcessJob | Action::ProcessOrphan => sync_kind(step),
        Action::Pod { .. } | Action::Pods { .. } | Action::CollectGarbage => StepKind::Pod,
        Action::HoldWatch { .. }
        | Action::RestartController
        | Action::ArmFault { .. }
        | Action::ArmCrash { .. }
        | Action::ClearFaults => StepKind::Fault,
        _ => StepKind::User,
    }
}

fn sync_kind(step: &Step) -> StepKind {
    let has = |is_it: fn(&Note) -> bool| step.lines.iter().any(|line| is_it(&line.note));
    if has(|note| matches!(note, Note::SyncRetried { .. } | Note::ControllerCrashed { .. })) {
        StepKind::FailedSync
    } else if has(|note| matches!(note, Note::JobFinished { .. })) {
        StepKind::Finish
    } else if matches!(step.action, Action::ProcessOrphan) {
        StepKind::OrphanSync
    } else {
        StepKind::Sync
    }
}
