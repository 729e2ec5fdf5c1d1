//! Where the real controller breaks a property of its own: each known exception, step by step.
//!
//! The checker sees every step twice: with the assumptions, and then nothing may be broken; and without them, and then
//! the exception shows.

use std::collections::BTreeMap;

use jobscope::api::{JobConditionType, JobStatus, Kind, ObjectKey, Propagation, TRACKING_FINALIZER};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::controllers::job::Profile;
use jobscope::explore::Checker;
use jobscope::kubelet::{Failure, PodAct};
use jobscope::trace::{FaultVerb, Line, Note};
use jobscope::world::{Action, JobChange, World, WorldOptions};
use serde_json::{Value, json};

use crate::fixture::{create, key};

const DELIVER: fn(Kind) -> Action = |kind| Action::Deliver { kind, count: None };

/// A world moved by hand, under two checkers.
struct Bench {
    world: World,
    claiming: Checker,
    strict: Checker,
    /// What is broken if no assumption is made.
    exceptions: Vec<&'static str>,
    spec: Value,
}

impl Bench {
    /// The Job is created, and its first sync is done and seen in the caches.
    fn started(profile: Profile, spec: Value) -> Bench {
        let mut bench = Bench::created(profile, spec);
        bench.sync();
        bench.deliver_all();
        bench
    }

    /// The Job is created, seen and queued.
    fn created(profile: Profile, spec: Value) -> Bench {
        let mut options = WorldOptions::new(profile.clone());
        options.cluster.numbered = true;
        let mut bench = Bench {
            world: World::new(options),
            claiming: Checker::new(profile.clone()),
            strict: Checker::new(profile).without_assumptions(),
            exceptions: Vec::new(),
            spec: spec.clone(),
        };
        bench.apply(&create(spec));
        bench.apply(&DELIVER(Kind::Job));
        bench
    }

    fn apply(&mut self, action: &Action) -> Vec<Line> {
        let before = self.world.clone();
        let lines = self.world.apply(action);
        assert_eq!(self.claiming.observe(&before, action, &lines, &self.world), [], "{action:?}");
        let broken = self.strict.observe(&before, action, &lines, &self.world);
        self.exceptions.extend(broken.into_iter().map(|violation| violation.property));
        lines
    }

    fn sync(&mut self) -> Vec<Line> {
        self.apply(&Action::ProcessJob)
    }

    /// One second later.
    fn later_sync(&mut self) -> Vec<Line> {
        self.pass(1_000);
        self.sync()
    }

    fn pass(&mut self, ms: i64) {
        self.apply(&Action::PassTime { ms });
    }

    fn deliver_all(&mut self) {
        Kind::ALL.map(DELIVER).iter().for_each(|action| drop(self.apply(action)));
    }

    fn act(&mut self, pod: &str, act: PodAct) {
        let pod = ObjectKey::new("default", pod);
        assert!(self.world.cluster().pod(&pod).is_some(), "there is no {pod}");
        self.apply(&Action::Pod { pod, act });
    }

    fn fail(&mut self, pod: &str) {
        self.act(pod, PodAct::Fail(Failure::with_exit_code(1)));
    }

    fn change(&mut self, change: JobChange) {
        self.apply(&Action::ChangeJob { job: key(), change });
    }

    fn touch(&mut self) {
        let annotations = BTreeMap::from([("touched".to_owned(), self.world.now().to_string())]);
        self.change(JobChange { annotations, ..JobChange::default() });
    }

    fn arm(&mut self, verb: FaultVerb, error: FaultError, skip: u32) {
        self.apply(&Action::ArmFault { fault: Fault { skip, ..Fault::new(verb, error) } });
    }

    fn status(&self) -> &JobStatus {
        &self.world.cluster().job(&key()).expect("the Job is stored").status
    }

    fn finalizers_left(&self) -> usize {
        self.world.cluster().pods().filter(|pod| pod.metadata.has_finalizer(TRACKING_FINALIZER)).count()
    }

    #[track_caller]
    fn assert_exception(&self, property: &str) {
        assert!(self.exceptions.contains(&property), "{property} is not among {:?}", self.exceptions);
    }
}

fn created(lines: &[Line]) -> usize {
    lines.iter().filter(|line| matches!(line.note, Note::PodCreated { .. })).count()
}

fn has(lines: &[Line], fits: impl Fn(&Note) -> bool) -> bool {
    lines.iter().any(|line| fits(&line.note))
}

fn pod(name: &str) -> ObjectKey {
    ObjectKey::new("default", name)
}

fn change(change: impl FnOnce(&mut JobChange)) -> JobChange {
    let mut changed = JobChange::default();
    change(&mut changed);
    changed
}

/// One of two pods is counted; its finalizer's end is seen, the status is not. The next sync then has this to say.
fn synced_with_a_stale_job(profile: Profile) -> (Bench, Vec<Line>) {
    let mut bench = Bench::started(profile, json!({"parallelism": 2, "completions": 2}));
    bench.later_sync();
    bench.act("pi-00001", PodAct::Run);
    bench.act("pi-00001", PodAct::Succeed);
    bench.apply(&DELIVER(Kind::Pod));
    bench.later_sync();
    assert_eq!(bench.status().succeeded, 1);
    bench.apply(&DELIVER(Kind::Pod));
    let lines = bench.later_sync();
    (bench, lines)
}

#[test]
fn bug_130103_a_stale_job_with_fresh_pods_makes_a_pod_too_many_in_1_33() {
    let (bench, lines) = synced_with_a_stale_job(Profile::v1_33());
    assert_eq!(created(&lines), 1, "one is done and one runs, of two");
    bench.assert_exception("S17");
}

#[test]
fn bug_130103_is_gone_in_1_36_where_a_sync_waits_for_its_own_writes() {
    let (mut bench, lines) = synced_with_a_stale_job(Profile::v1_36_3());
    assert!(has(&lines, |note| matches!(note, Note::CacheBehind { kind: Kind::Job, .. })));
    bench.deliver_all();
    assert_eq!(created(&lines) + created(&bench.later_sync()), 0);
    assert_eq!(bench.exceptions, [] as [&str; 0]);
}

/// The only pod of the Job is done, and the status that says so is not seen.
fn finished_unseen(profile: Profile) -> (Bench, Vec<Line>) {
    let mut bench = Bench::started(profile, json!({"completions": 1}));
    bench.later_sync();
    bench.act("pi-00001", PodAct::Run);
    bench.act("pi-00001", PodAct::Succeed);
    bench.apply(&DELIVER(Kind::Pod));
    bench.later_sync();
    assert!(bench.status().has(&JobConditionType::Complete));
    bench.apply(&DELIVER(Kind::Pod));
    let lines = bench.later_sync();
    (bench, lines)
}

#[test]
fn bug_130103_even_a_finished_job_may_get_a_pod_in_1_33() {
    let (mut bench, lines) = finished_unseen(Profile::v1_33());
    assert_eq!(created(&lines), 1);
    bench.assert_exception("S14");
    bench.deliver_all();
    bench.later_sync();
    let active = bench.world.cluster().pods().filter(|pod| pod.is_active()).count();
    assert_eq!(active, 1, "and nobody stops it");
    let (bench, lines) = finished_unseen(Profile::v1_36_2());
    assert_eq!((created(&lines), bench.exceptions.len()), (0, 0));
}

#[test]
fn bug_131917_a_recreated_job_inherits_what_its_namesake_was_owed() {
    let mut bench = Bench::created(Profile::v1_33(), json!({}));
    bench.sync();
    bench.apply(&Action::DeleteJob { job: key(), propagation: Propagation::Background });
    let again = create(bench.spec.clone());
    bench.apply(&again);
    bench.deliver_all();
    let lines = bench.sync();
    assert!(has(&lines, |note| matches!(note, Note::ExpectationsOwed { creations: 1, .. })));
    assert_eq!(created(&lines), 0, "the new Job gets no pod");
    bench.pass(299_000);
    bench.touch();
    bench.deliver_all();
    assert_eq!(created(&bench.later_sync()), 0, "not for five minutes");
    bench.touch();
    bench.deliver_all();
    assert_eq!(created(&bench.later_sync()), 1);
}

#[test]
fn bug_114650_a_restart_forgets_the_back_off() {
    for restarts in [false, true] {
        let mut bench = Bench::started(Profile::v1_33(), json!({}));
        bench.later_sync();
        bench.act("pi-00001", PodAct::Run);
        bench.fail("pi-00001");
        bench.deliver_all();
        assert!(has(&bench.later_sync(), |note| matches!(note, Note::BackoffPending { failures: 1, .. })));
        assert_eq!(bench.status().failed, 1);
        bench.deliver_all();
        if restarts {
            bench.apply(&Action::RestartController);
        }
        assert_eq!(created(&bench.later_sync()), usize::from(restarts), "8 s are left of the back-off");
    }
}

/// One of two pods failed and waits for its replacement; the other is ready.
fn waiting_for_a_back_off(profile: Profile) -> (Bench, Vec<Line>) {
    let mut bench = Bench::started(profile, json!({"parallelism": 2, "completions": 2}));
    ["pi-00001", "pi-00002"].iter().for_each(|pod| bench.act(pod, PodAct::Run));
    bench.deliver_all();
    bench.later_sync();
    bench.fail("pi-00001");
    bench.deliver_all();
    let lines = bench.later_sync();
    assert!(has(&lines, |note| matches!(note, Note::BackoffPending { .. })));
    (bench, lines)
}

#[test]
fn bug_139428_active_is_0_during_a_back_off_and_the_status_refused() {
    for profile in [Profile::v1_33(), Profile::v1_36_2()] {
        let (bench, lines) = waiting_for_a_back_off(profile);
        assert!(has(&lines, |note| matches!(note, Note::StatusRefused { .. })));
        assert_eq!((bench.status().failed, bench.status().active), (0, 2), "nothing is counted");
        assert_eq!(bench.exceptions, [] as [&str; 0]);
    }
}

#[test]
fn bug_139428_is_written_by_1_27_and_gone_in_1_36_3() {
    let (bench, _) = waiting_for_a_back_off(Profile::v1_27());
    assert_eq!((bench.status().ready, bench.status().active), (Some(1), 0));
    bench.assert_exception("S28");
    let (bench, _) = waiting_for_a_back_off(Profile::v1_36_3());
    assert_eq!((bench.status().ready, bench.status().active, bench.status().failed), (Some(1), 1, 1));
    assert_eq!(bench.exceptions, [] as [&str; 0]);
}

#[test]
fn deletions_are_paid_off_by_any_event_of_a_terminating_pod() {
    let mut bench = Bench::started(Profile::v1_33(), json!({"parallelism": 2, "completions": 2}));
    ["pi-00001", "pi-00002"].iter().for_each(|pod| bench.act(pod, PodAct::Run));
    bench.deliver_all();
    bench.apply(&Action::DeletePod { pod: pod("pi-00001"), force: false });
    bench.change(change(|change| change.parallelism = Some(0)));
    bench.apply(&DELIVER(Kind::Job));
    bench.sync();
    let owed =
        |bench: &Bench| bench.world.controller().expectations().get(&key()).map(|record| record.deletions);
    assert_eq!(owed(&bench), Some(2));
    // The user's deletion of the first, and the end of its finalizer.
    bench.apply(&Action::Deliver { kind: Kind::Pod, count: Some(2) });
    assert_eq!(owed(&bench), Some(0), "both are paid off by the first");
    let second = bench.world.cache().pod(&pod("pi-00002")).expect("it is cached");
    assert!(second.is_active(), "whose deletion is not seen yet");
    let lines = bench.later_sync();
    assert!(has(&lines, |note| matches!(note, Note::PodDeleted { pod, .. } if &*pod.name == "pi-00002")));
}

#[test]
fn a_counted_pod_that_is_adopted_again_is_counted_again() {
    let mut bench = Bench::started(Profile::v1_33(), json!({"completions": 2}));
    bench.later_sync();
    bench.fail("pi-00001");
    bench.deliver_all();
    bench.later_sync();
    bench.deliver_all();
    assert_eq!(bench.status().failed, 1);
    bench.apply(&Action::RemovePodOwner { pod: pod("pi-00001") });
    bench.deliver_all();
    let lines = bench.later_sync();
    assert!(has(&lines, |note| matches!(note, Note::PodAdopted { .. })));
    assert_eq!(bench.status().failed, 2);
    bench.assert_exception("S1");
}

#[test]
fn a_terminating_pod_of_an_index_that_exits_with_0_counts_on_both_sides() {
    let spec = json!({"completionMode": "Indexed", "completions": 1, "parallelism": 1});
    let mut bench = Bench::started(Profile::v1_33(), spec);
    bench.act("pi-0-00001", PodAct::Run);
    bench.apply(&Action::DeletePod { pod: pod("pi-0-00001"), force: false });
    bench.deliver_all();
    bench.arm(FaultVerb::PatchPod, FaultError::InternalError, 0);
    bench.later_sync();
    bench.act("pi-0-00001", PodAct::EndTermination { exit_code: 0 });
    bench.deliver_all();
    bench.later_sync();
    assert_eq!((bench.status().failed, &*bench.status().completed_indexes), (1, "0"));
    assert!(bench.status().has(&JobConditionType::Complete));
    bench.assert_exception("S1");
}

#[test]
fn a_success_is_lost_if_the_job_is_suspended_before_it_is_seen() {
    let mut bench = Bench::started(Profile::v1_33(), json!({"completions": 1}));
    bench.act("pi-00001", PodAct::Run);
    bench.deliver_all();
    bench.act("pi-00001", PodAct::Succeed);
    bench.change(change(|change| change.suspend = Some(true)));
    bench.apply(&DELIVER(Kind::Job));
    bench.sync();
    bench.deliver_all();
    bench.later_sync();
    assert_eq!(bench.world.cluster().pods().len(), 0);
    assert_eq!((bench.status().succeeded, bench.status().failed), (0, 0));
}

#[test]
fn a_success_policy_that_is_withheld_may_be_followed_by_a_failure() {
    let spec = json!({
        "completionMode": "Indexed", "completions": 3, "parallelism": 3, "backoffLimit": 0,
        "successPolicy": {"rules": [{"succeededCount": 1}]},
    });
    let mut bench = Bench::started(Profile::v1_33(), spec);
    ["pi-0-00001", "pi-1-00001", "pi-2-00001"].iter().for_each(|pod| bench.act(pod, PodAct::Run));
    bench.act("pi-0-00001", PodAct::Succeed);
    bench.deliver_all();
    bench.arm(FaultVerb::DeletePod, FaultError::InternalError, 1);
    let lines = bench.later_sync();
    assert!(has(&lines, |note| matches!(note, Note::DecisionWithheld { deleted: 1, active: 2, .. })));
    assert_eq!(bench.status().succeeded, 1);
    bench.deliver_all();
    bench.later_sync();
    let target = bench.status().condition(&JobConditionType::FailureTarget).expect("the Job fails");
    assert_eq!(&*target.reason, "BackoffLimitExceeded");
}

#[test]
fn a_job_that_finishes_suspended_since_its_creation_has_no_start_time() {
    let mut bench = Bench::created(Profile::v1_33(), json!({"suspend": true, "completions": 0}));
    bench.sync();
    assert!(bench.status().has(&JobConditionType::Complete));
    assert_eq!(bench.status().start_time, None);
    bench.assert_exception("S13");
}

#[test]
fn bug_141346_a_failed_patch_of_a_selector_pass_is_not_retried() {
    let mut bench = Bench::started(Profile::v1_33(), json!({}));
    bench.act("pi-00001", PodAct::Run);
    bench.deliver_all();
    bench.apply(&Action::DeleteJob { job: key(), propagation: Propagation::Background });
    bench.deliver_all();
    bench.arm(FaultVerb::PatchPod, FaultError::InternalError, 0);
    bench.apply(&Action::ProcessOrphan);
    let queue = bench.world.controller().orphan_queue();
    assert_eq!((queue.queue().ready().len(), queue.delaying().waiting().count()), (0, 0));
    assert_eq!(bench.finalizers_left(), 1);
    // Only the pod's own deletion brings it back.
    bench.apply(&Action::CollectGarbage);
    bench.deliver_all();
    bench.apply(&Action::ProcessOrphan);
    assert_eq!(bench.finalizers_left(), 0);
}

#[test]
fn a_creation_whose_answer_is_lost_makes_a_pod_too_many() {
    let mut bench = Bench::created(Profile::v1_33(), json!({}));
    bench.arm(FaultVerb::CreatePod, FaultError::TimeoutAfterEffect, 0);
    bench.sync();
    bench.apply(&DELIVER(Kind::Job));
    assert_eq!(created(&bench.later_sync()), 1);
    assert_eq!(bench.world.cluster().pods().filter(|pod| pod.is_active()).count(), 2);
    bench.assert_exception("S15");
}

#[test]
fn creations_that_are_not_seen_for_five_minutes_are_made_again() {
    let mut bench = Bench::created(Profile::v1_33(), json!({}));
    bench.sync();
    bench.apply(&DELIVER(Kind::Job));
    bench.pass(300_001);
    assert_eq!(created(&bench.sync()), 1);
    bench.assert_exception("S15");
}

#[test]
fn a_pod_whose_finalizer_a_user_took_off_may_count_twice() {
    let mut bench = Bench::started(Profile::v1_33(), json!({"completions": 2}));
    bench.fail("pi-00001");
    bench.deliver_all();
    bench.apply(&Action::RemovePodFinalizers { pod: pod("pi-00001") });
    bench.apply(&Action::DeletePod { pod: pod("pi-00001"), force: false });
    bench.later_sync();
    assert_eq!(bench.status().failed, 1);
    bench.apply(&DELIVER(Kind::Job));
    bench.later_sync();
    assert_eq!(bench.status().failed, 2, "the cache still shows the pod as it was");
    bench.assert_exception("S1");
}

#[test]
fn a_pod_that_was_suspended_away_may_count_twice_while_the_cache_shows_its_failure() {
    for profile in [Profile::v1_27(), Profile::v1_33(), Profile::v1_36_3()] {
        let waits_for_its_writes = profile.reads_own_writes;
        let mut bench = Bench::started(profile, json!({}));
        bench.fail("pi-00001");
        bench.change(change(|change| change.suspend = Some(true)));
        bench.apply(&DELIVER(Kind::Job));
        bench.sync();
        assert_eq!(bench.world.cluster().pods().len(), 0);
        // Of its failure, the end of its finalizer and its deletion only the first is seen.
        bench.apply(&Action::Deliver { kind: Kind::Pod, count: Some(1) });
        for _ in 0..2 {
            bench.apply(&DELIVER(Kind::Job));
            bench.later_sync();
        }
        let counted = if waits_for_its_writes { 0 } else { 2 };
        assert_eq!(bench.status().failed, counted, "it should not count at all");
        assert_eq!(bench.exceptions.contains(&"S1"), !waits_for_its_writes);
    }
}

#[test]
fn the_end_of_a_finalizer_is_awaited_for_ever_if_the_owner_was_gone_when_it_was_seen() {
    let mut bench = Bench::started(Profile::v1_33(), json!({"parallelism": 2, "completions": 2}));
    bench.fail("pi-00001");
    bench.deliver_all();
    bench.apply(&Action::RemovePodOwner { pod: pod("pi-00001") });
    bench.later_sync();
    assert_eq!(bench.status().failed, 1);
    bench.deliver_all();
    let is_awaited =
        |bench: &Bench| bench.world.controller().finalizer_expectations().is_expected(&key(), "uid-pi-00001");
    assert!(is_awaited(&bench));
    let lines = bench.later_sync();
    assert!(has(&lines, |note| matches!(note, Note::PodAdopted { .. })), "with a finalizer again");
    bench.deliver_all();
    bench.later_sync();
    assert!(is_awaited(&bench), "so the pod looks as if it had none");
    let pod = bench.world.cluster().pod(&pod("pi-00001")).expect("it is stored");
    assert!(pod.metadata.has_finalizer(TRACKING_FINALIZER));
}

#[test]
fn the_deadline_runs_on_while_a_job_is_suspended_until_1_36() {
    for (profile, exceeded) in [(Profile::v1_33(), true), (Profile::v1_36_3(), false)] {
        let mut bench = Bench::started(profile, json!({"activeDeadlineSeconds": 30}));
        bench.later_sync();
        for suspend in [true, false] {
            bench.change(change(|change| change.suspend = Some(suspend)));
            bench.deliver_all();
            bench.sync();
            bench.deliver_all();
            bench.pass(60_000);
        }
        let target = bench.status().condition(&JobConditionType::FailureTarget);
        assert_eq!(target.is_some_and(|target| &*target.reason == "DeadlineExceeded"), exceeded);
    }
}

/// Not known upstream by a number: the API server asks every finished Job for a start time, which a suspended Job does
/// not get any more.
#[test]
fn a_job_that_is_suspended_before_its_start_is_stored_can_never_be_written_as_finished() {
    for profile in [Profile::v1_33(), Profile::v1_36_3()] {
        let mut bench = Bench::created(profile, json!({}));
        let fault = Fault::new(FaultVerb::UpdateStatus, FaultError::InternalError);
        bench.apply(&Action::ArmFault { fault });
        bench.sync();
        bench.apply(&Action::Pod { pod: pod("pi-00001"), act: PodAct::Succeed });
        bench.change(change(|change| change.suspend = Some(true)));
        for _ in 0..4 {
            bench.deliver_all();
            bench.later_sync();
        }
        let status = bench.status();
        assert!(status.has(&JobConditionType::SuccessCriteriaMet));
        assert!(!status.has(&JobConditionType::Complete) && status.start_time.is_none());
    }
}
