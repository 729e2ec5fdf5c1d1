//! All pods at a glance: one byte a pod, for worlds with too many for rows.

use super::pods::side_by_side;
use crate::api::{Pod, PodPhase, TRACKING_FINALIZER};
use crate::timeline::Timeline;
use crate::trace::{Change, StoreChange};

/// The current step changed the pod at the API server.
const CHANGED: u8 = 8;
/// The cache has another revision of the pod, or none.
const CACHE_DIFFERS: u8 = 16;
/// Finished, with the tracking finalizer still on.
const NOT_COUNTED: u8 = 32;
/// The state of a pod that is gone at the API server.
const GONE: u8 = 7;

/// A byte for each pod that exists or is cached at the cursor, by key. The low three bits are its state at the API
/// server: 0 pending, 1 running, 2 ready, 3 succeeded, 4 failed, 5 terminating, 6 unknown, 7 gone. Then 8: changed in
/// this step; 16: the cache has another revision of it or none; 32: finished and not counted yet.
pub fn pod_states(timeline: &Timeline) -> Vec<u8> {
    let world = timeline.world();
    let stored = world.cluster().pod_keys().zip(world.cluster().pods());
    let cached = world.cache().pod_keys().zip(world.cache().pods());
    let (mut keys, mut states) = (Vec::new(), Vec::new());
    for (key, stored, cached) in side_by_side(stored, cached) {
        keys.push(key);
        states.push(byte(stored.map(|pod| &**pod), cached.map(|pod| &**pod)));
    }
    for change in timeline.passed_lines().iter().flat_map(|line| &line.changes) {
        if let Change::Store(StoreChange::Pod { key, .. }) = change
            && let Some(state) = keys.binary_search(&key).ok().and_then(|place| states.get_mut(place))
        {
            *state |= CHANGED;
        }
    }
    states
}

fn byte(stored: Option<&Pod>, cached: Option<&Pod>) -> u8 {
    let state = stored.map_or(GONE, state);
    let revision = |pod: Option<&Pod>| pod.map(|pod| pod.metadata.resource_version);
    let differs = revision(stored) != revision(cached);
    let is_held = |pod: &Pod| pod.is_terminal() && pod.metadata.has_finalizer(TRACKING_FINALIZER);
    let differs = if differs { CACHE_DIFFERS } else { 0 };
    let not_counted = if stored.is_some_and(is_held) { NOT_COUNTED } else { 0 };
    state | differs | not_counted
}

fn state(pod: &Pod) -> u8 {
    match pod.status.phase {
        PodPhase::Succeeded => 3,
        PodPhase::Failed => 4,
        _ if pod.metadata.is_deleting() => 5,
        PodPhase::Pending => 0,
        PodPhase::Running if pod.is_ready() => 2,
        PodPhase::Running => 1,
        PodPhase::Unknown => 6,
    }
}
