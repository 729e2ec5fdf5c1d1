//! What the API server makes of a decoded Job that is created or replaced: defaults, generated fields, validation,
//! warnings.
//!
//! Mirrors upstream `pkg/registry/batch/job/strategy.go` and what of `registry/rest` and the handlers surrounds it. Jobs
//! are plain data here: normalised `batch/v1` objects.

mod disabled;
mod generated;
mod update;

use serde_json::{Map, Value};

use super::defaults::job::{inherit_template_labels, set_job_defaults};
use super::field::{Errors, Path, Wording};
use super::request::{ApiError, ErrorReason};
use super::tree::{int, list, object_mut, remove, text};
use super::validation::job_spec::{SpecOptions, is_indexed, validate_job};
use super::validation::metadata::{NameRule, validate_metadata};
use super::validation::names::check_dns1123_label;
use super::validation::pod_template;
use super::validation::policies::breaks_real_server;
use super::version::ServerVersion;
use crate::time::Time;

pub use update::{update, update_status};

const KIND: &str = "Job.batch";

/// What a request stands in. Time and chance are arguments.
#[derive(Clone, Copy, Debug)]
pub struct Env<'a> {
    pub namespace: &'a str,
    /// Of a Job that is created.
    pub uid: &'a str,
    pub now: Time,
    /// Five letters that `generateName` is completed with.
    pub suffix: &'a str,
    pub version: &'a ServerVersion,
    /// Otherwise a Job is completed and stored as it is, whatever is wrong with it.
    pub validates: bool,
}

#[derive(Clone, Debug)]
pub struct Accepted {
    /// The Job as it is read back. Its resourceVersion is that of the stored Job: the store gives the next one.
    pub object: Value,
    pub warnings: Vec<String>,
    /// The Job was on its way out, and this took off the last finalizer: it is to be removed.
    pub is_removed: bool,
}

#[derive(Clone, Debug)]
pub struct Refused {
    pub error: ApiError,
    pub warnings: Vec<String>,
    /// A real API server does not come to an answer: its handler panics and cuts the connection.
    pub real_server_panics: bool,
}

impl Refused {
    fn new(error: ApiError, warnings: Vec<String>) -> Refused {
        Refused { error, warnings, real_server_panics: false }
    }

    fn bad_request(message: &str) -> Refused {
        Refused::new(ApiError::new(ErrorReason::BadRequest, message), Vec::new())
    }
}

/// A POST of a Job. Mirrors `rest.BeforeCreate` with the strategy's `PrepareForCreate`, `Validate` and
/// `WarningsOnCreate`.
pub fn create(mut job: Value, env: &Env<'_>) -> Result<Accepted, Refused> {
    disabled::drop_unknown_fields(&mut job, &env.version.job);
    let inherits_labels = labels_are_shared(&job);
    set_job_defaults(&mut job, env.version);
    check_namespace(&job, env)?;
    let mut warnings = deduplicate_owners(&mut job);
    set_system_fields(&mut job, env);
    generated::generate_selector(&mut job, env.version.job.prefixed_labels);
    if inherits_labels {
        object_mut(&mut job, "metadata").remove("labels");
        inherit_template_labels(&mut job);
    }
    remove(&mut job, "status");
    disabled::drop_fields(&mut job, None, env.version);
    if !env.validates {
        return Ok(Accepted { object: read_back(job), warnings, is_removed: false });
    }

    let mut errors = Errors::new(env.version.wording);
    let prefixed_labels_required = env.version.job.prefixed_labels;
    let options = SpecOptions { prefixed_labels_required, ..SpecOptions::CREATION };
    validate_job(&job, options, env.version, &mut errors);
    if errors.is_empty() {
        validate_metadata(&job["metadata"], NameRule::PathSegment, env.version, &mut errors);
    }
    if !errors.is_empty() {
        return Err(invalid(&job, errors, warnings));
    }
    let name = text(&job["metadata"], "name");
    warnings.extend(name_warning(name, env.version.wording));
    warnings.extend(spec_warnings(&job["spec"], env.version));
    if parse_revision(text(&job["metadata"], "resourceVersion")).is_ok_and(|revision| revision != 0) {
        let message = "resourceVersion should not be set on objects to be created";
        return Err(Refused::new(ApiError::new(ErrorReason::InternalError, message), warnings));
    }
    object_mut(&mut job, "metadata").remove("resourceVersion");
    Ok(Accepted { object: read_back(job), warnings, is_removed: false })
}

/// A Job as the store gives it back: a list without items is none there, and defaults are filled in once more.
fn read_back(mut job: Value) -> Value {
    drop_empty_lists(&mut job);
    inherit_template_labels(&mut job);
    job
}

fn drop_empty_lists(value: &mut Value) {
    match value {
        Value::Object(fields) => fields.retain(|_, value| {
            drop_empty_lists(value);
            value.as_array().is_none_or(|items| !items.is_empty())
        }),
        Value::Array(items) => items.iter_mut().for_each(drop_empty_lists),
        _ => {}
    }
}

/// A Job without labels takes those of its template as its own: what is generated for the template shows in both. Not so
/// where the name is generated: the API server tries a copy of such a Job.
fn labels_are_shared(job: &Value) -> bool {
    let metadata = &job["metadata"];
    let has_labels =
        |metadata: &Value| metadata["labels"].as_object().is_some_and(|labels| !labels.is_empty());
    let is_copied = text(metadata, "name").is_empty() && !text(metadata, "generateName").is_empty();
    !is_copied && !has_labels(metadata) && has_labels(&job["spec"]["template"]["metadata"])
}

/// A Job stands in the namespace that the request is sent to.
fn check_namespace(job: &Value, env: &Env<'_>) -> Result<(), Refused> {
    let namespace = text(&job["metadata"], "namespace");
    if namespace.is_empty() || namespace == env.namespace {
        return Ok(());
    }
    Err(Refused::bad_request(
        "the namespace of the provided object does not match the namespace sent on the request",
    ))
}

/// Owners that are listed twice are listed once, with a warning.
fn deduplicate_owners(job: &mut Value) -> Vec<String> {
    let metadata = object_mut(job, "metadata");
    let Some(owners) = metadata.get_mut("ownerReferences").and_then(Value::as_array_mut) else {
        return Vec::new();
    };
    let mut kept: Vec<Value> = Vec::new();
    let mut dropped: Vec<String> = Vec::new();
    for owner in owners.iter() {
        if kept.contains(owner) {
            dropped.push(text(owner, "uid").to_owned());
        } else {
            kept.push(owner.clone());
        }
    }
    if dropped.is_empty() {
        return Vec::new();
    }
    *owners = kept;
    vec![format!(
        ".metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: {}",
        dropped.join(", ")
    )]
}

/// What the API server alone decides about a new object.
fn set_system_fields(job: &mut Value, env: &Env<'_>) {
    let metadata = object_mut(job, "metadata");
    for field in ["deletionTimestamp", "deletionGracePeriodSeconds", "selfLink", "managedFields"] {
        metadata.remove(field);
    }
    let of = |metadata: &Map<String, Value>, field: &str| {
        metadata.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
    };
    let prefix = of(metadata, "generateName");
    if !prefix.is_empty() && of(metadata, "name").is_empty() {
        metadata.insert("name".to_owned(), generated::name(&prefix, env.suffix).into());
    }
    metadata.insert("namespace".to_owned(), env.namespace.into());
    metadata.insert("uid".to_owned(), env.uid.into());
    metadata.insert("generation".to_owned(), 1.into());
    metadata.insert("creationTimestamp".to_owned(), env.now.truncated().rfc3339().into());
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

/// A resourceVersion as a number, 0 for none. The error is Go's.
fn parse_revision(text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Ok(0);
    }
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let problem = if is_number { "value out of range" } else { "invalid syntax" };
    text.parse()
        .ok()
        .filter(|_| is_number)
        .ok_or_else(|| format!("strconv.ParseUint: parsing {}: {problem}", super::field::quote(text)))
}

fn has_finalizers(job: &Value) -> bool {
    !list(&job["metadata"], "finalizers").is_empty()
}

#[cfg(test)]
mod tests;
