//! What the API server makes of a decoded Job that is created or replaced: defaults, generated fields, validation,
//! warnings.
//!
//! Mirrors upstream `pkg/registry/batch/job/strategy.go` and what of `registry/rest` and the handlers surrounds it. Jobs
//! are plain data here: normalised `batch/v1` objects.

mod checks;
mod disabled;
mod generated;
mod update;

use serde_json::{Map, Value};

use super::defaults::job::{inherit_template_labels, set_job_defaults};
use super::request::{ApiError, ErrorReason};
use super::tree::{list, object_mut, remove, take_off, text};
use super::version::ServerVersion;
use crate::time::Time;

pub use update::{update, update_status};

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
    let warnings = deduplicate_owners(&mut job);
    set_system_fields(&mut job, env);
    generated::generate_selector(&mut job, env.version.job.prefixed_labels);
    if inherits_labels {
        remove(&mut job["metadata"], "labels");
        inherit_template_labels(&mut job);
    }
    remove(&mut job, "status");
    disabled::drop_fields(&mut job, None, env.version);
    if !env.validates {
        return Ok(Accepted { object: read_back(job), warnings, is_removed: false });
    }

    let warnings = checks::check_creation(&job, env, warnings)?;
    remove(&mut job["metadata"], "resourceVersion");
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
        Value::Object(fields) => {
            let mut empty = Vec::new();
            for (field, value) in fields.iter_mut() {
                drop_empty_lists(value);
                if value.as_array().is_some_and(Vec::is_empty) {
                    empty.push(field.clone());
                }
            }
            for field in &empty {
                take_off(fields, field);
            }
        }
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
    deduplicate(owners)
}

/// Here the WebAssembly module is cut in two, so it is never inlined.
#[inline(never)]
fn deduplicate(owners: &mut Vec<Value>) -> Vec<String> {
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
        take_off(metadata, field);
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
