//! The world: cluster, caches, controller, kubelet and the clock, and the one way to change it.
//!
//! `actions` lists what may happen; `apply` makes it happen. A world is a value: no clock, no randomness, no I/O, no
//! global. Two equal worlds stay equal under equal actions.

pub mod action;
mod acts;
mod open;

use std::sync::Arc;

use serde_json::Value;

use crate::api::{ByKey, Kind, ObjectKey, Request, Requester};
use crate::cluster::{Cluster, ClusterOptions};
use crate::controllers::garbage_collector;
use crate::controllers::job::{JobController, Profile, Surroundings, Turn};
use crate::informer::{Cache, Notification};
use crate::kubelet::Kubelet;
use crate::kubelet::outcome::OutcomePlan;
use crate::time::{Span, Time};
use crate::trace::{Change, Line, Note, Obstacle, StoreChange, Trace};

pub use action::{Action, ForeignPod, JobChange};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct World {
    started_at: Time,
    now: Time,
    cluster: Cluster,
    cache: Cache,
    controller: JobController,
    kubelet: Kubelet,
    /// The manifest that each Job was created from or last changed to: what `kubectl apply` compares with.
    applied: ByKey<Arc<Value>>,
}

/// How a world starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorldOptions {
    pub start: Time,
    pub profile: Profile,
    pub cluster: ClusterOptions,
    pub plan: OutcomePlan,
}

impl WorldOptions {
    /// A cluster of this version with random-looking names, at the usual start.
    pub fn new(profile: Profile) -> WorldOptions {
        WorldOptions {
            start: Time::START,
            cluster: profile.cluster_options(),
            profile,
            plan: OutcomePlan::default(),
        }
    }
}

impl World {
    pub fn new(options: WorldOptions) -> World {
        let mut kubelet = Kubelet::default();
        kubelet.set_plan(options.plan, std::iter::empty(), options.start);
        World {
            started_at: options.start,
            now: options.start,
            cluster: Cluster::new(options.cluster),
            cache: Cache::new(),
            controller: JobController::new(options.profile),
            kubelet,
            applied: ByKey::new(),
        }
    }

    /// Makes one thing happen. The lines say what it was and why. An action that is not possible changes nothing and
    /// says so.
    pub fn apply(&mut self, action: &Action) -> Vec<Line> {
        let mut trace = Trace::new();
        self.carry_out(action, &mut trace);
        let lines = trace.into_lines();
        self.let_kubelet_observe(&lines);
        lines
    }

    /// Applies a change that this or an equal world made before: the way to the states inside an action. What the
    /// kubelet keeps in mind, armed faults and the outcome plan are not among them.
    pub fn replay(&mut self, change: &Change) {
        match change {
            Change::Clock { now } => self.now = *now,
            Change::Store(change) => self.cluster.apply(change),
            Change::Cache(change) => {
                self.cache.apply(change);
            }
            Change::Controller(change) => self.controller.apply(change),
            Change::Exchange(_) => {}
        }
    }

    /// What a sync of this Job would say now, whether it stands in the queue or not. Nothing changes.
    pub fn rehearse_sync(&self, job: &ObjectKey) -> Vec<Note> {
        let mut copy = self.clone();
        let mut trace = Trace::new();
        let now = copy.now;
        let mut around =
            Surroundings { cluster: &mut copy.cluster, cache: &copy.cache, now, trace: &mut trace };
        copy.controller.rehearse(job, &mut around);
        trace.into_notes()
    }

    pub fn now(&self) -> Time {
        self.now
    }

    pub fn started_at(&self) -> Time {
        self.started_at
    }

    /// Virtual time since the start.
    pub fn elapsed(&self) -> Span {
        self.now - self.started_at
    }

    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    pub fn controller(&self) -> &JobController {
        &self.controller
    }

    /// The manifest that the Job was created from or last changed to; `null` where there was none.
    pub fn applied(&self, job: &ObjectKey) -> &Value {
        self.applied.get(job).map_or(&Value::Null, |manifest| manifest)
    }

    pub fn kubelet(&self) -> &Kubelet {
        &self.kubelet
    }

    fn carry_out(&mut self, action: &Action, trace: &mut Trace) {
        match action {
            Action::CreateJob { job } => self.create_job(job, trace),
            Action::ApplyJob { job } => self.apply_job(job, trace),
            Action::ChangeJob { job, change } => self.change_job(job, change, trace),
            Action::DeleteJob { job, propagation } => self.delete_job(job, *propagation, trace),
            Action::DeletePod { pod, force } => self.delete_pod(pod, *force, trace),
            Action::LabelPod { pod, labels } => self.label_pod(pod, labels, trace),
            Action::RemovePodOwner { pod } => self.remove_pod_owner(pod, trace),
            Action::RemovePodFinalizers { pod } => self.remove_pod_finalizers(pod, trace),
            Action::CreatePod(foreign) => self.create_foreign_pod(foreign, trace),
            Action::Pod { pod, act } => self.act_on_pod(pod, act, trace),
            Action::Pods { first, act } => self.act_on_pods(*first, act, trace),
            Action::PlanOutcomes { plan } => {
                self.kubelet.set_plan(plan.clone(), self.cluster.pods(), self.now);
                trace.note(Note::OutcomePlanned);
            }
            Action::CollectGarbage => garbage_collector::collect(&mut self.cluster, self.now, trace),
            Action::Deliver { kind, count } => self.deliver(*kind, *count, trace),
            Action::HoldWatch { kind, held } => {
                self.cluster.hold_stream(*kind, *held, trace);
                trace.note(Note::WatchHeld { kind: *kind, held: *held });
            }
            Action::Relist { kind } => self.relist(*kind, trace),
            Action::ProcessJob => self.process(JobController::process_job, trace),
            Action::ProcessOrphan => self.process(JobController::process_orphan, trace),
            Action::RestartController => {
                trace.note(Note::ControllerCrashed { after_requests: None });
                self.restart_controller(trace);
            }
            Action::PassTime { ms } => self.pass_time(Span::from_ms(*ms), trace),
            Action::ArmFault { fault } => {
                self.cluster.faults_mut().arm(fault.clone());
                trace.note(Note::FaultArmed { fault: fault.summary() });
            }
            Action::ArmCrash { after_requests } => {
                self.cluster.faults_mut().arm_crash(Some(*after_requests));
                trace.note(Note::CrashArmed { after_requests: *after_requests });
            }
            Action::ClearFaults => {
                let count = self.cluster.faults_mut().clear() as u32;
                trace.note(Note::FaultsCleared { count });
            }
        }
    }

    fn deliver(&mut self, kind: Kind, count: Option<u32>, trace: &mut Trace) {
        let pending = self.cluster.streams().pending(kind).len();
        let count = count.map_or(pending, |count| pending.min(count as usize)).max(1);
        for _ in 0..count {
            if let Some(notification) = self.cache.deliver(&mut self.cluster, kind, trace) {
                self.notify(&notification, trace);
            }
        }
    }

    fn relist(&mut self, kind: Kind, trace: &mut Trace) {
        for notification in self.cache.relist(&mut self.cluster, kind, trace) {
            self.cache.accept_listed(&notification, trace);
            self.notify(&notification, trace);
        }
    }

    fn notify(&mut self, notification: &Notification, trace: &mut Trace) {
        self.controller.notify(notification, &self.cache, self.now, trace);
    }

    fn process(&mut self, turn: fn(&mut JobController, &mut Surroundings<'_>) -> Turn, trace: &mut Trace) {
        let now = self.now;
        let mut around = Surroundings { cluster: &mut self.cluster, cache: &self.cache, now, trace };
        let outcome = turn(&mut self.controller, &mut around);
        if let Turn::Crashed { after_requests } = outcome {
            self.cluster.faults_mut().arm_crash(None);
            trace.unmute();
            trace.note(Note::ControllerCrashed { after_requests: Some(after_requests) });
            self.restart_controller(trace);
        }
    }

    fn restart_controller(&mut self, trace: &mut Trace) {
        self.controller.restart(trace);
        for kind in Kind::ALL {
            self.cluster.drop_stream(kind, trace);
            self.cache.clear(kind, trace);
        }
        trace.note(Note::ControllerStarted);
        for kind in Kind::ALL {
            self.relist(kind, trace);
        }
    }

    fn pass_time(&mut self, span: Span, trace: &mut Trace) {
        if span < Span::ZERO {
            let obstacle = Obstacle::ClockMayNotGoBack;
            return trace.note(Note::NotPossible { obstacle, object: Default::default() });
        }
        let from = self.now;
        self.now = from + span;
        trace.change(Change::Clock { now: self.now });
        trace.note(Note::TimePassed { from, to: self.now });
        self.controller.fire_timers(self.now, trace);
    }

    /// A request of a user, the kubelet or another neighbour. Refusals are noted here; of what succeeds the caller tells.
    fn request(
        &mut self,
        requester: Requester,
        request: Request,
        trace: &mut Trace,
    ) -> Option<crate::api::Object> {
        let handled = self.cluster.handle(requester, request, self.now, trace);
        match &handled.answer {
            Ok(object) => Some(object.clone()),
            Err(error) => {
                trace.note(Note::RequestRefused { requester, error: error.clone() });
                None
            }
        }
    }

    fn let_kubelet_observe(&mut self, lines: &[Line]) {
        for change in lines.iter().flat_map(|line| &line.changes) {
            match change {
                Change::Store(StoreChange::Pod { key, pod: Some(pod), .. }) => {
                    self.kubelet.observe(key, pod, self.now);
                }
                Change::Store(StoreChange::Pod { key, pod: None, .. }) => self.kubelet.forget(key),
                _ => {}
            }
        }
    }
}

fn not_possible(obstacle: Obstacle, object: &ObjectKey, trace: &mut Trace) {
    trace.note(Note::NotPossible { obstacle, object: object.to_string().into() });
}
