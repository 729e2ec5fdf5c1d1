//! Which condition comes when, and what a client that waits should look at.

use jobscope::controllers::job::Profile;
use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#123775; kubernetes/website#46808
#[test]
fn a_job_is_failed_only_when_its_last_pod_is_gone() {
    Case::new(json!({"activeDeadlineSeconds": 10, "parallelism": 2, "completions": 2}))
        .run(1..=2)
        .at(9)
        .forget_writes()
        .at(10)
        .wrote(&[
            "active=0 ready=0 terminating=2 succeeded=0 failed=0 uncounted=[][pi-00001 pi-00002] FailureTarget=True(DeadlineExceeded)",
            "active=0 ready=0 terminating=2 succeeded=0 failed=2 FailureTarget=True(DeadlineExceeded)",
        ])
        .at(15)
        .wrote(&[])
        .end([1])
        .at(17)
        .wrote(&["active=0 ready=0 terminating=1 succeeded=0 failed=2 FailureTarget=True(DeadlineExceeded)"])
        .events(&["SuccessfulCreate", "SuccessfulCreate", "SuccessfulDelete", "SuccessfulDelete"])
        .end([2])
        .at(19)
        .wrote(&[
            "active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(DeadlineExceeded)",
            "active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)",
        ])
        .event_at("DeadlineExceeded", &[18]);
}

/// kubernetes/kubernetes#123775, as it was reported
#[test]
fn in_1_27_a_job_is_failed_while_its_pods_still_run_down() {
    Case::under(Profile::v1_27(), json!({"activeDeadlineSeconds": 10, "parallelism": 2, "completions": 2}))
        .run(1..=2)
        .at(10)
        .shows("active=0 ready=2 terminating=- succeeded=0 failed=2 Failed=True(DeadlineExceeded)");
}

/// aquasecurity/trivy-kubernetes#403
#[test]
fn the_first_condition_of_a_finished_job_is_not_its_verdict() {
    Case::new(json!({}))
        .run([1])
        .succeed([1])
        .after(2)
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)")
        .says("Reached expected number of succeeded pods");
    Case::new(json!({"suspend": true}))
        .patch(json!({"suspend": false}))
        .settle()
        .run([1])
        .succeed([1])
        .after(2)
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=0 Suspended=False(JobResumed) SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
}

/// helm/helm#9285, #10500, #12077
#[test]
fn who_waits_for_complete_alone_waits_for_ever_when_the_job_fails() {
    Case::new(json!({"backoffLimit": 1}))
        .fail_each_at_once()
        .after(3600)
        .rests()
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
}

/// helm/helm#9285, #10500, #12077
#[test]
fn from_failure_target_to_failed_it_takes_as_long_as_pods_terminate() {
    Case::new(json!({"backoffLimit": 0, "parallelism": 2, "completions": 2}))
        .run(1..=2)
        .fail([1])
        .after(1)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded)")
        .at(30)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded)")
        .end([2])
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
}

/// kubernetes/kubernetes#74848, #78644, #71364; mogenius/renovate-operator#183
#[test]
fn a_job_that_fails_keeps_failed_pods_and_deletes_those_that_crash_in_place() {
    Case::new(json!({"backoffLimit": 1, "restartPolicy": "OnFailure"}))
        .run([1])
        .restart(1, 1)
        .after(1)
        .end([1])
        .after(1)
        .pods(&[])
        .events(&["SuccessfulCreate", "SuccessfulDelete", "BackoffLimitExceeded"])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
    Case::new(json!({"backoffLimit": 1, "restartPolicy": "Never"}))
        .fail_each_at_once()
        .pods(&["pi-00001 Failed", "pi-00002 Failed"])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)");
}
