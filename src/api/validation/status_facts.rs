//! What the rules for status writes look at, read from a typed Job or from plain data: the rules exist once.

use serde_json::Value;

use super::job_spec::is_indexed;
use crate::api::field::Wording;
use crate::api::job::{ConditionStatus, JobConditionType, JobSpec, JobStatus};
use crate::api::printed::{UNCOUNTED_PODS, printed};
use crate::api::tree::{self, boolean, get, int, list, text};
use crate::time::Time;

/// What of a spec bears on the status.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub completions: Option<i64>,
    pub parallelism: Option<i64>,
    pub indexed: bool,
    pub suspended: bool,
    pub has_limit_per_index: bool,
    pub has_success_policy: bool,
}

impl Limits {
    pub fn of(spec: &JobSpec) -> Limits {
        Limits {
            completions: spec.completions.map(i64::from),
            parallelism: spec.parallelism.map(i64::from),
            indexed: spec.is_indexed(),
            suspended: spec.is_suspended(),
            has_limit_per_index: spec.backoff_limit_per_index.is_some(),
            has_success_policy: spec.success_policy.is_some(),
        }
    }

    pub fn read(spec: &Value) -> Limits {
        Limits {
            completions: int(spec, "completions"),
            parallelism: int(spec, "parallelism"),
            indexed: is_indexed(spec),
            suspended: boolean(spec, "suspend") == Some(true),
            has_limit_per_index: int(spec, "backoffLimitPerIndex").is_some(),
            has_success_policy: get(spec, "successPolicy").is_some(),
        }
    }
}

/// What a status says. A condition holds if one of its type is True.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts<'a> {
    pub complete: bool,
    pub failed_condition: bool,
    pub failure_target: bool,
    pub success_criteria_met: bool,
    pub suspended: Suspended,
    pub start_time: Option<Time>,
    pub completion_time: Option<Time>,
    pub active: i64,
    pub succeeded: i64,
    pub failed: i64,
    pub ready: Option<i64>,
    pub terminating: Option<i64>,
    pub completed_indexes: &'a str,
    pub failed_indexes: Option<&'a str>,
    pub uncounted: Option<Uncounted<'a>>,
}

/// Whether a Suspended condition is there, and what it says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Suspended {
    pub is_true: bool,
    pub is_false: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uncounted<'a> {
    pub succeeded: Vec<&'a str>,
    pub failed: Vec<&'a str>,
}

impl<'a> Facts<'a> {
    pub fn of(status: &'a JobStatus) -> Facts<'a> {
        let mut facts = Facts {
            start_time: status.start_time,
            completion_time: status.completion_time,
            active: status.active.into(),
            succeeded: status.succeeded.into(),
            failed: status.failed.into(),
            ready: status.ready.map(i64::from),
            terminating: status.terminating.map(i64::from),
            completed_indexes: &status.completed_indexes,
            failed_indexes: status.failed_indexes.as_deref(),
            uncounted: status.uncounted_terminated_pods.as_ref().map(|uncounted| Uncounted {
                succeeded: uncounted.succeeded.iter().map(|uid| &**uid).collect(),
                failed: uncounted.failed.iter().map(|uid| &**uid).collect(),
            }),
            ..Facts::default()
        };
        for condition in &status.conditions {
            let name = match condition.r#type {
                JobConditionType::Suspended => "Suspended",
                JobConditionType::FailureTarget => "FailureTarget",
                JobConditionType::Failed => "Failed",
                JobConditionType::SuccessCriteriaMet => "SuccessCriteriaMet",
                JobConditionType::Complete => "Complete",
                JobConditionType::Other(_) => "",
            };
            let status = match condition.status {
                ConditionStatus::True => "True",
                ConditionStatus::False => "False",
                ConditionStatus::Unknown => "Unknown",
            };
            facts.note_condition(name, status);
        }
        facts
    }

    pub fn read(status: &'a Value) -> Facts<'a> {
        let uids = |uncounted: &'a Value, field: &str| {
            list(uncounted, field).iter().map(|uid| uid.as_str().unwrap_or_default()).collect()
        };
        let mut facts = Facts {
            start_time: Time::parse(text(status, "startTime")),
            completion_time: Time::parse(text(status, "completionTime")),
            active: int(status, "active").unwrap_or(0),
            succeeded: int(status, "succeeded").unwrap_or(0),
            failed: int(status, "failed").unwrap_or(0),
            ready: int(status, "ready"),
            terminating: int(status, "terminating"),
            completed_indexes: text(status, "completedIndexes"),
            failed_indexes: get(status, "failedIndexes").and_then(Value::as_str),
            uncounted: get(status, "uncountedTerminatedPods").map(|uncounted| Uncounted {
                succeeded: uids(uncounted, "succeeded"),
                failed: uids(uncounted, "failed"),
            }),
            ..Facts::default()
        };
        for condition in list(status, "conditions") {
            facts.note_condition(text(condition, "type"), text(condition, "status"));
        }
        facts
    }

    pub fn is_finished(&self) -> bool {
        self.complete || self.failed_condition
    }

    fn note_condition(&mut self, name: &str, status: &str) {
        let holds = status == "True";
        match name {
            "Complete" => self.complete |= holds,
            "Failed" => self.failed_condition |= holds,
            "FailureTarget" => self.failure_target |= holds,
            "SuccessCriteriaMet" => self.success_criteria_met |= holds,
            "Suspended" => {
                self.suspended.is_true |= holds;
                self.suspended.is_false |= status == "False";
            }
            _ => {}
        }
    }
}

impl Uncounted<'_> {
    pub fn is_empty(&self) -> bool {
        self.succeeded.is_empty() && self.failed.is_empty()
    }

    #[inline(never)]
    pub fn printed(&self, wording: Wording) -> String {
        let mut value = tree::object([]);
        for (field, uids) in [("succeeded", &self.succeeded), ("failed", &self.failed)] {
            if !uids.is_empty() {
                value[field] = uids.iter().map(|uid| Value::from(*uid)).collect();
            }
        }
        printed(Some(&value), &UNCOUNTED_PODS, wording)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::api::plain::FromPlain;

    #[test]
    fn a_typed_status_and_plain_data_hold_the_same_facts() {
        let plain = json!({
            "conditions": [
                {"type": "Suspended", "status": "False"},
                {"type": "SuccessCriteriaMet", "status": "True"},
                {"type": "Complete", "status": "Unknown"},
                {"type": "Odd", "status": "True"},
            ],
            "startTime": "2024-01-01T00:00:00Z",
            "active": 1, "failed": 2, "ready": 0,
            "completedIndexes": "0-2", "failedIndexes": "",
            "uncountedTerminatedPods": {"succeeded": ["a"], "failed": ["b", "c"]},
        });
        let typed = JobStatus::from_plain(&plain).expect("a status");
        let facts = Facts::read(&plain);
        assert_eq!(Facts::of(&typed), facts);
        assert!(facts.success_criteria_met && facts.suspended.is_false && !facts.is_finished());
    }
}
