//! Jobs as a manifest has them.

use serde_json::Value;

use super::job::Job;
use super::meta::ObjectKey;
use super::{tree, written};

/// A Job as plain data, with apiVersion and kind.
pub fn to_value(job: &Job) -> Value {
    let mut value = written::plain(job);
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
