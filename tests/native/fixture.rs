//! A world to test with: manifests, playing on, and a text of what happened that a person can read.

use std::fmt::Write;
use std::sync::Arc;

use jobscope::api::{ErrorReason, JobStatus, ObjectKey, PodPatch, Request};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::time::Time;
use jobscope::trace::{Change, Line, Note, StoreChange};
use jobscope::world::{Action, World, WorldOptions};
use serde_json::{Value, json};

/// The key of the Job that tests use.
pub fn key() -> ObjectKey {
    ObjectKey::new("default", "pi")
}

/// The manifest of the Job `pi`: one container, `restartPolicy: Never`, and these further members of the spec.
pub fn manifest(spec: Value) -> Value {
    let mut manifest = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"},
        "spec": {"template": {"spec": {
            "restartPolicy": "Never",
            "containers": [{"name": "pi", "image": "perl", "command": ["perl", "-wle", "print bpi(2000)"]}],
        }}},
    });
    let members = spec.as_object().expect("the spec is an object");
    for (member, value) in members {
        let place = match member.as_str() {
            "restartPolicy" => &mut manifest["spec"]["template"]["spec"][member],
            _ => &mut manifest["spec"][member],
        };
        *place = value.clone();
    }
    manifest
}

pub fn create(spec: Value) -> Action {
    Action::CreateJob { job: Arc::new(manifest(spec)) }
}

/// A world with numbered names, in which pods end as given.
pub fn world(ending: Ending) -> World {
    let mut options = WorldOptions::new(Profile::v1_33());
    options.cluster.numbered = true;
    options.plan = OutcomePlan::always(ending);
    World::new(options)
}

/// Lets everything happen that happens by itself until `is_enough`, or until nothing does. Returns each action with
/// its lines.
pub fn play(world: &mut World, is_enough: impl Fn(&World) -> bool) -> Vec<(Action, Vec<Line>)> {
    let mut played = Vec::new();
    while !is_enough(world) {
        let Some(action) = world.next_action() else {
            break;
        };
        let lines = world.apply(&action);
        played.push((action, lines));
        assert!(played.len() < 20_000, "the world does not come to rest");
    }
    played
}

/// Plays to the end: until nothing happens by itself any more.
pub fn play_out(world: &mut World) -> Vec<(Action, Vec<Line>)> {
    play(world, |_| false)
}

pub fn status(world: &World) -> JobStatus {
    world.cluster().job(&key()).expect("the Job is stored").status.clone()
}

/// What the controller did, a line a request or Event, under the time of each sync that did anything.
pub fn syncs(world_start: Time, played: &[(Action, Vec<Line>)]) -> String {
    let mut text = String::new();
    let mut now = world_start;
    for (action, lines) in played {
        let mut sync = String::new();
        for line in lines {
            for change in &line.changes {
                match change {
                    Change::Clock { now: later } => now = *later,
                    Change::Exchange(exchange) => {
                        if let Some(told) =
                            told(&exchange.request, exchange.answer.as_ref().err().map(|e| e.reason))
                        {
                            writeln!(sync, "  {told}").expect("writing to a String");
                        }
                    }
                    Change::Store(StoreChange::Event(event)) => {
                        writeln!(sync, "  Event {:?} {}: {}", event.r#type, event.reason, event.message)
                            .expect("writing to a String");
                    }
                    _ => {}
                }
            }
            if let Note::SyncRetried { error, delay, .. } = &line.note {
                writeln!(sync, "  retry in {} s: {error}", delay.ms() as f64 / 1000.0)
                    .expect("writing to a String");
            }
        }
        if matches!(action, Action::ProcessJob | Action::ProcessOrphan) && !sync.is_empty() {
            let seconds = (now - world_start).ms() as f64 / 1000.0;
            let name = if *action == Action::ProcessJob { "sync" } else { "orphan sync" };
            writeln!(text, "{seconds} s {name}\n{}", sync.trim_end()).expect("writing to a String");
        }
    }
    text
}

fn told(request: &Request, error: Option<ErrorReason>) -> Option<String> {
    let text = match request {
        Request::CreatePod { .. } => return None,
        Request::DeletePod { key, .. } => format!("delete {}", key.name),
        Request::PatchPod { key, patch: PodPatch::RemoveFinalizer } => {
            format!("remove finalizer {}", key.name)
        }
        Request::PatchPod { key, patch: PodPatch::Adopt { .. } } => format!("adopt {}", key.name),
        Request::PatchPod { key, patch: PodPatch::Release { .. } } => format!("release {}", key.name),
        Request::UpdateJobStatus { status, .. } => format!("status {}", status_text(status)),
        _ => return None,
    };
    Some(error.map_or(text.clone(), |error| format!("{text} -> {error:?}")))
}

/// Counters, uncounted pods and conditions of a status, in one line.
pub fn status_text(status: &JobStatus) -> String {
    let mut text = format!(
        "active={} ready={} terminating={} succeeded={} failed={}",
        status.active,
        status.ready.map_or("-".to_owned(), |ready| ready.to_string()),
        status.terminating.map_or("-".to_owned(), |terminating| terminating.to_string()),
        status.succeeded,
        status.failed,
    );
    if let Some(uncounted) = status.uncounted_terminated_pods.as_ref().filter(|lists| !lists.is_empty()) {
        let names = |uids: &[jobscope::api::Text]| {
            uids.iter().map(|uid| uid.trim_start_matches("uid-").to_owned()).collect::<Vec<_>>().join(" ")
        };
        write!(text, " uncounted=[{}][{}]", names(&uncounted.succeeded), names(&uncounted.failed))
            .expect("writing to a String");
    }
    if !status.completed_indexes.is_empty() {
        write!(text, " indexes={}", status.completed_indexes).expect("writing to a String");
    }
    for condition in &status.conditions {
        write!(text, " {:?}={:?}({})", condition.r#type, condition.status, condition.reason)
            .expect("writing to a String");
    }
    text
}

/// When each pod was created, in seconds since the start, by name.
pub fn creations(played: &[(Action, Vec<Line>)]) -> Vec<(String, f64)> {
    let mut created = Vec::new();
    let mut now = Time::START;
    for line in played.iter().flat_map(|(_, lines)| lines) {
        for change in &line.changes {
            if let Change::Clock { now: later } = change {
                now = *later;
            }
        }
        if let Note::PodCreated { pod, .. } = &line.note {
            created.push((pod.name.to_string(), (now - Time::START).ms() as f64 / 1000.0));
        }
    }
    created
}

/// The reasons of all Events, in order.
pub fn event_reasons(world: &World) -> Vec<String> {
    world.cluster().events().iter().map(|event| event.reason.to_string()).collect()
}
