//! Counters are kept in the status: pods that finished may go.

use jobscope::controllers::job::Profile;
use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#81227, and of the same cause #91235, #78721
#[test]
fn deleting_finished_pods_takes_no_completion_back() {
    Case::new(json!({"completions": 4, "parallelism": 2}))
        .run(1..=2)
        .after(1)
        .succeed(1..=2)
        .after(2)
        .shows("active=2 ready=0 terminating=0 succeeded=2 failed=0")
        .created_at(&[0, 0, 2, 2])
        .pods(&["pi-00001 Succeeded", "pi-00002 Succeeded", "pi-00003 Pending held", "pi-00004 Pending held"])
        .delete(1..=2)
        .pods(&["pi-00003 Pending held", "pi-00004 Pending held"])
        .after(2)
        .shows("active=2 ready=0 terminating=0 succeeded=2 failed=0")
        .created_at(&[0, 0, 2, 2]);
}

/// kubernetes/kubernetes#81227, as it was reported
#[test]
fn before_finalizers_the_counter_went_backwards_and_the_work_was_redone() {
    Case::under(Profile::v1_19(), json!({"completions": 36, "parallelism": 10}))
        .run(1..=10)
        .after(1)
        .succeed(1..=10)
        .after(2)
        .shows("active=10 ready=- terminating=- succeeded=10 failed=0")
        .delete(1..=6)
        .after(2)
        .shows("active=10 ready=- terminating=- succeeded=4 failed=0");
}

/// apache/airflow#56693
#[test]
fn a_complete_job_does_not_run_again_when_its_pod_goes() {
    Case::new(json!({"completions": 1}))
        .run([1])
        .succeed([1])
        .after(2)
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)")
        .forget_writes()
        .delete([1])
        .pods(&[])
        .after(2)
        .wrote(&[])
        .rests()
        .created_at(&[0])
        .shows("active=0 ready=0 terminating=0 succeeded=1 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)");
}
