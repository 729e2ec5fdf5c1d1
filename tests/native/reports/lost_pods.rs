//! Pods that are deleted or lose their node, and when they are replaced.

use serde_json::{Value, json};

use super::Case;

fn ignore_disruptions() -> Value {
    json!({"rules": [{"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}]})
}

/// kubernetes/kubernetes#104961; gocardless/theatre#264
#[test]
fn a_deleted_pod_is_a_failure_at_once_and_with_limit_zero_the_last() {
    Case::new(json!({"backoffLimit": 0}))
        .run([1])
        .at(6)
        .delete([1])
        .after(1)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)")
        .at(12)
        .end([1])
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)")
        .after(100)
        .created_at(&[0]);
}

/// kubernetes/kubernetes#104961; gocardless/theatre#264
#[test]
fn an_ignored_disruption_is_replaced_ten_seconds_after_the_pod_has_ended() {
    Case::new(json!({"backoffLimit": 0, "podFailurePolicy": ignore_disruptions()}))
        .run([1])
        .at(6)
        .disrupt(1)
        .delete([1])
        .after(1)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=0")
        .at(12)
        .created_at(&[0])
        .end([1])
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0")
        .after(30)
        .created_at(&[0, 22]);
}

/// kubernetes/kubernetes#115844
#[test]
fn by_default_the_replacement_runs_beside_the_pod_that_terminates() {
    Case::new(json!({}))
        .run([1])
        .at(6)
        .delete([1])
        .at(7)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1")
        .at(16)
        .created_at(&[0, 16])
        .shows("active=1 ready=0 terminating=1 succeeded=0 failed=1")
        .at(19)
        .end([1])
        .at(20)
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=1")
        .at(40)
        .created_at(&[0, 16]);
}

/// kubernetes/kubernetes#115844
#[test]
fn with_replacement_policy_failed_a_pod_is_replaced_when_it_has_ended() {
    Case::new(json!({"podReplacementPolicy": "Failed"}))
        .run([1])
        .at(6)
        .delete([1])
        .at(7)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=0")
        .at(19)
        .created_at(&[0])
        .end([1])
        .at(20)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1")
        .at(40)
        .created_at(&[0, 29]);
}

/// kubernetes/kubernetes#125089, #125185
#[test]
fn scaling_down_changes_active_ready_and_terminating_in_one_write() {
    Case::new(json!({"parallelism": 3, "completions": 9}))
        .run(1..=3)
        .after(2)
        .forget_writes()
        .patch(json!({"parallelism": 1}))
        .settle()
        .wrote(&["active=1 ready=1 terminating=2 succeeded=0 failed=0"]);
}

/// kubernetes/kubernetes#125089
#[test]
fn scaling_down_takes_unscheduled_pods_before_running_and_unready_before_ready_ones() {
    Case::new(json!({"parallelism": 4, "completions": 9}))
        .run([1, 2, 4])
        .set_ready(2, false)
        .after(2)
        .patch(json!({"parallelism": 3}))
        .after(2)
        .pods(&["pi-00001 Running held", "pi-00002 Running held", "pi-00004 Running held"])
        .patch(json!({"parallelism": 2}))
        .after(2)
        .pods(&["pi-00001 Running held", "pi-00002 Running deleting", "pi-00004 Running held"])
        .restart(1, 1)
        .after(1)
        .patch(json!({"parallelism": 1}))
        .after(2)
        .pods(&["pi-00001 Running deleting", "pi-00002 Running deleting", "pi-00004 Running held"]);
}
