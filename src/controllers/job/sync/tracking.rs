//! Status tracking as it is carried out: announce, take finalizers off, count, finish.

use std::sync::Arc;

use super::super::JobController;
use super::super::client::Client;
use super::super::context::Context;
use super::super::outcome::Decision;
use super::super::track::{self, Marked};
use super::{SyncError, record_event};
use crate::api::{ApiError, EventType, JobCondition, JobConditionType, Object, Pod, PodPatch, Request, Text};
use crate::sorted::SortedSet;
use crate::trace::{
    BackoffRecord, ControllerChange, FinalizerBecause, FinishWaits, Note, StatusWrite, Trace,
};

const ADDING: &str = "adding uncounted pods to status";
const REMOVING: &str = "removing uncounted pods from status";

impl JobController {
    /// Mirrors upstream `trackJobStatusAndRemoveFinalizers`. Returns whether the Job as it was before the first write
    /// of this sync counts as finished.
    pub(super) fn track(
        &mut self,
        context: &mut Context,
        decision: Option<Decision>,
        needs_write: bool,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<bool, SyncError> {
        let mut decision = decision;
        let mut needs_write = needs_write;
        let mut with_finalizer = track::uids_with_finalizer(context);
        needs_write |= drain(context, &with_finalizer, trace);
        let marked = track::mark(context, decision.as_ref(), &self.profile);
        let Marked { pods, notes, capped, needs_write: marked_something } = marked;
        notes.into_iter().for_each(|note| trace.note(note));
        needs_write |= marked_something;
        needs_write |= track::set_indexes(context);
        if let Some(decision) = &mut decision {
            let announced = decision.condition.clone();
            if track::announce(&mut context.job.status, decision, context.now) {
                needs_write = true;
                trace.note(Note::InterimCondition { condition: announced.r#type, reason: announced.reason });
            }
        }
        let mut wrote = false;
        if needs_write {
            self.write_status(context, StatusWrite::First, client, trace)
                .map_err(|error| SyncError::Tracking { stage: Some(ADDING), error })?;
            self.record_backoff(context, trace);
            wrote = true;
        }
        let patched = self.remove_finalizers(context, &pods, &mut with_finalizer, client, trace);
        let mut needs_write = drain(context, &with_finalizer, trace);
        if let Err(error) = patched {
            if needs_write {
                self.write_status(context, StatusWrite::Second, client, trace)
                    .map_err(|error| SyncError::Tracking { stage: Some(REMOVING), error })?;
            }
            if decision.is_some() {
                trace.note(Note::FinishWaits { why: FinishWaits::PatchFailed, count: 0 });
            }
            return Err(SyncError::Tracking { stage: None, error });
        }
        let finished = decision.filter(|_| self.may_finish(context, capped, trace));
        if let Some(decision) = &finished {
            finish(context, &decision.condition, trace);
            needs_write = true;
        }
        if needs_write {
            self.write_status(context, StatusWrite::Second, client, trace)
                .map_err(|error| SyncError::Tracking { stage: Some(REMOVING), error })?;
        } else if !wrote && pods.is_empty() {
            trace.note(Note::NothingToWrite);
        }
        if let Some(decision) = &finished {
            self.remember_finish(context, trace);
            tell_finish(context, &decision.condition, client, trace);
        }
        Ok(finished.is_some() && !wrote)
    }

    /// Why a decided finish is not written yet is noted.
    fn may_finish(&self, context: &Context, capped: bool, trace: &mut Trace) -> bool {
        let uncounted = context.uncounted().len();
        let waits = if capped {
            Some((FinishWaits::Capped, track::UNCOUNTED_MAX as i32))
        } else if uncounted > 0 {
            Some((FinishWaits::Uncounted, uncounted as i32))
        } else if self.profile.delays_terminal_condition && context.terminating > 0 {
            Some((FinishWaits::Terminating, context.terminating))
        } else {
            None
        };
        if let Some((why, count)) = waits {
            trace.note(Note::FinishWaits { why, count });
        }
        waits.is_none()
    }

    pub(super) fn write_status(
        &mut self,
        context: &mut Context,
        write: StatusWrite,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), ApiError> {
        let request = Request::UpdateJobStatus {
            key: context.key.clone(),
            uid: context.job.metadata.uid.clone(),
            resource_version: context.job.metadata.resource_version,
            status: Box::new(context.job.status.clone()),
        };
        let answer = client.send(request, trace, |answer, unchanged| match answer {
            Ok(job) => Note::StatusWritten { write, revision: job.metadata().resource_version, unchanged },
            Err(error) => Note::StatusRefused { write, error: error.clone() },
        })?;
        if let Object::Job(job) = answer {
            context.job = Arc::unwrap_or_clone(job);
        }
        Ok(())
    }

    /// Stores the back-off that this sync computed: its failures are announced now and will not be new again.
    fn record_backoff(&mut self, context: &Context, trace: &mut Trace) {
        let record = Some(context.backoff).filter(|record| *record != BackoffRecord::default());
        if self.backoff.get(&context.key).copied() != record {
            self.commit(ControllerChange::Backoff { job: context.key.clone(), record }, trace);
            trace.note(Note::BackoffRecorded { job: context.key.clone(), record: context.backoff });
        }
    }

    /// Takes the finalizer off each pod, and strikes it out of those that carry one. Returns the first error; a pod that
    /// is gone counts as done.
    fn remove_finalizers(
        &mut self,
        context: &Context,
        pods: &[Arc<Pod>],
        with_finalizer: &mut SortedSet<Text>,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), ApiError> {
        if pods.is_empty() {
            return Ok(());
        }
        let uids = pods.iter().map(|pod| pod.metadata.uid.clone()).collect();
        self.commit(ControllerChange::FinalizersExpected { job: context.key.clone(), uids }, trace);
        trace.note(Note::RemovalsExpected { pods: pods.len() as u32 });
        let mut result = Ok(());
        for pod in pods {
            let request = Request::PatchPod { key: pod.key(), patch: PodPatch::RemoveFinalizer };
            let answer = client.send(request, trace, |answer, unchanged| match answer {
                Ok(_) => Note::FinalizerRemoved { pod: pod.key(), why: FinalizerBecause::Counted, unchanged },
                Err(error) => Note::FinalizerRemovalFailed {
                    pod: pod.key(),
                    error: error.clone(),
                    counts_as_removed: error.is_not_found(),
                },
            });
            if let Err(error) = answer {
                if self.finalizer_removal_observed(&context.key, &pod.metadata.uid, trace) {
                    let left = self.finalizer_expectations.count(&context.key) as u32;
                    let (job, pod) = (context.key.clone(), pod.key());
                    trace.note(Note::FinalizerRemovalObserved { job, pod, left });
                }
                if !error.is_not_found() {
                    with_finalizer.insert(&pod.metadata.uid);
                    result = result.and(Err(error));
                    continue;
                }
            }
            with_finalizer.remove(&pod.metadata.uid);
        }
        result
    }

    fn remember_finish(&mut self, context: &Context, trace: &mut Trace) {
        if self.profile.remembers_finished {
            let uid = context.job.metadata.uid.clone();
            self.commit(ControllerChange::FinishUnseen { uid, unseen: true }, trace);
        }
    }
}

/// Moves UIDs without finalizer to the counters, in the working copy. Says whether there were any.
fn drain(context: &mut Context, with_finalizer: &SortedSet<Text>, trace: &mut Trace) -> bool {
    let (succeeded, failed) = track::drain(&mut context.job.status, with_finalizer);
    let drained = succeeded + failed > 0;
    if drained {
        trace.note(Note::Drained {
            succeeded: succeeded as u32,
            failed: failed as u32,
            total_succeeded: context.job.status.succeeded,
            total_failed: context.job.status.failed,
        });
    }
    drained
}

/// Writes the terminal condition into the working copy.
fn finish(context: &mut Context, condition: &JobCondition, trace: &mut Trace) {
    if condition.r#type == JobConditionType::Complete {
        context.job.status.completion_time = condition.last_transition_time;
    }
    context.job.status.conditions.push(condition.clone());
    trace.note(Note::JobFinished {
        condition: condition.r#type.clone(),
        reason: condition.reason.clone(),
        message: condition.message.clone(),
    });
}

/// The Events of a finish, once it is stored.
fn tell_finish(context: &Context, condition: &JobCondition, client: &mut Client<'_>, trace: &mut Trace) {
    let job = &context.job;
    if condition.r#type != JobConditionType::Complete {
        record_event(job, EventType::Warning, &condition.reason, &condition.message, client, trace);
        return;
    }
    if job.spec.completions.is_some_and(|completions| job.status.succeeded > completions) {
        let message = "Too many succeeded pods running after completion count reached";
        record_event(job, EventType::Warning, "TooManySucceededPods", message, client, trace);
    }
    record_event(job, EventType::Normal, "Completed", "Job completed", client, trace);
}
