//! Two traces worked by hand: a Job that completes, and one that fails while a pod still runs.

use expect_test::{Expect, expect};
use jobscope::api::{Kind, ObjectKey};
use jobscope::kubelet::outcome::Ending;
use jobscope::kubelet::{Failure, PodAct};
use jobscope::time::Time;
use jobscope::trace::Line;
use jobscope::world::{Action, World};
use serde_json::json;

use crate::fixture::{create, syncs, world};

/// A world in which every move is made by hand.
struct Bench {
    world: World,
    played: Vec<(Action, Vec<Line>)>,
}

impl Bench {
    fn new(spec: serde_json::Value) -> Bench {
        let mut bench = Bench { world: world(Ending::NeverScheduled), played: Vec::new() };
        bench.apply(create(spec));
        bench.settle();
        bench
    }

    fn apply(&mut self, action: Action) {
        let lines = self.world.apply(&action);
        self.played.push((action, lines));
    }

    fn act(&mut self, pod: &str, act: PodAct) {
        self.apply(Action::Pod { pod: ObjectKey::new("default", pod), act });
    }

    /// Delivers everything and lets the workers run what is ready.
    fn settle(&mut self) {
        for kind in Kind::ALL {
            self.apply(Action::Deliver { kind, count: None });
        }
        self.apply(Action::ProcessJob);
        self.apply(Action::ProcessOrphan);
    }

    /// Lets time pass to this many milliseconds since the start, one waiting item after the other.
    fn until(&mut self, ms: i64) {
        self.settle();
        while self.world.elapsed().ms() < ms {
            let left = ms - self.world.elapsed().ms();
            let next = match self.world.next_action() {
                Some(Action::PassTime { ms: to_next }) => to_next.min(left),
                _ => left,
            };
            self.apply(Action::PassTime { ms: next });
            self.settle();
        }
    }

    fn check(&self, expected: Expect) {
        expected.assert_eq(&syncs(Time::START, &self.played));
    }
}

#[test]
fn two_completions_are_counted_one_after_the_other() {
    let mut bench = Bench::new(json!({"parallelism": 2, "completions": 2}));
    bench.until(3_000);
    bench.act("pi-00001", PodAct::Run);
    bench.act("pi-00002", PodAct::Run);
    bench.until(9_000);
    bench.act("pi-00001", PodAct::Succeed);
    bench.until(12_000);
    bench.act("pi-00002", PodAct::Succeed);
    bench.until(15_000);
    bench.check(expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          Event Normal SuccessfulCreate: Created pod: pi-00002
          status active=2 ready=0 terminating=0 succeeded=0 failed=0
        4 s sync
          status active=2 ready=2 terminating=0 succeeded=0 failed=0
        10 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=0 uncounted=[pi-00001][]
          remove finalizer pi-00001
          status active=1 ready=1 terminating=0 succeeded=1 failed=0
        13 s sync
          status active=0 ready=0 terminating=0 succeeded=1 failed=0 uncounted=[pi-00002][] SuccessCriteriaMet=True(CompletionsReached)
          remove finalizer pi-00002
          status active=0 ready=0 terminating=0 succeeded=2 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)
          Event Normal Completed: Job completed
    "#]]);
}

#[test]
fn a_failing_job_waits_for_its_terminating_pod() {
    let mut bench = Bench::new(json!({"parallelism": 2, "completions": 2, "backoffLimit": 0}));
    bench.act("pi-00001", PodAct::Run);
    bench.act("pi-00002", PodAct::Run);
    bench.until(2_000);
    bench.act("pi-00001", PodAct::Fail(Failure::with_exit_code(1)));
    bench.until(6_000);
    bench.act("pi-00002", PodAct::EndTermination { exit_code: 143 });
    bench.until(9_000);
    bench.check(expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          Event Normal SuccessfulCreate: Created pod: pi-00002
          status active=2 ready=0 terminating=0 succeeded=0 failed=0
        1 s sync
          status active=2 ready=2 terminating=0 succeeded=0 failed=0
        3 s sync
          delete pi-00002
          Event Normal SuccessfulDelete: Deleted pod: pi-00002
          status active=0 ready=0 terminating=1 succeeded=0 failed=0 uncounted=[][pi-00001 pi-00002] FailureTarget=True(BackoffLimitExceeded)
          remove finalizer pi-00001
          remove finalizer pi-00002
          status active=0 ready=0 terminating=1 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded)
        7 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded)
          status active=0 ready=0 terminating=0 succeeded=0 failed=2 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)
          Event Warning BackoffLimitExceeded: Job has reached the specified backoff limit
    "#]]);
}
