//! What the kubelet reports of a pod after an act: its phase, container states and conditions.

use std::sync::Arc;

use super::{Failure, NODE, PodAct};
use crate::api::{
    ConditionStatus, ContainerState, ContainerStatus, DISRUPTION_TARGET, Pod, PodCondition, PodPhase,
    PodStatus, Text,
};
use crate::sorted::SortedMap;
use crate::time::Time;
use crate::trace::PodReport;

/// The reports of one act on pods. Pods that look alike get the very same status, kept once.
pub struct Reports<'a> {
    act: &'a PodAct,
    now: Time,
    /// The last pod, and what was reported of it.
    last: Option<(Arc<Pod>, Pod, PodReport)>,
}

impl<'a> Reports<'a> {
    pub fn new(act: &'a PodAct, now: Time) -> Reports<'a> {
        Reports { act, now, last: None }
    }

    /// The pod as it is reported afterwards, and what the report says. Confirmed deletions are not reports.
    pub fn of(&mut self, pod: &Arc<Pod>) -> (Pod, PodReport) {
        if let Some((before, after, report)) = &self.last
            && look_alike(before, pod)
        {
            let mut pod = Pod::clone(pod);
            if Arc::ptr_eq(&before.spec, &pod.spec) {
                pod.spec = after.spec.clone();
            } else if pod.spec.node_name != after.spec.node_name {
                Arc::make_mut(&mut pod.spec).node_name = after.spec.node_name.clone();
            }
            pod.status = after.status.clone();
            return (pod, report.clone());
        }
        let (after, report) = self.act.report(pod, self.now);
        self.last = Some((pod.clone(), after.clone(), report.clone()));
        (after, report)
    }
}

/// Everything that a report depends on is shared by the two.
fn look_alike(one: &Pod, other: &Pod) -> bool {
    Arc::ptr_eq(&one.status, &other.status)
        && Arc::ptr_eq(&one.spec.containers, &other.spec.containers)
        && Arc::ptr_eq(&one.spec.init_containers, &other.spec.init_containers)
        && one.spec.node_name == other.spec.node_name
}

impl PodAct {
    fn report(&self, pod: &Pod, now: Time) -> (Pod, PodReport) {
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
            PodAct::Succeed => {
                end(&mut pod, PodPhase::Succeeded, &Failure::with_exit_code(0), now);
                PodReport::Succeeded
            }
            PodAct::Fail(failure) => {
                end(&mut pod, PodPhase::Failed, failure, now);
                let exit_code = (!failure.bare).then_some(failure.exit_code);
                PodReport::Failed { exit_code, reason: failure.reason.clone() }
            }
            PodAct::RestartContainer { container, times } => {
                let name = container.clone().or_else(|| first_container(&pod)).unwrap_or_default();
                let restarts = restart(&mut pod, &name, *times);
                PodReport::ContainerRestarted { container: name, restarts }
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
            PodAct::SetReady { .. }
            | PodAct::SetConditions { .. }
            | PodAct::Evict
            | PodAct::ExitContainer { .. } => self.report_more(&mut pod, now),
        };
        (pod, report)
    }

    /// What a plain run has no need of. Here the WebAssembly module is cut in two, so it is never inlined.
    #[inline(never)]
    fn report_more(&self, pod: &mut Pod, now: Time) -> PodReport {
        match self {
            PodAct::SetReady { ready } => {
                set_condition(pod, "Ready", status_of(*ready), now);
                if *ready { PodReport::Ready } else { PodReport::NotReady }
            }
            PodAct::SetConditions { conditions } => {
                set_conditions(pod, conditions, now);
                match conditions.iter().next() {
                    Some((condition, status)) => {
                        PodReport::Condition { condition: condition.clone(), status: *status }
                    }
                    None => PodReport::Unchanged,
                }
            }
            PodAct::Evict => {
                let conditions = SortedMap::from_iter([(DISRUPTION_TARGET.into(), ConditionStatus::True)]);
                let reason = Some("Evicted".into());
                let failure = Failure { reason, conditions, ..Failure::with_exit_code(137) };
                end(pod, PodPhase::Failed, &failure, now);
                PodReport::Evicted
            }
            PodAct::ExitContainer { container, exit_code } => {
                exit(pod, container, *exit_code, now);
                PodReport::ContainerExited { container: container.clone(), exit_code: *exit_code }
            }
            _ => PodReport::Unchanged,
        }
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
    let status = Arc::make_mut(&mut pod.status);
    status.phase = PodPhase::Running;
    status.start_time = Some(now);
    for container in &mut status.container_statuses {
        container.state = ContainerState::Running { started_at: Some(now) };
    }
    set_condition(pod, "Ready", ConditionStatus::True, now);
}

fn end(pod: &mut Pod, phase: PodPhase, failure: &Failure, now: Time) {
    let status = Arc::make_mut(&mut pod.status);
    status.phase = phase;
    status.reason = failure.reason.clone();
    if !failure.bare {
        assign(pod);
        make_statuses(pod);
        end_containers(Arc::make_mut(&mut pod.status), failure, now);
        set_condition(pod, "Ready", ConditionStatus::False, now);
    }
    set_conditions(pod, &failure.conditions, now);
}

fn end_containers(pod_status: &mut PodStatus, failure: &Failure, now: Time) {
    let terminated = |exit_code: i32| ContainerState::Terminated {
        exit_code,
        reason: if exit_code == 0 { "Completed".into() } else { "Error".into() },
        finished_at: Some(now),
    };
    let named = failure.container.as_ref();
    let init = pod_status.init_container_statuses.iter_mut().find(|status| Some(&status.name) == named);
    if let Some(init) = init {
        init.state = terminated(failure.exit_code);
        for status in &mut pod_status.container_statuses {
            status.state = ContainerState::Waiting { reason: "PodInitializing".into() };
        }
        return;
    }
    for status in &mut pod_status.container_statuses {
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
    let (spec, status) = (&pod.spec, Arc::make_mut(&mut pod.status));
    if status.container_statuses.is_empty() {
        status.container_statuses = spec.containers.iter().map(|container| made(&container.name)).collect();
    }
    if status.init_container_statuses.is_empty() {
        status.init_container_statuses =
            spec.init_containers.iter().map(|container| made(&container.name)).collect();
    }
}

fn status_mut<'a>(pod: &'a mut Pod, name: &Text) -> Option<&'a mut ContainerStatus> {
    make_statuses(pod);
    let status = Arc::make_mut(&mut pod.status);
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

fn set_conditions(pod: &mut Pod, conditions: &SortedMap<Text, ConditionStatus>, now: Time) {
    for (condition, status) in conditions {
        set_condition(pod, condition, *status, now);
    }
}

/// Appends the condition, or changes its status and time. The same status keeps its time.
fn set_condition(pod: &mut Pod, r#type: &str, status: ConditionStatus, now: Time) {
    let conditions = &mut Arc::make_mut(&mut pod.status).conditions;
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
            reason: Text::default(),
            message: Text::default(),
        }),
    }
}
