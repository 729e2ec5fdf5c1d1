//! Kubernetes Event objects, as the Job controller records them about a Job.

use serde::Serialize;

use super::meta::{ObjectKey, Text};
use crate::time::Time;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum EventType {
    Normal,
    Warning,
}

/// One recorded Event. Jobscope keeps each one; a cluster would merge repeats into a count.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The Job that the Event is about.
    pub job: ObjectKey,
    pub r#type: EventType,
    pub reason: Text,
    pub message: Text,
    pub at: Time,
}
