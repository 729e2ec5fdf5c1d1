//! Suspended Jobs: pods, start time, deadline, conditions.

use jobscope::controllers::job::Profile;
use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#134521
#[test]
fn a_job_can_be_suspended_and_resumed_and_starts_anew() {
    for profile in [Profile::v1_36_3(), Profile::v1_36_2(), Profile::v1_33()] {
        Case::under(profile, json!({}))
            .run([1])
            .at(5)
            .patch(json!({"suspend": true}))
            .settle()
            .shows("active=0 ready=0 terminating=1 succeeded=0 failed=0 Suspended=True(JobSuspended)")
            .after(1)
            .end([1])
            .after(1)
            .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0 Suspended=True(JobSuspended)")
            .after(10)
            .forget_writes()
            .patch(json!({"suspend": false}))
            .settle()
            .wrote(&["active=1 ready=0 terminating=0 succeeded=0 failed=0 Suspended=False(JobResumed)"])
            .started_at(Some(17))
            .created_at(&[0, 17])
            .events(&["SuccessfulCreate", "SuccessfulDelete", "Suspended", "SuccessfulCreate", "Resumed"]);
    }
}

/// kubernetes/kubernetes#134521
#[test]
fn suspending_expects_the_deletion_of_each_pod() {
    Case::new(json!({}))
        .run([1])
        .at(5)
        .hold_watches(true)
        .patch(json!({"suspend": true}))
        .deliver_job()
        .process()
        .expects(0, 1)
        .hold_watches(false)
        .settle()
        .expects(0, 0);
}

/// kubernetes/kubernetes#98727; kubernetes-sigs/jobset#1186
#[test]
fn a_resumed_job_has_its_whole_deadline_again() {
    for profile in [Profile::v1_36_3(), Profile::v1_36_2()] {
        Case::under(profile, json!({"activeDeadlineSeconds": 60}))
            .run([1])
            .at(40)
            .patch(json!({"suspend": true}))
            .settle()
            .started_at(None)
            .end([1])
            .at(140)
            .patch(json!({"suspend": false}))
            .settle()
            .started_at(Some(140))
            .run([2])
            .at(199)
            .shows("active=1 ready=1 terminating=0 succeeded=0 failed=0 Suspended=False(JobResumed)")
            .at(200)
            .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1 Suspended=False(JobResumed) FailureTarget=True(DeadlineExceeded)");
    }
}

/// kubernetes-sigs/jobset#1186
#[test]
fn before_suspending_cleared_the_start_time_a_long_pause_failed_the_job_when_it_was_resumed() {
    Case::under(Profile::v1_33(), json!({"activeDeadlineSeconds": 60}))
        .run([1])
        .at(40)
        .patch(json!({"suspend": true}))
        .settle()
        .started_at(Some(0))
        .end([1])
        .at(140)
        .patch(json!({"suspend": false}))
        .settle()
        .created_at(&[0])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0 Suspended=True(JobSuspended) FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)");
}

/// argoproj/argo-cd#11603, #19126, #10600
#[test]
fn a_job_created_suspended_says_so_and_has_neither_pods_nor_a_start_time() {
    Case::new(json!({"suspend": true, "parallelism": 3, "completions": 3}))
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0 Suspended=True(JobSuspended)")
        .started_at(None)
        .at(2)
        .patch(json!({"suspend": false}))
        .after(2)
        .shows("active=3 ready=0 terminating=0 succeeded=0 failed=0 Suspended=False(JobResumed)")
        .started_at(Some(2))
        .created_at(&[2, 2, 2])
        .events(&["Suspended", "SuccessfulCreate", "SuccessfulCreate", "SuccessfulCreate", "Resumed"]);
}
