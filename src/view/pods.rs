//! Pods for the page: the API server's copy and the cache's, side by side.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::status::followed;
use super::{PodAccounting, PodFace, PodPage, PodRow};
use crate::api::{ContainerState, Job, ObjectKey, Pod, TRACKING_FINALIZER, Text, UncountedTerminatedPods};
use crate::time::Time;
use crate::timeline::Timeline;
use crate::trace::{CacheChange, Change, Line, StoreChange};
use crate::world::World;

/// Which pods the current step changed.
#[derive(Default)]
struct ChangedPods<'a> {
    stored: BTreeSet<&'a ObjectKey>,
    cached: BTreeSet<&'a ObjectKey>,
}

impl<'a> ChangedPods<'a> {
    pub fn of(lines: &'a [Line]) -> ChangedPods<'a> {
        let mut changed = ChangedPods::default();
        for change in lines.iter().flat_map(|line| &line.changes) {
            match change {
                Change::Store(StoreChange::Pod { key, .. }) => {
                    changed.stored.insert(key);
                }
                Change::Cache(CacheChange::Pod { key, .. }) => {
                    changed.cached.insert(key);
                }
                _ => {}
            }
        }
        changed
    }
}

/// A page of the pods that exist or are cached at the cursor, by key.
pub fn pod_page(timeline: &Timeline, offset: usize, limit: usize) -> PodPage {
    let world = timeline.world();
    let followed = followed(&world);
    pod_rows(&world, followed.as_ref().map(|(job, _)| &**job), timeline.passed_lines(), offset, limit)
}

/// One pod, if it exists or is cached at the cursor.
pub fn pod(timeline: &Timeline, key: &ObjectKey) -> Option<PodRow> {
    let world = timeline.world();
    let followed = followed(&world);
    let known = world.cluster().pod(key).is_some() || world.cache().pod(key).is_some();
    let changed = ChangedPods::of(timeline.passed_lines());
    known.then(|| row(&world, followed.as_ref().map(|(job, _)| &**job), key, &changed))
}

pub(super) fn pod_rows(
    world: &World,
    job: Option<&Job>,
    lines: &[Line],
    offset: usize,
    limit: usize,
) -> PodPage {
    let keys = all_keys(world);
    let changed = ChangedPods::of(lines);
    let rows = keys.iter().skip(offset).take(limit).map(|key| row(world, job, key, &changed)).collect();
    PodPage { offset: offset as u32, total: keys.len() as u32, rows }
}

fn all_keys(world: &World) -> Vec<ObjectKey> {
    let stored = world.cluster().pods().map(|pod| pod.key());
    let gone = world.cache().pods().map(|pod| pod.key()).filter(|key| world.cluster().pod(key).is_none());
    let mut keys: Vec<ObjectKey> = stored.chain(gone).collect();
    keys.sort();
    keys
}

fn row(world: &World, job: Option<&Job>, key: &ObjectKey, changed: &ChangedPods<'_>) -> PodRow {
    let (stored, cached) = (world.cluster().pod(key), world.cache().pod(key));
    let known: Option<&Arc<Pod>> = stored.or(cached);
    let index = known.and_then(|pod| pod.completion_index());
    let uncounted = job.and_then(|job| job.status.uncounted_terminated_pods.as_ref());
    PodRow {
        key: key.to_string(),
        name: key.name.to_string(),
        index,
        stored: stored.map(|pod| face(pod, world.started_at())),
        cached: cached.map(|pod| face(pod, world.started_at())),
        changed: changed.stored.contains(key),
        cache_changed: changed.cached.contains(key),
        accounting: known.map_or(PodAccounting::Settled, |pod| accounting_of(pod, uncounted)),
        actions: stored.map(|pod| world.pod_actions(pod)).unwrap_or_default(),
    }
}

fn face(pod: &Pod, start: Time) -> PodFace {
    let statuses = &pod.status.container_statuses;
    let exit_codes = statuses.iter().filter_map(|status| match status.state {
        ContainerState::Terminated { exit_code, .. } => Some(exit_code),
        _ => None,
    });
    PodFace {
        uid: pod.metadata.uid.to_string(),
        revision: pod.metadata.resource_version,
        phase: pod.status.phase,
        ready: pod.is_ready(),
        scheduled: !pod.spec.node_name.is_empty(),
        deleting: pod.metadata.is_deleting(),
        finalizer: pod.metadata.has_finalizer(TRACKING_FINALIZER),
        owned: pod.metadata.controller().is_some(),
        restarts: statuses.iter().map(|status| status.restart_count).sum(),
        exit_code: exit_codes.max_by_key(|code| *code != 0),
        reason: pod.status.reason.as_ref().map(Text::to_string),
        created_ms: pod.metadata.creation_timestamp.map(|at| (at - start).ms()),
        deletion_ms: pod.metadata.deletion_timestamp.map(|at| (at - start).ms()),
    }
}

pub(super) fn accounting_of(pod: &Pod, uncounted: Option<&UncountedTerminatedPods>) -> PodAccounting {
    let uid = &pod.metadata.uid;
    let listed = uncounted.is_some_and(|lists| lists.succeeded.contains(uid) || lists.failed.contains(uid));
    match (listed, pod.metadata.has_finalizer(TRACKING_FINALIZER)) {
        (true, true) => PodAccounting::Uncounted,
        (true, false) => PodAccounting::Released,
        (false, _) if !pod.is_terminal() => PodAccounting::Running,
        (false, true) => PodAccounting::Finished,
        (false, false) => PodAccounting::Settled,
    }
}
