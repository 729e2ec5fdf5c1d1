//! Mutated steps: a controller that did this would be caught. Each mutation changes a real step and sees its property.
//!
//! The changes of a step are edited and applied to the world before it, so that lines and world agree.

use std::sync::Arc;

use jobscope::api::{
    ConditionStatus, JobCondition, JobConditionType, JobStatus, Object, PodPatch, Request,
    UncountedTerminatedPods,
};
use jobscope::controllers::job::Profile;
use jobscope::explore::Checker;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::time::Span;
use jobscope::trace::{Change, ControllerChange, ExpectationRecord, Line, Note, QueueOperation, StoreChange};
use jobscope::world::{Action, World, WorldOptions};
use serde_json::{Value, json};

use crate::fixture::{create, key};

/// A run that stops before the first action whose lines fit, with those lines.
struct Stopped {
    checker: Checker,
    before: World,
    action: Action,
    lines: Vec<Line>,
}

fn stop_at(spec: Value, ending: Ending, fits: impl Fn(&World, &[Line]) -> bool) -> Stopped {
    let mut options = WorldOptions::new(Profile::v1_33());
    options.cluster.numbered = true;
    options.plan = OutcomePlan::always(ending);
    let mut world = World::new(options);
    let mut checker = Checker::new(Profile::v1_33());
    let mut next = Some(create(spec));
    while let Some(action) = next {
        let before = world.clone();
        let lines = world.apply(&action);
        if fits(&before, &lines) {
            return Stopped { checker, before, action, lines };
        }
        assert_eq!(checker.observe(&before, &action, &lines, &world), []);
        next = world.next_action();
    }
    panic!("no step fits");
}

impl Stopped {
    /// The ids of the properties that the edited step breaks.
    fn broken(mut self) -> Vec<&'static str> {
        let mut after = self.before.clone();
        let changes = self.lines.iter().flat_map(|line| &line.changes);
        changes.for_each(|change| after.replay(change));
        let found = self.checker.observe(&self.before, &self.action, &self.lines, &after);
        found.into_iter().map(|violation| violation.property).collect()
    }

    /// Edits every status that the step writes, in the request, the answer and the store.
    fn edit_statuses(&mut self, edit: impl Fn(&JobStatus, &mut JobStatus)) {
        let mut before = self.before.cluster().job(&key()).expect("the Job is stored").status.clone();
        self.edit_changes(|change| {
            if let Change::Store(StoreChange::Job { job: Some(job), .. }) = change {
                let job = Arc::make_mut(job);
                edit(&before, &mut job.status);
                before = job.status.clone();
            }
        });
    }

    fn edit_changes(&mut self, mut edit: impl FnMut(&mut Change)) {
        for line in &mut self.lines {
            edit_changes(line, |changes| changes.iter_mut().for_each(&mut edit));
        }
    }

    /// Drops the lines, and what they changed.
    fn drop_lines(&mut self, goes: impl Fn(&Line) -> bool) {
        self.lines.retain(|line| !goes(line));
    }

    fn owe_creations(&mut self) {
        let record = ExpectationRecord { creations: 1, deletions: 0, set_at: self.before.now() };
        let change = ControllerChange::Expectations { job: key(), record: Some(record) };
        self.before.replay(&Change::Controller(change));
    }
}

fn edit_changes(line: &mut Line, edit: impl FnOnce(&mut Vec<Change>)) {
    let mut changes = line.changes.to_vec();
    edit(&mut changes);
    line.changes = changes.into();
}

fn is_status_write(line: &Line) -> bool {
    line.changes.iter().any(|change| {
        matches!(change, Change::Exchange(exchange) if matches!(exchange.request, Request::UpdateJobStatus { .. }))
    })
}

fn counts(_: &World, lines: &[Line]) -> bool {
    lines.iter().any(|line| matches!(line.note, Note::Drained { .. }))
}

fn finishes(_: &World, lines: &[Line]) -> bool {
    lines.iter().any(|line| matches!(line.note, Note::JobFinished { .. }))
}

fn creates(_: &World, lines: &[Line]) -> bool {
    lines.iter().any(|line| matches!(line.note, Note::PodCreated { .. }))
}

#[track_caller]
fn assert_broken(stopped: Stopped, property: &str) {
    let broken = stopped.broken();
    assert!(broken.contains(&property), "{property} is not among {broken:?}");
}

#[test]
fn m1_a_finalizer_that_goes_before_the_status_write_breaks_s2() {
    let mut stopped = stop_at(json!({"completions": 2}), Ending::Succeed, counts);
    stopped.drop_lines(is_status_write);
    assert_broken(stopped, "S2");
}

#[test]
fn m2_a_counter_that_moves_twice_breaks_s3() {
    let mut stopped = stop_at(json!({"completions": 2}), Ending::Succeed, counts);
    stopped.edit_statuses(|_, status| status.succeeded *= 2);
    assert_broken(stopped, "S3");
}

#[test]
fn m3_a_pod_that_is_counted_and_stays_uncounted_breaks_s3() {
    let mut stopped = stop_at(json!({"completions": 2}), Ending::Succeed, counts);
    stopped.edit_statuses(|before, status| {
        if status.succeeded > before.succeeded {
            status.uncounted_terminated_pods = before.uncounted_terminated_pods.clone();
        }
    });
    assert_broken(stopped, "S3");
}

#[test]
fn m4_a_pod_that_is_counted_again_while_the_cache_lags_breaks_s1() {
    let mut stopped = stop_at(json!({"completions": 3}), Ending::Succeed, counts);
    let mut after = stopped.before.clone();
    stopped.lines.iter().flat_map(|line| &line.changes).for_each(|change| after.replay(change));
    let (checker, lines) = (&mut stopped.checker, stopped.lines.clone());
    assert_eq!(checker.observe(&stopped.before, &stopped.action, &lines, &after), []);
    // The same sync once more, from the status that it left.
    stopped.before = after;
    stopped.edit_statuses(|_, _| {});
    let counted = stopped.before.cluster().job(&key()).expect("the Job is stored").status.succeeded;
    stopped.edit_changes(|change| {
        if let Change::Store(StoreChange::Job { job: Some(job), .. }) = change {
            Arc::make_mut(job).status.succeeded += counted;
        }
    });
    assert_broken(stopped, "S1");
}

#[test]
fn m5_pods_that_are_created_while_some_are_owed_break_s20() {
    let mut stopped = stop_at(json!({"parallelism": 2, "completions": 2}), Ending::Succeed, creates);
    stopped.owe_creations();
    assert_broken(stopped, "S20");
}

#[test]
fn m6_a_finish_with_uncounted_pods_breaks_s13() {
    let mut stopped = stop_at(json!({"completions": 1}), Ending::Succeed, finishes);
    stopped.edit_statuses(|_, status| {
        let lists = UncountedTerminatedPods { succeeded: vec!["uid-x".into()], failed: vec![] };
        if status.has(&JobConditionType::Complete) {
            status.uncounted_terminated_pods = Some(lists);
        }
    });
    assert_broken(stopped, "S13");
}

#[test]
fn m7_a_finish_while_pods_terminate_breaks_s13_and_one_without_an_interim_condition_s12() {
    let mut stopped = stop_at(json!({"backoffLimit": 0}), Ending::Fail { exit_code: 1 }, finishes);
    stopped.edit_statuses(|_, status| {
        status.terminating = Some(1);
        status.conditions.retain(|condition| condition.r#type != JobConditionType::FailureTarget);
    });
    let broken = stopped.broken();
    assert!(broken.contains(&"S12") && broken.contains(&"S13"), "{broken:?}");
}

#[test]
fn m8_a_failed_sync_that_is_forgotten_breaks_l8() {
    let is_retried =
        |_: &World, lines: &[Line]| lines.iter().any(|line| matches!(line.note, Note::SyncRetried { .. }));
    let mut stopped = {
        let mut stopped = stop_at(json!({"completions": 1}), Ending::Succeed, creates);
        let fault = jobscope::cluster::fault::Fault::new(
            jobscope::trace::FaultVerb::UpdateStatus,
            jobscope::cluster::fault::FaultError::InternalError,
        );
        stopped.before.apply(&Action::ArmFault { fault });
        stopped.lines = stopped.before.clone().apply(&stopped.action);
        stopped
    };
    assert!(is_retried(&stopped.before, &stopped.lines));
    for line in &mut stopped.lines {
        let retry =
            |operation: &QueueOperation<_>| matches!(operation, QueueOperation::AddRateLimited { .. });
        edit_changes(line, |changes| {
            changes.retain(|change| {
                !matches!(change, Change::Controller(ControllerChange::Queue { operation, .. }) if retry(operation))
            });
        });
    }
    assert_broken(stopped, "L8");
}

#[test]
fn m9_a_deadline_that_waits_too_long_breaks_l3() {
    let mut stopped = stop_at(json!({"activeDeadlineSeconds": 30}), Ending::Hang, creates);
    stopped.edit_changes(|change| {
        if let Change::Controller(ControllerChange::Queue { operation, .. }) = change
            && let QueueOperation::AddAfter { delay, .. } = operation
        {
            *delay = *delay + Span::from_secs(1);
        }
    });
    assert_broken(stopped, "L3");
}

#[test]
fn m10_a_key_that_is_added_and_lost_breaks_s22() {
    let is_delivery =
        |_: &World, lines: &[Line]| lines.iter().any(|line| matches!(line.note, Note::JobQueued { .. }));
    let mut stopped = stop_at(json!({}), Ending::Succeed, is_delivery);
    for line in &mut stopped.lines {
        edit_changes(line, |changes| {
            changes.retain(|change| !matches!(change, Change::Controller(ControllerChange::Queue { .. })));
        });
    }
    assert_broken(stopped, "S22");
}

#[test]
fn m11_a_decision_that_is_written_while_creations_are_owed_breaks_s29() {
    let mut stopped = stop_at(json!({"backoffLimit": 0}), Ending::Fail { exit_code: 1 }, finishes);
    stopped.owe_creations();
    assert_broken(stopped, "S29");
}

#[test]
fn a_decision_that_flips_breaks_s10_and_one_that_changes_its_reason_s11() {
    let mut stopped = stop_at(json!({"backoffLimit": 0}), Ending::Fail { exit_code: 1 }, finishes);
    stopped.edit_statuses(|before, status| {
        let now = status.start_time.expect("the Job has started");
        let condition = |r#type, reason| JobCondition::new(r#type, ConditionStatus::True, reason, "", now);
        if before.has(&JobConditionType::FailureTarget) {
            status.conditions = vec![
                condition(JobConditionType::FailureTarget, "Other"),
                condition(JobConditionType::SuccessCriteriaMet, "CompletionsReached"),
            ];
        }
    });
    let broken = stopped.broken();
    assert!(broken.contains(&"S10") && broken.contains(&"S11"), "{broken:?}");
}

#[test]
fn a_pod_too_many_breaks_s15_and_s17_and_one_that_nobody_claims_s26() {
    let mut stopped = stop_at(json!({"parallelism": 2, "completions": 2}), Ending::Succeed, creates);
    let first = stopped.lines.iter().position(|line| matches!(line.note, Note::PodCreated { .. }));
    let first = first.expect("a pod is created");
    let mut third = stopped.lines[first].clone();
    let rename = |change: &mut Change| {
        if let Change::Store(StoreChange::Pod { key, pod: Some(pod), .. }) = change {
            key.name = "third".into();
            let metadata = &mut Arc::make_mut(pod).metadata;
            (metadata.name, metadata.uid) = ("third".into(), "uid-third".into());
        }
        if let Change::Store(StoreChange::Streamed(event)) = change
            && let Object::Pod(pod) = &mut event.object
        {
            let metadata = &mut Arc::make_mut(pod).metadata;
            (metadata.name, metadata.uid) = ("third".into(), "uid-third".into());
        }
    };
    edit_changes(&mut third, |changes| changes.iter_mut().for_each(rename));
    let last = stopped.lines.iter().rposition(|line| matches!(line.note, Note::PodCreated { .. }));
    let last = last.expect("a pod is created");
    stopped.lines.insert(last + 1, third);
    let mut touched = stopped.lines[first].clone();
    edit_changes(&mut touched, |changes| {
        changes.retain(|change| matches!(change, Change::Exchange(_)));
        for change in changes {
            if let Change::Exchange(exchange) = change {
                let key = jobscope::api::ObjectKey::new("default", "somebody-elses");
                Arc::make_mut(exchange).request = Request::PatchPod { key, patch: PodPatch::RemoveFinalizer };
            }
        }
    });
    stopped.lines.insert(last + 2, touched);
    let broken = stopped.broken();
    for property in ["S15", "S17", "S26"] {
        assert!(broken.contains(&property), "{property} is not among {broken:?}");
    }
}
