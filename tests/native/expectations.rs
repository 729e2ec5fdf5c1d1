//! What the controller remembers of what it asked for: worked examples of expectations, event by event.

use jobscope::api::{Kind, ObjectKey, Text};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::controllers::job::Expectations;
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::Ending;
use jobscope::time::{Span, Time};
use jobscope::trace::{ExpectationRecord, ExpectationsMet, FaultVerb, Note};
use jobscope::world::{Action, World};
use serde_json::json;

use crate::fixture::{create, key, world};

/// A Job of three parallel pods, seen by the controller; no sync ran yet.
fn seen(arm: Option<Fault>) -> World {
    let mut world = world(Ending::NeverScheduled);
    world.apply(&create(json!({"parallelism": 3, "completions": 3})));
    world.apply(&Action::Deliver { kind: Kind::Job, count: None });
    if let Some(fault) = arm {
        world.apply(&Action::ArmFault { fault });
    }
    world
}

fn deliver(kind: Kind, count: u32) -> Action {
    Action::Deliver { kind, count: Some(count) }
}

/// Creations and deletions owed; `None` without a record.
fn owed(world: &World) -> Option<(i64, i64)> {
    world.controller().expectations().get(&key()).map(|record| (record.creations, record.deletions))
}

fn is_met(world: &World) -> bool {
    world.controller().expectations().met(&key(), world.now()).is_some()
}

fn active(world: &World) -> i32 {
    world.cluster().job(&key()).map_or(0, |job| job.status.active)
}

#[test]
fn a_sync_that_sees_too_few_pods_does_not_create_more() {
    let mut world = seen(None);
    for (actions, expected, met, pods, active_in_status) in [
        (vec![Action::ProcessJob], (3, 0), false, 3, 3),
        (vec![deliver(Kind::Pod, 1), deliver(Kind::Job, 1)], (2, 0), false, 3, 3),
        // The cache shows one pod, and the status says so; without the record two more would be made.
        (vec![Action::PassTime { ms: 1_000 }, Action::ProcessJob], (2, 0), false, 3, 1),
        (vec![deliver(Kind::Pod, 2), deliver(Kind::Job, 1)], (0, 0), true, 3, 1),
        (vec![Action::PassTime { ms: 1_000 }, Action::ProcessJob], (0, 0), true, 3, 3),
    ] {
        actions.iter().for_each(|action| drop(world.apply(action)));
        let got = (owed(&world), is_met(&world), world.cluster().pods().len(), active(&world));
        assert_eq!(got, (Some(expected), met, pods, active_in_status), "after {actions:?}");
    }
}

#[test]
fn a_creation_that_fails_is_not_owed() {
    let fault = Fault { skip: 2, ..Fault::new(FaultVerb::CreatePod, FaultError::InternalError) };
    let mut world = seen(Some(fault));
    assert_eq!(owed(&world), None);
    world.apply(&Action::ProcessJob);
    assert_eq!(owed(&world), Some((2, 0)));
    world.apply(&deliver(Kind::Pod, 2));
    assert_eq!((owed(&world), is_met(&world)), (Some((0, 0)), true));
}

#[test]
fn creations_that_slow_start_skips_are_not_owed() {
    let mut world = seen(Some(Fault::new(FaultVerb::CreatePod, FaultError::InternalError)));
    world.apply(&Action::ProcessJob);
    assert_eq!((owed(&world), world.cluster().pods().len()), (Some((0, 0)), 0));
}

#[test]
fn what_is_owed_is_given_up_after_more_than_five_minutes() {
    let minutes = |minutes: i64| Span::from_secs(60 * minutes);
    for (creations, deletions, age, met) in [
        (0, 0, Span::ZERO, Some(ExpectationsMet::Fulfilled)),
        (-3, -8, Span::ZERO, Some(ExpectationsMet::Fulfilled)),
        (1, 0, Span::ZERO, None),
        (0, 1, Span::ZERO, None),
        (1, -1, Span::ZERO, None),
        (1, 0, minutes(5), None),
        (1, 0, minutes(5) + Span::from_ms(1), Some(ExpectationsMet::Expired)),
        (0, 0, minutes(6), Some(ExpectationsMet::Fulfilled)),
    ] {
        let mut expectations = Expectations::default();
        let now = Time::START + minutes(60);
        assert_eq!(expectations.met(&key(), now), Some(ExpectationsMet::NoRecord));
        let record = ExpectationRecord { creations, deletions, set_at: now - age };
        expectations.set(&key(), Some(record));
        assert_eq!(expectations.met(&key(), now), met, "{record:?}");
    }
}

#[test]
fn every_sight_of_a_terminating_pod_pays_off_a_deletion() {
    let mut world = seen(None);
    let pod = ObjectKey::new("default", "pi-00001");
    for (action, expected) in [
        (Action::ProcessJob, (3, 0)),
        (Action::Pod { pod: pod.clone(), act: PodAct::Run }, (3, 0)),
        (deliver(Kind::Pod, 4), (0, 0)),
        (Action::DeletePod { pod: pod.clone(), force: false }, (0, 0)),
        (deliver(Kind::Pod, 1), (0, -1)),
        (Action::Pod { pod, act: PodAct::SetReady { ready: false } }, (0, -1)),
        (deliver(Kind::Pod, 1), (0, -2)),
    ] {
        world.apply(&action);
        assert_eq!(owed(&world), Some(expected), "after {action:?}");
    }
}

/// UIDs of the pods whose finalizer's removal is awaited, those that the stored status announces, and its counter.
fn removals(world: &World) -> (Vec<String>, Vec<String>, i32) {
    let awaited = world.controller().finalizer_expectations().get(&key());
    let status = world.cluster().job(&key()).map(|job| job.status.clone()).unwrap_or_default();
    let announced = status.uncounted_terminated_pods.unwrap_or_default().succeeded;
    let texts = |uids: Vec<Text>| uids.iter().map(ToString::to_string).collect();
    (texts(awaited.iter().cloned().collect()), texts(announced), status.succeeded)
}

#[test]
fn a_pod_whose_finalizer_the_cache_still_shows_is_not_counted_twice() {
    let all = |kind| Action::Deliver { kind, count: None };
    let mut world = seen(None);
    let pod = ObjectKey::new("default", "pi-00001");
    for action in [
        Action::ProcessJob,
        Action::Pod { pod: pod.clone(), act: PodAct::Run },
        Action::Pod { pod, act: PodAct::Succeed },
        all(Kind::Pod),
        all(Kind::Job),
        Action::PassTime { ms: 1_000 },
    ] {
        world.apply(&action);
    }
    let (none, u1) = (Vec::<String>::new, || vec!["uid-pi-00001".to_owned()]);
    assert_eq!(removals(&world), (none(), none(), 0));

    let mut inside = world.clone();
    let mut steps = Vec::new();
    for line in world.apply(&Action::ProcessJob) {
        line.changes.iter().for_each(|change| inside.replay(change));
        if matches!(line.note, Note::StatusWritten { .. } | Note::FinalizerRemoved { .. }) {
            steps.push(removals(&inside));
        }
    }
    assert_eq!(steps, [(none(), u1(), 0), (u1(), u1(), 0), (u1(), none(), 1)]);

    for (actions, awaited) in [
        // The event of the status wakes the key; that of the pod is late.
        (vec![all(Kind::Job), Action::PassTime { ms: 1_000 }, Action::ProcessJob], u1()),
        (vec![all(Kind::Pod)], none()),
        (vec![Action::PassTime { ms: 1_000 }, Action::ProcessJob], none()),
    ] {
        actions.iter().for_each(|action| drop(world.apply(action)));
        assert_eq!(removals(&world), (awaited, none(), 1), "after {actions:?}");
    }
}
