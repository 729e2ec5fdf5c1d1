//! Requests about Jobs and what the API server answers, one rule a test.

use serde_json::json;

use super::*;

fn env(version: &ServerVersion) -> Env<'_> {
    Env { namespace: "default", uid: "uid-1", now: Time::START, suffix: "xxxxx", version, validates: true }
}

fn job(metadata: Value, spec: Value) -> Value {
    let mut job = json!({"apiVersion": "batch/v1", "kind": "Job", "metadata": metadata, "spec": spec});
    let template = &mut job["spec"]["template"];
    template["spec"] = json!({"restartPolicy": "Never", "containers": [{"name": "main", "image": "perl"}]});
    job
}

fn created(metadata: Value, spec: Value) -> Value {
    let version = ServerVersion::V1_33;
    create(job(metadata, spec), &env(&version)).map(|accepted| accepted.object).expect("the Job is valid")
}

fn message(outcome: Result<Accepted, Refused>) -> String {
    outcome.err().map(|refused| refused.error.message.to_string()).unwrap_or_default()
}

#[test]
fn labels_of_the_template_are_shared_with_a_job_that_has_none_unless_its_name_is_generated() {
    let template = json!({"template": {"metadata": {"labels": {"a": "b"}}}});
    let named = created(json!({"name": "pi"}), template.clone());
    assert_eq!(named["metadata"]["labels"], named["spec"]["template"]["metadata"]["labels"]);
    let generated = created(json!({"generateName": "pi-"}), template);
    assert_eq!(generated["metadata"]["name"], "pi-xxxxx");
    assert_eq!(generated["metadata"]["labels"], json!({"a": "b"}));
    let bare = created(json!({"generateName": "pi-"}), json!({}));
    assert_eq!(bare["metadata"]["labels"]["job-name"], "pi-xxxxx");
}

#[test]
fn an_error_is_listed_for_each_time_it_is_found_and_told_once() {
    let version = ServerVersion::V1_33;
    let stored = created(json!({"name": "pi"}), json!({}));
    let mut new = stored.clone();
    new["spec"]["backoffLimit"] = (-1).into();
    let refused = update(&stored, new, "pi", &env(&version)).expect_err("it is negative");
    assert_eq!(refused.error.fields.len(), 2);
    assert_eq!(
        &*refused.error.message,
        "Job.batch \"pi\" is invalid: spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0"
    );
}

#[test]
fn a_put_is_for_the_job_in_its_path() {
    let version = ServerVersion::V1_33;
    let stored = created(json!({"name": "pi"}), json!({}));
    let put = |change: &dyn Fn(&mut Value)| {
        let mut stored = stored.clone();
        stored["metadata"]["resourceVersion"] = "100".into();
        let mut new = stored.clone();
        change(&mut new["metadata"]);
        message(update(&stored, new, "pi", &env(&version)))
    };
    assert_eq!(put(&|_| {}), "");
    assert_eq!(put(&|metadata| metadata["resourceVersion"] = "0".into()), "");
    assert_eq!(
        put(&|metadata| metadata["resourceVersion"] = "99".into()),
        "Operation cannot be fulfilled on jobs.batch \"pi\": the object has been modified; please apply your changes to the latest version and try again"
    );
    assert_eq!(
        put(&|metadata| metadata["resourceVersion"] = "abc".into()),
        "strconv.ParseUint: parsing \"abc\": invalid syntax"
    );
    assert_eq!(
        put(&|metadata| metadata["name"] = "other".into()),
        "the name of the object (other) does not match the name on the URL (pi)"
    );
    assert_eq!(
        put(&|metadata| metadata["namespace"] = "other".into()),
        "the namespace of the provided object does not match the namespace sent on the request"
    );
}

#[test]
fn the_template_of_a_started_suspended_job_changes_from_1_36_on() {
    let mut stored = created(json!({"name": "pi"}), json!({"suspend": true}));
    stored["status"] =
        json!({"startTime": "2024-01-01T00:00:00Z", "conditions": [{"type": "Suspended", "status": "True"}]});
    let mut new = stored.clone();
    new["spec"]["template"]["spec"]["nodeSelector"] = json!({"disk": "ssd"});
    let outcome = |version: &ServerVersion, new: &Value| update(&stored, new.clone(), "pi", &env(version));
    assert_eq!(
        message(outcome(&ServerVersion::V1_33, &new)),
        "Job.batch \"pi\" is invalid: spec.template: Invalid value: core.PodTemplateSpec{…}: field is immutable"
    );
    let accepted = outcome(&ServerVersion::V1_36, &new).expect("the Job is suspended");
    assert_eq!(accepted.object["metadata"]["generation"], 2);
    new["spec"]["template"]["spec"]["containers"][0]["image"] = "other".into();
    let refused = outcome(&ServerVersion::V1_36, &new).expect_err("an image stays");
    assert_eq!(refused.error.fields[0].path, "spec.template.spec");
}

#[test]
fn the_last_finalizer_of_a_job_on_its_way_out_removes_it() {
    let version = ServerVersion::V1_33;
    let mut stored = created(json!({"name": "pi", "finalizers": ["a.b/c"]}), json!({}));
    stored["metadata"]["deletionTimestamp"] = "2024-01-01T00:00:00Z".into();
    let mut new = stored.clone();
    remove(&mut new["metadata"], "finalizers");
    assert!(update(&stored, new, "pi", &env(&version)).is_ok_and(|accepted| accepted.is_removed));
    assert!(update(&stored, stored.clone(), "pi", &env(&version)).is_ok_and(|accepted| !accepted.is_removed));
}

#[test]
fn success_rules_without_completions_break_a_real_server() {
    let version = ServerVersion::V1_33;
    let spec = json!({
        "completionMode": "Indexed", "parallelism": 1, "successPolicy": {"rules": [{"succeededCount": 1}]},
    });
    let refused =
        create(job(json!({"name": "pi"}), spec), &env(&version)).expect_err("completions are missing");
    assert!(refused.real_server_panics);
    assert_eq!(refused.error.fields.len(), 1);
}

#[test]
fn a_status_write_keeps_what_it_does_not_know_and_checks_the_rest() {
    let version = ServerVersion::V1_36;
    let stored = created(json!({"name": "pi"}), json!({}));
    let mut new = stored.clone();
    new["spec"]["parallelism"] = 7.into();
    new["status"] = json!({"conditions": [{"type": "Odd", "status": "maybe"}]});
    let accepted = update_status(&stored, new.clone(), "pi", &env(&version)).expect("types are free");
    assert_eq!(accepted.object["spec"]["parallelism"], 1);
    assert_eq!(accepted.object["status"]["conditions"][0]["status"], "maybe");
    new["status"] = json!({"ready": 1});
    assert_eq!(
        message(update_status(&stored, new, "pi", &env(&version))),
        "Job.batch \"pi\" is invalid: status.ready: Invalid value: 1: cannot set more ready pods than active"
    );
}
