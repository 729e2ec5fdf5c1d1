//! kubectl's texts: recorded ones byte for byte, and those of a world.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use expect_test::{Expect, expect};
use flate2::read::MultiGzDecoder;
use jobscope::api::version::ServerVersion;
use jobscope::api::{ApiError, ErrorReason, FieldError};
use jobscope::kubectl::{self, Verb};
use jobscope::kubelet::outcome::Ending;
use jobscope::time::Time;
use jobscope::world::World;
use serde_json::{Value, json};

use crate::fixture::{create, play, play_out, world};

/// How many texts agree, by kind of command, and where the others part.
#[derive(Default)]
pub struct Tally {
    kinds: BTreeMap<String, (usize, usize)>,
    pub failures: Vec<String>,
}

impl Tally {
    pub fn count(&mut self, kind: &str, title: &str, expected: &str, actual: Option<&str>) {
        let (agreeing, all) = self.kinds.entry(kind.to_owned()).or_default();
        *all += 1;
        if actual == Some(expected) {
            *agreeing += 1;
        } else {
            self.failures.push(format!("{title}: {}", difference(expected, actual.unwrap_or("no text"))));
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums =
            self.kinds.values().fold((0, 0), |sums, (agreeing, all)| (sums.0 + agreeing, sums.1 + all));
        write!(formatter, "kubectl: {} of {} agree", sums.0, sums.1)?;
        for (kind, (agreeing, all)) in &self.kinds {
            write!(formatter, "\n  {kind}: {agreeing} of {all}")?;
        }
        Ok(())
    }
}

/// The first line that differs.
fn difference(expected: &str, actual: &str) -> String {
    let lines = expected.split('\n').zip(actual.split('\n'));
    match lines.enumerate().find(|(_, (expected, actual))| expected != actual) {
        Some((number, (expected, actual))) => {
            format!("line {}\n  expected {expected:?}\n  printed  {actual:?}", number + 1)
        }
        None => format!("{} bytes expected, {} printed", expected.len(), actual.len()),
    }
}

/// Prints every recorded text again.
pub fn check(records: &[Value], version: &ServerVersion) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        let list = |field: &str| record[field].as_array().cloned().unwrap_or_default();
        let now = record["now"].as_str().and_then(Time::parse).expect("a record has a time");
        let (jobs, pods, events) = (list("jobs"), list("pods"), list("events"));
        for (command, expected) in record["out"].as_object().expect("a record has texts") {
            let kind: Vec<&str> = command.split(' ').take(2).collect();
            let printed = kubectl::run(command, &jobs, &pods, &events, now, version);
            let title = format!("{} {command}", record["id"]);
            tally.count(&kind.join(" "), &title, expected.as_str().expect("a text"), printed.as_deref());
        }
    }
    tally
}

/// The records of a file, none if there is no such file.
fn records(path: &Path) -> Vec<Value> {
    let Ok(file) = File::open(path) else {
        return Vec::new();
    };
    let mut text = String::new();
    MultiGzDecoder::new(file).read_to_string(&mut text).expect("the file is compressed text");
    text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect()
}

fn folder() -> PathBuf {
    match std::env::var_os("JOBSCOPE_GOLDEN") {
        Some(folder) => folder.into(),
        None => Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/kubectl"),
    }
}

#[test]
fn recorded_texts_are_printed_again() {
    let mut texts = records(&folder().join("kubectl.jsonl.gz"));
    assert!(!texts.is_empty(), "no texts in {}", folder().display());
    let earlier = check(&texts, &ServerVersion::V1_33);
    println!("1.33 {earlier}");
    for newer in records(&folder().join("v136-differences.jsonl.gz")) {
        let Some(text) = texts.iter_mut().find(|text| text["id"] == newer["id"]) else {
            continue;
        };
        for (command, expected) in newer["out"].as_object().into_iter().flatten() {
            text["out"][command] = expected.clone();
        }
    }
    let later = check(&texts, &ServerVersion::V1_36);
    println!("1.36 {later}");
    let failures = [earlier.failures, later.failures].concat();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

/// The recorded answer and what kubectl made of it, if both saw the same request: kubectl refuses some files itself and
/// sends others with sorted keys and rewritten numbers, which the decoder then answers in another way.
fn check_answer(record: &Value, tally: &mut Tally) {
    let (verb, kind, answer, printed) = match record.get("kubectl replace") {
        Some(printed) => (Verb::Replace, "replace", &record["result"], printed),
        None if record.get("kubectl").is_some() => {
            (Verb::Create, "create", &record["strict"], &record["kubectl"])
        }
        None => return,
    };
    let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let (stdout, stderr) = (text(printed, "stdout"), text(printed, "stderr"));
    let message = text(answer, "message");
    if stderr.starts_with("error:") || (answer["http"] == 400 && !stderr.contains(&message)) {
        return;
    }
    let warnings: Vec<String> = serde_json::from_value(answer["warnings"].clone()).unwrap_or_default();
    let name = text(&answer["object"]["metadata"], "name");
    let error = (answer["accepted"] != true).then(|| api_error(answer));
    let result = match &error {
        None => Ok((name.as_str(), warnings.as_slice())),
        Some(error) => Err((error, warnings.as_slice())),
    };
    let ours = kubectl::answer(verb, "manifest.yaml", result);
    let expected = format!("{stdout}{stderr}exit {}", printed["exit"]);
    let actual = format!("{}{}exit {}", ours.stdout, ours.stderr, ours.exit);
    tally.count(kind, &record["id"].to_string(), &expected, Some(&actual));
}

fn api_error(answer: &Value) -> ApiError {
    let reason: ErrorReason = serde_json::from_value(answer["reason"].clone()).expect("a known reason");
    let name = answer["name"].as_str().unwrap_or_default();
    let fields = answer["errors"].as_array().into_iter().flatten().map(|error| FieldError {
        path: error["field"].as_str().unwrap_or_default().to_owned(),
        reason: serde_json::from_value(error["reason"].clone()).expect("a known reason"),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
    });
    match reason {
        ErrorReason::Invalid => ApiError::invalid("Job.batch", name, fields.collect()),
        _ => ApiError::new(reason, answer["message"].as_str().unwrap_or_default()),
    }
}

#[test]
fn recorded_answers_are_worded_again() {
    let mut tally = Tally::default();
    for file in ["answers", "create-hand", "create-random", "update"] {
        for record in records(&folder().join(format!("{file}.jsonl.gz"))) {
            check_answer(&record, &mut tally);
        }
    }
    println!("answers {tally}");
    assert!(tally.failures.is_empty(), "\n{}\n", tally.failures.join("\n"));
}

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
    let texts = records(&folder().join("kubectl.jsonl.gz"));
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
