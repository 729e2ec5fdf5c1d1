//! Metadata common to all objects: names, keys, owners, finalizers.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::plain::{FromPlain, Reader, plain_struct, plain_words};
use crate::time::Time;

/// Shared immutable text: names and UIDs are copied far more often than they are made.
pub type Text = Arc<str>;

/// Labels or annotations. Shared, because most pods of a Job carry the very same ones.
pub type Labels = Arc<BTreeMap<String, String>>;

/// The kinds of object that have a watch stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Kind {
    Job,
    Pod,
}

plain_words!(Kind camel { Job, Pod });

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Job, Kind::Pod];

    /// The resource as error messages name it: `jobs.batch`, `pods`.
    pub fn resource(self) -> &'static str {
        match self {
            Kind::Job => "jobs.batch",
            Kind::Pod => "pods",
        }
    }
}

/// `namespace/name`, the key of an object in a cache or queue.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectKey {
    pub namespace: Text,
    pub name: Text,
}

impl ObjectKey {
    pub fn new(namespace: &str, name: &str) -> ObjectKey {
        ObjectKey { namespace: namespace.into(), name: name.into() }
    }
}

/// By namespace, then by name. Keys of one store mostly share the text of their namespace, and are looked up by a copy
/// of the very name: neither is compared letter by letter.
impl Ord for ObjectKey {
    fn cmp(&self, other: &ObjectKey) -> Ordering {
        if !Arc::ptr_eq(&self.namespace, &other.namespace) {
            match self.namespace.cmp(&other.namespace) {
                Ordering::Equal => {}
                unequal => return unequal,
            }
        }
        if Arc::ptr_eq(&self.name, &other.name) { Ordering::Equal } else { self.name.cmp(&other.name) }
    }
}

impl PartialOrd for ObjectKey {
    fn partial_cmp(&self, other: &ObjectKey) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for ObjectKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}/{}", self.namespace, self.name)
    }
}

impl Serialize for ObjectKey {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl FromPlain for ObjectKey {
    fn read(value: &Value, reader: &mut Reader) -> Option<ObjectKey> {
        let text = reader.text(value)?;
        let key = text.split_once('/').map(|(namespace, name)| ObjectKey::new(namespace, name));
        if key.is_none() {
            reader.tell(format!("\"{text}\" is not a namespace/name key"));
        }
        key
    }
}

/// Who owns an object. At most one owner of an object is its controller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OwnerReference {
    pub api_version: Text,
    pub kind: Text,
    pub name: Text,
    pub uid: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub controller: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_owner_deletion: Option<bool>,
}

plain_struct!(OwnerReference {
    api_version: need,
    kind: need,
    name: need,
    uid: need,
    controller: may,
    block_owner_deletion: may,
});

/// How a DELETE treats the dependents of the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Propagation {
    Background,
    Foreground,
    Orphan,
}

plain_words!(Propagation camel { Background, Foreground, Orphan });

/// Metadata of a stored object. Fields that Jobscope does not read are not kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ObjectMeta {
    #[serde(skip_serializing_if = "str_is_empty")]
    pub name: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub generate_name: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub namespace: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub uid: Text,
    #[serde(serialize_with = "revision_text", skip_serializing_if = "is_zero")]
    pub resource_version: u64,
    #[serde(skip_serializing_if = "is_zero")]
    pub generation: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub creation_timestamp: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_timestamp: Option<Time>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_grace_period_seconds: Option<i64>,
    #[serde(skip_serializing_if = "labels_are_empty")]
    pub labels: Labels,
    #[serde(skip_serializing_if = "labels_are_empty")]
    pub annotations: Labels,
    /// Shared by all pods of a Job, as are the finalizers.
    #[serde(skip_serializing_if = "is_empty")]
    pub owner_references: Arc<[OwnerReference]>,
    #[serde(skip_serializing_if = "is_empty")]
    pub finalizers: Arc<[Text]>,
}

plain_struct!(ObjectMeta {
    name: empty,
    generate_name: empty,
    namespace: empty,
    uid: empty,
    resource_version: digits,
    generation: empty,
    creation_timestamp: may,
    deletion_timestamp: may,
    deletion_grace_period_seconds: may,
    labels: empty,
    annotations: empty,
    owner_references: empty,
    finalizers: empty,
});

impl ObjectMeta {
    pub fn key(&self) -> ObjectKey {
        ObjectKey { namespace: self.namespace.clone(), name: self.name.clone() }
    }

    /// The one owner that controls this object, if any.
    pub fn controller(&self) -> Option<&OwnerReference> {
        self.owner_references.iter().find(|owner| owner.controller == Some(true))
    }

    pub fn is_controlled_by(&self, uid: &str) -> bool {
        self.controller().is_some_and(|owner| &*owner.uid == uid)
    }

    pub fn is_deleting(&self) -> bool {
        self.deletion_timestamp.is_some()
    }

    pub fn has_finalizer(&self, finalizer: &str) -> bool {
        self.finalizers.iter().any(|held| &**held == finalizer)
    }

    pub fn add_finalizer(&mut self, finalizer: &str) {
        if !self.has_finalizer(finalizer) {
            self.finalizers = self.finalizers.iter().cloned().chain([finalizer.into()]).collect();
        }
    }

    pub fn remove_finalizer(&mut self, finalizer: &str) {
        if self.has_finalizer(finalizer) {
            self.finalizers = self.finalizers.iter().filter(|held| &***held != finalizer).cloned().collect();
        }
    }

    /// Takes the references to this owner off.
    #[inline(never)]
    pub fn remove_owner(&mut self, uid: &str) {
        if self.owner_references.iter().any(|owner| &*owner.uid == uid) {
            let others = self.owner_references.iter().filter(|owner| &*owner.uid != uid);
            self.owner_references = others.cloned().collect();
        }
    }
}

pub(crate) fn str_is_empty(text: &str) -> bool {
    text.is_empty()
}

pub(crate) fn is_empty<T>(list: &[T]) -> bool {
    list.is_empty()
}

pub(crate) fn labels_are_empty(labels: &Labels) -> bool {
    labels.is_empty()
}

pub(crate) fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

/// A revision is a number inside and decimal text in JSON, as the API server writes it.
fn revision_text<S: serde::Serializer>(revision: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(revision)
}
