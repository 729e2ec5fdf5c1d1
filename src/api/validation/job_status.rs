//! What a status write may say, and what it may not take back.
//!
//! Mirrors upstream `getStatusValidationOptions` of the strategy, `validateJobStatus` and `ValidateJobStatusUpdate`. Most
//! rules hold only where what they are about changes, so that a status that was wrong before does not block others.

use super::indexes::{first_overlap, validate_indexes};
use super::job_spec::validate_not_negative;
use super::metadata::{IMMUTABLE, or_null, shown_time};
use super::status_facts::{Facts, Limits, Uncounted};
use crate::api::field::{Errors, Path, Shown};
use crate::api::version::ServerVersion;
use crate::sorted::order;
use crate::time::Time;

/// Checks the change from one status to another of a Job with these limits.
pub fn validate_status_update(
    limits: &Limits,
    old: &Facts<'_>,
    new: &Facts<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    let change = Change { limits, old, new, version };
    change.validate_numbers(errors);
    validate_uncounted(new.uncounted.as_ref(), errors);
    change.validate_ending(errors);
    change.validate_indexes(errors);
    change.validate_after_ending(errors);
    change.validate_taken_back(errors);
}

struct Change<'a> {
    limits: &'a Limits,
    old: &'a Facts<'a>,
    new: &'a Facts<'a>,
    version: &'a ServerVersion,
}

impl Change<'_> {
    fn validate_numbers(&self, errors: &mut Errors) {
        let new = self.new;
        let path = &Path::new("status");
        let numbers = [
            ("active", Some(new.active)),
            ("succeeded", Some(new.succeeded)),
            ("failed", Some(new.failed)),
            ("ready", new.ready),
            ("terminating", new.terminating),
        ];
        for (field, number) in numbers {
            validate_not_negative(number, path.field(field), errors);
        }
    }

    /// Conditions that end a Job, and what an end asks for.
    fn validate_ending(&self, errors: &mut Errors) {
        let (old, new) = (self.old, self.new);
        let path = &Path::new("status");
        let completes = old.complete != new.complete;
        let fails = old.failed_condition != new.failed_condition;
        let targets = old.failure_target != new.failure_target;
        let finishes = old.is_finished() != new.is_finished();
        let starts = old.start_time != new.start_time;
        let completion_moves = old.completion_time != new.completion_time;

        if (completes || fails) && new.complete && new.failed_condition {
            refuse_conditions("cannot set Complete=True and Failed=true conditions", errors);
        }
        if (completes || targets) && new.complete && new.failure_target {
            refuse_conditions("cannot set Complete=True and FailureTarget=true conditions", errors);
        }
        if (completes || completion_moves) && new.completion_time.is_some() != new.complete {
            let path = path.field("completionTime");
            if new.complete {
                errors.required(path, "completionTime is required for Complete jobs");
            } else {
                let detail = "cannot set completionTime when there is no Complete=True condition";
                self.refuse_time(path, new.completion_time, detail, errors);
            }
        }
        let is_early = new.completion_time.zip(new.start_time).is_some_and(|(end, start)| end < start);
        if (starts || completion_moves) && is_early {
            let detail = self.text(
                "completionTime cannot be set before startTime",
                "must be equal to or after `startTime`",
            );
            self.refuse_time(path.field("completionTime"), new.completion_time, detail, errors);
        }
        if fails && new.failed_condition && !new.failure_target {
            let detail = "cannot set Failed=True condition without the FailureTarget=true condition";
            refuse_conditions(detail, errors);
        }
        let meets = old.success_criteria_met != new.success_criteria_met;
        if (completes || meets) && new.complete && !new.success_criteria_met {
            let detail = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
            refuse_conditions(detail, errors);
        }
        if (finishes || old.active != new.active) && new.is_finished() && new.active > 0 {
            let detail = "active>0 is invalid for finished job";
            errors.invalid(path.field("active"), Shown::Number(new.active), detail);
        }
        let may_lack_start = self.limits.suspended && self.limits.completions == Some(0);
        if (finishes || starts) && !may_lack_start && new.is_finished() && new.start_time.is_none() {
            errors.required(path.field("startTime"), "startTime is required for finished job");
        }
        let uncounted = new.uncounted.as_ref().filter(|uncounted| !uncounted.is_empty());
        if let Some(uncounted) = uncounted.filter(|_| new.is_finished())
            && (finishes || old.uncounted != new.uncounted)
        {
            let detail = self.text(
                "uncountedTerminatedPods needs to be empty for finished job",
                "must be empty for finished job",
            );
            let shown = uncounted.printed(errors.wording);
            errors.invalid(path.field("uncountedTerminatedPods"), Shown::Written(&shown), detail);
        }
    }

    fn validate_indexes(&self, errors: &mut Errors) {
        let (limits, old, new) = (self.limits, self.old, self.new);
        let path = &Path::new("status");
        let completed_changes = old.completed_indexes != new.completed_indexes;
        let failed_changes = old.failed_indexes != new.failed_indexes;
        let failed_indexes = new.failed_indexes.unwrap_or_default();
        let mut refuse = |field: &str, value: &str, detail: &str| {
            errors.invalid(path.field(field), Shown::Text(value), detail);
        };
        let format_error =
            |text: &str| limits.completions.and_then(|most| validate_indexes(text, most).err());
        if completed_changes && let Some(error) = format_error(new.completed_indexes) {
            let detail = format!("error parsing completedIndexes: {error}");
            refuse("completedIndexes", new.completed_indexes, &detail);
        }
        if failed_changes
            && limits.has_limit_per_index
            && let Some(error) = format_error(failed_indexes)
        {
            let detail = format!("error parsing failedIndexes: {error}");
            refuse("failedIndexes", failed_indexes, &detail);
        }
        if completed_changes && !new.completed_indexes.is_empty() && !limits.indexed {
            let detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
            refuse("completedIndexes", new.completed_indexes, detail);
        }
        if failed_changes && new.failed_indexes.is_some() && !limits.has_limit_per_index {
            let detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
            refuse("failedIndexes", failed_indexes, detail);
        }
        let overlap = |most| first_overlap(new.completed_indexes, failed_indexes, most);
        if (completed_changes || failed_changes)
            && let Some(index) = limits.completions.and_then(overlap)
        {
            let detail = format!("failedIndexes and completedIndexes overlap at index: {index}");
            refuse("failedIndexes", failed_indexes, &detail);
        }
    }

    /// The rest that is asked of the new status alone.
    fn validate_after_ending(&self, errors: &mut Errors) {
        let (old, new) = (self.old, self.new);
        let path = &Path::new("status");
        let finishes = old.is_finished() != new.is_finished();
        if let Some(terminating) = new.terminating.filter(|terminating| *terminating > 0)
            && (finishes || old.terminating != new.terminating)
            && new.is_finished()
        {
            let detail = "terminating>0 is invalid for finished job";
            errors.invalid(path.field("terminating"), Shown::Number(terminating), detail);
        }
        if let Some(ready) = new.ready.filter(|ready| *ready > new.active)
            && (old.ready != new.ready || old.active != new.active)
        {
            errors.invalid(
                path.field("ready"),
                Shown::Number(ready),
                "cannot set more ready pods than active",
            );
        }
        if new.success_criteria_met && new.failed_condition {
            refuse_conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions", errors);
        }
        if new.success_criteria_met && new.failure_target {
            refuse_conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions", errors);
        }
        if self.limits.has_success_policy && !new.success_criteria_met && new.complete {
            let detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
            refuse_conditions(detail, errors);
        }
    }

    /// What was said before and is no more.
    fn validate_taken_back(&self, errors: &mut Errors) {
        let (limits, old, new) = (self.limits, self.old, self.new);
        let path = &Path::new("status");
        let terminal = [
            ("Failed", old.failed_condition, new.failed_condition),
            ("Complete", old.complete, new.complete),
            ("FailureTarget", old.failure_target, new.failure_target),
        ];
        for (name, before, after) in terminal {
            if before && !after {
                refuse_conditions(&format!("cannot disable the terminal {name}=True condition"), errors);
            }
        }
        if new.failed < old.failed {
            let detail = "cannot decrease the failed counter";
            errors.invalid(path.field("failed"), Shown::Number(new.failed), detail);
        }
        let may_shrink = limits.indexed && limits.completions == limits.parallelism;
        if new.succeeded < old.succeeded && !may_shrink {
            let detail = "cannot decrease the succeeded counter";
            errors.invalid(path.field("succeeded"), Shown::Number(new.succeeded), detail);
        }
        let both = new.completion_time.zip(old.completion_time);
        if both.is_some_and(|(after, before)| after != before) {
            let detail = self.text("completionTime cannot be mutated", IMMUTABLE);
            self.refuse_time(path.field("completionTime"), new.completion_time, detail, errors);
        }
        let resumes = old.suspended.is_true && new.suspended.is_false;
        if old.start_time.is_some() && old.start_time != new.start_time && !limits.suspended && !resumes {
            let path = path.field("startTime");
            if self.version.plain_texts {
                let detail = "field is immutable for unsuspended job once set";
                self.refuse_time(path, new.start_time, detail, errors);
            } else {
                errors.required(path, "startTime cannot be removed for unsuspended job");
            }
        }
        if old.success_criteria_met && !new.success_criteria_met {
            refuse_conditions("cannot disable the SuccessCriteriaMet=True condition", errors);
        }
        if old.complete && !old.success_criteria_met && new.success_criteria_met {
            let detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
            refuse_conditions(detail, errors);
        }
    }

    fn refuse_time(&self, path: Path<'_>, time: Option<Time>, detail: &str, errors: &mut Errors) {
        errors.invalid(path, or_null(&shown_time(time, errors.wording)), detail);
    }

    fn text<'a>(&self, sentence: &'a str, plain: &'a str) -> &'a str {
        if self.version.plain_texts { plain } else { sentence }
    }
}

fn refuse_conditions(detail: &str, errors: &mut Errors) {
    errors.invalid(Path::new("status").field("conditions"), Shown::Written(""), detail);
}

/// A UID stands once, in one of the two lists.
fn validate_uncounted(uncounted: Option<&Uncounted<'_>>, errors: &mut Errors) {
    let Some(uncounted) = uncounted else { return };
    let path = &Path::new("status");
    let path = &path.field("uncountedTerminatedPods");
    let all: Vec<&str> = uncounted.succeeded.iter().chain(&uncounted.failed).copied().collect();
    let mut repeats = order::repeats(all.len(), &|one, other| all[one].cmp(all[other])).into_iter();
    for (field, uids) in [("succeeded", &uncounted.succeeded), ("failed", &uncounted.failed)] {
        let path = path.field(field);
        for (index, uid) in uids.iter().enumerate() {
            let repeats = repeats.next() == Some(true);
            if uid.is_empty() {
                errors.invalid(path.index(index), Shown::Text(uid), "must not be empty");
            } else if repeats {
                errors.duplicate(path.index(index), Shown::Text(uid));
            }
        }
    }
}
