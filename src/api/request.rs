//! Requests to the API server, and the errors that it answers with.

use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::event::Event;
use super::field::{FieldError, quote};
use super::job::JobStatus;
use super::meta::{Kind, ObjectKey, OwnerReference, Propagation, Text};
use super::plain::plain_words;
use super::pod::Pod;
use super::{Object, TRACKING_FINALIZER};
use crate::sorted::order;

/// Who sends a request. Faults hit only the controller's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Requester {
    User,
    Kubelet,
    GarbageCollector,
    JobController,
}

/// One verb on one object. `handle` of the cluster is the only thing that carries it out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    GetJob {
        key: ObjectKey,
    },
    /// `job`: the object as it was sent, without what the API server fills in.
    CreateJob {
        job: Arc<Value>,
    },
    /// Replaces the Job by this object. The status is left alone.
    UpdateJob {
        key: ObjectKey,
        job: Arc<Value>,
    },
    /// Replaces the status, if the stored Job still has this UID and, where given, this revision.
    UpdateJobStatus {
        key: ObjectKey,
        uid: Text,
        resource_version: u64,
        status: Box<JobStatus>,
    },
    /// Takes a finalizer of the garbage collector off.
    RemoveJobFinalizer {
        key: ObjectKey,
        finalizer: Text,
    },
    DeleteJob {
        key: ObjectKey,
        propagation: Propagation,
    },
    CreatePod {
        pod: Arc<Pod>,
    },
    /// Replaces the whole pod, metadata and status included, as a user or the kubelet may.
    UpdatePod {
        pod: Arc<Pod>,
    },
    PatchPod {
        key: ObjectKey,
        patch: PodPatch,
    },
    /// `grace_seconds`: the pod's own grace period where absent.
    DeletePod {
        key: ObjectKey,
        grace_seconds: Option<i64>,
    },
    RecordEvent {
        event: Arc<Event>,
    },
}

impl Request {
    pub fn kind(&self) -> Kind {
        match self {
            Request::CreatePod { .. }
            | Request::UpdatePod { .. }
            | Request::PatchPod { .. }
            | Request::DeletePod { .. } => Kind::Pod,
            _ => Kind::Job,
        }
    }
}

/// The patches that the Job controller sends to pods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PodPatch {
    /// Takes the tracking finalizer off.
    RemoveFinalizer,
    /// Adds the controller reference and, where pods are counted by it, the tracking finalizer. Refused if the pod has
    /// another UID.
    Adopt { pod_uid: Text, owner: OwnerReference, finalizer: bool },
    /// Takes the owner reference and the tracking finalizer off. Refused if the pod has another UID.
    Release { pod_uid: Text, owner_uid: Text },
}

impl PodPatch {
    pub(crate) fn apply(&self, pod: &mut Pod) {
        let metadata = &mut pod.metadata;
        match self {
            PodPatch::RemoveFinalizer => {}
            PodPatch::Adopt { owner, finalizer, .. } => {
                let mut owners = metadata.owner_references.to_vec();
                match owners.iter_mut().find(|held| held.uid == owner.uid) {
                    Some(held) => *held = owner.clone(),
                    None => owners.push(owner.clone()),
                }
                metadata.owner_references = owners.into();
                if *finalizer {
                    metadata.add_finalizer(TRACKING_FINALIZER);
                }
                return;
            }
            PodPatch::Release { owner_uid, .. } => {
                metadata.remove_owner(owner_uid);
            }
        }
        metadata.remove_finalizer(TRACKING_FINALIZER);
    }
}

/// A request and what came of it: the answer to whoever sent it, and the record of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    pub requester: Requester,
    pub request: Request,
    /// The stored object after the request (for a removal: in its last state), or the error.
    pub answer: Result<Object, ApiError>,
    /// The request was carried out and changed nothing.
    pub unchanged: bool,
}

/// The reason of an API error, as the `reason` of a Status object names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ErrorReason {
    BadRequest,
    Forbidden,
    NotFound,
    AlreadyExists,
    Conflict,
    Invalid,
    TooManyRequests,
    InternalError,
    Timeout,
}

plain_words!(ErrorReason {
    BadRequest,
    Forbidden,
    NotFound,
    AlreadyExists,
    Conflict,
    Invalid,
    TooManyRequests,
    InternalError,
    Timeout,
});

impl ErrorReason {
    /// The HTTP status code.
    pub fn code(self) -> u16 {
        match self {
            ErrorReason::BadRequest => 400,
            ErrorReason::Forbidden => 403,
            ErrorReason::NotFound => 404,
            ErrorReason::AlreadyExists | ErrorReason::Conflict => 409,
            ErrorReason::Invalid => 422,
            ErrorReason::TooManyRequests => 429,
            ErrorReason::InternalError => 500,
            ErrorReason::Timeout => 504,
        }
    }
}

/// An error of the API server: a refusal, or a failure that may or may not have taken effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ApiError {
    pub reason: ErrorReason,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub message: Text,
    /// The namespace is being deleted: the controller swallows this one.
    pub namespace_terminating: bool,
    /// The fields that an object was refused for, all at once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldError>,
}

impl ApiError {
    pub fn new(reason: ErrorReason, message: impl AsRef<str>) -> ApiError {
        ApiError {
            reason,
            message: message.as_ref().into(),
            namespace_terminating: false,
            fields: Vec::new(),
        }
    }

    /// A 422 for an object with these errors, in the API server's form: `Job.batch "pi" is invalid: …`. An error that
    /// was found more than once is told once.
    #[inline(never)]
    pub fn invalid(kind: &str, name: &str, fields: Vec<FieldError>) -> ApiError {
        let texts: Vec<String> = fields.iter().map(FieldError::to_string).collect();
        let repeats = order::repeats(texts.len(), &|one, other| texts[one].cmp(&texts[other]));
        let once = texts.iter().zip(repeats).filter(|(_, repeats)| !repeats);
        let errors: Vec<&str> = once.map(|(text, _)| text.as_str()).collect();
        let text = errors.join(", ");
        let errors = if errors.len() > 1 { format!("[{text}]") } else { text };
        let message = format!("{kind} {} is invalid: {errors}", quote(name));
        ApiError { fields, ..ApiError::new(ErrorReason::Invalid, message) }
    }

    /// Here and at the others that a plain run does not meet the WebAssembly module is cut in two, so they are never inlined.
    #[inline(never)]
    pub fn not_found(kind: Kind, name: &str) -> ApiError {
        ApiError::new(ErrorReason::NotFound, format!("{} \"{name}\" not found", kind.resource()))
    }

    #[inline(never)]
    pub fn already_exists(kind: Kind, name: &str) -> ApiError {
        ApiError::new(ErrorReason::AlreadyExists, format!("{} \"{name}\" already exists", kind.resource()))
    }

    #[inline(never)]
    pub fn conflict(kind: Kind, name: &str, detail: &str) -> ApiError {
        let message = format!("Operation cannot be fulfilled on {} \"{name}\": {detail}", kind.resource());
        ApiError::new(ErrorReason::Conflict, message)
    }

    #[inline(never)]
    pub fn stale(kind: Kind, name: &str) -> ApiError {
        const DETAIL: &str =
            "the object has been modified; please apply your changes to the latest version and try again";
        ApiError::conflict(kind, name, DETAIL)
    }

    pub fn is_not_found(&self) -> bool {
        self.reason == ErrorReason::NotFound
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}
