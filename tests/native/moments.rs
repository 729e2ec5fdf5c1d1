//! What the page is shown at single notes: marks of what changed, own writes, the back-off, the next timer.

use std::collections::BTreeMap;

use jobscope::api::{JobConditionType, Kind, ObjectKey};
use jobscope::controllers::job::Profile;
use jobscope::explain::{Question, Reason, why_not};
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::kubelet::{Failure, PodAct};
use jobscope::timeline::{ConditionSpan, Position, Size, Timeline};
use jobscope::trace::Note;
use jobscope::view::{ChangedCells, PodAccounting, Snapshot, preview, snapshot};
use jobscope::world::{Action, JobChange, World, WorldOptions};
use serde_json::{Value, json};

use crate::fixture::{create, key};

fn timeline(profile: Profile, spec: Value) -> Timeline {
    let mut options = WorldOptions::new(profile);
    options.plan = OutcomePlan::always(Ending::Hang);
    let mut timeline = Timeline::new(World::new(options));
    timeline.act(create(spec));
    timeline
}

/// Forward by note to the first that is meant.
fn to_note(timeline: &mut Timeline, is_it: impl Fn(&Note) -> bool) -> Snapshot {
    for _ in 0..2_000 {
        assert!(timeline.forward(Size::Note), "the note never comes");
        if timeline.passed_lines().last().is_some_and(|line| is_it(&line.note)) {
            return snapshot(timeline);
        }
    }
    panic!("the note never comes");
}

fn settle(timeline: &mut Timeline) {
    while timeline.forward(Size::Quiet) {}
}

fn first_pod(timeline: &Timeline) -> ObjectKey {
    timeline.world().cluster().pods().next().expect("there is a pod").key()
}

fn act(timeline: &mut Timeline, act: PodAct) {
    let pod = first_pod(timeline);
    timeline.act(Action::Pod { pod, act });
}

#[test]
fn own_writes_are_on_record_with_the_note_of_the_request() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({"parallelism": 2, "completions": 2}));
    let own_writes = |snapshot: &Snapshot| snapshot.own_writes.clone().expect("1.36 keeps them");
    let revisions =
        |snapshot: &Snapshot| (own_writes(snapshot).job_revision, own_writes(snapshot).pod_revision);
    assert_eq!(revisions(&snapshot(&timeline)), (None, None));
    let created = to_note(&mut timeline, |note| matches!(note, Note::PodCreated { .. }));
    assert_eq!(
        revisions(&created),
        (None, Some(created.pods[0].stored.as_ref().expect("it is there").revision))
    );
    assert!(own_writes(&created).behind && own_writes(&created).changed);
    let written = to_note(&mut timeline, |note| matches!(note, Note::StatusWritten { .. }));
    assert_eq!(revisions(&written).0, Some(written.job.as_ref().expect("it is there").revision));
    assert!(revisions(&written).1 > revisions(&created).1, "the second pod was written, too");
}

#[test]
fn own_writes_are_shown_without_a_job_where_they_are_kept() {
    let empty = |profile| snapshot(&Timeline::new(World::new(WorldOptions::new(profile)))).own_writes;
    assert!(empty(Profile::v1_36_3()).is_some_and(|own| !own.behind && !own.changed));
    assert_eq!(empty(Profile::v1_33()), None);
}

#[test]
fn of_a_queue_the_lists_are_marked_that_changed() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    let none = ChangedCells::default();
    assert_eq!(snapshot(&timeline).queue.changed, none);
    let queued = to_note(&mut timeline, |note| matches!(note, Note::JobQueued { .. }));
    assert_eq!(queued.queue.changed, ChangedCells { ready: true, ..none });
    let taken = to_note(&mut timeline, |note| matches!(note, Note::WorkerTook { .. }));
    assert_eq!(taken.queue.changed, ChangedCells { ready: true, processing: true, ..none });
    let done = to_note(&mut timeline, |note| matches!(note, Note::WorkerDone { .. }));
    assert_eq!(done.queue.changed, ChangedCells { ready: true, ..none }, "it has gone from there");
    let waits = to_note(&mut timeline, |note| matches!(note, Note::JobQueued { .. }));
    assert_eq!(waits.queue.changed, ChangedCells { waiting: true, ..none });
    assert_eq!(waits.orphan_queue.changed, none);
}

#[test]
fn a_back_off_is_shown_until_it_has_passed() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({"backoffLimit": 6}));
    settle(&mut timeline);
    act(&mut timeline, PodAct::Fail(Failure::with_exit_code(1)));
    let failed = snapshot(&timeline).elapsed_ms;
    let recorded = to_note(&mut timeline, |note| matches!(note, Note::BackoffRecorded { .. }));
    assert_eq!(recorded.backoff.and_then(|backoff| backoff.until_ms), Some(failed + 10_000));
    let replaced = to_note(&mut timeline, |note| matches!(note, Note::PodCreated { .. }));
    let backoff = replaced.backoff.expect("the failure is still on record");
    assert_eq!((backoff.failures, backoff.until_ms), (1, None));
}

#[test]
fn time_may_pass_to_the_next_timer_while_a_pod_could_act_now() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    let deliver = |timeline: &mut Timeline| {
        Kind::ALL.into_iter().for_each(|kind| timeline.act(Action::Deliver { kind, count: None }));
    };
    deliver(&mut timeline);
    timeline.act(Action::ProcessJob);
    deliver(&mut timeline);
    timeline.act(Action::PassTime { ms: 1_000 });
    timeline.act(Action::ProcessJob);
    let annotations = BTreeMap::from([("team".to_owned(), "a".to_owned())]);
    timeline.act(Action::ChangeJob { job: key(), change: JobChange { annotations, ..JobChange::default() } });
    deliver(&mut timeline);
    let shown = snapshot(&timeline);
    assert_eq!(shown.queue.waiting.iter().map(|waiting| waiting.left_ms).collect::<Vec<_>>(), [1_000]);
    let next: Vec<Action> = shown.next.into_iter().map(|next| next.action).collect();
    let [Action::Pod { act: PodAct::Run, .. }, Action::PassTime { ms: 1_000 }] = next[..] else {
        panic!("{next:?}");
    };
}

#[test]
fn a_crash_has_emptied_memory_and_caches_at_its_note() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    settle(&mut timeline);
    timeline.act(Action::RestartController);
    let crashed = {
        timeline.back(Size::Note);
        timeline.back(Size::Sync);
        to_note(&mut timeline, |note| matches!(note, Note::ControllerCrashed { .. }))
    };
    assert_eq!(crashed.job.expect("it is stored").cached, None);
    assert!(crashed.pods.iter().all(|pod| pod.cached.is_none()) && !crashed.pods.is_empty());
}

#[test]
fn the_cached_job_tells_in_what_it_is_old() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    settle(&mut timeline);
    let change = JobChange { parallelism: Some(3), suspend: Some(true), ..JobChange::default() };
    timeline.act(Action::ChangeJob { job: key(), change });
    let cached = snapshot(&timeline).job.and_then(|job| job.cached).expect("it was seen");
    assert_eq!(cached.differs, ["spec.suspend", "spec.parallelism"]);
    assert!(!cached.suspended);
    timeline.act(Action::Deliver { kind: Kind::Job, count: None });
    let cached = snapshot(&timeline).job.and_then(|job| job.cached).expect("it was seen");
    assert!(cached.suspended && cached.differs.is_empty());
}

#[test]
fn an_update_tells_old_and_new_values() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    let annotations = BTreeMap::from([("team".to_owned(), "a".to_owned())]);
    let change = JobChange { parallelism: Some(3), annotations, ..JobChange::default() };
    timeline.act(Action::ChangeJob { job: key(), change });
    let note = serde_json::to_value(&timeline.passed_lines().last().expect("it is told").note).expect("data");
    assert_eq!(
        note["fields"],
        json!([
            {"field": "spec.parallelism", "from": "1", "to": "3"},
            {"field": "metadata.annotations"},
        ])
    );
}

#[test]
fn a_preview_tells_what_the_action_then_does_and_changes_nothing() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({}));
    let action = Action::Deliver { kind: Kind::Job, count: None };
    let before = snapshot(&timeline);
    let foreseen = serde_json::to_value(preview(&timeline, action.clone())).expect("data");
    assert_eq!(snapshot(&timeline), before);
    timeline.act(action);
    assert_eq!(foreseen["notes"], serde_json::to_value(snapshot(&timeline).notes).expect("data"));
    assert_eq!(foreseen["notes"][1]["id"], "jobQueued");
}

#[test]
fn a_version_without_finalizers_counts_pods_anew() {
    let mut timeline = timeline(Profile::v1_19(), json!({"completions": 2}));
    settle(&mut timeline);
    act(&mut timeline, PodAct::Succeed);
    let pod = first_pod(&timeline);
    let not_counted = |timeline: &Timeline| {
        why_not(&timeline.world(), &Question::PodNotCounted { pod: pod.clone() }).reason
    };
    let shown = snapshot(&timeline);
    assert!(shown.accounting.live);
    assert_eq!(shown.pods[0].accounting, PodAccounting::Live);
    assert_eq!(not_counted(&timeline), Reason::PodUnseen);
    timeline.act(Action::Deliver { kind: Kind::Pod, count: None });
    assert_eq!(not_counted(&timeline), Reason::NeedsSync);
    settle(&mut timeline);
    assert_eq!(snapshot(&timeline).job.map(|job| job.status.succeeded), Some(1));
    assert_eq!(not_counted(&timeline), Reason::AlreadySo);
}

#[test]
fn conditions_are_shown_along_the_whole_branch() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({"suspend": true}));
    settle(&mut timeline);
    let suspended = snapshot(&timeline).conditions;
    let [ConditionSpan { r#type: JobConditionType::Suspended, since, until: None }] = suspended[..] else {
        panic!("{suspended:?}");
    };
    let resume = JobChange { suspend: Some(false), ..JobChange::default() };
    timeline.act(Action::ChangeJob { job: key(), change: resume });
    settle(&mut timeline);
    act(&mut timeline, PodAct::Succeed);
    settle(&mut timeline);
    let spans = snapshot(&timeline).conditions;
    let told = |span: &ConditionSpan| (span.r#type.clone(), span.until.is_some());
    let expected = [
        (JobConditionType::Suspended, true),
        (JobConditionType::SuccessCriteriaMet, false),
        (JobConditionType::Complete, false),
    ];
    assert_eq!(spans.iter().map(told).collect::<Vec<_>>(), expected);
    assert_eq!(spans[0].since, since);
    // Going back does not forget them; a branch keeps what it shares.
    timeline.seek(Position { step: since, note: 0 });
    assert_eq!(snapshot(&timeline).conditions, spans);
    timeline.fork();
    assert_eq!(snapshot(&timeline).conditions, suspended);
}

#[test]
fn the_sums_of_the_last_sync_stay_until_the_next() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({"completions": 2}));
    assert_eq!(snapshot(&timeline).last_count, None);
    to_note(&mut timeline, |note| matches!(note, Note::WorkerTook { .. }));
    let first =
        to_note(&mut timeline, |note| matches!(note, Note::Counted { .. })).last_count.expect("it counted");
    settle(&mut timeline);
    act(&mut timeline, PodAct::Succeed);
    let shown = snapshot(&timeline);
    let last = shown.last_count.expect("it counted");
    assert!(first.step < last.step && last.step < shown.position.step);
    settle(&mut timeline);
    let counted = snapshot(&timeline).last_count.expect("it counted");
    let Note::Counted { succeeded, .. } = counted.note.note() else { panic!("{counted:?}") };
    assert_eq!((succeeded.total, succeeded.in_status + succeeded.new), (1, 1));
    timeline.seek(Position { step: first.step, note: 1 });
    assert_eq!(snapshot(&timeline).last_count, None, "before it counted");
}

/// Of so many names of five characters some would be the same.
#[test]
fn ten_thousand_pods_are_created_without_a_name_taken_twice() {
    let mut timeline = timeline(Profile::v1_36_3(), json!({"parallelism": 10_000, "completions": 10_000}));
    settle(&mut timeline);
    let refused = |note: &Note| matches!(note, Note::PodCreateFailed { .. });
    let notes = timeline.steps().iter().flat_map(|step| &step.lines).map(|line| &line.note);
    assert_eq!(notes.filter(|note| refused(note)).count(), 0);
    assert_eq!(timeline.world().cluster().pods().len(), 10_000);
}
