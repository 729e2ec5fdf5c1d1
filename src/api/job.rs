//! The Job object, batch/v1: spec, status and policies.

use std::sync::Arc;

use serde::Serialize;

use super::meta::{ObjectKey, ObjectMeta, OwnerReference, Text, is_zero, str_is_empty};
use super::plain::{plain_struct, plain_words};
use super::pod::PodTemplateSpec;
use super::selector::LabelSelector;
use crate::time::Time;

/// A Job as stored. The spec is shared: status writes, which are frequent, do not copy it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Job {
    pub metadata: ObjectMeta,
    pub spec: Arc<JobSpec>,
    pub status: JobStatus,
}

plain_struct!(Job { metadata: need, spec: need, status: empty });

impl Job {
    pub fn key(&self) -> ObjectKey {
        self.metadata.key()
    }

    /// The reference by which the Job controls its pods.
    pub fn controller_reference(&self) -> OwnerReference {
        OwnerReference {
            api_version: "batch/v1".into(),
            kind: "Job".into(),
            name: self.metadata.name.clone(),
            uid: self.metadata.uid.clone(),
            controller: Some(true),
            block_owner_deletion: Some(true),
        }
    }

    /// Complete or Failed is True: upstream `IsJobFinished`.
    pub fn is_finished(&self) -> bool {
        self.status.has(&JobConditionType::Complete) || self.status.has(&JobConditionType::Failed)
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobSpec {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallelism: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completions: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_deadline_seconds: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_failure_policy: Option<PodFailurePolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub success_policy: Option<SuccessPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_limit: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_limit_per_index: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_failed_indexes: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<LabelSelector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manual_selector: Option<bool>,
    pub template: PodTemplateSpec,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ttl_seconds_after_finished: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completion_mode: Option<CompletionMode>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_replacement_policy: Option<PodReplacementPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub managed_by: Option<Text>,
}

plain_struct!(JobSpec only {
    template: need,
    parallelism: may,
    completions: may,
    active_deadline_seconds: may,
    pod_failure_policy: may,
    success_policy: may,
    backoff_limit: may,
    backoff_limit_per_index: may,
    max_failed_indexes: may,
    selector: may,
    manual_selector: may,
    ttl_seconds_after_finished: may,
    completion_mode: may,
    suspend: may,
    pod_replacement_policy: may,
    managed_by: may,
});

impl JobSpec {
    pub fn is_indexed(&self) -> bool {
        self.completion_mode == Some(CompletionMode::Indexed)
    }

    pub fn is_suspended(&self) -> bool {
        self.suspend == Some(true)
    }

    /// Pods that may be active at once. 1 where nothing is said, as defaulting has it.
    pub fn parallelism(&self) -> i32 {
        self.parallelism.unwrap_or(1)
    }

    pub fn backoff_limit(&self) -> i32 {
        self.backoff_limit.unwrap_or(6)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum CompletionMode {
    NonIndexed,
    Indexed,
    #[serde(untagged)]
    Other(Text),
}

plain_words!(CompletionMode { NonIndexed, Indexed; else Other });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PodReplacementPolicy {
    TerminatingOrFailed,
    Failed,
    #[serde(untagged)]
    Other(Text),
}

plain_words!(PodReplacementPolicy { TerminatingOrFailed, Failed; else Other });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodFailurePolicy {
    pub rules: Vec<PodFailurePolicyRule>,
}

plain_struct!(PodFailurePolicy only { rules: empty });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodFailurePolicyRule {
    pub action: PodFailurePolicyAction,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_exit_codes: Option<OnExitCodes>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub on_pod_conditions: Option<Vec<OnPodCondition>>,
}

plain_struct!(PodFailurePolicyRule only { action: need, on_exit_codes: may, on_pod_conditions: may });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PodFailurePolicyAction {
    FailJob,
    FailIndex,
    Ignore,
    Count,
    #[serde(untagged)]
    Other(Text),
}

plain_words!(PodFailurePolicyAction { FailJob, FailIndex, Ignore, Count; else Other });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OnExitCodes {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub container_name: Option<Text>,
    pub operator: Text,
    pub values: Vec<i32>,
}

plain_struct!(OnExitCodes only { operator: need, container_name: may, values: empty });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OnPodCondition {
    pub r#type: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<ConditionStatus>,
}

plain_struct!(OnPodCondition only { r#type: need, status: may });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuccessPolicy {
    pub rules: Vec<SuccessPolicyRule>,
}

plain_struct!(SuccessPolicy only { rules: empty });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SuccessPolicyRule {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub succeeded_indexes: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub succeeded_count: Option<i32>,
}

plain_struct!(SuccessPolicyRule only { succeeded_indexes: may, succeeded_count: may });

/// What the controller has written about a Job. Zero-valued plain counters are absent in JSON, as upstream writes them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobStatus {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<JobCondition>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion_time: Option<Time>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub active: i32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub succeeded: i32,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub failed: i32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terminating: Option<i32>,
    #[serde(default, skip_serializing_if = "str_is_empty")]
    pub completed_indexes: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_indexes: Option<Text>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncounted_terminated_pods: Option<UncountedTerminatedPods>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<i32>,
}

plain_struct!(JobStatus {
    conditions: empty,
    start_time: may,
    completion_time: may,
    active: empty,
    succeeded: empty,
    failed: empty,
    terminating: may,
    completed_indexes: empty,
    failed_indexes: may,
    uncounted_terminated_pods: may,
    ready: may,
});

impl JobStatus {
    /// The condition of this type, if its status is True.
    pub fn condition(&self, condition_type: &JobConditionType) -> Option<&JobCondition> {
        self.conditions.iter().find(|condition| {
            condition.r#type == *condition_type && condition.status == ConditionStatus::True
        })
    }

    pub fn has(&self, condition_type: &JobConditionType) -> bool {
        self.condition(condition_type).is_some()
    }
}

/// UIDs of finished pods that a status write has announced and no counter holds yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct UncountedTerminatedPods {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub succeeded: Vec<Text>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<Text>,
}

plain_struct!(UncountedTerminatedPods { succeeded: empty, failed: empty });

impl UncountedTerminatedPods {
    pub fn len(&self) -> usize {
        self.succeeded.len() + self.failed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.succeeded.is_empty() && self.failed.is_empty()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum ConditionStatus {
    True,
    False,
    Unknown,
}

plain_words!(ConditionStatus { True, False, Unknown });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum JobConditionType {
    Suspended,
    FailureTarget,
    Failed,
    SuccessCriteriaMet,
    Complete,
    #[serde(untagged)]
    Other(Text),
}

plain_words!(JobConditionType {
    Suspended, FailureTarget, Failed, SuccessCriteriaMet, Complete; else Other
});

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobCondition {
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub r#type: JobConditionType,
    pub status: ConditionStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_probe_time: Option<Time>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_transition_time: Option<Time>,
    #[serde(default, skip_serializing_if = "str_is_empty")]
    pub reason: Text,
    #[serde(default, skip_serializing_if = "str_is_empty")]
    pub message: Text,
}

plain_struct!(JobCondition {
    r#type: need,
    status: need,
    last_probe_time: may,
    last_transition_time: may,
    reason: empty,
    message: empty,
});

impl JobCondition {
    pub fn new(
        r#type: JobConditionType,
        status: ConditionStatus,
        reason: &str,
        message: &str,
        now: Time,
    ) -> Self {
        JobCondition {
            r#type,
            status,
            last_probe_time: Some(now),
            last_transition_time: Some(now),
            reason: reason.into(),
            message: message.into(),
        }
    }
}
