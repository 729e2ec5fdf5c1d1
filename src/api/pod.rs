//! The Pod object: what the controller and the kubelet read of it, the rest of the spec carried along.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use super::COMPLETION_INDEX;
use super::job::ConditionStatus;
use super::meta::{ObjectKey, ObjectMeta, Text, is_zero, str_is_empty};
use super::plain::{plain_struct, plain_words};
use crate::time::Time;

/// A Pod as stored. Spec and status are shared with other pods of its Job, and with other states of the pod, where they
/// are the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pod {
    pub metadata: ObjectMeta,
    pub spec: Arc<PodSpec>,
    pub status: Arc<PodStatus>,
}

impl Pod {
    pub fn key(&self) -> ObjectKey {
        self.metadata.key()
    }

    /// The completion index by the annotation. `None`: absent, unreadable or negative.
    pub fn completion_index(&self) -> Option<i32> {
        let text = self.metadata.annotations.get(COMPLETION_INDEX)?;
        text.parse().ok().filter(|index| *index >= 0)
    }

    /// Phase Succeeded or Failed.
    pub fn is_terminal(&self) -> bool {
        matches!(self.status.phase, PodPhase::Succeeded | PodPhase::Failed)
    }

    /// Neither finished nor being deleted: upstream `IsPodActive`.
    pub fn is_active(&self) -> bool {
        !self.is_terminal() && !self.metadata.is_deleting()
    }

    /// Being deleted and not finished: upstream `IsPodTerminating`.
    pub fn is_terminating(&self) -> bool {
        !self.is_terminal() && self.metadata.is_deleting()
    }

    pub fn is_ready(&self) -> bool {
        self.status.condition("Ready").is_some_and(|ready| ready.status == ConditionStatus::True)
    }
}

/// The template of a Job's pods: labels, annotations and finalizers of the metadata, and the spec.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct PodTemplateSpec {
    pub metadata: ObjectMeta,
    pub spec: Arc<PodSpec>,
}

plain_struct!(PodTemplateSpec { spec: need, metadata: empty });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodSpec {
    #[serde(skip_serializing_if = "is_zero")]
    pub init_containers: Arc<Vec<Container>>,
    pub containers: Arc<Vec<Container>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart_policy: Option<RestartPolicy>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub termination_grace_period_seconds: Option<i64>,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub node_name: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub hostname: Text,
    /// Everything else that the manifest said, as it said it.
    #[serde(flatten)]
    pub rest: Arc<BTreeMap<String, Value>>,
}

plain_struct!(PodSpec rest {
    containers: need,
    init_containers: empty,
    restart_policy: may,
    termination_grace_period_seconds: may,
    node_name: empty,
    hostname: empty,
});

impl PodSpec {
    /// Init containers first, then app containers, as the kubelet starts them.
    pub fn all_containers(&self) -> impl Iterator<Item = &Container> {
        self.init_containers.iter().chain(self.containers.iter())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum RestartPolicy {
    Always,
    OnFailure,
    Never,
    #[serde(untagged)]
    Other(Text),
}

plain_words!(RestartPolicy { Always, OnFailure, Never; else Other });

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Container {
    pub name: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub image: Text,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub restart_policy: Option<RestartPolicy>,
    #[serde(flatten)]
    pub rest: BTreeMap<String, Value>,
}

plain_struct!(Container rest { name: empty, image: empty, env: empty, restart_policy: may });

impl Container {
    /// An init container that keeps running beside the app containers: a sidecar.
    pub fn is_restartable_init(&self) -> bool {
        self.restart_policy == Some(RestartPolicy::Always)
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum PodPhase {
    #[default]
    Pending,
    Unknown,
    Running,
    Succeeded,
    Failed,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodStatus {
    pub phase: PodPhase,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<PodCondition>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start_time: Option<Time>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub init_container_statuses: Vec<ContainerStatus>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub container_statuses: Vec<ContainerStatus>,
}

impl PodStatus {
    pub fn condition(&self, condition_type: &str) -> Option<&PodCondition> {
        self.conditions.iter().find(|condition| &*condition.r#type == condition_type)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PodCondition {
    pub r#type: Text,
    pub status: ConditionStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_transition_time: Option<Time>,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub reason: Text,
    #[serde(skip_serializing_if = "str_is_empty")]
    pub message: Text,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ContainerStatus {
    pub name: Text,
    pub restart_count: i32,
    pub ready: bool,
    pub state: ContainerState,
}

/// What a container is doing. `Unset` is the state of a container that has not reported yet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ContainerState {
    #[default]
    Unset,
    Waiting {
        #[serde(skip_serializing_if = "str_is_empty")]
        reason: Text,
    },
    #[serde(rename_all = "camelCase")]
    Running {
        #[serde(skip_serializing_if = "Option::is_none")]
        started_at: Option<Time>,
    },
    #[serde(rename_all = "camelCase")]
    Terminated {
        exit_code: i32,
        #[serde(skip_serializing_if = "str_is_empty")]
        reason: Text,
        #[serde(skip_serializing_if = "Option::is_none")]
        finished_at: Option<Time>,
    },
}
