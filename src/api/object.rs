//! An object of either kind, and what a watch streams of it.

use std::sync::Arc;

use serde::Serialize;

use super::job::Job;
use super::meta::{Kind, ObjectKey, ObjectMeta};
use super::pod::Pod;
use crate::sorted::SortedMap;

/// What is held by object key.
pub type ByKey<V> = SortedMap<ObjectKey, V>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Object {
    Job(Arc<Job>),
    Pod(Arc<Pod>),
}

impl Object {
    pub fn kind(&self) -> Kind {
        match self {
            Object::Job(_) => Kind::Job,
            Object::Pod(_) => Kind::Pod,
        }
    }

    pub fn metadata(&self) -> &ObjectMeta {
        match self {
            Object::Job(job) => &job.metadata,
            Object::Pod(pod) => &pod.metadata,
        }
    }

    pub fn key(&self) -> ObjectKey {
        self.metadata().key()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WatchEventType {
    Added,
    Modified,
    Deleted,
}

/// A change as the API server streams it. A deleted object is carried in its last state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WatchEvent {
    pub r#type: WatchEventType,
    pub object: Object,
}

impl WatchEvent {
    pub fn revision(&self) -> u64 {
        self.object.metadata().resource_version
    }
}
