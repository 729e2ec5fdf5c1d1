//! What of a Job that is created or replaced is refused, and what is warned of: the last thing before it is stored.
//!
//! These functions are where the WebAssembly module is cut in two, so they are never inlined.

use serde_json::Value;

use super::{Env, Refused, parse_revision};
use crate::api::field::{Errors, Path, Wording};
use crate::api::request::{ApiError, ErrorReason};
use crate::api::tree::{int, text};
use crate::api::validation::job_spec::{SpecOptions, is_indexed, validate_job};
use crate::api::validation::job_status::validate_status_update;
use crate::api::validation::job_update::{spec_options, validate_job_update};
use crate::api::validation::metadata::{
    NameRule, validate_kube_metadata_update, validate_metadata, validate_metadata_update,
};
use crate::api::validation::names::check_dns1123_label;
use crate::api::validation::pod_template;
use crate::api::validation::policies::breaks_real_server;
use crate::api::validation::status_facts::{Facts, Limits};
use crate::api::version::ServerVersion;

const KIND: &str = "Job.batch";

/// All warnings of a Job that may be created.
#[inline(never)]
pub(super) fn check_creation(
    job: &Value,
    env: &Env<'_>,
    mut warnings: Vec<String>,
) -> Result<Vec<String>, Refused> {
    let mut errors = Errors::new(env.version.wording);
    let prefixed_labels_required = env.version.job.prefixed_labels;
    let options = SpecOptions { prefixed_labels_required, ..SpecOptions::CREATION };
    validate_job(job, options, env.version, &mut errors);
    if errors.is_empty() {
        validate_metadata(&job["metadata"], NameRule::PathSegment, env.version, &mut errors);
    }
    if !errors.is_empty() {
        return Err(invalid(job, errors, warnings));
    }
    let name = text(&job["metadata"], "name");
    warnings.extend(name_warning(name, env.version.wording));
    warnings.extend(spec_warnings(&job["spec"], env.version));
    if parse_revision(text(&job["metadata"], "resourceVersion")).is_ok_and(|revision| revision != 0) {
        let message = "resourceVersion should not be set on objects to be created";
        return Err(Refused::new(ApiError::new(ErrorReason::InternalError, message), warnings));
    }
    Ok(warnings)
}

/// All warnings of a Job that may replace the stored one.
#[inline(never)]
pub(super) fn check_update(
    job: &Value,
    stored: &Value,
    env: &Env<'_>,
    mut warnings: Vec<String>,
) -> Result<Vec<String>, Refused> {
    let mut errors = Errors::new(env.version.wording);
    validate_common(job, stored, env, &mut errors);
    let options = spec_options(stored);
    validate_job(job, options, env.version, &mut errors);
    validate_job_update(job, stored, options, env.version, &mut errors);
    if !errors.is_empty() {
        return Err(invalid(job, errors, warnings));
    }
    if int(&job["metadata"], "generation") != int(&stored["metadata"], "generation") {
        warnings.extend(spec_warnings(&job["spec"], env.version));
    }
    Ok(warnings)
}

/// All warnings of a Job whose status may replace the stored one.
#[inline(never)]
pub(super) fn check_status_update(
    job: &Value,
    stored: &Value,
    env: &Env<'_>,
    warnings: Vec<String>,
) -> Result<Vec<String>, Refused> {
    let mut errors = Errors::new(env.version.wording);
    validate_common(job, stored, env, &mut errors);
    validate_kube_metadata_update(&job["metadata"], &stored["metadata"], env.version, &mut errors);
    validate_status_update(
        &Limits::read(&job["spec"]),
        &Facts::read(&stored["status"]),
        &Facts::read(&job["status"]),
        env.version,
        &mut errors,
    );
    if !errors.is_empty() {
        let refused = invalid(job, errors, warnings);
        return Err(Refused { real_server_panics: false, ..refused });
    }
    Ok(warnings)
}

/// What the API server asks of any replaced object, before the strategy asks for its own.
fn validate_common(job: &Value, stored: &Value, env: &Env<'_>, errors: &mut Errors) {
    validate_metadata(&job["metadata"], NameRule::PathSegment, env.version, errors);
    validate_metadata_update(&job["metadata"], &stored["metadata"], env.version, errors);
}

fn invalid(job: &Value, errors: Errors, warnings: Vec<String>) -> Refused {
    let error = ApiError::invalid(KIND, text(&job["metadata"], "name"), errors.into_vec());
    Refused { error, warnings, real_server_panics: breaks_real_server(&job["spec"]) }
}

fn name_warning(name: &str, wording: Wording) -> Option<String> {
    let mut reports: Vec<String> = Vec::new();
    check_dns1123_label(name, wording, &mut |message| reports.push(message.to_owned()));
    let reports = Some(reports.join(" ")).filter(|reports| !reports.is_empty())?;
    Some(format!(
        "metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [{reports}]"
    ))
}

/// Mirrors upstream `WarningsForJobSpec`.
fn spec_warnings(spec: &Value, version: &ServerVersion) -> Vec<String> {
    const COMPLETIONS_SOFT_LIMIT: i64 = 100_000;
    const PARALLELISM_SOFT_LIMIT: i64 = 10_000;
    let mut warnings = Vec::new();
    let is_above = |field: &str, limit: i64| int(spec, field).is_some_and(|number| number > limit);
    if is_indexed(spec)
        && is_above("completions", COMPLETIONS_SOFT_LIMIT)
        && is_above("parallelism", PARALLELISM_SOFT_LIMIT)
    {
        warnings.push("spec: In Indexed Jobs with a number of completions higher than 10^5 and a parallelism higher than 10^4, Kubernetes might not be able to track completedIndexes when a big number of indexes fail".to_owned());
    }
    let path = &Path::new("spec");
    warnings.extend(pod_template::warnings(&spec["template"], path.field("template"), version));
    warnings
}
