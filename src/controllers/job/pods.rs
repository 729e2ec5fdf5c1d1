//! What the controller reads off a single pod.

use crate::api::{
    ConditionStatus, ContainerState, ContainerStatus, INDEX_FAILURE_COUNT, INDEX_IGNORED_FAILURE_COUNT, Job,
    Pod, PodPhase, PodReplacementPolicy,
};
use crate::time::{Span, Time};

use super::Profile;

/// The completion index, if the Job still has such an index.
pub(super) fn valid_index(pod: &Pod, completions: i32) -> Option<i32> {
    pod.completion_index().filter(|index| *index < completions)
}

/// Failed pods of the index counted before this one.
pub(super) fn index_failures(pod: &Pod) -> i32 {
    count_annotation(pod, INDEX_FAILURE_COUNT)
}

/// Failed pods of the index that an `Ignore` rule matched, before this one.
pub(super) fn index_ignored_failures(pod: &Pod) -> i32 {
    count_annotation(pod, INDEX_IGNORED_FAILURE_COUNT)
}

fn count_annotation(pod: &Pod, key: &str) -> i32 {
    let count = pod.metadata.annotations.get(key).and_then(|text| text.parse().ok());
    count.filter(|count| *count >= 0).unwrap_or(0)
}

/// A pod that is being deleted counts as failed at once, whatever it does until it ends. Upstream says the opposite
/// of it with `onlyReplaceFailedPods`.
pub fn terminating_counts_as_failed(job: &Job, profile: &Profile) -> bool {
    let has_policy = job.spec.pod_failure_policy.is_some() && profile.pod_failure_policy;
    let replaces_failed = job.spec.pod_replacement_policy == Some(PodReplacementPolicy::Failed);
    !(profile.pod_replacement_policy && replaces_failed || profile.pod_disruption_conditions && has_policy)
}

/// Terminating pods still take the place of their replacements.
pub(super) fn waits_for_terminating(job: &Job, profile: &Profile) -> bool {
    profile.pod_replacement_policy && !terminating_counts_as_failed(job, profile)
}

/// When the pod ended, as far as anything tells. Upstream `getFinishedTime`.
pub(super) fn finish_time(pod: &Pod, profile: &Profile) -> Time {
    if let Some(ended) = containers_finish_time(pod, profile) {
        return ended;
    }
    let ready = pod.status.condition("Ready");
    if let Some(changed) = ready
        .filter(|ready| ready.status == ConditionStatus::False)
        .and_then(|ready| ready.last_transition_time)
    {
        return changed;
    }
    if let Some(deleted) = pod.metadata.deletion_timestamp {
        return deleted - Span::from_secs(pod.metadata.deletion_grace_period_seconds.unwrap_or(0));
    }
    pod.metadata.creation_timestamp.unwrap_or(Time::START)
}

/// When the last container ended, if all have.
fn containers_finish_time(pod: &Pod, profile: &Profile) -> Option<Time> {
    let sidecars = sidecar_statuses(pod).filter(|_| profile.sidecars_end_the_pod);
    let mut latest = None;
    for status in pod.status.container_statuses.iter().chain(sidecars) {
        match status.state {
            ContainerState::Terminated { finished_at: Some(at), .. } => latest = latest.max(Some(at)),
            _ => return None,
        }
    }
    latest
}

fn sidecar_statuses(pod: &Pod) -> impl Iterator<Item = &ContainerStatus> {
    let is_sidecar = |name: &str| {
        pod.spec
            .init_containers
            .iter()
            .any(|container| &*container.name == name && container.is_restartable_init())
    };
    pod.status.init_container_statuses.iter().filter(move |status| is_sidecar(&status.name))
}

/// Largest restart count among app containers, then among sidecars.
pub(super) fn most_restarts(pod: &Pod, ranks_sidecars: bool) -> (i32, i32) {
    let app = pod.status.container_statuses.iter().map(|status| status.restart_count).max().unwrap_or(0);
    if !ranks_sidecars {
        return (app, 0);
    }
    (app, sidecar_statuses(pod).map(|status| status.restart_count).max().unwrap_or(0))
}

/// Restarts of all containers of a pod that runs or is about to.
pub(super) fn restarts_while_alive(pod: &Pod) -> i32 {
    if !matches!(pod.status.phase, PodPhase::Running | PodPhase::Pending) {
        return 0;
    }
    let statuses = pod.status.init_container_statuses.iter().chain(&pod.status.container_statuses);
    statuses.map(|status| status.restart_count).sum()
}
