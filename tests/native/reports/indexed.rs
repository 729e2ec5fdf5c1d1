//! Indexed Jobs: memory of finished indexes, changed completions, limits of an index.

use serde_json::{Value, json};

use super::Case;

fn indexed(completions: i32, parallelism: i32, more: Value) -> Value {
    let mut spec =
        json!({"completionMode": "Indexed", "completions": completions, "parallelism": parallelism});
    for (member, value) in more.as_object().expect("members of a spec") {
        spec[member] = value.clone();
    }
    spec
}

/// kubernetes/kubernetes#108887
#[test]
fn an_index_that_succeeded_is_not_run_again_when_its_pod_is_gone() {
    Case::new(indexed(3, 3, json!({})))
        .run(1..=3)
        .succeed([1, 2])
        .after(2)
        .shows("active=1 ready=1 terminating=0 succeeded=2 failed=0 indexes=0,1")
        .delete([1, 2])
        .after(2)
        .shows("active=1 ready=1 terminating=0 succeeded=2 failed=0 indexes=0,1")
        .created_at(&[0, 0, 0]);
}

/// kubernetes/kubernetes#108887; kubernetes/website#41271
#[test]
fn of_two_pods_of_one_index_one_is_removed() {
    Case::new(indexed(5, 3, json!({})))
        .run(1..=3)
        .after(2)
        .create_twin("twin", 0)
        .after(2)
        .pods(&["pi-0-00001 Running held", "pi-1-00001 Running held", "pi-2-00001 Running held"])
        .created_at(&[0, 0, 0]);
}

/// kubernetes/kubernetes#114862
#[test]
fn completions_of_an_indexed_job_change_together_with_parallelism() {
    Case::new(indexed(3, 3, json!({})))
        .run(1..=3)
        .succeed([1, 3])
        .patch(json!({"completions": 5, "parallelism": 5}))
        .after(1)
        .created_at(&[0; 5])
        .shows("active=3 ready=1 terminating=0 succeeded=2 failed=0 indexes=0,2")
        .patch(json!({"completions": 4}))
        .refuses("Job.batch \"pi\" is invalid: spec.completions: Invalid value: 4: can only be modified in tandem with spec.parallelism")
        .patch(json!({"completions": 2, "parallelism": 2}))
        .after(2)
        .pods(&["pi-0-00001 Succeeded", "pi-1-00001 Running held", "pi-2-00001 Succeeded"])
        .shows("active=1 ready=1 terminating=0 succeeded=1 failed=0 indexes=0");
}

/// A chunked pipeline whose whole run stopped at two bad chunks
#[test]
fn more_failed_indexes_than_allowed_end_the_job_and_failed_pods_stay() {
    let limits = json!({"backoffLimitPerIndex": 2, "maxFailedIndexes": 1});
    Case::new(indexed(6, 3, limits))
        .run(1..=3)
        .fail([1, 2])
        .after(1)
        .shows("active=1 ready=1 terminating=0 succeeded=0 failed=0")
        .at(10)
        .created_at(&[0, 0, 0, 10, 10])
        .failures_before(1, "0")
        .failures_before(4, "1")
        .fail([4, 5])
        .at(11)
        .shows("active=1 ready=1 terminating=0 succeeded=0 failed=2")
        .at(30)
        .failures_before(6, "2")
        .fail([6, 7])
        .at(31)
        .failed_indexes("0,1")
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=7 FailureTarget=True(MaxFailedIndexesExceeded)")
        .created_at(&[0, 0, 0, 10, 10, 30, 30])
        .end([3])
        .after(1)
        .shows("active=0 ready=0 terminating=0 succeeded=0 failed=7 FailureTarget=True(MaxFailedIndexesExceeded) Failed=True(MaxFailedIndexesExceeded)")
        .pods(&[
            "pi-0-00001 Failed",
            "pi-0-00002 Failed",
            "pi-0-00003 Failed",
            "pi-1-00001 Failed",
            "pi-1-00002 Failed",
            "pi-1-00003 Failed",
        ]);
}

/// Exam notes that had the limit one too low
#[test]
fn five_failed_indexes_allowed_means_that_the_sixth_ends_the_job() {
    Case::new(indexed(12, 12, json!({"backoffLimitPerIndex": 0, "maxFailedIndexes": 5})))
        .run(1..=12)
        .fail(1..=5)
        .after(2)
        .failed_indexes("0-4")
        .shows("active=7 ready=7 terminating=0 succeeded=0 failed=5")
        .fail([6])
        .after(1)
        .failed_indexes("0-5")
        .shows("active=0 ready=0 terminating=6 succeeded=0 failed=12 FailureTarget=True(MaxFailedIndexesExceeded)");
}
