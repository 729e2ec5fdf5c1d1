//! The kubelet (and the scheduler with it): what a pod's containers do, as the reader says or the plan foresees.
//!
//! It sees the cluster as it is and reports to it. Never knows of Jobs, queues or caches.

pub mod outcome;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::api::{
    ConditionStatus, ContainerState, ContainerStatus, DISRUPTION_TARGET, ObjectKey, Pod, PodCondition,
    PodPhase, RestartPolicy, Text,
};
use crate::time::{Span, Time};
use crate::trace::{Obstacle, PodReport};
use outcome::{Ending, OutcomePlan};

/// The one node of the cluster.
pub const NODE: &str = "node-1";

/// Something that the kubelet reports about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        conditions: BTreeMap<Text, ConditionStatus>,
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

/// How a pod failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    #[serde(default = "one")]
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
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, ConditionStatus>"))]
    pub conditions: BTreeMap<Text, ConditionStatus>,
}

fn one() -> i32 {
    1
}

impl Failure {
    pub fn with_exit_code(exit_code: i32) -> Failure {
        Failure { exit_code, reason: None, container: None, bare: false, conditions: BTreeMap::new() }
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

    /// The pod as it is reported afterwards, and what the report says. Confirmed deletions are not reports.
    pub fn report(&self, pod: &Pod, now: Time) -> (Pod, PodReport) {
        let mut pod = pod.clone();
        let now = now.truncated();
        let report = match self {
            PodAct::Schedule => {
                assign(&mut pod);
                PodReport::Scheduled { node: NODE.into() }
            }
            PodAct::Run => {
                run(&mut pod, now);
                PodReport::Running
            }
            PodAct::SetReady { ready } => {
                set_condition(&mut pod, "Ready", status_of(*ready), now);
                if *ready { PodReport::Ready } else { PodReport::NotReady }
            }
            PodAct::SetConditions { conditions } => {
                set_conditions(&mut pod, conditions, now);
                match conditions.first_key_value() {
                    Some((condition, status)) => {
                        PodReport::Condition { condition: condition.clone(), status: *status }
                    }
                    None => PodReport::Unchanged,
                }
            }
            PodAct::Succeed => {
                end(&mut pod, PodPhase::Succeeded, &Failure::with_exit_code(0), now);
                PodReport::Succeeded
            }
            PodAct::Fail(failure) => {
                end(&mut pod, PodPhase::Failed, failure, now);
                let exit_code = (!failure.bare).then_some(failure.exit_code);
                PodReport::Failed { exit_code, reason: failure.reason.clone() }
            }
            PodAct::Evict => {
                let conditions = BTreeMap::from([(DISRUPTION_TARGET.into(), ConditionStatus::True)]);
                let reason = Some("Evicted".into());
                let failure = Failure { reason, conditions, ..Failure::with_exit_code(137) };
                end(&mut pod, PodPhase::Failed, &failure, now);
                PodReport::Evicted
            }
            PodAct::RestartContainer { container, times } => {
                let name = container.clone().or_else(|| first_container(&pod)).unwrap_or_else(|| "".into());
                let restarts = restart(&mut pod, &name, *times);
                PodReport::ContainerRestarted { container: name, restarts }
            }
            PodAct::ExitContainer { container, exit_code } => {
                exit(&mut pod, container, *exit_code, now);
                PodReport::ContainerExited { container: container.clone(), exit_code: *exit_code }
            }
            PodAct::EndTermination { exit_code } if !pod.is_terminal() => {
                let phase = if *exit_code == 0 { PodPhase::Succeeded } else { PodPhase::Failed };
                end(&mut pod, phase, &Failure::with_exit_code(*exit_code), now);
                if *exit_code == 0 {
                    PodReport::Succeeded
                } else {
                    PodReport::Failed { exit_code: Some(*exit_code), reason: None }
                }
            }
            PodAct::EndTermination { .. } | PodAct::ConfirmDeletion => PodReport::Unchanged,
        };
        (pod, report)
    }
}

fn status_of(value: bool) -> ConditionStatus {
    if value { ConditionStatus::True } else { ConditionStatus::False }
}

fn assign(pod: &mut Pod) {
    if pod.spec.node_name.is_empty() {
        Arc::make_mut(&mut pod.spec).node_name = NODE.into();
    }
}

fn run(pod: &mut Pod, now: Time) {
    assign(pod);
    make_statuses(pod);
    pod.status.phase = PodPhase::Running;
    pod.status.start_time = Some(now);
    for status in &mut pod.status.container_statuses {
        status.state = ContainerState::Running { started_at: Some(now) };
    }
    set_condition(pod, "Ready", ConditionStatus::True, now);
}

fn end(pod: &mut Pod, phase: PodPhase, failure: &Failure, now: Time) {
    pod.status.phase = phase;
    pod.status.reason = failure.reason.clone();
    if !failure.bare {
        assign(pod);
        make_statuses(pod);
        end_containers(pod, failure, now);
        set_condition(pod, "Ready", ConditionStatus::False, now);
    }
    set_conditions(pod, &failure.conditions, now);
}

fn end_containers(pod: &mut Pod, failure: &Failure, now: Time) {
    let terminated = |exit_code: i32| ContainerState::Terminated {
        exit_code,
        reason: if exit_code == 0 { "Completed".into() } else { "Error".into() },
        finished_at: Some(now),
    };
    let named = failure.container.as_ref();
    let init = pod.status.init_container_statuses.iter_mut().find(|status| Some(&status.name) == named);
    if let Some(init) = init {
        init.state = terminated(failure.exit_code);
        for status in &mut pod.status.container_statuses {
            status.state = ContainerState::Waiting { reason: "PodInitializing".into() };
        }
        return;
    }
    for status in &mut pod.status.container_statuses {
        let failed = named.is_none_or(|name| status.name == *name);
        status.state = terminated(if failed { failure.exit_code } else { 0 });
    }
}

fn make_statuses(pod: &mut Pod) {
    let made = |name: &Text| ContainerStatus {
        name: name.clone(),
        restart_count: 0,
        ready: false,
        state: ContainerState::Unset,
    };
    if pod.status.container_statuses.is_empty() {
        pod.status.container_statuses =
            pod.spec.containers.iter().map(|container| made(&container.name)).collect();
    }
    if pod.status.init_container_statuses.is_empty() {
        pod.status.init_container_statuses =
            pod.spec.init_containers.iter().map(|container| made(&container.name)).collect();
    }
}

fn status_mut<'a>(pod: &'a mut Pod, name: &Text) -> Option<&'a mut ContainerStatus> {
    make_statuses(pod);
    let status = &mut pod.status;
    let mut all = status.container_statuses.iter_mut().chain(&mut status.init_container_statuses);
    all.find(|status| status.name == *name)
}

fn first_container(pod: &Pod) -> Option<Text> {
    pod.spec.containers.first().map(|container| container.name.clone())
}

fn restart(pod: &mut Pod, container: &Text, times: i32) -> i32 {
    status_mut(pod, container).map_or(0, |status| {
        status.restart_count += times;
        status.restart_count
    })
}

fn exit(pod: &mut Pod, container: &Text, exit_code: i32, now: Time) {
    if let Some(status) = status_mut(pod, container) {
        let reason = if exit_code == 0 { "Completed".into() } else { "Error".into() };
        status.state = ContainerState::Terminated { exit_code, reason, finished_at: Some(now) };
    }
}

fn set_conditions(pod: &mut Pod, conditions: &BTreeMap<Text, ConditionStatus>, now: Time) {
    for (condition, status) in conditions {
        set_condition(pod, condition, *status, now);
    }
}

/// Appends the condition, or changes its status and time. The same status keeps its time.
fn set_condition(pod: &mut Pod, r#type: &str, status: ConditionStatus, now: Time) {
    let conditions = &mut pod.status.conditions;
    match conditions.iter_mut().find(|condition| &*condition.r#type == r#type) {
        Some(condition) if condition.status == status => {}
        Some(condition) => {
            condition.status = status;
            condition.last_transition_time = Some(now);
        }
        None => conditions.push(PodCondition {
            r#type: r#type.into(),
            status,
            last_transition_time: Some(now),
            reason: "".into(),
            message: "".into(),
        }),
    }
}

/// What the kubelet keeps in mind: the plan, and since when each pod is in its state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kubelet {
    plan: OutcomePlan,
    pods: BTreeMap<ObjectKey, Tracked>,
    /// Pods made so far for each owner and index: the attempt of the next one.
    attempts: BTreeMap<(Text, Option<i32>), u32>,
    due: BTreeSet<(Time, ObjectKey)>,
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
            self.schedule(pod, now);
        }
    }

    /// Takes note of a stored pod.
    pub fn observe(&mut self, pod: &Pod, now: Time) {
        let key = pod.key();
        let restarts = pod.status.container_statuses.iter().map(|status| status.restart_count).sum();
        let (phase, deleting) = (pod.status.phase, pod.metadata.is_deleting());
        let confirmed = pod.metadata.deletion_grace_period_seconds == Some(0);
        if let Some(tracked) = self.pods.get_mut(&key) {
            let before = (tracked.phase, tracked.deleting, tracked.confirmed, tracked.restarts);
            if before == (phase, deleting, confirmed, restarts) {
                return;
            }
            (tracked.phase, tracked.deleting) = (phase, deleting);
            (tracked.confirmed, tracked.restarts) = (confirmed, restarts);
        } else {
            let attempts = self.attempts.entry(attempt_key(pod)).or_insert(0);
            *attempts += 1;
            let attempt = *attempts;
            self.pods.insert(key, Tracked { attempt, phase, deleting, confirmed, restarts, due: None });
        }
        self.schedule(pod, now);
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

    /// What the plan foresees for the pod next.
    pub fn planned_act(&self, pod: &Pod) -> Option<PodAct> {
        Some(self.planned(pod)?.1)
    }

    fn schedule(&mut self, pod: &Pod, now: Time) {
        let key = pod.key();
        let due = self.planned(pod).map(|(delay, _)| now + delay);
        let Some(tracked) = self.pods.get_mut(&key) else {
            return;
        };
        if let Some(before) = std::mem::replace(&mut tracked.due, due) {
            self.due.remove(&(before, key.clone()));
        }
        if let Some(due) = due {
            self.due.insert((due, key));
        }
    }

    /// The next act of a pod, and how long after its last change it comes.
    fn planned(&self, pod: &Pod) -> Option<(Span, PodAct)> {
        let tracked = self.pods.get(&pod.key())?;
        let outcome = self.plan.outcome(attempt_key(pod).1, tracked.attempt);
        if pod.metadata.is_deleting() {
            return (!tracked.confirmed).then(|| {
                (Span::from_ms(self.plan.termination_ms), PodAct::EndTermination { exit_code: 143 })
            });
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
}

/// 0 for the first restart, then 10 s, 20 s … up to 5 min.
fn crash_loop_delay(restarts: i32) -> Span {
    match restarts {
        0 => Span::ZERO,
        restarts => Span::from_secs(10).doubled(restarts as u32 - 1, Span::from_secs(300)),
    }
}

fn attempt_key(pod: &Pod) -> (Text, Option<i32>) {
    let owner = pod.metadata.controller().map_or_else(|| "".into(), |owner| owner.uid.clone());
    (owner, pod.completion_index())
}
