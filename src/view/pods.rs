//! Pods for the page: the API server's copy and the cache's, side by side.

use std::cmp::Ordering;
use std::iter;
use std::slice;
use std::sync::Arc;

use super::status::followed;
use super::{PodAccounting, PodFace, PodPage, PodRow};
use crate::api::{ContainerState, Job, ObjectKey, Pod, TRACKING_FINALIZER, Text};
use crate::time::Time;
use crate::timeline::Timeline;
use crate::trace::{CacheChange, Change, Line, StoreChange};
use crate::world::World;

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
    let mut row = row(&world, followed.as_ref().map(|(job, _)| &**job), key)?;
    mark_changed(slice::from_ref(key), slice::from_mut(&mut row), timeline.passed_lines());
    Some(row)
}

pub(super) fn pod_rows(
    world: &World,
    job: Option<&Job>,
    lines: &[Line],
    offset: usize,
    limit: usize,
) -> PodPage {
    let (keys, total) = page_of_keys(world, offset, limit);
    let mut rows: Vec<PodRow> = keys.iter().filter_map(|key| row(world, job, key)).collect();
    mark_changed(&keys, &mut rows, lines);
    PodPage { offset: offset as u32, total: total as u32, rows }
}

/// Keys of pods that exist or are cached, in order: those of the page, and how many there are in all.
fn page_of_keys(world: &World, offset: usize, limit: usize) -> (Vec<ObjectKey>, usize) {
    let stored = world.cluster().pod_keys().map(|key| (key, ()));
    let cached = world.cache().pod_keys().map(|key| (key, ()));
    let (mut keys, mut total) = (Vec::new(), 0);
    for (key, _, _) in side_by_side(stored, cached) {
        if total >= offset && keys.len() < limit {
            keys.push(key.clone());
        }
        total += 1;
    }
    (keys, total)
}

/// What stands under each key at the API server and in the cache. Both come in the order of their keys.
pub(super) fn side_by_side<'a, T>(
    stored: impl Iterator<Item = (&'a ObjectKey, T)>,
    cached: impl Iterator<Item = (&'a ObjectKey, T)>,
) -> impl Iterator<Item = (&'a ObjectKey, Option<T>, Option<T>)> {
    let (mut stored, mut cached) = (stored.peekable(), cached.peekable());
    iter::from_fn(move || {
        let order = match (stored.peek(), cached.peek()) {
            (Some((one, _)), Some((other, _))) => one.cmp(other),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => return None,
        };
        let stored = if order == Ordering::Greater { None } else { stored.next() };
        let cached = if order == Ordering::Less { None } else { cached.next() };
        let (key, _) = stored.as_ref().or(cached.as_ref())?;
        Some((*key, stored.map(|(_, one)| one), cached.map(|(_, other)| other)))
    })
}

/// Marks the rows of the pods that the lines changed. The keys are those of the rows, in order.
fn mark_changed(keys: &[ObjectKey], rows: &mut [PodRow], lines: &[Line]) {
    for change in lines.iter().flat_map(|line| &line.changes) {
        let (key, is_cached) = match change {
            Change::Store(StoreChange::Pod { key, .. }) => (key, false),
            Change::Cache(CacheChange::Pod { key, .. }) => (key, true),
            _ => continue,
        };
        let row = keys.binary_search(key).ok().and_then(|position| rows.get_mut(position));
        if let Some(row) = row {
            row.changed |= !is_cached;
            row.cache_changed |= is_cached;
        }
    }
}

fn row(world: &World, job: Option<&Job>, key: &ObjectKey) -> Option<PodRow> {
    let (stored, cached) = (world.cluster().pod(key), world.cache().pod(key));
    let known: &Arc<Pod> = stored.or(cached)?;
    let uncounted = job.and_then(|job| job.status.uncounted_terminated_pods.as_ref());
    let listed = uncounted.is_some_and(|lists| {
        let uid = &known.metadata.uid;
        lists.succeeded.contains(uid) || lists.failed.contains(uid)
    });
    Some(PodRow {
        key: key.to_string(),
        name: key.name.to_string(),
        index: known.completion_index(),
        stored: stored.map(|pod| face(pod, world.started_at())),
        cached: cached.map(|pod| face(pod, world.started_at())),
        changed: false,
        cache_changed: false,
        accounting: accounting_of(world, known, listed),
        actions: stored.map(|pod| world.pod_actions(pod)).unwrap_or_default(),
    })
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

/// `listed`: a list of the status has the pod's UID.
pub(super) fn accounting_of(world: &World, pod: &Pod, listed: bool) -> PodAccounting {
    if pod.is_terminal() && world.controller().profile().counts_live() {
        return PodAccounting::Live;
    }
    match (listed, pod.metadata.has_finalizer(TRACKING_FINALIZER)) {
        (true, true) => PodAccounting::Uncounted,
        (true, false) => PodAccounting::Released,
        (false, _) if !pod.is_terminal() => PodAccounting::Running,
        (false, true) => PodAccounting::Finished,
        (false, false) => PodAccounting::Settled,
    }
}
