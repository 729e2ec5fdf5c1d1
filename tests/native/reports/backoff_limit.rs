//! What `backoffLimit` counts: failed pods of the whole Job and, under `OnFailure`, restarts of containers.

use jobscope::controllers::job::Profile;
use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#95433
#[test]
fn a_limit_of_one_means_two_pods_under_never_but_one_restart_under_on_failure() {
    Case::new(json!({"backoffLimit": 1, "restartPolicy": "Never"}))
        .fail([1])
        .after(60)
        .fail([2])
        .after(2)
        .created_at(&[0, 10])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
    Case::new(json!({"backoffLimit": 1, "restartPolicy": "OnFailure"}))
        .run([1])
        .after(1)
        .restart(1, 1)
        .after(1)
        .pods(&["pi-00001 Running deleting"])
        .shows(
            "active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)",
        );
}

/// kubernetes/kubernetes#95433
#[test]
fn with_limit_zero_a_container_may_run_once_and_not_restart() {
    Case::new(json!({"backoffLimit": 0, "restartPolicy": "OnFailure"}))
        .run([1])
        .after(1)
        .shows("active=1 ready=1 terminating=0 succeeded=0 failed=0")
        .restart(1, 1)
        .after(1)
        .shows(
            "active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)",
        );
}

/// kubernetes/kubernetes#54870
#[test]
fn restarts_of_all_running_pods_add_up_to_the_limit() {
    Case::new(json!({"backoffLimit": 3, "completions": 2, "parallelism": 2, "restartPolicy": "OnFailure"}))
        .run(1..=2)
        .restart(1, 2)
        .after(1)
        .shows("active=2 ready=2 terminating=0 succeeded=0 failed=0")
        .restart(2, 1)
        .after(1)
        .shows(
            "active=0 ready=0 terminating=2 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded)",
        );
}

/// kubernetes/kubernetes#70251
#[test]
fn ten_pods_at_a_time_overshoot_a_limit_of_ten_by_one_batch() {
    Case::new(json!({"parallelism": 10, "backoffLimit": 10}))
        .fail(1..=10)
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=10")
        .at(600)
        .fail(11..=20)
        .after(1)
        .created_at(&[[0; 10], [600; 10]].concat())
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=20 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
}

/// kubernetes/kubernetes#60735
#[test]
fn two_pods_at_a_time_make_four_failures_of_a_limit_of_three() {
    Case::new(json!({"parallelism": 2, "backoffLimit": 3}))
        .fail_each_at_once()
        .created_at(&[0, 0, 20, 20])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=4 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
}

/// kubernetes/kubernetes#70251 and #60735, before kubernetes/kubernetes#93779
#[test]
fn when_the_limit_counted_failed_syncs_each_batch_of_pods_was_one_failure() {
    // Reported were 64 and 7 pods: there not all pods of a batch ended in the same sync.
    Case::under(Profile::v1_19(), json!({"parallelism": 10, "backoffLimit": 10}))
        .fail_each_at_once()
        .shows("active=0 ready=- terminating=- succeeded=0 failed=110 Failed=True(BackoffLimitExceeded)");
    Case::under(Profile::v1_19(), json!({"parallelism": 2, "backoffLimit": 3}))
        .fail_each_at_once()
        .shows("active=0 ready=- terminating=- succeeded=0 failed=8 Failed=True(BackoffLimitExceeded)");
}

/// kubernetes/kubernetes#92245
#[test]
fn the_default_limit_of_six_gives_seven_pods() {
    for profile in [Profile::v1_36_3(), Profile::v1_36_2(), Profile::v1_33()] {
        Case::under(profile, json!({}))
            .fail_each_at_once()
            .created_at(&[0, 10, 30, 70, 150, 310, 630])
            .shows("active=0 ready=0 terminating=0 succeeded=0 failed=7 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
    }
    Case::under(Profile::v1_27(), json!({}))
        .fail_each_at_once()
        .created_at(&[0, 10, 30, 70, 150, 310, 630])
        .shows("active=0 ready=0 terminating=- succeeded=0 failed=7 Failed=True(BackoffLimitExceeded)");
}

/// kubernetes/kubernetes#92245, as it was reported
#[test]
fn when_the_limit_counted_failed_syncs_two_refused_status_writes_cost_two_pods() {
    Case::under(Profile::v1_19(), json!({}))
        .refuse_status_writes(2)
        .run([1])
        .after(1)
        .fail_each_at_once()
        .shows("active=0 ready=- terminating=- succeeded=0 failed=5 Failed=True(BackoffLimitExceeded)");
}

/// kubernetes-sigs/jobset#825
#[test]
fn the_limit_is_of_the_job_and_later_replacements_are_overtaken_by_the_verdict() {
    Case::new(
        json!({"completionMode": "Indexed", "completions": 4, "parallelism": 4, "backoffLimit": 3}),
    )
    .run(1..=4)
    .fail([1])
    .after(14)
    .shows("active=4 ready=3 terminating=0 succeeded=0 failed=1")
    .run([5])
    .fail([5])
    .after(2)
    .shows("active=3 ready=3 terminating=0 succeeded=0 failed=2")
    .fail([2])
    .after(2)
    .shows("active=2 ready=2 terminating=0 succeeded=0 failed=3")
    .fail([3])
    .after(2)
    .shows("active=0 ready=0 terminating=1 succeeded=0 failed=5 FailureTarget=True(BackoffLimitExceeded)")
    .end([4])
    .after(2)
    .shows("active=0 ready=0 terminating=0 succeeded=0 failed=5 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)")
    .created_at(&[0, 0, 0, 0, 10])
    .pods(&["pi-0-00001 Failed", "pi-0-00002 Failed", "pi-1-00001 Failed", "pi-2-00001 Failed"]);
}

/// kubernetes/kubernetes#20255, #60930; kubernetes-sigs/node-feature-discovery#64
#[test]
fn restart_policy_never_is_about_containers_and_pods_are_still_replaced() {
    Case::new(json!({}))
        .after(1)
        .fail([1])
        .fail_each_at_once()
        .created_at(&[0, 11, 31, 71, 151, 311, 631])
        .event_at("BackoffLimitExceeded", &[632]);
    Case::new(json!({"backoffLimit": 0})).fail_each_at_once().created_at(&[0]);
}
