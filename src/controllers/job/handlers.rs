//! What the controller does when its informer tells of a change: pays off expectations, queues keys.
//!
//! Handlers never sync and never send a request.

use std::sync::Arc;

use super::JobController;
use super::profile::{Accounting, FailedPodWaits};
use crate::api::{Job, Object, ObjectKey, OwnerReference, Pod, PodPhase, TRACKING_FINALIZER};
use crate::informer::{Cache, Notification};
use crate::time::{Span, Time};
use crate::trace::{ControllerChange, IgnoredEvent, Note, OrphanCause, OrphanItem, QueueCause, Trace};

impl JobController {
    /// Handles one notification. The cache already shows it.
    pub fn notify(&mut self, notification: &Notification, cache: &Cache, now: Time, trace: &mut Trace) {
        match notification {
            Notification::Added(Object::Pod(pod)) => self.pod_added(pod, cache, now, trace),
            Notification::Updated { old: Object::Pod(old), new: Object::Pod(new) } => {
                self.pod_updated(old, new, cache, now, trace);
            }
            Notification::Deleted { object: Object::Pod(pod), .. } => {
                self.pod_deleted(pod, true, cache, now, trace);
            }
            Notification::Added(Object::Job(job)) => {
                self.queue_job(&job.key(), QueueCause::JobAdded, Span::ZERO, now, trace);
            }
            Notification::Updated { old: Object::Job(old), new: Object::Job(new) } => {
                self.job_updated(old, new, cache, now, trace);
            }
            Notification::Deleted { object: Object::Job(job), .. } => {
                self.job_deleted(job, cache, now, trace)
            }
            Notification::Updated { .. } => unreachable!("an update does not change the kind of an object"),
        }
    }

    fn pod_added(&mut self, pod: &Pod, cache: &Cache, now: Time, trace: &mut Trace) {
        if pod.metadata.is_deleting() {
            self.pod_deleted(pod, false, cache, now, trace);
            return;
        }
        if let Some(owner) = pod.metadata.controller() {
            let Some(job) = resolve(pod, owner, cache) else {
                return ignored(pod, IgnoredEvent::OwnerUnknown, trace);
            };
            let key = job.key();
            let creations = self.lower_expectations(&key, 1, 0, trace).map(|record| record.creations);
            trace.note(Note::CreationObserved { job: key.clone(), pod: pod.key(), creations });
            self.queue_job(&key, QueueCause::PodAdded, self.profile.pod_event_batch, now, trace);
            return;
        }
        let tracked = self.queue_if_tracked(pod, OrphanCause::PodWithoutOwner, now, trace);
        let matching = matching_jobs(pod, cache);
        for job in &matching {
            self.queue_job(job, QueueCause::OrphanMayMatch, self.profile.pod_event_batch, now, trace);
        }
        if !tracked && matching.is_empty() {
            ignored(pod, IgnoredEvent::NoOwnerNoMatch, trace);
        }
    }

    fn pod_updated(&mut self, old: &Pod, new: &Pod, cache: &Cache, now: Time, trace: &mut Trace) {
        if old.metadata.resource_version == new.metadata.resource_version {
            return ignored(new, IgnoredEvent::SameRevision, trace);
        }
        if new.metadata.is_deleting() {
            self.pod_deleted(new, false, cache, now, trace);
            return;
        }
        let (old_owner, owner) = (old.metadata.controller(), new.metadata.controller());
        let owner_changed = old_owner != owner;
        let is_failed = new.status.phase == PodPhase::Failed;
        let turned_failed = is_failed && old.status.phase != PodPhase::Failed;
        let waits = match self.profile.failed_pod_waits {
            FailedPodWaits::Never => false,
            FailedPodWaits::WhenItFails => turned_failed,
            FailedPodWaits::Always => is_failed,
        };
        let mut handled = false;
        if owner_changed && let Some(job) = old_owner.and_then(|owner| resolve(old, owner, cache)) {
            handled = true;
            self.observe_missing_finalizer(&job.key(), new, trace);
            self.queue_for_pod(&job.key(), QueueCause::PodReleased, waits, now, trace);
        }
        if let Some(owner) = owner {
            let Some(job) = resolve(new, owner, cache) else {
                if !handled {
                    ignored(new, IgnoredEvent::OwnerUnknown, trace);
                }
                return;
            };
            self.observe_missing_finalizer(&job.key(), new, trace);
            let cause = if turned_failed { QueueCause::PodFailed } else { QueueCause::PodChanged };
            self.queue_for_pod(&job.key(), cause, waits, now, trace);
            return;
        }
        handled |= self.queue_if_tracked(new, OrphanCause::PodWithoutOwner, now, trace);
        if owner_changed || old.metadata.labels != new.metadata.labels {
            for job in matching_jobs(new, cache) {
                handled = true;
                self.queue_for_pod(&job, QueueCause::OrphanMayMatch, waits, now, trace);
            }
        }
        if !handled {
            ignored(new, IgnoredEvent::NoOwnerNoMatch, trace);
        }
    }

    /// `gone`: the object is deleted, not only marked for it.
    fn pod_deleted(&mut self, pod: &Pod, gone: bool, cache: &Cache, now: Time, trace: &mut Trace) {
        let Some(owner) = pod.metadata.controller() else {
            if !self.queue_if_tracked(pod, OrphanCause::PodWithoutOwner, now, trace) {
                ignored(pod, IgnoredEvent::NoOwnerNoMatch, trace);
            }
            return;
        };
        let job = match resolve(pod, owner, cache) {
            // Before finalizers a finished Job was no exception.
            Some(job) if !job.is_finished() || self.profile.accounting == Accounting::LivePods => job,
            resolved => {
                if !self.queue_if_tracked(pod, OrphanCause::OwnerFinishedOrGone, now, trace) {
                    let finished = resolved.is_some();
                    let why = if finished { IgnoredEvent::OwnerFinished } else { IgnoredEvent::OwnerUnknown };
                    ignored(pod, why, trace);
                }
                return;
            }
        };
        let key = job.key();
        let deletions = self.lower_expectations(&key, 0, 1, trace).map(|record| record.deletions);
        trace.note(Note::DeletionObserved { job: key.clone(), pod: pod.key(), deletions });
        if gone || !pod.metadata.has_finalizer(TRACKING_FINALIZER) {
            self.observe_finalizer_removal(&key, pod, trace);
        }
        self.queue_job(&key, QueueCause::PodDeleted, self.profile.pod_event_batch, now, trace);
    }

    fn job_updated(&mut self, old: &Job, new: &Job, cache: &Cache, now: Time, trace: &mut Trace) {
        let (key, finished) = (new.key(), new.is_finished());
        if finished && self.profile.finished_update_cleans_up {
            self.queue_orphans(new, OrphanCause::JobFinished, cache, now, trace);
        }
        if finished && !self.profile.finished_update_queues_job {
            return;
        }
        if old.metadata.generation == new.metadata.generation {
            let delay = self.profile.job_status_batch;
            self.queue_job(&key, QueueCause::JobStatusChanged, delay, now, trace);
        } else {
            self.queue_job(&key, QueueCause::JobSpecChanged, Span::ZERO, now, trace);
        }
        let deadline = new.spec.active_deadline_seconds;
        if let (Some(started), Some(seconds)) = (new.status.start_time, deadline)
            && deadline != old.spec.active_deadline_seconds
        {
            let left = Span::from_secs(seconds) - (now - started);
            self.queue_job(&key, QueueCause::DeadlineChanged, left, now, trace);
        }
    }

    fn job_deleted(&mut self, job: &Job, cache: &Cache, now: Time, trace: &mut Trace) {
        let key = job.key();
        if self.profile.deletion_drops_backoff && self.backoff.contains_key(&key) {
            self.commit(ControllerChange::Backoff { job: key.clone(), record: None }, trace);
            trace.note(Note::BackoffForgotten { job: key.clone() });
        }
        self.forget_finish(&job.metadata.uid, trace);
        self.written.forget_of(&key, &job.metadata.uid, trace);
        self.queue_job(&key, QueueCause::JobDeleted, Span::ZERO, now, trace);
        self.queue_orphans(job, OrphanCause::JobDeleted, cache, now, trace);
    }

    /// Queues the pods that a finished or deleted Job may have left with the finalizer.
    fn queue_orphans(&mut self, job: &Job, cause: OrphanCause, cache: &Cache, now: Time, trace: &mut Trace) {
        if self.profile.orphan_selectors {
            self.queue_orphans_of(job, cause, now, trace);
            return;
        }
        for pod in cache.pods_controlled_by(&job.metadata.uid).map(|listed| &listed.pod) {
            if job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels)) {
                self.queue_if_tracked(pod, cause, now, trace);
            }
        }
    }

    /// Queues the pod as an orphan if it carries the finalizer; says whether it did.
    fn queue_if_tracked(&mut self, pod: &Pod, cause: OrphanCause, now: Time, trace: &mut Trace) -> bool {
        let tracked = pod.metadata.has_finalizer(TRACKING_FINALIZER);
        if tracked {
            self.queue_orphan(OrphanItem::Pod(pod.key()), cause, now, trace);
        }
        tracked
    }

    fn queue_for_pod(
        &mut self,
        job: &ObjectKey,
        cause: QueueCause,
        waits: bool,
        now: Time,
        trace: &mut Trace,
    ) {
        let mut delay = self.profile.pod_event_batch;
        if waits {
            let backoff = self.requeue_backoff(job);
            delay = if backoff > Span::ZERO { backoff } else { delay };
        }
        self.queue_job(job, cause, delay, now, trace);
    }

    fn observe_missing_finalizer(&mut self, job: &ObjectKey, pod: &Pod, trace: &mut Trace) {
        if !pod.metadata.has_finalizer(TRACKING_FINALIZER) {
            self.observe_finalizer_removal(job, pod, trace);
        }
    }

    fn observe_finalizer_removal(&mut self, job: &ObjectKey, pod: &Pod, trace: &mut Trace) {
        if self.finalizer_removal_observed(job, &pod.metadata.uid, trace) {
            let left = self.finalizer_expectations.count(job) as u32;
            trace.note(Note::FinalizerRemovalObserved { job: job.clone(), pod: pod.key(), left });
        }
    }
}

/// The cached Job that the reference means. Its UID must agree: a namesake is another Job.
pub(super) fn resolve<'a>(pod: &Pod, owner: &OwnerReference, cache: &'a Cache) -> Option<&'a Arc<Job>> {
    if &*owner.kind != "Job" {
        return None;
    }
    let key = ObjectKey { namespace: pod.metadata.namespace.clone(), name: owner.name.clone() };
    cache.job(&key).filter(|job| job.metadata.uid == owner.uid)
}

/// Jobs of the pod's namespace whose selector matches its labels, by name.
fn matching_jobs(pod: &Pod, cache: &Cache) -> Vec<ObjectKey> {
    if pod.metadata.labels.is_empty() {
        return Vec::new();
    }
    let same_namespace = cache.jobs().filter(|job| job.metadata.namespace == pod.metadata.namespace);
    let matching = same_namespace.filter(|job| {
        job.spec.selector.as_ref().is_some_and(|selector| selector.matches(&pod.metadata.labels))
    });
    matching.map(|job| job.key()).collect()
}

fn ignored(pod: &Pod, why: IgnoredEvent, trace: &mut Trace) {
    trace.note(Note::HandlerIgnored { object: pod.key(), why });
}
