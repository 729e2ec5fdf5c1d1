//! How long failed pods and refused creations wait.

use jobscope::controllers::job::Profile;
use serde_json::{Value, json};

use super::Case;

/// kubernetes/kubernetes#114516
#[test]
fn the_delay_doubles_from_ten_seconds_to_ten_minutes_and_the_verdict_is_not_delayed() {
    for profile in [Profile::v1_36_3(), Profile::v1_36_2(), Profile::v1_33()] {
        Case::under(profile, json!({"backoffLimit": 9}))
            .fail_each_at_once()
            .gaps(&[10, 20, 40, 80, 160, 320, 600, 600, 600])
            .event_at("BackoffLimitExceeded", &[2431]);
    }
}

/// kubernetes/kubernetes#114516
#[test]
fn in_1_27_the_delay_is_capped_at_the_six_minutes_of_the_documentation() {
    Case::under(Profile::v1_27(), json!({"backoffLimit": 9}))
        .fail_each_at_once()
        .gaps(&[10, 20, 40, 80, 160, 320, 360, 360, 360]);
}

/// kubernetes/kubernetes#114516
#[test]
fn a_sync_during_the_delay_creates_nothing() {
    Case::new(json!({}))
        .fail([1])
        .after(1)
        .asked_for(9)
        .after(1)
        .waits(8)
        .at(5)
        .patch(json!({"backoffLimit": 5}))
        .settle()
        .created_at(&[0])
        .waits(5)
        .at(10)
        .created_at(&[0, 10]);
}

/// kubernetes/kubernetes#94012, #114516
#[test]
fn a_success_makes_the_delay_start_again_at_ten_seconds() {
    Case::new(json!({"completions": 4}))
        .fail([1])
        .after(1)
        .asked_for(9)
        .at(10)
        .fail([2])
        .after(1)
        .asked_for(19)
        .at(30)
        .succeed([3])
        .after(1)
        .created_at(&[0, 10, 30, 31])
        .fail([4])
        .after(1)
        .asked_for(9)
        .at(41)
        .created_at(&[0, 10, 30, 31, 41]);
}

/// kubernetes/kubernetes#119378
#[test]
fn failures_that_a_policy_ignores_are_not_counted_but_slow_the_job_down() {
    for (profile, terminating) in [
        (Profile::v1_36_3(), "0"),
        (Profile::v1_36_2(), "0"),
        (Profile::v1_33(), "0"),
        (Profile::v1_27(), "-"),
    ] {
        let mut case = Case::under(
            profile,
            json!({"backoffLimit": 1, "podFailurePolicy": {"rules": [ignore_exit_code(3)]}}),
        );
        for pod in 1..=5 {
            case.exit([pod], 3).after(1);
            case.shows(&format!("active=0 ready=0 terminating={terminating} succeeded=0 failed=0"));
            while case.created.len() == pod {
                case.wait_for_timer();
            }
        }
        case.gaps(&[10, 20, 40, 80, 160]);
    }
}

fn ignore_exit_code(code: i32) -> Value {
    json!({"action": "Ignore", "onExitCodes": {"operator": "In", "values": [code]}})
}

/// kubernetes/kubernetes#139428
#[test]
fn during_the_delay_of_one_pod_the_others_stay_active_in_the_status() {
    Case::new(json!({"completions": 4, "parallelism": 2}))
        .run(1..=2)
        .at(6)
        .forget_writes()
        .fail([1])
        .at(7)
        .wrote(&[
            "active=1 ready=1 terminating=0 succeeded=0 failed=0 uncounted=[][pi-00001]",
            "active=1 ready=1 terminating=0 succeeded=0 failed=1",
        ])
        .asked_for(9)
        .pods(&["pi-00001 Failed", "pi-00002 Running held"])
        // Its own status write wakes the Job after a second; what is left of the nine is asked for again.
        .waits(1)
        .at(8)
        .waits(8)
        .at(16)
        .created_at(&[0, 0, 16]);
}

/// kubernetes/kubernetes#139428, as it was reported
#[test]
fn up_to_1_36_2_the_status_of_a_job_in_back_off_was_refused() {
    for profile in [Profile::v1_36_2(), Profile::v1_33()] {
        let mut case = Case::under(profile, json!({"completions": 4, "parallelism": 2}));
        case.run(1..=2).at(6).forget_writes().fail([1]);
        for time in [7, 8, 10, 14] {
            case.at(time)
                .wrote(&[
                    "active=0 ready=1 terminating=0 succeeded=0 failed=0 uncounted=[][pi-00001] -> Invalid",
                ])
                .shows("active=2 ready=2 terminating=0 succeeded=0 failed=0");
        }
        case.at(16)
            .wrote(&[
                "active=2 ready=1 terminating=0 succeeded=0 failed=0 uncounted=[][pi-00001]",
                "active=2 ready=1 terminating=0 succeeded=0 failed=1",
            ])
            .created_at(&[0, 0, 16]);
    }
}

/// kubernetes/kubernetes#88718, #45213
#[test]
fn refused_creations_are_retried_after_one_two_four_seconds_and_are_no_failures() {
    Case::unsynced(Profile::v1_36_3(), json!({}))
        .refuse_creations(0, Some(5))
        .at(40)
        .event_at("FailedCreate", &[0, 1, 3, 7, 15])
        .created_at(&[31])
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .has_failed_syncs(0);
}

/// kubernetes/kubernetes#88718, #45213
#[test]
fn after_a_refused_creation_the_rest_of_a_batch_is_not_even_tried() {
    Case::unsynced(Profile::v1_36_3(), json!({"parallelism": 10, "completions": 10}))
        .refuse_creations(4, None)
        .settle()
        .created_at(&[0; 4])
        .event_at("FailedCreate", &[0; 3])
        .shows("active=4 ready=0 terminating=0 succeeded=0 failed=0")
        .expects(0, 0)
        .waits(1)
        .has_failed_syncs(1);
}
