//! The Job controller: its memory, and the worker: get → sync → forget or retry → done.
//!
//! Nothing in its memory is durable. It reads caches, never the cluster's store, and changes the cluster by requests
//! alone.

mod backoff;
mod claim;
mod client;
mod context;
mod expectations;
mod failure_policy;
mod handlers;
pub mod indexes;
mod manage;
mod orphans;
mod outcome;
mod pods;
pub mod profile;
mod queues;
mod success_policy;
mod sync;
mod track;
mod written;

use crate::api::{ByKey, ObjectKey, Text};
use crate::cluster::Cluster;
use crate::informer::Cache;
use crate::sorted::SortedSet;
use crate::time::{Span, Time};
use crate::trace::{BackoffRecord, Change, ControllerChange, OrphanItem, QueueCause, Trace, WrittenRecord};
use crate::workqueue::rate_limiting::RateLimitedQueue;
use written::OwnWrites;

pub use expectations::{EXPECTATIONS_TIMEOUT, Expectations, FinalizerExpectations};
pub use pods::terminating_counts_as_failed;
pub use profile::{GateError, Profile};

/// The controller's memory. A crash loses all of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JobController {
    profile: Profile,
    queue: RateLimitedQueue<ObjectKey>,
    orphan_queue: RateLimitedQueue<OrphanItem>,
    /// Why each waiting Job waits. Entries of Jobs that do not wait any more are without meaning.
    waiting_for: ByKey<QueueCause>,
    expectations: Expectations,
    finalizer_expectations: FinalizerExpectations,
    /// Absent: no failure since the last success.
    backoff: ByKey<BackoffRecord>,
    /// UIDs of Jobs whose final status was written and not seen in the cache yet (1.34 and later).
    finish_unseen: SortedSet<Text>,
    /// What was written for a Job and not found in the caches yet (1.36 and later).
    written: OwnWrites,
}

/// What a controller works on besides its own memory.
pub struct Surroundings<'a> {
    pub cluster: &'a mut Cluster,
    pub cache: &'a Cache,
    pub now: Time,
    pub trace: &'a mut Trace,
}

/// How one turn of a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Nothing was ready.
    Idle,
    Done,
    /// The controller crashed inside the sync, after this many requests.
    Crashed {
        after_requests: u32,
    },
}

impl JobController {
    pub fn new(profile: Profile) -> JobController {
        JobController {
            queue: RateLimitedQueue::new(profile.queue_backoff_base, profile.queue_backoff_max),
            orphan_queue: RateLimitedQueue::new(profile.queue_backoff_base, profile.queue_backoff_max),
            profile,
            waiting_for: ByKey::new(),
            expectations: Expectations::default(),
            finalizer_expectations: FinalizerExpectations::default(),
            backoff: ByKey::new(),
            finish_unseen: SortedSet::new(),
            written: OwnWrites::default(),
        }
    }

    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    pub fn queue(&self) -> &RateLimitedQueue<ObjectKey> {
        &self.queue
    }

    pub fn orphan_queue(&self) -> &RateLimitedQueue<OrphanItem> {
        &self.orphan_queue
    }

    /// Why a waiting Job waits.
    pub fn waiting_for(&self, job: &ObjectKey) -> Option<QueueCause> {
        self.waiting_for.get(job).copied()
    }

    pub fn expectations(&self) -> &Expectations {
        &self.expectations
    }

    pub fn finalizer_expectations(&self) -> &FinalizerExpectations {
        &self.finalizer_expectations
    }

    pub fn backoff(&self) -> &ByKey<BackoffRecord> {
        &self.backoff
    }

    /// When the back-off after the failed pods on record ends.
    pub fn backs_off_until(&self, job: &ObjectKey) -> Option<Time> {
        let record = self.backoff.get(job)?;
        Some(record.last_failure? + backoff::delay_after(record.failures, &self.profile))
    }

    pub fn finish_unseen(&self) -> &SortedSet<Text> {
        &self.finish_unseen
    }

    pub fn written(&self) -> &ByKey<WrittenRecord> {
        self.written.records()
    }

    /// When the next waiting item of either queue comes due.
    pub fn next_deadline(&self) -> Option<Time> {
        let deadlines = [self.queue.delaying().next_deadline(), self.orphan_queue.delaying().next_deadline()];
        deadlines.into_iter().flatten().min()
    }

    /// One turn of a Job worker.
    pub fn process_job(&mut self, around: &mut Surroundings<'_>) -> Turn {
        self.process::<ObjectKey>(around)
    }

    /// One turn of an orphan worker.
    pub fn process_orphan(&mut self, around: &mut Surroundings<'_>) -> Turn {
        self.process::<OrphanItem>(around)
    }

    /// Adds every waiting item whose time has come: first the Job queue's, then the orphan queue's.
    pub fn fire_timers(&mut self, now: Time, trace: &mut Trace) {
        self.fire::<ObjectKey>(now, trace);
        self.fire::<OrphanItem>(now, trace);
    }

    /// Loses all memory, as a new process starts with none.
    pub fn restart(&mut self, trace: &mut Trace) {
        self.commit(ControllerChange::Restarted, trace);
    }

    fn commit(&mut self, change: ControllerChange, trace: &mut Trace) {
        self.apply(&change);
        trace.change(Change::Controller(change));
    }

    /// Applies a change that this or an equal controller made before.
    pub fn apply(&mut self, change: &ControllerChange) {
        match change {
            ControllerChange::Queue { operation, now } => {
                queues::operate(&mut self.queue, operation, *now);
            }
            ControllerChange::OrphanQueue { operation, now } => {
                queues::operate(&mut self.orphan_queue, operation, *now);
            }
            ControllerChange::WaitingFor { job, cause } => {
                self.waiting_for.insert(job, *cause);
            }
            ControllerChange::Expectations { job, record } => self.expectations.set(job, *record),
            ControllerChange::FinalizersExpected { job, uids } => self.finalizer_expectations.add(job, uids),
            ControllerChange::FinalizerObserved { job, uid } => {
                self.finalizer_expectations.remove(job, uid);
            }
            ControllerChange::FinalizersForgotten { job } => self.finalizer_expectations.forget(job),
            ControllerChange::Backoff { job, record } => {
                self.backoff.set(job, *record);
            }
            ControllerChange::FinishUnseen { uid, unseen: true } => {
                self.finish_unseen.insert(uid);
            }
            ControllerChange::FinishUnseen { uid, unseen: false } => {
                self.finish_unseen.remove(uid);
            }
            ControllerChange::Written { job, record } => {
                self.written.set(job, record.as_deref());
            }
            ControllerChange::Restarted => *self = JobController::new(self.profile.clone()),
        }
    }

    /// The delay that 1.27 gives a key whose syncs failed before: 10 s · 2^(n−1), none without a failure.
    fn requeue_backoff(&self, job: &ObjectKey) -> Span {
        match self.queue.failures(job) {
            0 => Span::ZERO,
            failures => self.profile.queue_backoff_base.doubled(failures - 1, self.profile.queue_backoff_max),
        }
    }
}
