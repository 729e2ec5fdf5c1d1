//! `completions` and `parallelism`, set and unset.

use serde_json::json;

use super::Case;

/// kubernetes/website#39294, #35026; kubernetes/kubernetes#43456
#[test]
fn without_completions_the_first_success_means_no_new_pods() {
    Case::new(json!({"parallelism": 3}))
        .run(1..=3)
        .succeed([1])
        .after(2)
        .shows("active=2 ready=2 terminating=0 succeeded=1 failed=0")
        .fail([2])
        .after(20)
        .shows("active=1 ready=1 terminating=0 succeeded=1 failed=1")
        .succeed([3])
        .after(2)
        .created_at(&[0, 0, 0])
        .shows("active=0 ready=0 terminating=0 succeeded=2 failed=1 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
    Case::new(json!({"parallelism": 3}))
        .run(1..=3)
        .succeed([1])
        .after(2)
        .fail([2, 3])
        .after(2)
        .created_at(&[0, 0, 0])
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=2 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
}

/// kubernetes/website#39294, #35026
#[test]
fn six_completions_two_at_a_time_come_in_three_waves() {
    let mut case = Case::new(json!({"completions": 6, "parallelism": 2}));
    for (wave, first) in [1, 3, 5].into_iter().enumerate() {
        case.at(wave as i64 * 5).run(first..=first + 1).after(4);
        case.shows(&format!("active=2 ready=2 terminating=0 succeeded={} failed=0", wave * 2));
        case.succeed(first..=first + 1).after(1);
    }
    case.created_at(&[0, 0, 5, 5, 10, 10])
        .shows("active=0 ready=0 terminating=0 succeeded=6 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
}

/// kubernetes/website#39294, #35026
#[test]
fn no_more_pods_run_than_completions_are_missing() {
    Case::new(json!({"completions": 3, "parallelism": 10}))
        .after(2)
        .created_at(&[0, 0, 0])
        .shows("active=3 ready=0 terminating=0 succeeded=0 failed=0");
}

/// apache/airflow#60372, #62468
#[test]
fn parallelism_zero_parks_a_job_whose_clock_runs() {
    Case::new(json!({"parallelism": 0, "completions": 2}))
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=0")
        .started_at(Some(0))
        .after(1)
        .rests()
        .at(3)
        .patch(json!({"parallelism": 2}))
        .after(1)
        .created_at(&[3, 3]);
}

/// kubernetes/kubernetes#97342, #95940
#[test]
fn a_pending_pod_is_active_and_readiness_is_counted_apart() {
    Case::new(json!({}))
        .after(3600)
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .run([1])
        .set_ready(1, false)
        .after(1)
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .set_ready(1, true)
        .after(1)
        .shows("active=1 ready=1 terminating=0 succeeded=0 failed=0");
}
