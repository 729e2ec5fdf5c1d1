//! A run that was copied from the page as a test.

/// The Job `pi` at step 9.4, from Jobscope's playground.
#[test]
fn pi_at_step_9_4() {
    use jobscope::timeline::{Position, Timeline};

    let trace = r#"{"jobscope":2,"profile":"1.36.3","plan":{"default":{"ending":{"kind":"succeed"},"startMs":1000,"runMs":5000},"terminationMs":1000},"branch":1,"position":{"step":9,"note":4}, "branches": [
  {"forkedAt":0, "actions": [
    {"action":"createJob","job":{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"pi"},"spec":{"backoffLimit":4,"template":{"spec":{"containers":[{"command":["perl","-Mbignum=bpi","-wle","print bpi(2000)"],"image":"perl","name":"pi"}],"restartPolicy":"Never"}}}}},
    {"action":"deliver","kind":"job"},
    {"action":"processJob"},
    {"action":"deliver","kind":"job"}]},
  {"parent":0,"forkedAt":3, "actions": [
    {"action":"pod","pod":"default/pi-z6hl9","act":{"act":"fail","exitCode":1}},
    {"action":"deliver","kind":"job"},
    {"action":"deliver","kind":"pod"},
    {"action":"passTime","ms":1000},
    {"action":"processJob"},
    {"action":"deliver","kind":"job"}]}]}"#;
    let trace = serde_json::from_str(trace).expect("the trace is JSON");
    let timeline = Timeline::import(&trace).expect("the trace can be played");
    assert_eq!(timeline.position(), Position { step: 9, note: 4 });

    let world = timeline.world();
    let job = world.cluster().jobs().next().expect("the Job is there");
    let status = serde_json::json!({
        "startTime": "2024-01-01T00:00:00Z",
        "failed": 1,
        "terminating": 0,
        "uncountedTerminatedPods": {},
        "ready": 0
    });
    assert_eq!(serde_json::to_value(&job.status).expect("plain data"), status);

    let line = timeline.passed_lines().last().expect("a note");
    let note = serde_json::json!({
        "id": "jobQueued",
        "job": "default/pi",
        "cause": "jobStatusChanged",
        "delay": 1000,
        "added": {
            "result": "keptEarlier",
            "at": "2024-01-01T00:00:02Z"
        }
    });
    assert_eq!(serde_json::to_value(&line.note).expect("plain data"), note);
}
