//! What a Job leaves out, filled in where it is decoded.
//!
//! Mirrors upstream `SetDefaults_Job`.

use serde_json::{Map, Value};

use super::pod::set_pod_template_defaults;
use crate::api::tree::{get, list_mut, map, object_mut, set_default};
use crate::api::version::ServerVersion;

/// Defaults of the whole Job, its template included.
pub fn set_job_defaults(job: &mut Value, version: &ServerVersion) {
    let spec = object_mut(job, "spec");
    let is_absent = |spec: &Map<String, Value>, field: &str| spec.get(field).is_none_or(Value::is_null);
    if is_absent(spec, "completions") && is_absent(spec, "parallelism") {
        set_default(spec, "completions", 1);
    }
    set_default(spec, "parallelism", 1);
    let has_limit_per_index = !is_absent(spec, "backoffLimitPerIndex");
    set_default(spec, "backoffLimit", if has_limit_per_index { i32::MAX } else { 6 });
    if version.job.indexed_and_suspend {
        set_default(spec, "completionMode", "NonIndexed");
        set_default(spec, "suspend", false);
    }
    set_default(spec, "manualSelector", false);
    let has_failure_policy = !is_absent(spec, "podFailurePolicy");
    let replacement = if has_failure_policy { "Failed" } else { "TerminatingOrFailed" };
    if version.job.defaults_replacement_policy {
        set_default(spec, "podReplacementPolicy", replacement);
    }
    if let Some(policy) = spec.get_mut("podFailurePolicy") {
        set_condition_statuses(policy);
    }
    set_pod_template_defaults(object_mut(job, "spec").entry("template").or_insert(Value::Null), version);
    inherit_template_labels(job);
}

/// A Job without labels has those of its template.
pub fn inherit_template_labels(job: &mut Value) {
    if get(&job["metadata"], "labels").and_then(Value::as_object).is_none_or(Map::is_empty)
        && let Some(labels) = map(&job["spec"]["template"]["metadata"], "labels").cloned()
    {
        object_mut(job, "metadata").insert("labels".to_owned(), Value::Object(labels));
    }
}

/// A pod condition of a failure policy is looked for with status True unless told otherwise.
fn set_condition_statuses(policy: &mut Value) {
    for rule in list_mut(policy, "rules") {
        for condition in list_mut(rule, "onPodConditions") {
            if let Some(condition) = condition.as_object_mut() {
                let status = condition.entry("status").or_insert(Value::Null);
                if status.as_str().is_none_or(str::is_empty) {
                    *status = "True".into();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn defaulted(spec: Value) -> Value {
        let mut job = json!({"metadata": {"name": "pi"}, "spec": spec});
        set_job_defaults(&mut job, &ServerVersion::V1_33);
        job
    }

    #[test]
    fn completions_are_one_only_where_nothing_is_said_of_pods() {
        assert_eq!(defaulted(json!({}))["spec"]["completions"], 1);
        let spec = defaulted(json!({"parallelism": 2}));
        assert_eq!((&spec["spec"]["completions"], &spec["spec"]["parallelism"]), (&Value::Null, &json!(2)));
        assert_eq!(defaulted(json!({"backoffLimitPerIndex": 0}))["spec"]["backoffLimit"], i32::MAX);
    }

    #[test]
    fn a_failure_policy_is_completed_and_replaces_pods_that_failed() {
        let policy = json!({"rules": [{"action": "Ignore", "onPodConditions": [{"type": "a"}]}]});
        let job = defaulted(json!({"podFailurePolicy": policy}));
        assert_eq!(job["spec"]["podReplacementPolicy"], "Failed");
        assert_eq!(job["spec"]["podFailurePolicy"]["rules"][0]["onPodConditions"][0]["status"], "True");
    }

    #[test]
    fn labels_come_from_the_template_where_the_job_has_none() {
        let template = json!({"metadata": {"labels": {"a": "b"}}});
        assert_eq!(defaulted(json!({"template": template}))["metadata"]["labels"], json!({"a": "b"}));
    }
}
