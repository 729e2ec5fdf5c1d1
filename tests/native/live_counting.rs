//! Kubernetes 1.19: finished pods are counted anew in every sync, and failed syncs are what the limit counts.

use jobscope::api::{JobConditionType, Kind, ObjectKey};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::kubelet::{Failure, PodAct};
use jobscope::time::Time;
use jobscope::trace::Note;
use jobscope::world::{Action, World, WorldOptions};
use serde_json::json;

use crate::fixture::{create, event_reasons, key, status};

fn world_of_1_19() -> World {
    let mut options = WorldOptions::new(Profile::v1_19());
    options.cluster.numbered = true;
    options.plan = OutcomePlan::always(Ending::NeverScheduled);
    World::new(options)
}

/// Delivers everything and syncs until nothing is left for now. Returns the notes of the syncs.
fn settle(world: &mut World) -> Vec<Note> {
    let mut notes = Vec::new();
    loop {
        for kind in Kind::ALL {
            world.apply(&Action::Deliver { kind, count: None });
        }
        if world.controller().queue().queue().ready().len() == 0 {
            return notes;
        }
        notes.extend(world.apply(&Action::ProcessJob).into_iter().map(|line| line.note));
    }
}

/// To a time in seconds since the start; whatever comes due on the way is done then.
fn until(world: &mut World, seconds: i64) -> Vec<Note> {
    let mut notes = Vec::new();
    while world.elapsed().ms() < seconds * 1000 {
        let left = seconds * 1000 - world.elapsed().ms();
        let due = world.controller().next_deadline().map(|at| (at - world.now()).ms());
        world.apply(&Action::PassTime { ms: due.map_or(left, |due| due.min(left)) });
        notes.extend(settle(world));
    }
    notes
}

fn act(world: &mut World, pod: &str, act: PodAct) {
    world.apply(&Action::Pod { pod: ObjectKey::new("default", pod), act });
}

fn created_at(world: &World) -> Vec<i64> {
    let created = |pod: &std::sync::Arc<jobscope::api::Pod>| pod.metadata.creation_timestamp;
    world.cluster().pods().filter_map(created).map(|at| (at - Time::START).ms() / 1000).collect()
}

#[test]
fn the_rate_limited_retry_of_each_failure_sets_the_pace() {
    let mut world = world_of_1_19();
    world.apply(&create(json!({"backoffLimit": 4})));
    settle(&mut world);
    // Pod, when it is made, when it fails, when its failure is counted.
    for (pod, made, failed, counted) in
        [("pi-00001", 0, 5, 5), ("pi-00002", 5, 10, 15), ("pi-00003", 15, 20, 35), ("pi-00004", 35, 40, 75)]
    {
        assert_eq!(created_at(&world).last(), Some(&made), "{pod}");
        until(&mut world, failed);
        act(&mut world, pod, PodAct::Fail(Failure::with_exit_code(1)));
        settle(&mut world);
        let before = status(&world).failed;
        until(&mut world, counted - 1);
        if counted > failed {
            assert_eq!(status(&world).failed, before, "{pod} is not counted before {counted} s");
        }
        until(&mut world, counted);
        assert_eq!(status(&world).failed, before + i32::from(counted > failed), "{pod}");
    }
    until(&mut world, 80);
    act(&mut world, "pi-00005", PodAct::Fail(Failure::with_exit_code(1)));
    settle(&mut world);
    until(&mut world, 154);
    assert!(!status(&world).has(&JobConditionType::Failed));
    until(&mut world, 155);
    let status = status(&world);
    assert_eq!((status.failed, status.active), (5, 0));
    let failed = status.condition(&JobConditionType::Failed).expect("the limit is reached");
    assert_eq!(&*failed.reason, "BackoffLimitExceeded");
    assert_eq!(status.conditions.len(), 1, "no interim condition before 1.31");
    assert_eq!(event_reasons(&world).last().map(String::as_str), Some("BackoffLimitExceeded"));
}

#[test]
fn deleting_a_finished_pod_takes_its_success_back() {
    let mut world = world_of_1_19();
    world.apply(&create(json!({"completions": 2})));
    settle(&mut world);
    act(&mut world, "pi-00001", PodAct::Succeed);
    settle(&mut world);
    assert_eq!(status(&world).succeeded, 1);
    world.apply(&Action::DeletePod { pod: ObjectKey::new("default", "pi-00001"), force: false });
    settle(&mut world);
    assert_eq!(status(&world).succeeded, 0, "the counter goes backwards");
    assert_eq!(world.cluster().pods().len(), 1);
}

#[test]
fn a_success_makes_the_failures_forgotten_and_a_sync_without_news_does_not() {
    let mut world = world_of_1_19();
    world.apply(&create(json!({"completions": 3, "parallelism": 1})));
    settle(&mut world);
    act(&mut world, "pi-00001", PodAct::Fail(Failure::with_exit_code(1)));
    let notes = settle(&mut world);
    assert!(notes.iter().any(|note| matches!(note, Note::SyncRetried { .. })));
    assert!(notes.iter().any(|note| matches!(note, Note::FailuresKept { failures: 1, .. })));
    assert_eq!(world.controller().queue().failures(&key()), 1);
    act(&mut world, "pi-00002", PodAct::Succeed);
    settle(&mut world);
    assert_eq!(world.controller().queue().failures(&key()), 0);
}

#[test]
fn pods_carry_no_finalizer_and_the_legacy_labels_alone() {
    let mut world = world_of_1_19();
    world.apply(&create(json!({"suspend": true, "completionMode": "Indexed", "completions": 1})));
    settle(&mut world);
    let pod = world.cluster().pods().next().expect("1.19 knows no suspension");
    assert!(pod.metadata.finalizers.is_empty());
    assert_eq!(pod.metadata.labels.keys().collect::<Vec<_>>(), ["controller-uid", "job-name"]);
    assert!(pod.metadata.annotations.is_empty());
}
