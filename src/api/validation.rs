//! What the API server refuses: field errors of creations, updates and status updates, all at once, in its words.
//!
//! The rules work on plain data, so that they see a Job as it was sent; those for status writes on typed Jobs too.

pub mod indexes;
pub mod job_spec;
pub mod job_status;
pub mod job_update;
pub mod metadata;
pub mod names;
pub mod pod_template;
pub mod policies;
pub mod selector;
pub mod status_facts;

use status_facts::{Facts, Limits};

use super::field::{Errors, FieldError};
use super::job::Job;
use super::version::ServerVersion;

/// Checks a whole status write, as plain data would be checked. Mirrors upstream `ValidateJobStatusUpdate`.
pub fn validate_status_update(old: &Job, new: &Job, version: &ServerVersion) -> Vec<FieldError> {
    let mut errors = Errors::new(version.wording);
    let (before, after) = (Facts::of(&old.status), Facts::of(&new.status));
    job_status::validate_status_update(&Limits::of(&new.spec), &before, &after, version, &mut errors);
    errors.into_vec()
}
