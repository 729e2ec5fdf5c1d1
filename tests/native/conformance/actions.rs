//! From a recorded `do` to the actions of a world.

use std::collections::BTreeMap;
use std::sync::Arc;

use jobscope::api::{ConditionStatus, Kind, ObjectKey, Propagation, Text};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::kubelet::{Failure, PodAct};
use jobscope::trace::FaultVerb;
use jobscope::world::{Action, ForeignPod, JobChange};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::recorded::{Step, Trace, plain};

/// All recorded objects live here.
const NAMESPACE: &str = "default";

#[derive(Deserialize)]
#[serde(tag = "action", rename_all = "camelCase", rename_all_fields = "camelCase", deny_unknown_fields)]
enum Recorded {
    CreateJob {
        manifest: Option<Value>,
    },
    UpdateJob {
        job: String,
        #[serde(deserialize_with = "plain")]
        set: JobChange,
    },
    DeleteJob {
        job: String,
        #[serde(deserialize_with = "plain")]
        propagation: Propagation,
    },
    Gc {},
    PodSchedule {
        pod: String,
    },
    PodRun {
        pod: String,
    },
    PodReady {
        pod: String,
        ready: bool,
    },
    PodCondition {
        pod: String,
        #[serde(deserialize_with = "plain")]
        conditions: BTreeMap<Text, ConditionStatus>,
    },
    PodSucceed {
        pod: String,
    },
    PodFail(Box<PodFail>),
    PodRestart {
        pod: String,
        n: i32,
        container: Text,
    },
    ContainerExit {
        pod: String,
        container: Text,
        #[serde(default)]
        exit_code: i32,
    },
    PodsRun {
        #[serde(default)]
        n: u32,
    },
    PodsSucceed {
        #[serde(default)]
        n: u32,
    },
    PodsFail {
        #[serde(default)]
        n: u32,
        #[serde(default = "one")]
        exit_code: i32,
    },
    PodDelete {
        pod: String,
        #[serde(default)]
        force: bool,
    },
    PodFinalizeDelete {
        pod: String,
    },
    PodSetLabels {
        pod: String,
        labels: BTreeMap<String, String>,
    },
    PodRemoveOwner {
        pod: String,
    },
    PodRemoveFinalizer {
        pod: String,
    },
    PodCreate(Box<PodCreate>),
    Deliver {
        resource: Resource,
        #[serde(default)]
        n: u32,
    },
    Relist {
        resource: Resource,
    },
    RestartController {},
    Advance {
        #[serde(default)]
        ms: i64,
    },
    ProcessJob {},
    ProcessOrphan {},
    Inject(Box<Inject>),
    ClearInjections {},
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PodFail {
    pod: String,
    #[serde(default = "one")]
    exit_code: i32,
    reason: Option<Text>,
    container: Option<Text>,
    #[serde(default)]
    bare: bool,
    #[serde(default, deserialize_with = "plain")]
    conditions: BTreeMap<Text, ConditionStatus>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct PodCreate {
    pod: String,
    selector: Option<Text>,
    owner: Option<Text>,
    #[serde(default)]
    finalizer: bool,
    index: Option<i32>,
    #[serde(default)]
    labels: BTreeMap<String, String>,
    #[serde(default)]
    annotations: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Inject {
    #[serde(deserialize_with = "plain")]
    op: FaultVerb,
    error: RecordedError,
    /// Below zero: all until cleared.
    #[serde(default = "one")]
    count: i32,
    #[serde(default)]
    skip: u32,
    #[serde(default)]
    indexes: Vec<i32>,
    #[serde(default)]
    pods: Vec<Text>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum RecordedError {
    Internal,
    Timeout,
    TimeoutAfterCommit,
    Conflict,
    Forbidden,
    NotFound,
    NamespaceTerminating,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Resource {
    Jobs,
    Pods,
    All,
}

fn one() -> i32 {
    1
}

/// The actions that a recorded step stands for, in order.
pub fn of(step: &Step, trace: &Trace) -> Result<Vec<Action>, String> {
    let name = step.r#do.get("action").and_then(Value::as_str).unwrap_or_default();
    let recorded = decode(&step.r#do).map_err(|error| format!("the action {name}: {error}"))?;
    let action = match recorded {
        Recorded::CreateJob { manifest } => {
            Action::CreateJob { job: Arc::new(manifest.unwrap_or_else(|| trace.job.clone())) }
        }
        Recorded::UpdateJob { job, set } => Action::ChangeJob { job: key(&job), change: set },
        Recorded::DeleteJob { job, propagation } => Action::DeleteJob { job: key(&job), propagation },
        Recorded::Gc {} => Action::CollectGarbage,
        Recorded::PodSchedule { pod } => act(&pod, PodAct::Schedule),
        Recorded::PodRun { pod } => act(&pod, PodAct::Run),
        Recorded::PodReady { pod, ready } => act(&pod, PodAct::SetReady { ready }),
        Recorded::PodCondition { pod, conditions } => {
            act(&pod, PodAct::SetConditions { conditions: conditions.into_iter().collect() })
        }
        Recorded::PodSucceed { pod } => act(&pod, PodAct::Succeed),
        Recorded::PodFail(fail) => pod_fail(*fail),
        Recorded::PodRestart { pod, n, container } => {
            act(&pod, PodAct::RestartContainer { container: Some(container), times: n })
        }
        Recorded::ContainerExit { pod, container, exit_code } => {
            act(&pod, PodAct::ExitContainer { container, exit_code })
        }
        Recorded::PodsRun { n } => Action::Pods { first: some(n), act: PodAct::Run },
        Recorded::PodsSucceed { n } => Action::Pods { first: some(n), act: PodAct::Succeed },
        Recorded::PodsFail { n, exit_code } => {
            Action::Pods { first: some(n), act: PodAct::Fail(Failure::with_exit_code(exit_code)) }
        }
        Recorded::PodDelete { pod, force } => Action::DeletePod { pod: key(&pod), force },
        Recorded::PodFinalizeDelete { pod } => act(&pod, PodAct::ConfirmDeletion),
        Recorded::PodSetLabels { pod, labels } => Action::LabelPod { pod: key(&pod), labels },
        Recorded::PodRemoveOwner { pod } => Action::RemovePodOwner { pod: key(&pod) },
        Recorded::PodRemoveFinalizer { pod } => Action::RemovePodFinalizers { pod: key(&pod) },
        Recorded::PodCreate(create) => pod_create(*create),
        Recorded::Deliver { resource, n } => {
            return Ok(resource.kinds().map(|kind| Action::Deliver { kind, count: some(n) }).collect());
        }
        Recorded::Relist { resource } => {
            return Ok(resource.kinds().map(|kind| Action::Relist { kind }).collect());
        }
        Recorded::RestartController {} => Action::RestartController,
        Recorded::Advance { ms } => Action::PassTime { ms },
        Recorded::ProcessJob {} => Action::ProcessJob,
        Recorded::ProcessOrphan {} => Action::ProcessOrphan,
        Recorded::Inject(inject) => Action::ArmFault { fault: fault(*inject) },
        Recorded::ClearInjections {} => Action::ClearFaults,
    };
    Ok(vec![action])
}

fn decode(recorded: &Map<String, Value>) -> serde_json::Result<Recorded> {
    serde_json::from_value(Value::Object(recorded.clone()))
}

fn key(name: &str) -> ObjectKey {
    ObjectKey::new(NAMESPACE, name)
}

/// A count, where 0 means all.
fn some(count: u32) -> Option<u32> {
    (count > 0).then_some(count)
}

fn act(pod: &str, act: PodAct) -> Action {
    Action::Pod { pod: key(pod), act }
}

fn pod_fail(fail: PodFail) -> Action {
    let PodFail { pod, exit_code, reason, container, bare, conditions } = fail;
    let conditions = conditions.into_iter().collect();
    act(&pod, PodAct::Fail(Failure { exit_code, reason, container, bare, conditions }))
}

fn pod_create(create: PodCreate) -> Action {
    let PodCreate { pod, selector, owner, finalizer, index, labels, annotations } = create;
    let pod = key(&pod);
    Action::CreatePod(ForeignPod { pod, selected_by: selector, owner, finalizer, index, labels, annotations })
}

fn fault(inject: Inject) -> Fault {
    let Inject { op, error, count, skip, indexes, pods } = inject;
    let error = match error {
        RecordedError::Internal => FaultError::InternalError,
        RecordedError::Timeout => FaultError::Timeout,
        RecordedError::TimeoutAfterCommit => FaultError::TimeoutAfterEffect,
        RecordedError::Conflict => FaultError::Conflict,
        RecordedError::Forbidden => FaultError::Forbidden,
        RecordedError::NotFound => FaultError::NotFound,
        RecordedError::NamespaceTerminating => FaultError::NamespaceTerminating,
    };
    Fault { verb: op, error, skip, count: u32::try_from(count).ok(), indexes, pods }
}

impl Resource {
    fn kinds(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |kind| match self {
            Resource::Jobs => *kind == Kind::Job,
            Resource::Pods => *kind == Kind::Pod,
            Resource::All => true,
        })
    }
}
