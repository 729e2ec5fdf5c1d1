//! The first moments of a Job, and of a second one of the same name.

use jobscope::api::Propagation;
use jobscope::controllers::job::Profile;
use serde_json::json;

use super::Case;

/// kubernetes/kubernetes#131917, #142142
#[test]
fn a_job_recreated_under_its_name_waits_for_the_pod_that_its_forerunner_was_owed() {
    for (profile, terminating) in [
        (Profile::v1_36_3(), "0"),
        (Profile::v1_36_2(), "0"),
        (Profile::v1_33(), "0"),
        (Profile::v1_27(), "-"),
    ] {
        Case::unsynced(profile, json!({}))
            .hold_watches(true)
            .process()
            .created_at(&[0])
            .expects(1, 0)
            .delete_job(Propagation::Background)
            .create_again()
            .collect_garbage()
            .hold_watches(false)
            .at(30)
            .expects(1, 0)
            .started_at(Some(0))
            .shows(&format!("active=0 ready=0 terminating={terminating} succeeded=0 failed=0"))
            .pods(&[])
            .rests()
            .at(300)
            .patch(json!({"backoffLimit": 5}))
            .settle()
            .created_at(&[0])
            .at(305)
            .created_at(&[0])
            .patch(json!({"backoffLimit": 4}))
            .settle()
            .created_at(&[0, 305]);
    }
}

/// apache/airflow#70585, #44994
#[test]
fn pods_come_with_the_first_sync_and_the_counters_after_them() {
    let mut case = Case::unsynced(Profile::v1_36_3(), json!({}));
    case.shows("active=0 ready=- terminating=- succeeded=0 failed=0")
        .started_at(None)
        .pods(&[])
        .is_due()
        .process()
        .pods(&["pi-00001 Pending held"])
        .shows("active=1 ready=0 terminating=0 succeeded=0 failed=0")
        .started_at(Some(0))
        .expects(1, 0)
        .settle()
        .expects(0, 0)
        .waits(1);
}
