//! The kubelet (and the scheduler with it): what a pod's containers do, as the reader says or the plan foresees.
//!
//! It sees the cluster as it is and reports to it. Never knows of Jobs, queues or caches.

pub mod outcome;
mod report;

use std::sync::Arc;

use serde::Serialize;

use crate::api::plain::{plain_struct, plain_variants};
use crate::api::{ByKey, ConditionStatus, ObjectKey, Pod, PodPhase, RestartPolicy, Text};
use crate::sorted::{SortedMap, SortedSet};
use crate::time::{Span, Time};
use crate::trace::Obstacle;
use outcome::{Ending, OutcomePlan};
pub use report::Reports;

/// The one node of the cluster.
pub const NODE: &str = "node-1";

/// Something that the kubelet reports about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "act", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PodAct {
    Schedule,
    /// Scheduled if need be, all containers running, ready.
    Run,
    SetReady {
        ready: bool,
    },
    SetConditions {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, ConditionStatus>"))]
        conditions: SortedMap<Text, ConditionStatus>,
    },
    /// All containers ended with exit code 0.
    Succeed,
    Fail(Failure),
    /// Killed under node pressure: Failed, reason `Evicted`, condition DisruptionTarget.
    Evict,
    /// A container was restarted in place.
    RestartContainer {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        container: Option<Text>,
        times: i32,
    },
    ExitContainer {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        container: Text,
        exit_code: i32,
    },
    /// The containers of a pod that is being deleted ended; the pod is Failed and then confirmed gone.
    EndTermination {
        exit_code: i32,
    },
    /// The kubelet confirms a deletion: nothing of the pod is left on the node.
    ConfirmDeletion,
}

plain_variants!(PodAct by "act" {
    Schedule {},
    Run {},
    SetReady { ready: need },
    SetConditions { conditions: need },
    Succeed {},
    Fail(Failure),
    Evict {},
    RestartContainer { times: need, container: may },
    ExitContainer { container: need, exit_code: need },
    EndTermination { exit_code: need },
    ConfirmDeletion {},
});

/// How a pod failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    #[serde(default)]
    pub exit_code: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub reason: Option<Text>,
    /// The container that failed; the others ended with 0, or never started if this is an init container. Absent: all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub container: Option<Text>,
    /// Only the phase is reported: no container states.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bare: bool,
    #[serde(default, skip_serializing_if = "SortedMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, ConditionStatus>"))]
    pub conditions: SortedMap<Text, ConditionStatus>,
}

plain_struct!(Failure { exit_code: or(1), reason: may, container: may, bare: empty, conditions: empty });

impl Failure {
    pub fn with_exit_code(exit_code: i32) -> Failure {
        Failure { exit_code, reason: None, container: None, bare: false, conditions: SortedMap::new() }
    }
}

impl PodAct {
    /// Why the pod cannot do this now, if so.
    pub fn obstacle(&self, pod: &Pod) -> Option<Obstacle> {
        let phase = pod.status.phase;
        match self {
            PodAct::ConfirmDeletion | PodAct::EndTermination { .. } => {
                (!pod.metadata.is_deleting()).then_some(Obstacle::PodNotDeleting)
            }
            PodAct::Schedule | PodAct::Run if phase != PodPhase::Pending => Some(Obstacle::PodNotPending),
            PodAct::Succeed | PodAct::Fail(_) | PodAct::Evict if pod.is_terminal() => {
                Some(Obstacle::PodFinished)
            }
            PodAct::RestartContainer { container: Some(name), .. }
            | PodAct::ExitContainer { container: name, .. } => {
                let known = pod.spec.all_containers().any(|container| container.name == *name);
                (!known).then_some(Obstacle::NoSuchContainer)
            }
            _ => None,
        }
    }
}

/// What the kubelet keeps in mind: the plan, and since when each pod is in its state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kubelet {
    plan: OutcomePlan,
    pods: ByKey<Tracked>,
    /// Pods made so far for each owner and index: the attempt of the next one.
    attempts: SortedMap<(Text, Option<i32>), u32>,
    due: SortedSet<(Time, ObjectKey)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Tracked {
    attempt: u32,
    phase: PodPhase,
    deleting: bool,
    /// Nothing of it is left on the node: no more acts.
    confirmed: bool,
    restarts: i32,
    due: Option<Time>,
}

impl Kubelet {
    pub fn plan(&self) -> &OutcomePlan {
        &self.plan
    }

    /// Foresees other ends from here on, for the pods that exist as well.
    pub fn set_plan<'a>(&mut self, plan: OutcomePlan, pods: impl Iterator<Item = &'a Arc<Pod>>, now: Time) {
        self.plan = plan;
        for pod in pods {
            if let Some(tracked) = self.pods.get_mut(&pod.key()) {
                schedule(&self.plan, tracked, &mut self.due, pod, now);
            }
        }
    }

    /// Takes note of a stored pod.
    pub fn observe(&mut self, key: &ObjectKey, pod: &Pod, now: Time) {
        let restarts = pod.status.container_statuses.iter().map(|status| status.restart_count).sum();
        let (phase, deleting) = (pod.status.phase, pod.metadata.is_deleting());
        let confirmed = pod.metadata.deletion_grace_period_seconds == Some(0);
        if let Some(tracked) = self.pods.get_mut(key) {
            let before = (tracked.phase, tracked.deleting, tracked.confirmed, tracked.restarts);
            if before != (phase, deleting, confirmed, restarts) {
                (tracked.phase, tracked.deleting) = (phase, deleting);
                (tracked.confirmed, tracked.restarts) = (confirmed, restarts);
                schedule(&self.plan, tracked, &mut self.due, pod, now);
            }
            return;
        }
        let attempt_key = attempt_key(pod);
        let attempt = self.attempts.get(&attempt_key).copied().unwrap_or(0) + 1;
        self.attempts.insert(&attempt_key, attempt);
        let mut tracked = Tracked { attempt, phase, deleting, confirmed, restarts, due: None };
        schedule(&self.plan, &mut tracked, &mut self.due, pod, now);
        self.pods.insert(key, tracked);
    }

    /// Forgets a pod that is gone.
    pub fn forget(&mut self, key: &ObjectKey) {
        if let Some(Tracked { due: Some(due), .. }) = self.pods.remove(key) {
            self.due.remove(&(due, key.clone()));
        }
    }

    /// The pod whose planned next act comes first, and when.
    pub fn next_due(&self) -> Option<(Time, &ObjectKey)> {
        self.due.first().map(|(due, key)| (*due, key))
    }

    /// When a planned act first comes due after this.
    pub fn next_due_after(&self, now: Time) -> Option<Time> {
        self.due.first_from(&|(due, _)| *due > now).map(|(due, _)| *due)
    }

    /// What the plan foresees for the pod next.
    pub fn planned_act(&self, pod: &Pod) -> Option<PodAct> {
        Some(planned(&self.plan, self.pods.get(&pod.key())?, pod)?.1)
    }
}

fn schedule(
    plan: &OutcomePlan,
    tracked: &mut Tracked,
    all_due: &mut SortedSet<(Time, ObjectKey)>,
    pod: &Pod,
    now: Time,
) {
    let due = planned(plan, tracked, pod).map(|(delay, _)| now + delay);
    if let Some(before) = std::mem::replace(&mut tracked.due, due) {
        all_due.remove(&(before, pod.key()));
    }
    if let Some(due) = due {
        all_due.insert(&(due, pod.key()));
    }
}

/// The next act of a pod, and how long after its last change it comes.
fn planned(plan: &OutcomePlan, tracked: &Tracked, pod: &Pod) -> Option<(Span, PodAct)> {
    let outcome = plan.outcome(pod.completion_index(), tracked.attempt);
    if pod.metadata.is_deleting() {
        return (!tracked.confirmed)
            .then(|| (Span::from_ms(plan.termination_ms), PodAct::EndTermination { exit_code: 143 }));
    }
    let run = Span::from_ms(outcome.run_ms);
    match (pod.status.phase, outcome.ending) {
        (PodPhase::Pending, Ending::NeverScheduled) => None,
        (PodPhase::Pending, _) => Some((Span::from_ms(outcome.start_ms), PodAct::Run)),
        (PodPhase::Running, Ending::Succeed) => Some((run, PodAct::Succeed)),
        (PodPhase::Running, Ending::Evict) => Some((run, PodAct::Evict)),
        (PodPhase::Running, Ending::NeverReady) => {
            pod.is_ready().then_some((Span::ZERO, PodAct::SetReady { ready: false }))
        }
        (PodPhase::Running, Ending::Fail { exit_code }) => {
            if pod.spec.restart_policy == Some(RestartPolicy::Never) {
                return Some((run, PodAct::Fail(Failure::with_exit_code(exit_code))));
            }
            let delay = run + crash_loop_delay(tracked.restarts);
            Some((delay, PodAct::RestartContainer { container: None, times: 1 }))
        }
        _ => None,
    }
}

/// 0 for the first restart, then 10 s, 20 s … up to 5 min.
fn crash_loop_delay(restarts: i32) -> Span {
    match restarts {
        0 => Span::ZERO,
        restarts => Span::from_secs(10).doubled(restarts as u32 - 1, Span::from_secs(300)),
    }
}

fn attempt_key(pod: &Pod) -> (Text, Option<i32>) {
    let owner = pod.metadata.controller().map_or_else(Text::default, |owner| owner.uid.clone());
    (owner, pod.completion_index())
}
