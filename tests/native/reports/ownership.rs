//! What is left of a deleted Job, and what edits of a running one do.

use jobscope::api::Propagation;
use serde_json::json;

use super::Case;

fn two_running() -> Case {
    let mut case = Case::new(json!({"completions": 2, "parallelism": 2}));
    case.run(1..=2).after(2);
    case
}

/// kubernetes/kubernetes#20902, #67394; kubernetes-client/python#234; knative/eventing#153; fluxcd/pkg#670
#[test]
fn orphaned_pods_run_on_without_owner_and_finalizer() {
    // What the API server takes a deletion without propagation policy for.
    two_running()
        .delete_job(Propagation::Orphan)
        .collect_garbage()
        .is_gone()
        .after(1)
        .pods(&["pi-00001 Running ownerless", "pi-00002 Running ownerless"]);
}

/// kubernetes/kubernetes#20902, #67394; kubernetes-client/python#234; knative/eventing#153; fluxcd/pkg#670
#[test]
fn deleted_in_the_background_the_job_goes_first_and_the_pods_follow() {
    two_running()
        .delete_job(Propagation::Background)
        .is_gone()
        .pods(&["pi-00001 Running held", "pi-00002 Running held"])
        .collect_garbage()
        .settle()
        .pods(&["pi-00001 Running deleting", "pi-00002 Running deleting"])
        .end(1..=2)
        .pods(&[]);
}

/// k8up-io/k8up#689, #554
#[test]
fn a_job_under_foreground_deletion_creates_nothing_and_lets_its_pods_go() {
    // A running pod loses its finalizer in the next sync already, and so is not counted when it is killed.
    Case::new(json!({"completions": 3, "parallelism": 1}))
        .run([1])
        .after(2)
        .delete_job(Propagation::Foreground)
        .after(2)
        .pods(&["pi-00001 Running"])
        .collect_garbage()
        .after(1)
        .pods(&["pi-00001 Running deleting"])
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=0")
        .end([1])
        .pods(&[])
        .collect_garbage()
        .is_gone()
        .after(100)
        .created_at(&[0]);
}

/// k8up-io/k8up#689, #554
#[test]
fn a_pod_that_the_garbage_collector_deletes_before_the_next_sync_counts_as_failed() {
    Case::new(json!({"completions": 3, "parallelism": 1}))
        .run([1])
        .after(2)
        .delete_job(Propagation::Foreground)
        .collect_garbage()
        .after(1)
        .pods(&["pi-00001 Running deleting"])
        .shows("active=0 ready=0 terminating=1 succeeded=0 failed=1")
        .end([1])
        .collect_garbage()
        .is_gone()
        .after(100)
        .created_at(&[0]);
}

/// bitnami/charts#17559
#[test]
fn an_edit_of_metadata_is_gathered_and_one_of_the_spec_syncs_at_once() {
    Case::new(json!({}))
        .after(5)
        .rests()
        .touch()
        .deliver_job()
        .is_of_generation(1)
        .waits(1)
        .patch(json!({"backoffLimit": 3}))
        .deliver_job()
        .is_of_generation(2)
        .is_due();
}
