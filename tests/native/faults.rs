//! Faults: a crash after each request, answers lost, watches held. The counters still end exact.

use jobscope::api::{Kind, PodPhase};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::Ending;
use jobscope::trace::{FaultVerb, Note};
use jobscope::world::{Action, World};
use serde_json::json;

use crate::fixture::{create, event_reasons, play, play_out, status, world};

fn is_job_finished(world: &World) -> bool {
    world.cluster().jobs().next().is_some_and(|job| job.is_finished())
}

#[test]
fn after_a_crash_behind_any_request_of_any_sync_the_counters_end_exact() {
    let spec = || json!({"parallelism": 2, "completions": 2});
    let mut undisturbed = world(Ending::Succeed);
    undisturbed.apply(&create(spec()));
    let syncs = play_out(&mut undisturbed).iter().filter(|(action, _)| *action == Action::ProcessJob).count();
    let mut crashes = 0;
    for sync in 0..syncs {
        for after_requests in 1..8 {
            let mut world = world(Ending::Succeed);
            world.apply(&create(spec()));
            let mut seen = 0;
            while let Some(action) = world.next_action() {
                let is_sync = action == Action::ProcessJob;
                if is_sync && seen == sync {
                    world.apply(&Action::ArmCrash { after_requests });
                }
                let lines = world.apply(&action);
                crashes +=
                    lines.iter().filter(|line| matches!(line.note, Note::ControllerCrashed { .. })).count();
                if is_sync && seen == sync {
                    world.apply(&Action::ClearFaults);
                }
                seen += usize::from(is_sync);
            }
            let status = status(&world);
            assert_eq!(
                (status.succeeded, status.failed),
                (2, 0),
                "crash in sync {sync} after {after_requests}"
            );
            assert!(is_job_finished(&world));
            assert_eq!(world.cluster().pods().len(), 2, "no pod is made twice");
        }
    }
    assert!(crashes >= 8, "the test crashed the controller only {crashes} times");
}

#[test]
fn nothing_is_noted_after_a_crash_but_the_restart() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({"parallelism": 3, "completions": 3})));
    play(&mut world, |world| world.next_action() == Some(Action::ProcessJob));
    world.apply(&Action::ArmCrash { after_requests: 2 });
    let lines = world.apply(&Action::ProcessJob);
    let notes: Vec<&Note> = lines.iter().map(|line| &line.note).collect();
    let created = notes.iter().filter(|note| matches!(note, Note::PodCreated { .. })).count();
    assert_eq!(created, 2);
    let crash =
        notes.iter().position(|note| matches!(note, Note::ControllerCrashed { after_requests: Some(2) }));
    let crash = crash.expect("the crash is noted");
    assert!(matches!(notes[crash + 1], Note::ControllerStarted));
    assert_eq!(world.cache().pods().len(), 2, "the new controller lists what the old one made");
    assert_eq!(world.cluster().faults().crash_after(), None);
}

#[test]
fn a_lost_answer_makes_a_surplus_pod_that_goes_again() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({})));
    world
        .apply(&Action::ArmFault { fault: Fault::new(FaultVerb::CreatePod, FaultError::TimeoutAfterEffect) });
    play_out(&mut world);
    let reasons = event_reasons(&world);
    assert!(reasons.contains(&"FailedCreate".to_owned()));
    let status = status(&world);
    assert_eq!((status.succeeded, status.failed, status.active), (1, 0, 0));
    assert!(is_job_finished(&world));
}

#[test]
fn a_refused_status_write_is_retried_and_nothing_is_counted_twice() {
    for error in
        [FaultError::Conflict, FaultError::InternalError, FaultError::Timeout, FaultError::TimeoutAfterEffect]
    {
        for skip in 0..6 {
            let mut world = world(Ending::Succeed);
            world.apply(&create(json!({"completions": 2})));
            world.apply(&Action::ArmFault {
                fault: Fault { skip, ..Fault::new(FaultVerb::UpdateStatus, error) },
            });
            play_out(&mut world);
            let status = status(&world);
            assert_eq!((status.succeeded, status.failed), (2, 0), "{error:?} after {skip} writes");
            assert!(is_job_finished(&world));
        }
    }
}

#[test]
fn while_the_pod_watch_is_held_a_sync_stops_at_the_expectations_gate() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({"parallelism": 2, "completions": 2})));
    world.apply(&Action::HoldWatch { kind: Kind::Pod, held: true });
    let played = play(&mut world, |world| world.elapsed().ms() >= 5_000);
    let notes: Vec<&Note> = played.iter().flat_map(|(_, lines)| lines).map(|line| &line.note).collect();
    assert!(notes.iter().any(|note| matches!(note, Note::ExpectationsOwed { creations: 2, .. })));
    assert_eq!(notes.iter().filter(|note| matches!(note, Note::PodCreated { .. })).count(), 2);
    assert_eq!(world.cache().pods().len(), 0);
    assert!(world.cluster().pods().any(|pod| pod.status.phase == PodPhase::Running));
    world.apply(&Action::HoldWatch { kind: Kind::Pod, held: false });
    play_out(&mut world);
    assert!(is_job_finished(&world));
    assert_eq!(status(&world).succeeded, 2);
}

#[test]
fn owed_creations_are_given_up_after_five_minutes() {
    let mut world = world(Ending::Hang);
    world.apply(&create(json!({})));
    world.apply(&Action::HoldWatch { kind: Kind::Pod, held: true });
    play(&mut world, |world| world.elapsed().ms() >= 2_000);
    // Something must wake the key: a change of the spec does.
    let wake = |world: &mut World, parallelism: i32| {
        let change = jobscope::world::JobChange { parallelism: Some(parallelism), ..Default::default() };
        world.apply(&Action::ChangeJob { job: crate::fixture::key(), change });
        world.apply(&Action::Deliver { kind: Kind::Job, count: None });
        let lines = world.apply(&Action::ProcessJob);
        lines.iter().any(|line| matches!(line.note, Note::PodCreated { .. }))
    };
    world.apply(&Action::PassTime { ms: 300_000 - world.elapsed().ms() });
    assert!(!wake(&mut world, 2), "at 300.000 s the gate is still closed");
    world.apply(&Action::PassTime { ms: 1 });
    assert!(wake(&mut world, 3), "at 300.001 s it is open");
}

#[test]
fn an_action_that_is_not_possible_changes_nothing_and_says_so() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({})));
    let before = world.clone();
    for action in [
        Action::DeletePod { pod: jobscope::api::ObjectKey::new("default", "nobody"), force: false },
        Action::RemovePodOwner { pod: jobscope::api::ObjectKey::new("default", "nobody") },
        Action::PassTime { ms: -1 },
        create(json!({})),
        Action::ProcessJob,
        Action::ProcessOrphan,
    ] {
        let lines = world.apply(&action);
        assert!(!lines.is_empty(), "{action:?} says nothing");
        assert_eq!(world, before, "{action:?}");
    }
}

#[test]
fn a_world_goes_on_after_the_end_of_a_deleted_pod_that_its_finalizer_holds() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({})));
    play(&mut world, |world| world.cluster().pods().any(|pod| pod.status.phase == PodPhase::Running));
    world.apply(&Action::HoldWatch { kind: Kind::Pod, held: true });
    let pod = world.cluster().pods().next().expect("one pod runs").key();
    world.apply(&Action::DeletePod { pod: pod.clone(), force: false });
    world.apply(&Action::Pod { pod, act: PodAct::EndTermination { exit_code: 143 } });
    // The pod's own plan comes due while nothing of it is left to do.
    world.apply(&Action::PassTime { ms: 60_000 });
    let annotations = [("touched".to_owned(), "1".to_owned())].into();
    let change = jobscope::world::JobChange { annotations, ..Default::default() };
    world.apply(&Action::ChangeJob { job: crate::fixture::key(), change });
    world.apply(&Action::Deliver { kind: Kind::Job, count: None });
    while let Some(Action::ProcessJob) = world.next_action() {
        world.apply(&Action::ProcessJob);
    }
    assert!(world.controller().next_deadline().is_some(), "the Job's key waits");
    assert!(matches!(world.next_action(), Some(Action::PassTime { .. })), "time goes on to it");
}
