//! `syncJob`: one pass over one Job, from the caches to the writes.
//!
//! It reads top to bottom like the drawing of the loop. What to do is decided in `outcome`, `manage` and `track`;
//! here it is done.

mod live;
mod requests;
mod tracking;

use std::fmt;
use std::sync::Arc;

use super::client::Client;
use super::context::Context;
use super::manage::{self, Plan};
use super::outcome::{self, Decision};
use super::profile::{Accounting, ReadyPods};
use super::{JobController, backoff};
use crate::api::{
    ApiError, CompletionMode, ConditionStatus, ErrorReason, Event, EventType, Job, JobCondition,
    JobConditionType, Kind, ObjectKey, Text,
};
use crate::informer::Cache;
use crate::time::{Span, Time};
use crate::trace::{
    BackoffRecord, ControllerChange, ExpectationsMet, ManageSkipped, Note, QueueCause, Trace, Withheld,
};
use requests::Removed;

/// Why a sync failed; the text is the one that the controller logs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SyncError {
    CacheBehind {
        kind: Kind,
        read: u64,
        written: u64,
    },
    /// Pods could not be adopted or released.
    Claim(Text),
    /// Pods could not be created or deleted.
    Manage(Text),
    Tracking {
        stage: Option<&'static str>,
        error: ApiError,
    },
    /// A new failure, in the versions that call it an error.
    NewFailure(ObjectKey),
    Orphan(ApiError),
    Selector(Text),
}

impl fmt::Display for SyncError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SyncError::CacheBehind { kind, read, written } => write!(
                formatter,
                "read version: {read} is not as new as written version: {written} for group resource {}",
                kind.resource()
            ),
            SyncError::Claim(error) | SyncError::Manage(error) => formatter.write_str(error),
            SyncError::Tracking { stage: Some(stage), error } => {
                write!(formatter, "tracking status: {stage}: {error}")
            }
            SyncError::Tracking { stage: None, error } => write!(formatter, "tracking status: {error}"),
            SyncError::NewFailure(key) => write!(formatter, "failed pod(s) detected for job key \"{key}\""),
            SyncError::Orphan(error) => write!(formatter, "{error}"),
            SyncError::Selector(text) => write!(formatter, "invalid label selector: {text}"),
        }
    }
}

/// What a sync without an error does to the failure count of its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Synced {
    Forget,
    KeepFailures,
}

/// What managing pods came to, on the way to the status.
struct Managed {
    active: i32,
    ready: i32,
    terminating: i32,
    suspension_changed: bool,
    error: Option<Text>,
}

impl JobController {
    /// One sync of one Job. Mirrors upstream `syncJob`.
    pub(super) fn sync_job(
        &mut self,
        key: &ObjectKey,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Synced, SyncError> {
        if self.profile.reads_own_writes {
            client.own_writes.check(key, cache, trace)?;
        }
        let Some(job) = self.job_to_sync(key, cache, client, trace) else {
            return Ok(Synced::Forget);
        };
        match self.profile.accounting {
            Accounting::LivePods => self.sync_live(&job, cache, client, trace),
            Accounting::Finalizers => self.sync_tracked(&job, cache, client, trace).map(|()| Synced::Forget),
        }
    }

    /// The sync of a Job whose finished pods are held by finalizers until they are counted.
    fn sync_tracked(
        &mut self,
        job: &Arc<Job>,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), SyncError> {
        let key = &job.key();
        let now = client.now;
        let met = self.expectations.met(key, now);
        self.note_expectations(key, met, now, trace);
        let expected_removals = self.finalizer_expectations.get(key);
        let pods = self.claim_pods(job, cache, client, trace)?;
        let mut job = Job::clone(job);
        let failed_before = job.status.failed;
        let starts = job.status.start_time.is_none() && !job.spec.is_suspended();
        if starts {
            job.status.start_time = Some(now);
        }
        let stored_backoff = self.backoff.get(key).copied();
        let mut context =
            Context::new(job, pods, met.is_some(), expected_removals, stored_backoff, now, &self.profile);
        note_counts(&context, trace);
        if starts {
            trace.note(Note::StartTimeSet { at: now });
        }
        let mut decision = self.decide(&context, trace);
        let managed = if decision.is_some() {
            self.finish_pods(&context, &mut decision, client, trace)
        } else {
            let mut managed = self.manage_pods(&mut context, client, trace);
            self.complete_or_suspend(&mut context, &mut managed, &mut decision, client, trace);
            managed
        };
        let differs = set_pod_counts(&mut context, &managed, self.profile.ready_pods);
        let needs_write = managed.suspension_changed || !differs.is_empty();
        trace.note(Note::StatusCompared { differs });
        context.terminating = managed.terminating;
        let had_new_failure = context.failed > failed_before;
        let finished = self.track(&mut context, decision, needs_write, client, trace);
        self.conclude(&context, finished, had_new_failure, managed.error, client, trace)
    }

    /// The cached Job, if there is anything to do for it.
    fn job_to_sync(
        &mut self,
        key: &ObjectKey,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Option<Arc<Job>> {
        let Some(job) = cache.job(key).cloned() else {
            self.forget_job(key, client, trace);
            trace.note(Note::JobMissing { job: key.clone() });
            return None;
        };
        if self.is_managed_by_other(&job) {
            let managed_by = job.spec.managed_by.clone().unwrap_or_default();
            trace.note(Note::ManagedByOther { job: key.clone(), managed_by });
            return None;
        }
        if job.is_finished() {
            self.forget_backoff(key, trace);
            self.forget_finish(&job.metadata.uid, trace);
            client.own_writes.forget_of(key, &job.metadata.uid, trace);
            let complete = job.status.has(&JobConditionType::Complete);
            let condition = if complete { JobConditionType::Complete } else { JobConditionType::Failed };
            trace.note(Note::AlreadyFinished { job: key.clone(), condition });
            return None;
        }
        if self.profile.remembers_finished && self.finish_unseen.contains(&job.metadata.uid) {
            trace.note(Note::FinishUnseen { job: key.clone() });
            return None;
        }
        if let Some(CompletionMode::Other(mode)) = &job.spec.completion_mode {
            trace.note(Note::CompletionModeUnknown { job: key.clone(), mode: mode.clone() });
            let message = "Skipped Job sync because completion mode is unknown";
            record_event(&job, EventType::Warning, "UnknownCompletionMode", message, client, trace);
            return None;
        }
        Some(job)
    }

    /// Drops everything that is remembered by the key of a Job that is gone.
    fn forget_job(&mut self, key: &ObjectKey, client: &mut Client<'_>, trace: &mut Trace) {
        if self.expectations.get(key).is_some() {
            self.commit(ControllerChange::Expectations { job: key.clone(), record: None }, trace);
        }
        if self.finalizer_expectations.count(key) > 0 {
            self.commit(ControllerChange::FinalizersForgotten { job: key.clone() }, trace);
        }
        self.forget_backoff(key, trace);
        client.own_writes.forget(key, trace);
    }

    fn forget_backoff(&mut self, key: &ObjectKey, trace: &mut Trace) {
        if self.backoff.contains_key(key) {
            self.commit(ControllerChange::Backoff { job: key.clone(), record: None }, trace);
        }
    }

    /// The final status of this UID was seen, or will never be.
    pub(super) fn forget_finish(&mut self, uid: &Text, trace: &mut Trace) {
        if self.finish_unseen.contains(uid) {
            self.commit(ControllerChange::FinishUnseen { uid: uid.clone(), unseen: false }, trace);
        }
    }

    fn note_expectations(&self, key: &ObjectKey, met: Option<ExpectationsMet>, now: Time, trace: &mut Trace) {
        let record = self.expectations.get(key);
        let (creations, deletions) = record.map_or((0, 0), |record| (record.creations, record.deletions));
        let age = record.map_or(Span::ZERO, |record| now - record.set_at);
        let job = key.clone();
        trace.note(match met {
            Some(why) => Note::ExpectationsMet { job, why, creations, deletions, age },
            None => {
                let expires_in = super::expectations::EXPECTATIONS_TIMEOUT - age;
                Note::ExpectationsOwed { job, creations, deletions, age, expires_in }
            }
        });
    }

    /// Whether the Job ends here, and if not yet, when its deadline asks again.
    fn decide(&mut self, context: &Context, trace: &mut Trace) -> Option<Decision> {
        let mut decision = outcome::decide(context, &self.profile);
        let deadline = outcome::deadline(context).filter(|_| decision.is_none());
        if let Some(deadline) = &deadline {
            let remaining = deadline.limit - deadline.elapsed;
            let added = self.add_after(&context.key, QueueCause::Deadline, remaining, context.now, trace);
            trace.note(Note::DeadlineArmed {
                active_deadline: deadline.limit,
                elapsed: deadline.elapsed,
                remaining,
                added,
            });
        }
        decision = decision.or_else(|| outcome::decide_by_indexes(context, &self.profile));
        trace.note(match &decision {
            Some(decision) => decided(decision),
            None => Note::NoFinish {
                failed: context.failed,
                backoff_limit: context.job.spec.backoff_limit(),
                restarts: outcome::restarts(context),
                deadline_left: deadline.map(|deadline| deadline.limit - deadline.elapsed),
            },
        });
        decision
    }

    /// The Job ends: its active pods go. The decision is withheld unless all of them went and nothing is owed.
    fn finish_pods(
        &mut self,
        context: &Context,
        decision: &mut Option<Decision>,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Managed {
        let active = context.active;
        if active > 0 {
            trace.note(Note::FinishDeletes { active: active as u32 });
        }
        let removed = self.delete_active_pods(context, client, trace);
        let withheld = if removed.count != active {
            Some(Withheld::DeletesFailed)
        } else {
            (!context.expectations_met).then_some(Withheld::ExpectationsOwed)
        };
        if let Some(why) = withheld {
            trace.note(Note::DecisionWithheld { why, deleted: removed.count as u32, active: active as u32 });
            *decision = None;
        }
        after_removal(context, removed)
    }

    fn manage_pods(&mut self, context: &mut Context, client: &mut Client<'_>, trace: &mut Trace) -> Managed {
        let unmanaged = Managed {
            active: context.active,
            ready: context.ready,
            terminating: context.terminating,
            suspension_changed: false,
            error: None,
        };
        if let Some(why) = skipped(context) {
            trace.note(Note::ManageSkipped { why });
            return unmanaged;
        }
        let (plan, notes) = manage::plan(context, &self.profile);
        notes.into_iter().for_each(|note| trace.note(note));
        match plan {
            Plan::Nothing => unmanaged,
            Plan::Wait { remaining } => {
                self.wait_for_backoff(context, remaining, trace);
                let active = if self.profile.backoff_hides_active { 0 } else { unmanaged.active };
                Managed { active, ..unmanaged }
            }
            Plan::Delete { pods, suspended } => {
                let removed = self.delete_uncounted_pods(context, &pods, suspended, client, trace);
                after_removal(context, removed)
            }
            Plan::Create { count, indexes } => {
                let (created, error) = self.create_pods(context, count, indexes.as_deref(), client, trace);
                Managed { active: unmanaged.active + created, error, ..unmanaged }
            }
        }
    }

    fn wait_for_backoff(&mut self, context: &Context, remaining: Span, trace: &mut Trace) {
        let delay = remaining.max(self.profile.pod_event_batch);
        let added = self.add_after(&context.key, QueueCause::Backoff, delay, context.now, trace);
        let BackoffRecord { failures, last_failure } = context.backoff;
        trace.note(if context.has_backoff_limit_per_index(&self.profile) {
            let indexes = context.delayed.keys().copied().collect();
            Note::IndexBackoffPending { indexes, remaining, added }
        } else {
            let delay = backoff::delay_after(failures, &self.profile);
            Note::BackoffPending { failures, last_failure, delay, remaining, added }
        });
    }

    /// Nothing failed the Job. Either its completions are reached, or its suspension may have changed.
    fn complete_or_suspend(
        &mut self,
        context: &mut Context,
        managed: &mut Managed,
        decision: &mut Option<Decision>,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) {
        *decision = outcome::decide_by_completions(context, managed.active, &self.profile);
        if let Some(decision) = decision {
            trace.note(decided(decision));
            return;
        }
        trace.note(Note::CompletionsMissing {
            succeeded: context.succeeded,
            completions: context.job.spec.completions,
            active: managed.active,
        });
        let concerns_suspension = context.job.spec.is_suspended()
            || context.job.status.conditions.iter().any(|held| held.r#type == JobConditionType::Suspended);
        if concerns_suspension && skipped(context).is_none() {
            managed.suspension_changed = self.set_suspension(context, client, trace);
        }
    }

    /// Writes the Suspended condition into the working copy, if it changes. Here the WebAssembly module is cut in two, so it
    /// is never inlined.
    #[inline(never)]
    fn set_suspension(&self, context: &mut Context, client: &mut Client<'_>, trace: &mut Trace) -> bool {
        let now = context.now;
        let suspended = context.job.spec.is_suspended();
        let (status, reason, message) = if suspended {
            (ConditionStatus::True, "JobSuspended", "Job suspended")
        } else {
            (ConditionStatus::False, "JobResumed", "Job resumed")
        };
        let condition = JobCondition::new(JobConditionType::Suspended, status, reason, message, now);
        if !ensure_condition(&mut context.job, condition) {
            return false;
        }
        let event = if suspended {
            if self.profile.suspend_clears_start_time {
                context.job.status.start_time = None;
            }
            trace.note(Note::JobSuspended);
            "Suspended"
        } else {
            context.job.status.start_time = Some(now);
            trace.note(Note::JobResumed { start_time: now });
            "Resumed"
        };
        record_event(&context.job, EventType::Normal, event, message, client, trace);
        true
    }

    /// The result of the sync: an error of tracking hides one of managing.
    fn conclude(
        &mut self,
        context: &Context,
        tracked: Result<bool, SyncError>,
        had_new_failure: bool,
        managed: Option<Text>,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), SyncError> {
        let finished_before = match tracked {
            Ok(finished_before) => finished_before,
            Err(SyncError::Tracking { error, .. })
                if self.profile.conflict_is_swallowed && error.reason == ErrorReason::Conflict =>
            {
                let delay = self.requeue_backoff(&context.key);
                let added = self.add_after(&context.key, QueueCause::Conflict, delay, client.now, trace);
                trace.note(Note::ConflictSwallowed { delay, added });
                return Ok(());
            }
            Err(error) => return Err(error),
        };
        if self.profile.new_failure_is_an_error && had_new_failure && !finished_before {
            trace.note(Note::NewFailureRetried { failed: context.failed });
            return Err(SyncError::NewFailure(context.key.clone()));
        }
        managed.map_or(Ok(()), |error| Err(SyncError::Manage(error)))
    }
}

fn skipped(context: &Context) -> Option<ManageSkipped> {
    if !context.expectations_met {
        Some(ManageSkipped::ExpectationsOwed)
    } else {
        context.job.metadata.is_deleting().then_some(ManageSkipped::JobDeleting)
    }
}

fn after_removal(context: &Context, removed: Removed) -> Managed {
    Managed {
        active: context.active - removed.count,
        ready: context.ready - removed.ready,
        terminating: context.terminating + removed.count,
        suspension_changed: false,
        error: removed.error,
    }
}

fn decided(decision: &Decision) -> Note {
    Note::FinishDecided {
        condition: decision.condition.r#type.clone(),
        reason: decision.condition.reason.clone(),
        message: decision.condition.message.clone(),
        rule: decision.rule.clone(),
    }
}

fn note_counts(context: &Context, trace: &mut Trace) {
    let finished = context.inactive_pods().filter(|pod| pod.is_terminal()).count();
    trace.note(Note::PodsClaimed {
        pods: context.pods.len() as u32,
        active: context.active as u32,
        ready: context.ready as u32,
        terminating: context.terminating as u32,
        finished: finished as u32,
        awaiting_removal: context.expected_removals.len() as u32,
    });
    let backoff_limit = context.job.spec.backoff_limit();
    trace.note(if context.is_indexed() {
        Note::CountedIndexed {
            completed_indexes: context.succeeded_indexes.to_string().into(),
            failed_indexes: context.failed_indexes.as_ref().map(|failed| failed.to_string().into()),
            succeeded: context.succeeded,
            failed: context.counted_failed,
            completions: context.completions(),
            backoff_limit,
            ignored: context.ignored,
        }
    } else {
        Note::Counted {
            succeeded: context.counted_succeeded,
            failed: context.counted_failed,
            completions: context.job.spec.completions,
            backoff_limit,
            ignored: context.ignored,
        }
    });
}

/// Puts active, ready and terminating into the working copy; names those that changed.
fn set_pod_counts(context: &mut Context, managed: &Managed, ready_pods: ReadyPods) -> Vec<Text> {
    let ready = match ready_pods {
        ReadyPods::NotWritten => None,
        ReadyPods::Found => Some(context.ready),
        ReadyPods::WithoutDeleted => Some(managed.ready),
    };
    let terminating = context.counts_terminating.then_some(managed.terminating);
    let status = &mut context.job.status;
    let mut differs: Vec<Text> = Vec::new();
    if status.active != managed.active {
        differs.push("active".into());
    }
    if status.ready != ready {
        differs.push("ready".into());
    }
    if status.terminating != terminating {
        differs.push("terminating".into());
    }
    (status.active, status.ready, status.terminating) = (managed.active, ready, terminating);
    differs
}

/// Replaces the condition of the same type if status, reason or message differ. A condition that is False is not added.
fn ensure_condition(job: &mut Job, condition: JobCondition) -> bool {
    let conditions = &mut job.status.conditions;
    match conditions.iter_mut().find(|held| held.r#type == condition.r#type) {
        Some(held) => {
            let same = held.status == condition.status
                && held.reason == condition.reason
                && held.message == condition.message;
            if !same {
                *held = condition;
            }
            !same
        }
        None if condition.status == ConditionStatus::False => false,
        None => {
            conditions.push(condition);
            true
        }
    }
}

/// Records an Event about the Job. Upstream does so beside the sync: it never fails one.
fn record_event(
    job: &Job,
    r#type: EventType,
    reason: &str,
    message: &str,
    client: &mut Client<'_>,
    trace: &mut Trace,
) {
    let event =
        Event { job: job.key(), r#type, reason: reason.into(), message: message.into(), at: client.now };
    client.record(Arc::new(event), trace);
}
