//! From a manifest, read as plain data, to a Job; errors name the field.

use std::fmt;
use std::sync::Arc;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::job::{Job, JobSpec, JobStatus};
use super::meta::{ObjectKey, ObjectMeta};
use super::tree;

/// Why a manifest is not a Job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// Such as `spec.template.spec.containers[0].name`; empty for the document as a whole.
    pub path: String,
    pub message: String,
}

impl fmt::Display for ManifestError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return formatter.write_str(&self.message);
        }
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for ManifestError {}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Manifest {
    #[serde(default, rename = "apiVersion")]
    _api_version: Option<Value>,
    #[serde(default, rename = "kind")]
    _kind: Option<Value>,
    #[serde(default)]
    metadata: ObjectMeta,
    spec: JobSpec,
    #[serde(default, rename = "status")]
    _status: Option<Value>,
}

/// Reads a `batch/v1` Job. What the manifest says of its status is left out, as the API server does.
pub fn decode_job(manifest: Value) -> Result<Job, ManifestError> {
    expect_text(&manifest, "apiVersion", "batch/v1")?;
    expect_text(&manifest, "kind", "Job")?;
    decode_untyped_job(manifest)
}

/// The same where apiVersion and kind go without saying.
pub fn decode_untyped_job(manifest: Value) -> Result<Job, ManifestError> {
    let manifest: Manifest = serde_path_to_error::deserialize(manifest).map_err(from_path_error)?;
    Ok(Job { metadata: manifest.metadata, spec: Arc::new(manifest.spec), status: JobStatus::default() })
}

/// Reads data of a known shape.
pub fn decode<T: DeserializeOwned>(value: Value) -> Result<T, ManifestError> {
    serde_json::from_value(value)
        .map_err(|error| ManifestError { path: String::new(), message: error.to_string() })
}

/// A Job in the form in which the API server answers with it, without apiVersion and kind.
pub fn to_value(job: &Job) -> Value {
    serde_json::to_value(job).expect("a Job has nothing that JSON lacks")
}

/// The key of the Job that a manifest describes.
pub fn key_of(manifest: &Value) -> ObjectKey {
    let metadata = manifest.get("metadata").unwrap_or(&Value::Null);
    let namespace = tree::text(metadata, "namespace");
    ObjectKey::new(if namespace.is_empty() { "default" } else { namespace }, tree::text(metadata, "name"))
}

fn from_path_error(error: serde_path_to_error::Error<serde_json::Error>) -> ManifestError {
    let path = error.path().to_string();
    let path = if path == "." { String::new() } else { path };
    let message = error.into_inner().to_string();
    match message.strip_prefix("unknown field `").and_then(|rest| rest.split_once('`')) {
        Some((field, _)) if path.is_empty() => {
            ManifestError { path: field.to_owned(), message: format!("unknown field \"{field}\"") }
        }
        Some((field, _)) => {
            let whole = if path.ends_with(field) { path } else { format!("{path}.{field}") };
            ManifestError { message: format!("unknown field \"{whole}\""), path: whole }
        }
        None => ManifestError { path, message },
    }
}

fn expect_text(manifest: &Value, field: &str, expected: &str) -> Result<(), ManifestError> {
    let Value::Object(fields) = manifest else {
        let message = "a manifest is an object with apiVersion, kind, metadata and spec".to_owned();
        return Err(ManifestError { path: String::new(), message });
    };
    let message = match fields.get(field) {
        Some(Value::String(text)) if text == expected => return Ok(()),
        Some(other) => format!("is {other}; Jobscope runs {field} {expected}"),
        None => format!("is missing; Jobscope runs {field} {expected}"),
    };
    Err(ManifestError { path: field.to_owned(), message })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn error_of(manifest: Value) -> String {
        match decode_job(manifest) {
            Ok(job) => job.metadata.name.to_string(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn an_error_names_the_field() {
        let job = |spec: Value| json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"}, "spec": spec});
        let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "pi"}]}});
        assert_eq!(error_of(job(json!({"template": template}))), "pi");
        assert_eq!(
            error_of(job(json!({"template": template, "paralellism": 2}))),
            "spec.paralellism: unknown field \"spec.paralellism\""
        );
        assert_eq!(
            error_of(job(json!({"template": template, "completions": "3"}))),
            "spec.completions: invalid type: string \"3\", expected i32"
        );
        assert_eq!(
            error_of(json!({"apiVersion": "batch/v1", "kind": "CronJob"})),
            "kind: is \"CronJob\"; Jobscope runs kind Job"
        );
        assert_eq!(error_of(json!([])), "a manifest is an object with apiVersion, kind, metadata and spec");
    }
}
