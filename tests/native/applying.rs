//! What a person reads back before and after sending a manifest: the answers in kubectl's words, and what they change.

use std::sync::Arc;

use jobscope::controllers::job::Profile;
use jobscope::kubectl::dry_run;
use jobscope::kubelet::outcome::Ending;
use jobscope::trace::Note;
use jobscope::world::{Action, World, WorldOptions};
use serde_json::{Value, json};

use crate::fixture::{create, key, manifest, world};

fn apply(world: &mut World, spec: Value) -> Vec<Note> {
    let lines = world.apply(&Action::ApplyJob { job: Arc::new(manifest(spec)) });
    lines.into_iter().map(|line| line.note).collect()
}

fn spec(world: &World) -> jobscope::api::JobSpec {
    jobscope::api::JobSpec::clone(&world.cluster().job(&key()).expect("the Job is stored").spec)
}

#[test]
fn what_the_manifest_says_no_more_goes_and_what_it_never_said_stays() {
    let mut world = world(Ending::Hang);
    world.apply(&create(json!({"parallelism": 2, "completions": 4, "activeDeadlineSeconds": 60})));
    let generated = spec(&world).selector;
    let notes = apply(&mut world, json!({"parallelism": 3, "completions": 4}));
    let Some(Note::JobUpdated { fields, generation: 2, .. }) = notes.first() else { panic!("{notes:?}") };
    assert_eq!(fields.len(), 2, "{fields:?}");
    let changed = spec(&world);
    assert_eq!((changed.parallelism, changed.active_deadline_seconds), (Some(3), None));
    assert_eq!((changed.completions, changed.selector), (Some(4), generated));
    // Nobody said so, so applying the same again leaves it.
    let notes = apply(&mut world, json!({"parallelism": 3, "completions": 4}));
    assert!(matches!(notes.as_slice(), [Note::JobUnchanged { .. }]), "{notes:?}");
}

#[test]
fn what_is_not_there_is_created() {
    let mut world = world(Ending::Hang);
    let notes = apply(&mut world, json!({"activeDeadlineSeconds": 60}));
    assert!(matches!(notes.as_slice(), [Note::JobCreated { generation: 1, .. }]), "{notes:?}");
    // What was applied is remembered.
    apply(&mut world, json!({}));
    assert_eq!(spec(&world).active_deadline_seconds, None);
}

#[test]
fn a_refused_change_leaves_the_job_and_what_was_applied_before() {
    let mut world = world(Ending::Hang);
    world.apply(&create(json!({"backoffLimit": 1})));
    let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": {
        "restartPolicy": "Never", "containers": [{"name": "pi", "image": "other"}],
    }});
    let notes = apply(&mut world, json!({"template": template}));
    let Some(Note::RequestRefused { error, .. }) = notes.first() else { panic!("{notes:?}") };
    assert_eq!(error.fields.len(), 1);
    assert_eq!(error.fields[0].path, "spec.template");
    assert!(error.fields[0].message.ends_with("field is immutable"));
    assert_eq!(spec(&world).backoff_limit, Some(1));
    // `backoffLimit` was said by the manifest that counts, so it goes to its default now.
    apply(&mut world, json!({"parallelism": 2}));
    assert_eq!((spec(&world).backoff_limit, spec(&world).parallelism), (Some(6), Some(2)));
}

#[test]
fn a_manifest_is_answered_without_being_sent() {
    let mut world = World::new(WorldOptions::new(Profile::v1_36_3()));
    let before = world.clone();
    let text = |spec: Value| manifest(spec).to_string();
    let refused = dry_run::create(&world, &text(json!({"completions": -1, "backoffLimit": -1})));
    assert_eq!(
        refused.kubectl,
        "The Job \"pi\" is invalid: \n\
         * spec.completions: Invalid value: -1: must be greater than or equal to 0\n\
         * spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0\n"
    );
    let unknown = dry_run::create(&world, &text(json!({"paralellism": 2})));
    assert_eq!(
        unknown.kubectl,
        "Error from server (BadRequest): error when creating \"manifest.yaml\": Job in version \"v1\" cannot be handled as a Job: strict decoding error: unknown field \"spec.paralellism\"\n"
    );
    let fields = unknown.error.expect("it is refused").fields;
    assert_eq!(fields.iter().map(|field| &*field.path).collect::<Vec<_>>(), ["spec.paralellism"]);
    assert_eq!(dry_run::apply(&world, &text(json!({}))).kubectl, "job.batch/pi created\n");
    assert!(world == before);

    world.apply(&create(json!({})));
    assert_eq!(dry_run::apply(&world, &text(json!({}))).kubectl, "job.batch/pi unchanged\n");
    assert_eq!(dry_run::apply(&world, &text(json!({"parallelism": 2}))).kubectl, "job.batch/pi configured\n");
    let immutable = dry_run::apply(&world, &text(json!({"completions": 2})));
    assert_eq!(
        immutable.kubectl,
        "The Job \"pi\" is invalid: spec.completions: Invalid value: 2: field is immutable\n"
    );
}

#[test]
fn where_a_real_server_would_panic_the_errors_are_given_and_that_is_said() {
    let world = World::new(WorldOptions::new(Profile::v1_33()));
    let spec = json!({"parallelism": 1, "completionMode": "Indexed", "successPolicy": {"rules": [{"succeededIndexes": "0"}]}});
    let answer = dry_run::create(&world, &manifest(spec).to_string());
    assert!(answer.real_server_panics && !answer.accepted);
}

#[test]
fn a_name_that_is_no_label_is_warned_about() {
    let world = World::new(WorldOptions::new(Profile::v1_33()));
    let mut job = manifest(json!({}));
    job["metadata"]["name"] = "a.b".into();
    let answer = dry_run::create(&world, &job.to_string());
    assert!(answer.accepted);
    assert_eq!(answer.warnings.len(), 1);
    assert!(answer.kubectl.starts_with("Warning: metadata.name: this is used in Pod names"));
    assert!(answer.kubectl.ends_with("\njob.batch/a.b created\n"));
}

#[test]
fn old_versions_drop_what_they_do_not_know() {
    let mut world = World::new(WorldOptions::new(Profile::v1_19()));
    world.apply(&create(json!({"suspend": true, "completionMode": "Indexed", "completions": 2})));
    let stored = spec(&world);
    assert_eq!((stored.suspend, stored.completion_mode), (None, None));
}
