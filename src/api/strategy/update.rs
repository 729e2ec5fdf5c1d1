//! Replacing a Job or its status.
//!
//! Mirrors upstream the update handler, `Store.Update` and `rest.BeforeUpdate` with the two strategies of Jobs.

use serde_json::Value;

use super::{
    Accepted, Env, Refused, check_namespace, checks, deduplicate_owners, disabled, has_finalizers,
    parse_revision, read_back,
};
use crate::api::defaults::job::set_job_defaults;
use crate::api::meta::Kind;
use crate::api::request::{ApiError, ErrorReason};
use crate::api::tree::{get, int, object_mut, remove, same, text};

/// A PUT of a Job: its status stays as stored.
pub fn update(stored: &Value, new: Value, name_in_path: &str, env: &Env<'_>) -> Result<Accepted, Refused> {
    let (mut job, warnings) = prepare(stored, new, name_in_path, env)?;
    restore(&mut job, stored, "status");
    disabled::drop_fields(&mut job, Some(stored), env.version);
    if !same(job.get("spec"), stored.get("spec")) {
        let generation = int(&stored["metadata"], "generation").unwrap_or(0);
        object_mut(&mut job, "metadata").insert("generation".to_owned(), (generation + 1).into());
    }
    if !env.validates {
        return Ok(accepted(job, stored, warnings));
    }
    let warnings = checks::check_update(&job, stored, env, warnings)?;
    Ok(accepted(job, stored, warnings))
}

/// A PUT of a Job's status: its spec stays as stored, its metadata may change.
pub fn update_status(
    stored: &Value,
    new: Value,
    name_in_path: &str,
    env: &Env<'_>,
) -> Result<Accepted, Refused> {
    let (mut job, warnings) = prepare(stored, new, name_in_path, env)?;
    restore(&mut job, stored, "spec");
    let warnings = checks::check_status_update(&job, stored, env, warnings)?;
    Ok(accepted(job, stored, warnings))
}

/// The rules of the request itself, and the metadata that a request cannot change.
fn prepare(
    stored: &Value,
    mut job: Value,
    name_in_path: &str,
    env: &Env<'_>,
) -> Result<(Value, Vec<String>), Refused> {
    disabled::drop_unknown_fields(&mut job, &env.version.job);
    set_job_defaults(&mut job, env.version);
    check_namespace(&job, env)?;
    check_name(&job, name_in_path)?;
    let warnings = deduplicate_owners(&mut job);
    check_preconditions(&job, stored, name_in_path, env).map_err(|error| Refused {
        error,
        warnings: warnings.clone(),
        real_server_panics: false,
    })?;

    let old = &stored["metadata"];
    let metadata = object_mut(&mut job, "metadata");
    metadata.insert("namespace".to_owned(), env.namespace.into());
    for field in ["selfLink", "managedFields"] {
        metadata.remove(field);
    }
    let job_metadata = &mut job["metadata"];
    for field in ["generation", "resourceVersion"] {
        restore(job_metadata, old, field);
    }
    if text(job_metadata, "uid").is_empty() {
        restore(job_metadata, old, "uid");
    }
    for field in ["creationTimestamp", "deletionTimestamp"] {
        if get(old, field).is_some() {
            restore(job_metadata, old, field);
        }
    }
    if get(job_metadata, "deletionGracePeriodSeconds").is_none() {
        restore(job_metadata, old, "deletionGracePeriodSeconds");
    }
    Ok((job, warnings))
}

fn check_name(job: &Value, name_in_path: &str) -> Result<(), Refused> {
    let name = text(&job["metadata"], "name");
    if name.is_empty() {
        return Err(Refused::bad_request(&format!(
            "the name of the object ({name_in_path} based on URL) was undeterminable: name must be provided"
        )));
    }
    if name != name_in_path {
        return Err(Refused::bad_request(&format!(
            "the name of the object ({name}) does not match the name on the URL ({name_in_path})"
        )));
    }
    Ok(())
}

/// A UID must be that of the stored Job, then a resourceVersion must be the stored one. Absent or 0 asks for nothing.
fn check_preconditions(job: &Value, stored: &Value, name: &str, env: &Env<'_>) -> Result<(), ApiError> {
    let (metadata, old) = (&job["metadata"], &stored["metadata"]);
    let (uid, old_uid) = (text(metadata, "uid"), text(old, "uid"));
    if !uid.is_empty() && uid != old_uid {
        let detail = format!(
            "StorageError: invalid object, Code: 4, Key: /registry/jobs/{}/{name}, ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in precondition: {uid}, UID in object meta: {old_uid}",
            env.namespace
        );
        return Err(ApiError::conflict(Kind::Job, name, &detail));
    }
    let revision = parse_revision(text(metadata, "resourceVersion"))
        .map_err(|error| ApiError::new(ErrorReason::InternalError, error))?;
    if revision != 0 && parse_revision(text(old, "resourceVersion")) != Ok(revision) {
        return Err(ApiError::stale(Kind::Job, name));
    }
    Ok(())
}

fn restore(object: &mut Value, old: &Value, field: &str) {
    match (old.get(field), object.as_object_mut()) {
        (Some(value), Some(object)) => {
            object.insert(field.to_owned(), value.clone());
        }
        _ => remove(object, field),
    }
}

fn accepted(job: Value, stored: &Value, warnings: Vec<String>) -> Accepted {
    let is_removed = get(&stored["metadata"], "deletionTimestamp").is_some() && !has_finalizers(&job);
    Accepted { object: read_back(job), warnings, is_removed }
}
