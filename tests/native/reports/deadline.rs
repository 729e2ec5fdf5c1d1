//! `activeDeadlineSeconds`: when its clock starts, and what keeps it.

use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#111948, #71993
#[test]
fn the_deadline_counts_from_the_first_sync_though_no_pod_was_ever_scheduled() {
    Case::new(json!({"activeDeadlineSeconds": 60}))
        .started_at(Some(0))
        .waits(1)
        .at(59)
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .waits(1)
        .at(60)
        .pods(&[])
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded)")
        .at(61)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)");
}

/// kubernetes/kubernetes#111948, #71993
#[test]
fn the_deadline_beats_the_back_off_of_a_failing_pod() {
    Case::new(json!({"activeDeadlineSeconds": 60}))
        .fail([1])
        .at(10)
        .fail([2])
        .at(30)
        .fail([3])
        .at(32)
        // The rest of the deadline; of the back-off 38 s are left.
        .waits(28)
        .at(60)
        .created_at(&[0, 10, 30])
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=3 FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)");
}

/// kubernetes/kubernetes#62134
#[test]
fn a_restart_of_the_controller_does_not_lose_the_deadline() {
    Case::new(json!({"activeDeadlineSeconds": 300}))
        .run([1])
        .at(100)
        .restart_controller()
        .settle()
        .asked_for(200)
        // The pod, listed too, wakes the Job after a second.
        .after(1)
        .waits(199)
        .at(299)
        .shows("active=1 ready=1 terminating=0 succeeded=0 failed=0")
        .at(300)
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded)");
}

/// dgkanatsios/CKAD-exercises#169
#[test]
fn a_deadline_of_the_job_ends_it_and_one_of_the_pod_is_a_failure_that_is_retried() {
    Case::new(json!({"activeDeadlineSeconds": 17}))
        .run([1])
        .at(17)
        .end([1])
        .at(18)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)")
        .after(100)
        .created_at(&[0]);
    Case::new(json!({}))
        .run([1])
        .at(17)
        .fail_because(1, "DeadlineExceeded")
        .at(18)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=1")
        .at(27)
        .created_at(&[0, 27]);
}
