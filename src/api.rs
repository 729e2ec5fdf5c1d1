//! What a cluster stores: typed where the controller or the kubelet reads, the rest carried verbatim.

pub mod amount;
pub mod apply;
pub mod defaults;
pub mod document;
pub mod event;
pub mod field;
pub mod job;
pub mod manifest;
pub mod meta;
pub mod object;
pub mod plain;
pub mod pod;
pub mod printed;
pub mod quantity;
pub mod request;
pub mod schema;
pub mod selector;
pub mod strategy;
pub mod tree;
pub mod validation;
pub mod version;
pub mod written;

pub use event::{Event, EventType};
pub use field::{FieldError, FieldErrorReason};
pub use job::{
    CompletionMode, ConditionStatus, Job, JobCondition, JobConditionType, JobSpec, JobStatus,
    PodFailurePolicy, PodFailurePolicyAction, PodFailurePolicyRule, PodReplacementPolicy, SuccessPolicy,
    UncountedTerminatedPods,
};
pub use meta::{Kind, Labels, ObjectKey, ObjectMeta, OwnerReference, Propagation, Text};
pub use object::{ByKey, Object, WatchEvent, WatchEventType};
pub use pod::{
    Container, ContainerState, ContainerStatus, Pod, PodCondition, PodPhase, PodSpec, PodStatus,
    PodTemplateSpec, RestartPolicy,
};
pub use request::{ApiError, ErrorReason, Exchange, PodPatch, Request, Requester};
pub use selector::LabelSelector;

/// The finalizer that holds a pod until the Job controller has counted it.
pub const TRACKING_FINALIZER: &str = "batch.kubernetes.io/job-tracking";
/// Pod annotation, and label where the profile says so: the completion index in decimal.
pub const COMPLETION_INDEX: &str = "batch.kubernetes.io/job-completion-index";
/// Pod annotation: counted failures of the index before this pod.
pub const INDEX_FAILURE_COUNT: &str = "batch.kubernetes.io/job-index-failure-count";
/// Pod annotation: failures of the index that an `Ignore` rule matched, before this pod.
pub const INDEX_IGNORED_FAILURE_COUNT: &str = "batch.kubernetes.io/job-index-ignored-failure-count";
/// Labels by which a Job finds its pods, prefixed and legacy.
pub const CONTROLLER_UID: &str = "batch.kubernetes.io/controller-uid";
pub const JOB_NAME: &str = "batch.kubernetes.io/job-name";
pub const LEGACY_CONTROLLER_UID: &str = "controller-uid";
pub const LEGACY_JOB_NAME: &str = "job-name";
/// The value of `spec.managedBy` that means the built-in controller.
pub const BUILT_IN_CONTROLLER: &str = "kubernetes.io/job-controller";
/// Finalizers of the garbage collector, for foreground deletion and for orphaning.
pub const FOREGROUND_FINALIZER: &str = "foregroundDeletion";
pub const ORPHAN_FINALIZER: &str = "orphan";
/// Pod condition of a disruption: eviction, preemption, node loss.
pub const DISRUPTION_TARGET: &str = "DisruptionTarget";
/// The environment variable that tells a container its completion index.
pub const COMPLETION_INDEX_ENV: &str = "JOB_COMPLETION_INDEX";
