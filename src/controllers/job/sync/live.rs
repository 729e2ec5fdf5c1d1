//! The sync before finalizers (1.19): it counts the pods that the cache shows now, every time anew.
//!
//! What the back-off limit counts are failed syncs of the key since it was last forgotten, not pods.

use std::sync::Arc;

use super::super::client::Client;
use super::super::context::Context;
use super::super::manage::{self, CREATE_DELETE_MAX, Plan};
use super::super::{JobController, outcome};
use super::{Managed, SyncError, Synced, after_removal, decided, record_event, skipped};
use crate::api::{ConditionStatus, EventType, Job, JobCondition, JobConditionType, PodPhase};
use crate::informer::Cache;
use crate::sorted::SortedSet;
use crate::time::Span;
use crate::trace::{FinishRule, ManageSkipped, Note, QueueCause, StatusWrite, Trace};

/// The counts of one sync.
struct Counts {
    active: i32,
    succeeded: i32,
    failed: i32,
}

impl JobController {
    /// Mirrors upstream `syncJob` of that version. Here the WebAssembly module is cut in two, so it is never inlined.
    #[inline(never)]
    pub(super) fn sync_live(
        &mut self,
        job: &Arc<Job>,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Synced, SyncError> {
        let (key, now) = (job.key(), client.now);
        let previous_retries = self.queue.failures(&key);
        let met = self.expectations.met(&key, now);
        self.note_expectations(&key, met, now, trace);
        let pods = self.claim_pods(job, cache, client, trace)?;
        let mut job = Job::clone(job);
        let before = job.status.clone();
        if job.status.start_time.is_none() {
            job.status.start_time = Some(now);
            trace.note(Note::StartTimeSet { at: now });
            self.arm_first_deadline(&job, trace, now);
        }
        let mut context = Context::new(job, pods, met.is_some(), SortedSet::new(), None, now, &self.profile);
        let in_phase = |phase| context.inactive_pods().filter(|pod| pod.status.phase == phase).count() as i32;
        let mut counts = Counts {
            active: context.active,
            succeeded: in_phase(PodPhase::Succeeded),
            failed: in_phase(PodPhase::Failed),
        };
        context.succeeded = counts.succeeded;
        trace.note(Note::CountedLive {
            succeeded: counts.succeeded,
            failed: counts.failed,
            in_status_succeeded: before.succeeded,
            in_status_failed: before.failed,
            previous_retries,
            backoff_limit: context.job.spec.backoff_limit(),
        });
        let has_new_failure = counts.failed > before.failed;
        let failed = failure(&context, has_new_failure, previous_retries);
        let error = match failed {
            Some((rule, reason, message)) => {
                self.fail_live(&mut context, &mut counts, rule, reason, message, client, trace)
            }
            None => self.go_on_live(&mut context, &mut counts, client, trace),
        };
        let forgets = before.succeeded < counts.succeeded;
        let status = &mut context.job.status;
        (status.active, status.succeeded, status.failed) = (counts.active, counts.succeeded, counts.failed);
        let unchanged = (before.active, before.succeeded, before.failed, before.conditions.len())
            == (status.active, status.succeeded, status.failed, status.conditions.len());
        if unchanged {
            trace.note(Note::NothingToWrite);
        } else {
            self.write_status(&mut context, StatusWrite::Only, client, trace)
                .map_err(|error| SyncError::Manage(error.message))?;
            if has_new_failure && !context.job.is_finished() {
                trace.note(Note::NewFailureRetried { failed: counts.failed });
                return Err(SyncError::NewFailure(context.key.clone()));
            }
        }
        match error {
            Some(error) => Err(SyncError::Manage(error)),
            None if forgets || !unchanged => Ok(Synced::Forget),
            None => Ok(Synced::KeepFailures),
        }
    }

    fn arm_first_deadline(&mut self, job: &Job, trace: &mut Trace, now: crate::time::Time) {
        if let Some(seconds) = job.spec.active_deadline_seconds {
            let limit = Span::from_secs(seconds);
            let added = self.add_after(&job.key(), QueueCause::Deadline, limit, now, trace);
            trace.note(Note::DeadlineArmed {
                active_deadline: limit,
                elapsed: Span::ZERO,
                remaining: limit,
                added,
            });
        }
    }

    /// The Job failed: its active pods go and count as failed, whatever comes of their deletion.
    #[expect(clippy::too_many_arguments, reason = "a finish has a rule, a reason and a message")]
    fn fail_live(
        &mut self,
        context: &mut Context,
        counts: &mut Counts,
        rule: FinishRule,
        reason: &str,
        message: &str,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Option<crate::api::Text> {
        let condition =
            JobCondition::new(JobConditionType::Failed, ConditionStatus::True, reason, message, context.now);
        trace.note(decided(&outcome::Decision { condition: condition.clone(), rule }));
        if counts.active > 0 {
            trace.note(Note::FinishDeletes { active: counts.active as u32 });
        }
        let removed = self.delete_active_pods(context, client, trace);
        counts.failed += counts.active;
        counts.active = 0;
        end_live(context, condition, trace);
        record_event(&context.job, EventType::Warning, reason, message, client, trace);
        removed.error
    }

    /// Nothing failed the Job: pods are managed, and its completions may be reached.
    fn go_on_live(
        &mut self,
        context: &mut Context,
        counts: &mut Counts,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Option<crate::api::Text> {
        let error = match skipped(context) {
            Some(why) => {
                let (ManageSkipped::ExpectationsOwed | ManageSkipped::JobDeleting) = why;
                trace.note(Note::ManageSkipped { why });
                None
            }
            None => {
                let managed = self.manage_live(context, client, trace);
                counts.active = managed.active;
                managed.error
            }
        };
        let completions = context.job.spec.completions;
        let complete = match completions {
            None => counts.succeeded > 0 && counts.active == 0,
            Some(completions) => counts.succeeded >= completions,
        };
        if !complete {
            let (succeeded, active) = (counts.succeeded, counts.active);
            trace.note(Note::CompletionsMissing { succeeded, completions, active });
            return error;
        }
        let condition =
            JobCondition::new(JobConditionType::Complete, ConditionStatus::True, "", "", context.now);
        let rule = FinishRule::Completions { succeeded: counts.succeeded, completions };
        trace.note(decided(&outcome::Decision { condition: condition.clone(), rule }));
        context.job.status.completion_time = Some(context.now);
        self.tell_surplus(context, counts, client, trace);
        end_live(context, condition, trace);
        record_event(&context.job, EventType::Normal, "Completed", "Job completed", client, trace);
        error
    }

    fn tell_surplus(&self, context: &Context, counts: &Counts, client: &mut Client<'_>, trace: &mut Trace) {
        let Some(completions) = context.job.spec.completions else {
            return;
        };
        let mut warn = |reason: &str, what: &str| {
            let message = format!("Too many {what} pods running after completion count reached");
            record_event(&context.job, EventType::Warning, reason, &message, client, trace);
        };
        if counts.active > 0 {
            warn("TooManyActivePods", "active");
        }
        if counts.succeeded > completions {
            warn("TooManySucceededPods", "succeeded");
        }
    }

    /// Surplus is what exceeds parallelism, however few completions are left; replacements come at once.
    fn manage_live(&mut self, context: &Context, client: &mut Client<'_>, trace: &mut Trace) -> Managed {
        let active = context.active;
        let (plan, notes) = manage::plan_live(context, &self.profile);
        notes.into_iter().for_each(|note| trace.note(note));
        match plan {
            Plan::Delete { pods, .. } => {
                let removed = self.delete_uncounted_pods(context, &pods, false, client, trace);
                after_removal(context, removed)
            }
            Plan::Create { count, .. } => {
                let (created, error) =
                    self.create_pods(context, count.min(CREATE_DELETE_MAX), None, client, trace);
                Managed { active: active + created, error, ..after_removal(context, Default::default()) }
            }
            Plan::Wait { .. } | Plan::Nothing => after_removal(context, Default::default()),
        }
    }
}

/// The first rule that fails the Job.
fn failure(
    context: &Context,
    has_new_failure: bool,
    previous_retries: u32,
) -> Option<(FinishRule, &'static str, &'static str)> {
    const LIMIT: (&str, &str) = ("BackoffLimitExceeded", "Job has reached the specified backoff limit");
    let spec = &context.job.spec;
    let limit = spec.backoff_limit();
    let not_all_active = context.active != spec.parallelism();
    if has_new_failure && not_all_active && i64::from(previous_retries) + 1 > i64::from(limit) {
        return Some((FinishRule::Retries { previous_retries, limit }, LIMIT.0, LIMIT.1));
    }
    if let Some(restarts) = outcome::restarts(context)
        && outcome::exceeds_restarts(restarts, limit)
    {
        return Some((FinishRule::Restarts { restarts, limit }, LIMIT.0, LIMIT.1));
    }
    let deadline = outcome::deadline(context).filter(|deadline| deadline.elapsed >= deadline.limit)?;
    let rule = FinishRule::Deadline { elapsed: deadline.elapsed, limit: deadline.limit };
    Some((rule, "DeadlineExceeded", "Job was active longer than specified deadline"))
}

fn end_live(context: &mut Context, condition: JobCondition, trace: &mut Trace) {
    trace.note(Note::JobFinished {
        condition: condition.r#type.clone(),
        reason: condition.reason.clone(),
        message: condition.message.clone(),
    });
    context.job.status.conditions.push(condition);
}
