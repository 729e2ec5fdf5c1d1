//! kubectl's texts about a world.

use expect_test::{Expect, expect};
use jobscope::api::version::ServerVersion;
use jobscope::kubectl::{self, Verb};
use jobscope::kubelet::outcome::Ending;
use jobscope::time::Time;
use jobscope::world::World;
use serde_json::{Value, json};

use crate::fixture::{create, play, play_out, world};
use crate::golden::files::records;

#[test]
fn an_apply_says_what_it_did_and_repeats_no_warning() {
    let warnings = ["old field".to_owned(), "old field".to_owned()];
    let printed = kubectl::answer(Verb::Configure, "pi.yaml", Ok(("pi", &warnings)));
    assert_eq!(printed.stdout, "job.batch/pi configured\n");
    assert_eq!(printed.stderr, "Warning: old field\n");
    assert_eq!(printed.exit, 0);
    assert_eq!(kubectl::answer(Verb::Keep, "pi.yaml", Ok(("pi", &[]))).stdout, "job.batch/pi unchanged\n");
}

fn check_world(world: &World, commands: &[&str], expected: Expect) {
    let mut text = String::new();
    for command in commands {
        let printed = kubectl::run_in(world, command).expect("a known command");
        text.push_str(&format!("$ kubectl {command}\n{printed}"));
    }
    expected.assert_eq(&text);
}

#[test]
fn a_running_job_is_shown_with_its_pods() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({"completions": 3, "parallelism": 2, "completionMode": "Indexed"})));
    play(&mut world, |world| world.cluster().pods().any(|pod| pod.is_ready()));
    check_world(
        &world,
        &["get jobs", "get pods", "get pods -A -o wide", "describe pod pi-0-00001"],
        expect![[r#"
            $ kubectl get jobs
            NAME   STATUS    COMPLETIONS   DURATION   AGE
            pi     Running   0/3           1s         1s
            $ kubectl get pods
            NAME         READY   STATUS    RESTARTS   AGE
            pi-0-00001   1/1     Running   0          1s
            pi-1-00001   0/1     Pending   0          1s
            $ kubectl get pods -A -o wide
            NAMESPACE   NAME         READY   STATUS    RESTARTS   AGE   IP       NODE     NOMINATED NODE   READINESS GATES
            default     pi-0-00001   1/1     Running   0          1s    <none>   node-1   <none>           <none>
            default     pi-1-00001   0/1     Pending   0          1s    <none>   <none>   <none>           <none>
            $ kubectl describe pod pi-0-00001
            Name:           pi-0-00001
            Namespace:      default
            Node:           node-1/
            Start Time:     Mon, 01 Jan 2024 00:00:01 +0000
            Labels:         batch.kubernetes.io/controller-uid=job-uid-1
                            batch.kubernetes.io/job-completion-index=0
                            batch.kubernetes.io/job-name=pi
                            controller-uid=job-uid-1
                            job-name=pi
            Annotations:    batch.kubernetes.io/job-completion-index: 0
            Status:         Running
            IP:             
            IPs:            <none>
            Controlled By:  Job/pi
            Containers:
              pi:
                Container ID:  
                Image:         perl
                Image ID:      
                Port:          <none>
                Host Port:     <none>
                Command:
                  perl
                  -wle
                  print bpi(2000)
                State:          Running
                  Started:      Mon, 01 Jan 2024 00:00:01 +0000
                Ready:          True
                Restart Count:  0
                Environment:
                  JOB_COMPLETION_INDEX:   (v1:metadata.labels['batch.kubernetes.io/job-completion-index'])
                Mounts:                  <none>
            Conditions:
              Type           Status
              Ready          True 
            Volumes:         <none>
            QoS Class:       BestEffort
            Node-Selectors:  <none>
            Tolerations:     <none>
            Events:          <none>
        "#]],
    );
}

#[test]
fn a_complete_job_is_shown_with_its_events() {
    let mut world = world(Ending::Succeed);
    world.apply(&create(json!({"backoffLimit": 4, "ttlSecondsAfterFinished": 100})));
    play_out(&mut world);
    check_world(
        &world,
        &["get jobs", "get jobs -A -o wide", "get pods --no-headers", "describe job pi"],
        expect![[r#"
            $ kubectl get jobs
            NAME   STATUS     COMPLETIONS   DURATION   AGE
            pi     Complete   1/1           7s         8s
            $ kubectl get jobs -A -o wide
            NAMESPACE   NAME   STATUS     COMPLETIONS   DURATION   AGE   CONTAINERS   IMAGES   SELECTOR
            default     pi     Complete   1/1           7s         8s    pi           perl     batch.kubernetes.io/controller-uid=job-uid-1
            $ kubectl get pods --no-headers
            pi-00001   0/1   Completed   0     8s
            $ kubectl describe job pi
            Name:                        pi
            Namespace:                   default
            Selector:                    batch.kubernetes.io/controller-uid=job-uid-1
            Labels:                      batch.kubernetes.io/controller-uid=job-uid-1
                                         batch.kubernetes.io/job-name=pi
                                         controller-uid=job-uid-1
                                         job-name=pi
            Annotations:                 <none>
            Parallelism:                 1
            Completions:                 1
            Completion Mode:             NonIndexed
            Suspend:                     false
            Backoff Limit:               4
            TTL Seconds After Finished:  100
            Start Time:                  Mon, 01 Jan 2024 00:00:00 +0000
            Completed At:                Mon, 01 Jan 2024 00:00:07 +0000
            Duration:                    7s
            Pods Statuses:               0 Active (0 Ready) / 1 Succeeded / 0 Failed
            Pod Template:
              Labels:  batch.kubernetes.io/controller-uid=job-uid-1
                       batch.kubernetes.io/job-name=pi
                       controller-uid=job-uid-1
                       job-name=pi
              Containers:
               pi:
                Image:      perl
                Port:       <none>
                Host Port:  <none>
                Command:
                  perl
                  -wle
                  print bpi(2000)
                Environment:   <none>
                Mounts:        <none>
              Volumes:         <none>
              Node-Selectors:  <none>
              Tolerations:     <none>
            Events:
              Type    Reason            Age   From            Message
              ----    ------            ----  ----            -------
              Normal  SuccessfulCreate  8s    job-controller  Created pod: pi-00001
              Normal  Completed         1s    job-controller  Job completed
        "#]],
    );
}

#[test]
fn what_is_not_there_is_not_found() {
    let world = world(Ending::Succeed);
    check_world(
        &world,
        &["get jobs", "get pods -A", "describe job pi", "get pod/pi -n other"],
        expect![[r#"
            $ kubectl get jobs
            No resources found in default namespace.
            $ kubectl get pods -A
            No resources found
            $ kubectl describe job pi
            Error from server (NotFound): jobs.batch "pi" not found
            $ kubectl get pod/pi -n other
            Error from server (NotFound): pods "pi" not found
        "#]],
    );
    for unknown in
        ["", "get", "get nodes", "delete job pi", "get jobs -o yaml", "describe job a b", "get jobs -w"]
    {
        assert_eq!(kubectl::run_in(&world, unknown), None, "{unknown:?}");
    }
}

/// No object makes it panic, however its fields are spelled.
#[test]
fn objects_with_wrong_types_are_printed_all_the_same() {
    let texts = records(&["kubectl"]);
    let odd =
        [json!(null), json!("é\u{1b}\t\n"), json!(i64::MAX), json!(-1.5e300), json!([[]]), json!({"": {}})];
    let now = Time::START;
    for record in texts.iter().rev().take(12) {
        for (field, command) in
            [("jobs", "describe jobs"), ("pods", "describe pods"), ("pods", "get pods -A -o wide")]
        {
            for at in 1..150 {
                let mut objects = record[field].as_array().cloned().unwrap_or_default();
                for object in &mut objects {
                    replace_one(object, &mut (at * 3), &odd[at % odd.len()]);
                }
                let printed = kubectl::run(command, &objects, &objects, &objects, now, &ServerVersion::V1_36);
                assert!(printed.is_some());
            }
        }
    }
}

/// Replaces the value that comes after so many others.
fn replace_one(value: &mut Value, after: &mut usize, with: &Value) {
    if *after == 0 {
        *value = with.clone();
        *after = usize::MAX;
        return;
    }
    *after = after.saturating_sub(1);
    match value {
        Value::Object(map) => map.values_mut().for_each(|value| replace_one(value, after, with)),
        Value::Array(list) => list.iter_mut().for_each(|value| replace_one(value, after, with)),
        _ => {}
    }
}
