//! What the API server refuses: field errors of creations, updates and status updates, all at once, in its words.
//!
//! The rules here are those on the Job's own fields that a run depends on.

use super::field::{FieldError, FieldErrorReason};
use super::job::{CompletionMode, Job, JobSpec};
use super::pod::RestartPolicy;
use super::request::ApiError;

const KIND: &str = "Job.batch";

/// Checks a Job that was defaulted. Mirrors upstream `ValidateJob`.
pub fn validate_job(job: &Job) -> Result<(), ApiError> {
    let mut errors = Errors::default();
    validate_name(job, &mut errors);
    validate_spec(&job.spec, &mut errors);
    errors.into_result(job)
}

/// Checks a replaced spec: the new one as a whole, and what may not change. Mirrors upstream `ValidateJobUpdate`.
pub fn validate_job_update(old: &Job, new: &Job) -> Result<(), ApiError> {
    let mut errors = Errors::default();
    validate_spec(&new.spec, &mut errors);
    validate_completions_update(&old.spec, &new.spec, &mut errors);
    let (before, after) = (&old.spec, &new.spec);
    let immutable = [
        ("spec.selector", before.selector == after.selector),
        ("spec.template", before.template == after.template),
        ("spec.completionMode", before.completion_mode == after.completion_mode),
        ("spec.podFailurePolicy", before.pod_failure_policy == after.pod_failure_policy),
        ("spec.backoffLimitPerIndex", before.backoff_limit_per_index == after.backoff_limit_per_index),
        ("spec.managedBy", before.managed_by == after.managed_by),
        ("spec.successPolicy", before.success_policy == after.success_policy),
    ];
    for (path, unchanged) in immutable {
        if !unchanged {
            errors.add(path, "Invalid value: field is immutable".to_owned());
        }
    }
    errors.into_result(new)
}

/// Checks a status write as far as the recorded runs do: no more ready pods than active ones, if either changed.
pub fn validate_job_status_update(old: &Job, new: &Job) -> Result<(), ApiError> {
    let mut errors = Errors::default();
    let (before, after) = (&old.status, &new.status);
    let changed = before.ready != after.ready || before.active != after.active;
    if let Some(ready) = after.ready.filter(|ready| changed && *ready > after.active) {
        errors.add("status.ready", format!("Invalid value: {ready}: cannot set more ready pods than active"));
    }
    errors.into_result(new)
}

fn validate_name(job: &Job, errors: &mut Errors) {
    let name = &job.metadata.name;
    let is_letter = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let parts_fit = name.split('.').all(|part| {
        part.starts_with(is_letter)
            && part.ends_with(is_letter)
            && part.chars().all(|letter| is_letter(letter) || letter == '-')
    });
    if name.is_empty() {
        errors.add("metadata.name", "Required value: name or generateName is required".to_owned());
    } else if !parts_fit {
        const RULE: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
        errors.add("metadata.name", format!("Invalid value: \"{name}\": {RULE}"));
    } else if name.len() > 63 {
        errors.add("metadata.name", format!("Invalid value: \"{name}\": must be no more than 63 characters"));
    }
}

fn validate_spec(spec: &JobSpec, errors: &mut Errors) {
    let numbers = [
        ("spec.parallelism", spec.parallelism.map(i64::from)),
        ("spec.completions", spec.completions.map(i64::from)),
        ("spec.activeDeadlineSeconds", spec.active_deadline_seconds),
        ("spec.backoffLimit", spec.backoff_limit.map(i64::from)),
        ("spec.ttlSecondsAfterFinished", spec.ttl_seconds_after_finished.map(i64::from)),
        ("spec.backoffLimitPerIndex", spec.backoff_limit_per_index.map(i64::from)),
        ("spec.maxFailedIndexes", spec.max_failed_indexes.map(i64::from)),
    ];
    for (path, number) in numbers {
        if let Some(number) = number.filter(|number| *number < 0) {
            errors.add(path, format!("Invalid value: {number}: must be greater than or equal to 0"));
        }
    }
    match &spec.completion_mode {
        Some(CompletionMode::Indexed) if spec.completions.is_none() => {
            errors.add("spec.completions", "Required value: when completion mode is Indexed".to_owned());
        }
        Some(CompletionMode::Other(mode)) => errors.add(
            "spec.completionMode",
            format!("Unsupported value: \"{mode}\": supported values: \"NonIndexed\", \"Indexed\""),
        ),
        _ => {}
    }
    if spec.completion_mode != Some(CompletionMode::Indexed) {
        if let Some(limit) = spec.backoff_limit_per_index {
            let message = format!("Invalid value: {limit}: requires indexed completion mode");
            errors.add("spec.backoffLimitPerIndex", message);
        }
        if let Some(limit) = spec.max_failed_indexes {
            errors.add(
                "spec.maxFailedIndexes",
                format!("Invalid value: {limit}: requires indexed completion mode"),
            );
        }
    }
    validate_template(spec, errors);
}

fn validate_template(spec: &JobSpec, errors: &mut Errors) {
    let path = "spec.template.spec.restartPolicy";
    match &spec.template.spec.restart_policy {
        None | Some(RestartPolicy::Always) => {
            errors.add(path, "Required value: valid values: \"OnFailure\", \"Never\"".to_owned());
        }
        Some(RestartPolicy::Other(policy)) => errors.add(
            path,
            format!("Unsupported value: \"{policy}\": supported values: \"OnFailure\", \"Never\""),
        ),
        Some(RestartPolicy::OnFailure) if spec.pod_failure_policy.is_some() => errors.add(
            path,
            "Invalid value: \"OnFailure\": only \"Never\" is supported when podFailurePolicy is specified"
                .to_owned(),
        ),
        Some(RestartPolicy::OnFailure | RestartPolicy::Never) => {}
    }
    if spec.template.spec.containers.is_empty() {
        errors.add("spec.template.spec.containers", "Required value".to_owned());
    }
}

fn validate_completions_update(old: &JobSpec, new: &JobSpec, errors: &mut Errors) {
    if old.completions == new.completions {
        return;
    }
    let value = new.completions.map_or_else(|| "\"null\"".to_owned(), |completions| completions.to_string());
    if !new.is_indexed() {
        errors.add("spec.completions", format!("Invalid value: {value}: field is immutable"));
    } else if new.completions != new.parallelism {
        let message = format!("Invalid value: {value}: can only be modified in tandem with spec.parallelism");
        errors.add("spec.completions", message);
    }
}

#[derive(Default)]
struct Errors(Vec<FieldError>);

impl Errors {
    fn add(&mut self, path: &str, message: String) {
        self.0.push(FieldError {
            path: path.to_owned(),
            reason: FieldErrorReason::FieldValueInvalid,
            message,
        });
    }

    fn into_result(self, job: &Job) -> Result<(), ApiError> {
        if self.0.is_empty() {
            return Ok(());
        }
        Err(ApiError::invalid(KIND, &job.metadata.name, self.0))
    }
}
