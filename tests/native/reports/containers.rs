//! Pods of several containers: sidecars, and whose exit code decides.

use serde_json::{Value, json};

use super::Case;

/// istio/istio#11045, kubernetes/kubernetes#73118, helm/charts#23875, projectcalico/app-policy#276
#[test]
fn a_second_container_that_runs_on_keeps_the_job_active_until_its_deadline() {
    let proxied = || json!({"backoffLimit": 2, "template": two_containers("OnFailure", "main", "proxy")});
    Case::new(proxied())
        .run([1])
        .after(2)
        .container_exits(1, "main", 0)
        .set_ready(1, false)
        .after(3600)
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .rests();
    let mut limited = proxied();
    limited["activeDeadlineSeconds"] = json!(60);
    Case::new(limited)
        .run([1])
        .container_exits(1, "main", 0)
        .set_ready(1, false)
        .at(60)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded)");
}

/// kubernetes/kubernetes#73118
#[test]
fn a_native_sidecar_does_not_keep_the_job_from_completing() {
    let template = json!({"spec": {
        "restartPolicy": "Never",
        "containers": [{"name": "main", "image": "shell"}],
        "initContainers": [{"name": "shipper", "image": "shell", "restartPolicy": "Always"}],
    }});
    Case::new(json!({"template": template}))
        .run([1])
        .after(2)
        .succeed([1])
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
}

fn two_containers(restart_policy: &str, first: &str, second: &str) -> Value {
    let containers = [first, second].map(|name| json!({"name": name, "image": "shell"}));
    json!({"spec": {"restartPolicy": restart_policy, "containers": containers}})
}

fn exit_code_rule(action: &str, code: i32, container: Option<&str>) -> Value {
    let mut rule = json!({"action": action, "onExitCodes": {"operator": "In", "values": [code]}});
    if let Some(container) = container {
        rule["onExitCodes"]["containerName"] = json!(container);
    }
    rule
}

/// A pod of two containers fails: `loader` with exit code 1, `sender` with 42.
fn fail_under(rules: &[Value]) -> Case {
    let template = two_containers("Never", "loader", "sender");
    let mut case = Case::new(json!({"template": template, "podFailurePolicy": {"rules": rules}}));
    case.run([1]);
    case.container_exits(1, "loader", 1).container_exits(1, "sender", 42);
    case.fail_bare(1).after(1);
    case
}

/// kubernetes/enhancements#3329
#[test]
fn the_first_rule_that_any_container_matches_decides() {
    fail_under(&[exit_code_rule("Ignore", 1, None), exit_code_rule("FailJob", 42, None)])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0")
        .asked_for(9);
    fail_under(&[exit_code_rule("FailJob", 42, None), exit_code_rule("Ignore", 1, None)])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(PodFailurePolicy) Failed=True(PodFailurePolicy)")
        .says("Container sender for pod default/pi-00001 failed with exit code 42 matching FailJob rule at index 0");
}

/// kubernetes/enhancements#3329
#[test]
fn a_rule_that_names_a_container_looks_at_no_other() {
    fail_under(&[exit_code_rule("FailJob", 42, Some("loader"))])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1")
        .asked_for(9);
}
