//! The simulated API server: objects, revisions, finalizers, watch streams.
//!
//! [`Cluster::handle`] is the only way an object changes. Never decides anything for a controller and never asks the
//! time.

pub mod fault;
mod jobs;
pub mod names;
mod pods;
mod store;
pub mod watch;

use std::sync::Arc;

use crate::api::validation::validate_status_update;
use crate::api::version::ServerVersion;
use crate::api::{
    ApiError, ByKey, Event, Exchange, Job, JobStatus, Kind, Object, ObjectKey, Pod, Request, Requester, Text,
    WatchEvent, WatchEventType,
};
use crate::time::Time;
use crate::trace::{Change, Note, StoreChange, Trace};
use fault::Faults;
use names::Names;
pub use store::Renumbered;
use watch::Streams;

/// How this API server behaves: what differs between versions, and what the recorded runs do in their own way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClusterOptions {
    pub version: ServerVersion,
    pub validates_status: StatusChecks,
    /// Read and check manifests and updates of Jobs. Otherwise what is sent is completed and stored as it is, which is
    /// the same for what an API server would take; the recorded runs store whatever they are given.
    pub validates_specs: bool,
    /// Number names and UIDs in order of creation, and let pod requests of one sync that stand between two status
    /// writes take effect in the order of index and name. Both as in the recorded runs.
    pub numbered: bool,
    /// Store requests anew that change nothing. A real API server does so with none.
    pub stores_unchanged: StoresUnchanged,
}

/// What is checked in a status write: everything from 1.32 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatusChecks {
    Nothing,
    /// That `ready` does not exceed `active` where either changes. The recorded runs ask for no more.
    Ready,
    Everything,
}

/// Which requests that change nothing count as a change all the same. The recorded runs have such.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StoresUnchanged {
    Nothing,
    /// Updates by users and the kubelet.
    Updates,
    /// These, and the release of a pod that is released already.
    UpdatesAndReleases,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cluster {
    options: ClusterOptions,
    jobs: ByKey<Arc<Job>>,
    pods: ByKey<Arc<Pod>>,
    /// In order of recording.
    events: Vec<Arc<Event>>,
    /// The number of the latest stored change of any object.
    revision: u64,
    streams: Streams,
    names: Names,
    faults: Faults,
}

impl Cluster {
    pub fn new(options: ClusterOptions) -> Cluster {
        Cluster {
            names: Names::new(options.numbered),
            options,
            jobs: ByKey::new(),
            pods: ByKey::new(),
            events: Vec::new(),
            revision: 1,
            streams: Streams::default(),
            faults: Faults::default(),
        }
    }

    /// Carries out one request, unless an armed fault stands in its way. What changed is left for the caller's note.
    pub fn handle(
        &mut self,
        requester: Requester,
        request: Request,
        now: Time,
        trace: &mut Trace,
    ) -> Arc<Exchange> {
        let fault = match requester {
            Requester::JobController if !self.faults.armed().is_empty() => self.faults.hit(&request),
            _ => None,
        };
        let before = self.revision;
        let answer = match &fault {
            None => self.carry_out(&request, now, trace),
            Some((summary, error)) if summary.after_effect => {
                self.carry_out(&request, now, trace).and(Err(error.clone()))
            }
            Some((_, error)) => Err(error.clone()),
        };
        let unchanged = answer.is_ok() && self.revision == before;
        let exchange = Arc::new(Exchange { requester, request, answer, unchanged });
        trace.change(Change::Exchange(exchange.clone()));
        if let Some((fault, error)) = fault {
            trace.note(Note::FaultHit { fault, error });
        }
        exchange
    }

    fn carry_out(&mut self, request: &Request, now: Time, trace: &mut Trace) -> Result<Object, ApiError> {
        match request {
            Request::GetJob { key } => self.stored_job(key).map(Object::Job),
            Request::CreateJob { job } => self.create_job(job, now, trace),
            Request::UpdateJobStatus { key, uid, resource_version, status } => {
                self.update_job_status(key, uid, *resource_version, status, trace)
            }
            Request::UpdateJob { .. } | Request::DeleteJob { .. } | Request::RemoveJobFinalizer { .. } => {
                self.intervene(request, now, trace)
            }
            Request::CreatePod { pod } => self.create_pod(pod, now, trace),
            Request::UpdatePod { pod } => self.update_pod(pod, trace),
            Request::PatchPod { key, patch } => self.patch_pod(key, patch, trace),
            Request::DeletePod { key, grace_seconds } => self.delete_pod(key, *grace_seconds, now, trace),
            Request::RecordEvent { event } => {
                let job = self.stored_job(&event.job);
                self.commit(StoreChange::Event(event.clone()), trace);
                job.map(Object::Job)
            }
        }
    }

    pub fn options(&self) -> &ClusterOptions {
        &self.options
    }

    /// From now on reads and checks manifests and updates.
    pub(crate) fn check_specs(&mut self) {
        self.options.validates_specs = true;
    }

    pub fn job(&self, key: &ObjectKey) -> Option<&Arc<Job>> {
        self.jobs.get(key)
    }

    pub fn pod(&self, key: &ObjectKey) -> Option<&Arc<Pod>> {
        self.pods.get(key)
    }

    /// All Jobs, by key.
    pub fn jobs(&self) -> impl ExactSizeIterator<Item = &Arc<Job>> {
        self.jobs.values()
    }

    /// All pods, by key.
    pub fn pods(&self) -> impl ExactSizeIterator<Item = &Arc<Pod>> {
        self.pods.values()
    }

    /// The keys of all pods, in order.
    pub fn pod_keys(&self) -> impl Iterator<Item = &ObjectKey> {
        self.pods.keys()
    }

    pub fn events(&self) -> &[Arc<Event>] {
        &self.events
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn streams(&self) -> &Streams {
        &self.streams
    }

    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    pub fn faults_mut(&mut self) -> &mut Faults {
        &mut self.faults
    }

    /// Hands the oldest event of a stream to the informer.
    pub fn take_event(&mut self, kind: Kind, trace: &mut Trace) -> Option<WatchEvent> {
        let event = self.streams.next(kind)?.clone();
        self.commit(StoreChange::Taken { kind }, trace);
        Some(event)
    }

    /// Drops what a stream has not delivered: the watch broke.
    pub fn drop_stream(&mut self, kind: Kind, trace: &mut Trace) {
        self.commit(StoreChange::Dropped { kind }, trace);
    }

    pub fn hold_stream(&mut self, kind: Kind, held: bool, trace: &mut Trace) {
        self.commit(StoreChange::Held { kind, held }, trace);
    }

    /// Puts the pod changes after a revision, which one sync requested at the same time, in the order of index and
    /// name. Returns their new revisions by the old ones.
    #[inline(never)]
    pub fn resequence_since(&mut self, since: u64, trace: &mut Trace) -> Renumbered {
        let renumbered = self.resequencing(since);
        self.commit(StoreChange::Resequenced { since }, trace);
        renumbered
    }

    fn stored_job(&self, key: &ObjectKey) -> Result<Arc<Job>, ApiError> {
        self.jobs.get(key).cloned().ok_or_else(|| ApiError::not_found(Kind::Job, &key.name))
    }

    fn update_job_status(
        &mut self,
        key: &ObjectKey,
        uid: &Text,
        resource_version: u64,
        status: &JobStatus,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_job(key)?;
        if stored.metadata.uid != *uid {
            let detail = format!(
                "Precondition failed: UID in precondition: {uid}, UID in object meta: {}",
                stored.metadata.uid
            );
            return Err(ApiError::conflict(Kind::Job, &key.name, &detail));
        }
        if stored.metadata.resource_version != resource_version {
            return Err(ApiError::stale(Kind::Job, &key.name));
        }
        let mut job = Job::clone(&stored);
        job.status = truncate_times(status.clone());
        if self.options.validates_status != StatusChecks::Nothing {
            let mut errors = validate_status_update(&stored, &job, &self.options.version);
            if self.options.validates_status == StatusChecks::Ready {
                errors.retain(|error| error.path == "status.ready");
            }
            if !errors.is_empty() {
                return Err(ApiError::invalid("Job.batch", &key.name, errors));
            }
        }
        Ok(Object::Job(self.store_job_if_changed(&stored, job, trace)))
    }

    fn store_job_if_changed(&mut self, stored: &Arc<Job>, job: Job, trace: &mut Trace) -> Arc<Job> {
        if **stored == job {
            return stored.clone();
        }
        self.store_job(WatchEventType::Modified, job, trace)
    }

    fn store_job(&mut self, r#type: WatchEventType, mut job: Job, trace: &mut Trace) -> Arc<Job> {
        let revision = self.revision + 1;
        job.metadata.resource_version = revision;
        let job = Arc::new(job);
        self.commit(StoreChange::Job { key: job.key(), job: Some(job.clone()), revision }, trace);
        self.stream(r#type, Object::Job(job.clone()), trace);
        job
    }

    fn remove_job(&mut self, mut job: Job, trace: &mut Trace) -> Arc<Job> {
        let revision = self.revision + 1;
        job.metadata.resource_version = revision;
        let job = Arc::new(job);
        self.commit(StoreChange::Job { key: job.key(), job: None, revision }, trace);
        self.stream(WatchEventType::Deleted, Object::Job(job.clone()), trace);
        job
    }

    fn stream(&mut self, r#type: WatchEventType, object: Object, trace: &mut Trace) {
        self.commit(StoreChange::Streamed(WatchEvent { r#type, object }), trace);
    }

    fn commit(&mut self, change: StoreChange, trace: &mut Trace) {
        self.apply(&change);
        trace.change(Change::Store(change));
    }
}

/// The API server keeps whole seconds.
fn truncate_times(mut status: JobStatus) -> JobStatus {
    status.start_time = status.start_time.map(Time::truncated);
    status.completion_time = status.completion_time.map(Time::truncated);
    for condition in &mut status.conditions {
        condition.last_probe_time = condition.last_probe_time.map(Time::truncated);
        condition.last_transition_time = condition.last_transition_time.map(Time::truncated);
    }
    status
}
