//! Between plain data and typed objects: what comes from outside, and Jobs as a manifest has them.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::job::Job;
use super::meta::ObjectKey;
use super::tree;

/// Why data has not the shape that it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ManifestError {
    /// Where, as far as that is known; empty for the data as a whole.
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

/// Reads data of a known shape.
pub fn decode<T: DeserializeOwned>(value: Value) -> Result<T, ManifestError> {
    serde_json::from_value(value)
        .map_err(|error| ManifestError { path: String::new(), message: error.to_string() })
}

/// A Job as plain data, with apiVersion and kind.
pub fn to_value(job: &Job) -> Value {
    let mut value = serde_json::to_value(job).expect("a Job has nothing that JSON lacks");
    value["apiVersion"] = "batch/v1".into();
    value["kind"] = "Job".into();
    value
}

/// The key of the Job that a manifest describes.
pub fn key_of(manifest: &Value) -> ObjectKey {
    let metadata = manifest.get("metadata").unwrap_or(&Value::Null);
    let namespace = tree::text(metadata, "namespace");
    ObjectKey::new(if namespace.is_empty() { "default" } else { namespace }, tree::text(metadata, "name"))
}
