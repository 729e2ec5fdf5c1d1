//! Which actions are open to a world, in a fixed order: first what would happen by itself, soonest first.

use super::{Action, JobChange, World};
use crate::api::{ContainerState, ContainerStatus, Job, Kind, Pod, PodPhase, Propagation, Text};
use crate::cluster::fault::{Fault, FaultError};
use crate::controllers::garbage_collector;
use crate::kubelet::{Failure, PodAct};
use crate::trace::FaultVerb;

impl World {
    /// Every action open now, except that times, exit codes, names and the like may be chosen differently.
    pub fn actions(&self) -> Vec<Action> {
        let mut actions = self.steps();
        actions.extend(self.cluster.pods().flat_map(|pod| self.pod_actions(pod)));
        actions.extend(self.cluster.jobs().flat_map(|job| self.job_actions(job)));
        actions.extend(self.fault_actions());
        actions
    }

    /// The action that would happen by itself next; `None` if nothing would, ever.
    pub fn next_action(&self) -> Option<Action> {
        self.steps().into_iter().find(|action| !self.is_held_back(action))
    }

    /// What goes on without anybody's choice: deliveries, workers, the garbage collector, the kubelet by its plan, time.
    pub fn steps(&self) -> Vec<Action> {
        let mut steps = Vec::new();
        for kind in Kind::ALL {
            if self.cluster.streams().pending(kind).len() > 0 {
                steps.push(Action::Deliver { kind, count: None });
            }
        }
        if self.controller.queue().queue().ready().len() > 0 {
            steps.push(Action::ProcessJob);
        }
        if self.controller.orphan_queue().queue().ready().len() > 0 {
            steps.push(Action::ProcessOrphan);
        }
        if garbage_collector::has_work(&self.cluster) {
            steps.push(Action::CollectGarbage);
        }
        steps.extend(self.planned_act());
        steps.extend(self.passing_time());
        steps
    }

    /// What may be done to a pod.
    pub fn pod_actions(&self, pod: &Pod) -> Vec<Action> {
        let key = pod.key();
        let act = |act: PodAct| Action::Pod { pod: key.clone(), act };
        let mut actions = Vec::new();
        let deleting = pod.metadata.is_deleting();
        match pod.status.phase {
            PodPhase::Pending if !deleting => actions.push(act(PodAct::Run)),
            PodPhase::Running => actions.push(act(PodAct::SetReady { ready: !pod.is_ready() })),
            _ => {}
        }
        if !pod.is_terminal() {
            actions.push(act(PodAct::Succeed));
            actions.push(act(PodAct::Fail(Failure::with_exit_code(1))));
            actions.push(act(PodAct::Evict));
        }
        if pod.status.phase == PodPhase::Running {
            if let Some(container) = may_exit_alone(pod) {
                actions.push(act(PodAct::ExitContainer { container, exit_code: 0 }));
            }
            actions.push(act(PodAct::RestartContainer { container: None, times: 1 }));
        }
        if deleting && pod.metadata.deletion_grace_period_seconds != Some(0) {
            actions.push(act(PodAct::EndTermination { exit_code: 143 }));
        }
        if !deleting {
            actions.push(Action::DeletePod { pod: key.clone(), force: false });
        }
        if pod.metadata.controller().is_some() {
            actions.push(Action::RemovePodOwner { pod: key.clone() });
        }
        if !pod.metadata.finalizers.is_empty() {
            actions.push(Action::RemovePodFinalizers { pod: key.clone() });
        }
        actions
    }

    /// What a user may do to a Job.
    pub fn job_actions(&self, job: &Job) -> Vec<Action> {
        let key = job.key();
        let change = |change: JobChange| Action::ChangeJob { job: key.clone(), change };
        let parallelism = job.spec.parallelism();
        let suspend = Some(!job.spec.is_suspended());
        let mut actions = vec![
            change(JobChange { suspend, ..JobChange::default() }),
            change(JobChange { parallelism: Some(parallelism + 1), ..JobChange::default() }),
        ];
        if parallelism > 0 {
            actions.push(change(JobChange { parallelism: Some(parallelism - 1), ..JobChange::default() }));
        }
        if !job.metadata.is_deleting() {
            for propagation in [Propagation::Background, Propagation::Foreground, Propagation::Orphan] {
                actions.push(Action::DeleteJob { job: key.clone(), propagation });
            }
        }
        actions
    }

    /// How things may be broken.
    pub fn fault_actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for kind in Kind::ALL {
            let held = self.cluster.streams().is_held(kind);
            actions.push(Action::HoldWatch { kind, held: !held });
            actions.push(Action::Relist { kind });
        }
        for verb in [FaultVerb::CreatePod, FaultVerb::DeletePod, FaultVerb::PatchPod, FaultVerb::UpdateStatus]
        {
            for error in [FaultError::InternalError, FaultError::TimeoutAfterEffect] {
                actions.push(Action::ArmFault { fault: Fault::new(verb, error) });
            }
        }
        actions.push(Action::ArmFault { fault: Fault::new(FaultVerb::UpdateStatus, FaultError::Conflict) });
        actions.push(Action::ArmCrash { after_requests: 1 });
        actions.push(Action::RestartController);
        let faults = self.cluster.faults();
        if !faults.armed().is_empty() || faults.crash_after().is_some() {
            actions.push(Action::ClearFaults);
        }
        actions
    }

    /// A held stream delivers only when the reader says so.
    fn is_held_back(&self, action: &Action) -> bool {
        matches!(action, Action::Deliver { kind, .. } if self.cluster.streams().is_held(*kind))
    }

    fn planned_act(&self) -> Option<Action> {
        let (due, key) = self.kubelet.next_due()?;
        if due > self.now {
            return None;
        }
        let act = self.kubelet.planned_act(self.cluster.pod(key)?)?;
        Some(Action::Pod { pod: key.clone(), act })
    }

    /// To the next time at which something comes due.
    fn passing_time(&self) -> Option<Action> {
        let timer = self.controller.next_deadline().filter(|due| *due > self.now);
        let next = self.kubelet.next_due_after(self.now).into_iter().chain(timer).min()?;
        Some(Action::PassTime { ms: (next - self.now).ms() })
    }
}

/// The first running container beside which another one runs on. Where the last one ends, the pod does.
fn may_exit_alone(pod: &Pod) -> Option<Text> {
    let is_running = |status: &&ContainerStatus| matches!(status.state, ContainerState::Running { .. });
    let mut running = pod.status.container_statuses.iter().filter(is_running);
    let first = running.next()?;
    running.next().is_some().then(|| first.name.clone())
}
