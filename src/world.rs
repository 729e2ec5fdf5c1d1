//! The world: cluster, caches, controller, kubelet and the clock, and the one way to change it.
//!
//! `actions` lists what may happen; `apply` makes it happen. A world is a value: no clock, no randomness, no I/O, no
//! global. Two equal worlds stay equal under equal actions.

pub mod action;
mod acts;
mod changed_fields;
mod interventions;
mod open;

use std::sync::Arc;

use serde_json::Value;

use crate::api::{ByKey, Kind, ObjectKey, Request, Requester};
use crate::cluster::{Cluster, ClusterOptions};
use crate::controllers::job::{JobController, Profile, Surroundings, Turn};
use crate::informer::{Cache, Notification};
use crate::kubelet::Kubelet;
use crate::kubelet::outcome::OutcomePlan;
use crate::time::{Span, Time};
use crate::trace::{Change, Line, Note, Obstacle, StoreChange, Trace};

pub use action::{Action, ForeignPod, JobChange};
pub use changed_fields::changed_fields;

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

    /// The cluster takes manifests and updates of Jobs as they are, until [`World::check_specs`]. Only for those that it
    /// would take anyway, in the form in which it reads them: with the types of Kubernetes, without null and empty
    /// members. Then every world is the same but for that.
    pub fn trusting(mut self) -> WorldOptions {
        self.cluster.validates_specs = false;
        self
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

    /// From now on the cluster reads and checks manifests and updates of Jobs.
    pub fn check_specs(&mut self) {
        self.cluster.check_specs();
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
            Action::Pod { pod, act } => self.act_on_pod(pod, act, trace),
            Action::Pods { first, act } => self.act_on_pods(*first, act, trace),
            Action::Deliver { kind, count } => self.deliver(*kind, *count, trace),
            Action::ProcessJob => self.process(JobController::process_job, trace),
            Action::ProcessOrphan => self.process(JobController::process_orphan, trace),
            Action::PassTime { ms } => self.pass_time(Span::from_ms(*ms), trace),
            intervention => self.intervene(intervention, trace),
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

    fn notify(&mut self, notification: &Notification, trace: &mut Trace) {
        self.controller.notify(notification, &self.cache, self.now, trace);
    }

    fn process(&mut self, turn: fn(&mut JobController, &mut Surroundings<'_>) -> Turn, trace: &mut Trace) {
        let now = self.now;
        let mut around = Surroundings { cluster: &mut self.cluster, cache: &self.cache, now, trace };
        let outcome = turn(&mut self.controller, &mut around);
        if let Turn::Crashed { after_requests } = outcome {
            self.crash(after_requests, trace);
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
