//! `Action`: the closed list of what may happen next to a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use crate::api::plain::{plain_struct, plain_variants};
use crate::api::{Kind, ObjectKey, Propagation, Text, tree};
use crate::cluster::fault::Fault;
use crate::kubelet::PodAct;
use crate::kubelet::outcome::OutcomePlan;

/// One thing that may happen. Times are in milliseconds; pods and Jobs are named by `namespace/name`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Action {
    // The user.
    /// `job`: the object as a manifest has it.
    CreateJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "JobObject"))]
        job: Arc<Value>,
    },
    /// Changes the Job of that name into what a manifest says, as `kubectl apply` does: what the manifest before this one
    /// said and this one does not is taken away, what neither says stays. Creates it if there is none.
    ApplyJob {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "JobObject"))]
        job: Arc<Value>,
    },
    ChangeJob {
        job: ObjectKey,
        change: JobChange,
    },
    DeleteJob {
        job: ObjectKey,
        propagation: Propagation,
    },
    DeletePod {
        pod: ObjectKey,
        #[serde(default)]
        force: bool,
    },
    /// Sets labels; an empty value removes the label.
    LabelPod {
        pod: ObjectKey,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
        labels: BTreeMap<String, String>,
    },
    RemovePodOwner {
        pod: ObjectKey,
    },
    RemovePodFinalizers {
        pod: ObjectKey,
    },
    /// Somebody else creates a pod.
    CreatePod(ForeignPod),

    // The kubelet, the garbage collector.
    Pod {
        pod: ObjectKey,
        act: PodAct,
    },
    /// The same for several pods, by name, that are not finished (for `run`: that are Pending and not deleted).
    Pods {
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        first: Option<u32>,
        act: PodAct,
    },
    PlanOutcomes {
        plan: OutcomePlan,
    },
    CollectGarbage,

    // Watch streams.
    /// Delivers the oldest events of a stream; all of them without a count.
    Deliver {
        kind: Kind,
        #[cfg_attr(target_arch = "wasm32", tsify(optional))]
        count: Option<u32>,
    },
    HoldWatch {
        kind: Kind,
        held: bool,
    },
    /// The watch breaks: undelivered events are lost, and the informer lists anew.
    Relist {
        kind: Kind,
    },

    // The controller.
    ProcessJob,
    ProcessOrphan,
    /// The controller loses its memory, starts anew and lists.
    RestartController,

    // Time and faults.
    PassTime {
        ms: i64,
    },
    ArmFault {
        fault: Fault,
    },
    /// The controller crashes after this many requests of its next sync that sends any.
    ArmCrash {
        after_requests: u32,
    },
    ClearFaults,
}

plain_variants!(Action by "action" {
    CreateJob { job: need },
    ApplyJob { job: need },
    ChangeJob { job: need, change: need },
    DeleteJob { job: need, propagation: need },
    DeletePod { pod: need, force: empty },
    LabelPod { pod: need, labels: need },
    RemovePodOwner { pod: need },
    RemovePodFinalizers { pod: need },
    CreatePod(ForeignPod),
    Pod { pod: need, act: need },
    Pods { act: need, first: may },
    PlanOutcomes { plan: need },
    CollectGarbage {},
    Deliver { kind: need, count: may },
    HoldWatch { kind: need, held: need },
    Relist { kind: need },
    ProcessJob {},
    ProcessOrphan {},
    RestartController {},
    PassTime { ms: need },
    ArmFault { fault: need },
    ArmCrash { after_requests: need },
    ClearFaults {},
});

/// Fields of a Job that the user sets. Absent fields stay.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", default)]
pub struct JobChange {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suspend: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parallelism: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completions: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff_limit: Option<i32>,
    /// `null` takes the deadline away.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "number_or_null")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "number | null"))]
    pub active_deadline_seconds: Option<Option<i64>>,
    /// Merged into the annotations.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub annotations: BTreeMap<String, String>,
}

plain_struct!(JobChange only {
    suspend: may,
    parallelism: may,
    completions: may,
    backoff_limit: may,
    active_deadline_seconds: nullable,
    annotations: empty,
});

impl JobChange {
    /// Sets the fields in a Job that is plain data.
    pub fn make(&self, job: &mut Value) {
        let mut set = |field: &str, value: Option<Value>| {
            if let Some(value) = value {
                tree::object_mut(job, "spec").insert(field.to_owned(), value);
            }
        };
        set("suspend", self.suspend.map(Value::from));
        set("parallelism", self.parallelism.map(Value::from));
        set("completions", self.completions.map(Value::from));
        set("backoffLimit", self.backoff_limit.map(Value::from));
        set("activeDeadlineSeconds", self.active_deadline_seconds.map(Value::from));
        if self.annotations.is_empty() {
            return;
        }
        if !job["metadata"].is_object() {
            job["metadata"] = Value::Object(Map::new());
        }
        let annotations = tree::object_mut(&mut job["metadata"], "annotations");
        for (name, value) in &self.annotations {
            annotations.insert(name.clone(), value.as_str().into());
        }
    }
}

fn number_or_null<S: Serializer>(value: &Option<Option<i64>>, serializer: S) -> Result<S::Ok, S::Error> {
    match value.flatten() {
        Some(number) => serializer.serialize_i64(number),
        None => serializer.serialize_unit(),
    }
}

/// A pod that the controller did not make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ForeignPod {
    pub pod: ObjectKey,
    /// Carries the labels that this Job selects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub selected_by: Option<Text>,
    /// Is controlled by this Job.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub owner: Option<Text>,
    /// Carries the tracking finalizer.
    #[serde(default)]
    pub finalizer: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub index: Option<i32>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub labels: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
    pub annotations: BTreeMap<String, String>,
}

plain_struct!(ForeignPod {
    pod: need,
    selected_by: may,
    owner: may,
    finalizer: empty,
    index: may,
    labels: empty,
    annotations: empty,
});
