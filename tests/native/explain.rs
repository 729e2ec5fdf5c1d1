//! "Why not?": each question is put to worlds in which the answer is known.

use jobscope::api::{Kind, ObjectKey, PodPhase};
use jobscope::explain::{Answer, NextSync, Question, Reason, why_not};
use jobscope::kubelet::outcome::Ending;
use jobscope::kubelet::{Failure, PodAct};
use jobscope::trace::{CountedAs, CountedBecause, Note, QueueCause, WantedRule};
use jobscope::world::{Action, JobChange, World};
use serde_json::{Value, json};

use crate::fixture::{create, key, play, play_out, world};

/// A world whose controller has seen the Job and created its pods; nothing of the pods has been delivered.
fn created(spec: Value) -> World {
    let mut world = world(Ending::Hang);
    world.apply(&create(spec));
    world.apply(&deliver(Kind::Job));
    world.apply(&Action::ProcessJob);
    world
}

/// The same after everything that happens by itself: the pods run, and go on running.
fn settled(spec: Value) -> World {
    let mut world = created(spec);
    play_out(&mut world);
    world
}

fn deliver(kind: Kind) -> Action {
    Action::Deliver { kind, count: None }
}

fn first_pod(world: &World) -> ObjectKey {
    world.cluster().pods().next().expect("a pod was created").key()
}

fn act(world: &mut World, act: PodAct) -> ObjectKey {
    let pod = first_pod(world);
    world.apply(&Action::Pod { pod: pod.clone(), act });
    pod
}

fn no_new_pod(world: &World) -> Answer {
    why_not(world, &Question::NoNewPod { job: key() })
}

fn not_complete(world: &World) -> Answer {
    why_not(world, &Question::NotComplete { job: key() })
}

fn said(answer: &Answer) -> &Note {
    match &answer.reason {
        Reason::WouldSay { note, .. } => note,
        other => panic!("a sync would stop at a note, not {other:?}"),
    }
}

#[test]
fn no_new_pod_while_a_creation_is_owed() {
    let world = created(json!({"parallelism": 1, "completions": 3}));
    let answer = no_new_pod(&world);
    // From 1.36 on the gate of the controller's own writes would come first.
    assert!(matches!(said(&answer), Note::ExpectationsOwed { creations: 1, .. }), "{answer:?}");
    assert_eq!(answer.unseen.pod_events, 1);
    // Once it has been seen, parallelism is the limit.
    let Some(Reason::WouldSay { note: Note::ActiveWanted { wanted: 1, active: 1, .. }, .. }) =
        answer.once_seen
    else {
        panic!("{answer:?}")
    };
}

#[test]
fn no_new_pod_while_the_controller_has_an_old_copy_of_the_job() {
    let mut world = settled(json!({"parallelism": 1, "completions": 3}));
    let more = JobChange { parallelism: Some(2), ..JobChange::default() };
    world.apply(&Action::ChangeJob { job: key(), change: more });
    let answer = no_new_pod(&world);
    assert!(matches!(said(&answer), Note::ActiveWanted { wanted: 1, active: 1, .. }), "{answer:?}");
    assert_eq!((answer.unseen.job_events, answer.once_seen), (1, Some(Reason::NeedsSync)));
}

#[test]
fn no_new_pod_because_parallelism_is_used_up() {
    let world = settled(json!({"parallelism": 2, "completions": 5}));
    let answer = no_new_pod(&world);
    let Note::ActiveWanted { wanted: 2, active: 2, rule: WantedRule::Parallelism, .. } = said(&answer) else {
        panic!("{answer:?}");
    };
    let Reason::WouldSay { outcome: Some(Note::NothingToManage { wanted: 2, active: 2, .. }), .. } =
        answer.reason
    else {
        panic!("{answer:?}");
    };
    assert_eq!(answer.once_seen, None, "nothing is on its way");
}

#[test]
fn no_new_pod_until_the_back_off_has_passed() {
    let mut world = settled(json!({"backoffLimit": 6}));
    act(&mut world, PodAct::Fail(Failure::with_exit_code(1)));
    let waits = |world: &World| {
        world.controller().waiting_for(&key()) == Some(QueueCause::Backoff)
            && world.controller().queue().delaying().waiting().next().is_some()
            && world.controller().backoff().contains_key(&key())
    };
    play(&mut world, waits);
    let answer = no_new_pod(&world);
    let Note::BackoffPending { failures: 1, .. } = said(&answer) else { panic!("{answer:?}") };
    let Some(NextSync::Waiting { left_ms, cause: Some(QueueCause::Backoff), .. }) = answer.sync else {
        panic!("{answer:?}");
    };
    assert!((1_000..=10_000).contains(&left_ms), "{left_ms}");
}

#[test]
fn no_new_pod_of_a_suspended_job() {
    let mut world = settled(json!({}));
    let suspend = JobChange { suspend: Some(true), ..JobChange::default() };
    world.apply(&Action::ChangeJob { job: key(), change: suspend });
    world.apply(&deliver(Kind::Job));
    assert!(matches!(said(&no_new_pod(&world)), Note::SuspendDeletes { active: 1 }));
}

#[test]
fn a_new_pod_needs_only_the_sync() {
    let mut world = world(Ending::Hang);
    world.apply(&create(json!({})));
    // The controller does not know the Job yet.
    let answer = no_new_pod(&world);
    assert!(matches!(said(&answer), Note::JobMissing { .. }));
    assert_eq!(answer.sync, Some(NextSync::NotQueued { events: 1, held: false }));
    world.apply(&deliver(Kind::Job));
    let answer = no_new_pod(&world);
    assert_eq!((answer.reason, answer.sync), (Reason::NeedsSync, Some(NextSync::Ready { ahead: 0 })));
}

#[test]
fn not_complete_although_the_pod_succeeded_because_nobody_has_seen_it() {
    let mut world = settled(json!({}));
    world.apply(&Action::HoldWatch { kind: Kind::Pod, held: true });
    let pod = act(&mut world, PodAct::Succeed);
    let answer = not_complete(&world);
    let Note::CompletionsMissing { succeeded: 0, active: 1, .. } = said(&answer) else {
        panic!("{answer:?}")
    };
    assert_eq!((answer.unseen.finished_pods, answer.unseen.held), (1, true));
    assert_eq!(why_not(&world, &Question::PodNotCounted { pod }).reason, Reason::PodUnseen);
    let answer = why_not(&world, &Question::NotSynced { job: key() });
    assert_eq!(answer.sync, Some(NextSync::NotQueued { events: 1, held: true }));
}

#[test]
fn a_seen_success_waits_for_the_sync_a_second_later() {
    let mut world = settled(json!({}));
    let pod = act(&mut world, PodAct::Succeed);
    world.apply(&deliver(Kind::Pod));
    let answer = not_complete(&world);
    assert_eq!(answer.reason, Reason::NeedsSync);
    assert!(matches!(answer.sync, Some(NextSync::Waiting { left_ms: 1_000, .. })), "{answer:?}");
    assert_eq!(why_not(&world, &Question::PodNotCounted { pod }).reason, Reason::NeedsSync);
}

#[test]
fn a_finished_job_has_what_was_asked_for_and_will_not_have_the_other() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({})));
    play_out(&mut world);
    assert_eq!(not_complete(&world).reason, Reason::AlreadySo);
    let answer = why_not(&world, &Question::NotFailed { job: key() });
    assert!(matches!(said(&answer), Note::AlreadyFinished { .. }));
    let pod = first_pod(&world);
    assert_eq!(why_not(&world, &Question::PodNotCounted { pod: pod.clone() }).reason, Reason::PodSettled);
    let stays = Reason::PodNotDeleted { finished: true };
    assert_eq!(why_not(&world, &Question::PodNotRemoved { pod }).reason, stays);
}

#[test]
fn not_failed_while_the_limit_allows_more() {
    let mut world = settled(json!({"backoffLimit": 2}));
    act(&mut world, PodAct::Fail(Failure::with_exit_code(1)));
    world.apply(&deliver(Kind::Pod));
    let answer = why_not(&world, &Question::NotFailed { job: key() });
    let Note::NoFinish { failed: 1, backoff_limit: 2, .. } = said(&answer) else { panic!("{answer:?}") };
}

#[test]
fn a_deleted_pod_stays_while_it_ends_and_while_a_finalizer_holds_it() {
    let mut world = settled(json!({}));
    let pod = first_pod(&world);
    world.apply(&Action::DeletePod { pod: pod.clone(), force: false });
    let question = Question::PodNotRemoved { pod: pod.clone() };
    assert_eq!(why_not(&world, &question).reason, Reason::PodTerminating { grace_seconds: 30 });
    world.apply(&Action::Pod { pod, act: PodAct::EndTermination { exit_code: 143 } });
    let Reason::PodHeld { finalizers } = why_not(&world, &question).reason else { panic!("it is held") };
    assert_eq!(finalizers.len(), 1);
}

#[test]
fn a_running_pod_does_not_count_and_an_ignored_failure_changes_no_counter() {
    let mut world = settled(json!({
        "podFailurePolicy": {"rules": [{"action": "Ignore", "onExitCodes": {"operator": "In", "values": [42]}}]},
    }));
    let pod = first_pod(&world);
    let question = Question::PodNotCounted { pod };
    let runs = Reason::PodNotFinished { phase: PodPhase::Running };
    assert_eq!(why_not(&world, &question).reason, runs);
    act(&mut world, PodAct::Fail(Failure::with_exit_code(42)));
    world.apply(&deliver(Kind::Pod));
    let answer = why_not(&world, &question);
    let Note::PodCounting { counted_as: CountedAs::Nothing, why: CountedBecause::IgnoredByPolicy, .. } =
        said(&answer)
    else {
        panic!("{answer:?}");
    };
}

#[test]
fn a_question_changes_nothing_and_unknown_names_are_said() {
    let world = settled(json!({"parallelism": 2, "completions": 4}));
    let before = world.clone();
    for question in [
        Question::NoNewPod { job: key() },
        Question::NotComplete { job: key() },
        Question::PodNotCounted { pod: first_pod(&world) },
    ] {
        why_not(&world, &question);
    }
    assert!(world == before);
    let nobody = ObjectKey::new("default", "nobody");
    assert_eq!(why_not(&world, &Question::NotComplete { job: nobody.clone() }).reason, Reason::NoSuchJob);
    assert_eq!(why_not(&world, &Question::PodNotRemoved { pod: nobody }).reason, Reason::NoSuchPod);
}
