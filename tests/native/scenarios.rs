//! The five canonical scenarios, with every request and Event of the controller.

use expect_test::{Expect, expect};
use jobscope::kubelet::outcome::Ending;
use jobscope::time::Time;
use serde_json::{Value, json};

use crate::fixture::{create, creations, event_reasons, play_out, status, syncs, world};

fn check(spec: Value, ending: Ending, expected: Expect) {
    let mut world = world(ending);
    let mut played = vec![(create(spec.clone()), world.apply(&create(spec)))];
    played.extend(play_out(&mut world));
    expected.assert_eq(&syncs(Time::START, &played));
}

#[test]
fn a_job_with_one_pod_that_succeeds_becomes_complete() {
    check(
        json!({"backoffLimit": 4}),
        Ending::Succeed,
        expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          status active=1 ready=0 terminating=0 succeeded=0 failed=0
        2 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=0
        7 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=0 uncounted=[pi-00001][] SuccessCriteriaMet=True(CompletionsReached)
          remove finalizer pi-00001
          status active=0 ready=0 terminating=0 succeeded=1 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)
          Event Normal Completed: Job completed
    "#]],
    );
}

#[test]
fn a_job_whose_pods_fail_makes_five_of_them_and_gives_up() {
    check(
        json!({"backoffLimit": 4}),
        Ending::Fail { exit_code: 1 },
        expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          status active=1 ready=0 terminating=0 succeeded=0 failed=0
        2 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=0
        7 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=0 uncounted=[][pi-00001]
          remove finalizer pi-00001
          status active=0 ready=0 terminating=0 succeeded=0 failed=1
        16 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00002
          status active=1 ready=0 terminating=0 succeeded=0 failed=1
        18 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=1
        23 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=1 uncounted=[][pi-00002]
          remove finalizer pi-00002
          status active=0 ready=0 terminating=0 succeeded=0 failed=2
        42 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00003
          status active=1 ready=0 terminating=0 succeeded=0 failed=2
        44 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=2
        49 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=2 uncounted=[][pi-00003]
          remove finalizer pi-00003
          status active=0 ready=0 terminating=0 succeeded=0 failed=3
        88 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00004
          status active=1 ready=0 terminating=0 succeeded=0 failed=3
        90 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=3
        95 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=3 uncounted=[][pi-00004]
          remove finalizer pi-00004
          status active=0 ready=0 terminating=0 succeeded=0 failed=4
        174 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00005
          status active=1 ready=0 terminating=0 succeeded=0 failed=4
        176 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=4
        181 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=4 uncounted=[][pi-00005] FailureTarget=True(BackoffLimitExceeded)
          remove finalizer pi-00005
          status active=0 ready=0 terminating=0 succeeded=0 failed=5 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)
          Event Warning BackoffLimitExceeded: Job has reached the specified backoff limit
    "#]],
    );
}

#[test]
fn failed_pods_are_replaced_after_10_20_40_and_80_seconds() {
    let mut world = world(Ending::Fail { exit_code: 1 });
    world.apply(&create(json!({"backoffLimit": 4})));
    let played = play_out(&mut world);
    let at: Vec<f64> = creations(&played).into_iter().map(|(_, at)| at).collect();
    // Each runs from 1 s to 6 s after its creation.
    assert_eq!(at, [0.0, 16.0, 42.0, 88.0, 174.0]);
    assert_eq!(status(&world).failed, 5);
    assert_eq!(event_reasons(&world).iter().filter(|reason| *reason == "SuccessfulCreate").count(), 5);
    assert_eq!(event_reasons(&world).last().map(String::as_str), Some("BackoffLimitExceeded"));
}

#[test]
fn containers_that_restart_in_place_fail_the_job_at_the_limit() {
    check(
        json!({"backoffLimit": 4, "restartPolicy": "OnFailure"}),
        Ending::Fail { exit_code: 1 },
        expect![[r#"
            0 s sync
              Event Normal SuccessfulCreate: Created pod: pi-00001
              status active=1 ready=0 terminating=0 succeeded=0 failed=0
            2 s sync
              status active=1 ready=1 terminating=0 succeeded=0 failed=0
            92 s sync
              delete pi-00001
              Event Normal SuccessfulDelete: Deleted pod: pi-00001
              status active=0 ready=0 terminating=1 succeeded=0 failed=0 uncounted=[][pi-00001] FailureTarget=True(BackoffLimitExceeded)
              remove finalizer pi-00001
              status active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)
            94 s sync
              status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)
              status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)
              Event Warning BackoffLimitExceeded: Job has reached the specified backoff limit
        "#]],
    );
}

#[test]
fn with_limit_zero_the_first_restart_fails_the_job() {
    check(
        json!({"backoffLimit": 0, "restartPolicy": "OnFailure"}),
        Ending::Fail { exit_code: 1 },
        expect![[r#"
            0 s sync
              Event Normal SuccessfulCreate: Created pod: pi-00001
              status active=1 ready=0 terminating=0 succeeded=0 failed=0
            2 s sync
              status active=1 ready=1 terminating=0 succeeded=0 failed=0
            7 s sync
              delete pi-00001
              Event Normal SuccessfulDelete: Deleted pod: pi-00001
              status active=0 ready=0 terminating=1 succeeded=0 failed=0 uncounted=[][pi-00001] FailureTarget=True(BackoffLimitExceeded)
              remove finalizer pi-00001
              status active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)
            9 s sync
              status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded)
              status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(BackoffLimitExceeded) Failed=True(BackoffLimitExceeded)
              Event Warning BackoffLimitExceeded: Job has reached the specified backoff limit
        "#]],
    );
}

#[test]
fn a_job_past_its_deadline_fails_and_its_pod_counts_as_failed() {
    check(
        json!({"backoffLimit": 5, "activeDeadlineSeconds": 100}),
        Ending::Hang,
        expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          status active=1 ready=0 terminating=0 succeeded=0 failed=0
        2 s sync
          status active=1 ready=1 terminating=0 succeeded=0 failed=0
        100 s sync
          delete pi-00001
          Event Normal SuccessfulDelete: Deleted pod: pi-00001
          status active=0 ready=0 terminating=1 succeeded=0 failed=0 uncounted=[][pi-00001] FailureTarget=True(DeadlineExceeded)
          remove finalizer pi-00001
          status active=0 ready=0 terminating=1 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded)
        102 s sync
          status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded)
          status active=0 ready=0 terminating=0 succeeded=0 failed=1 FailureTarget=True(DeadlineExceeded) Failed=True(DeadlineExceeded)
          Event Warning DeadlineExceeded: Job was active longer than specified deadline
    "#]],
    );
}

#[test]
fn four_completions_two_at_a_time() {
    check(
        json!({"parallelism": 2, "completions": 4}),
        Ending::Succeed,
        expect![[r#"
        0 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00001
          Event Normal SuccessfulCreate: Created pod: pi-00002
          status active=2 ready=0 terminating=0 succeeded=0 failed=0
        2 s sync
          status active=2 ready=2 terminating=0 succeeded=0 failed=0
        7 s sync
          Event Normal SuccessfulCreate: Created pod: pi-00003
          Event Normal SuccessfulCreate: Created pod: pi-00004
          status active=2 ready=0 terminating=0 succeeded=0 failed=0 uncounted=[pi-00001 pi-00002][]
          remove finalizer pi-00001
          remove finalizer pi-00002
          status active=2 ready=0 terminating=0 succeeded=2 failed=0
        9 s sync
          status active=2 ready=2 terminating=0 succeeded=2 failed=0
        14 s sync
          status active=0 ready=0 terminating=0 succeeded=2 failed=0 uncounted=[pi-00003 pi-00004][] SuccessCriteriaMet=True(CompletionsReached)
          remove finalizer pi-00003
          remove finalizer pi-00004
          status active=0 ready=0 terminating=0 succeeded=4 failed=0 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)
          Event Normal Completed: Job completed
    "#]],
    );
}

#[test]
fn an_indexed_job_runs_each_index_once() {
    check(
        json!({"parallelism": 2, "completions": 3, "completionMode": "Indexed"}),
        Ending::Succeed,
        expect![[r#"
            0 s sync
              Event Normal SuccessfulCreate: Created pod: pi-0-00001
              Event Normal SuccessfulCreate: Created pod: pi-1-00001
              status active=2 ready=0 terminating=0 succeeded=0 failed=0
            2 s sync
              status active=2 ready=2 terminating=0 succeeded=0 failed=0
            7 s sync
              Event Normal SuccessfulCreate: Created pod: pi-2-00001
              status active=1 ready=0 terminating=0 succeeded=2 failed=0 indexes=0,1
              remove finalizer pi-0-00001
              remove finalizer pi-1-00001
            9 s sync
              status active=1 ready=1 terminating=0 succeeded=2 failed=0 indexes=0,1
            14 s sync
              status active=0 ready=0 terminating=0 succeeded=3 failed=0 indexes=0-2 SuccessCriteriaMet=True(CompletionsReached)
              remove finalizer pi-2-00001
              status active=0 ready=0 terminating=0 succeeded=3 failed=0 indexes=0-2 SuccessCriteriaMet=True(CompletionsReached) Complete=True(CompletionsReached)
              Event Normal Completed: Job completed
        "#]],
    );
}
