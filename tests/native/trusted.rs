//! A world that trusts its manifests is the world that checks them, wherever it would take them.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use jobscope::api::schema::{Strictness, read_job};
use jobscope::controllers::job::Profile;
use jobscope::timeline::{Position, Timeline};
use jobscope::world::{Action, JobChange, World, WorldOptions};
use serde_json::{Value, json};

use crate::{scenario_files, yaml};

/// Longer runs are not followed to their end.
const STEPS_MAX: usize = 200;

/// The Jobs of the manifests that kubectl sends and that this version reads, as it reads them.
fn jobs(profile: &Profile) -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/manifests");
    let files = fs::read_dir(folder).expect("a folder of manifests").flatten().map(|entry| entry.path());
    let mut files: Vec<_> =
        files.filter(|path| path.extension().is_some_and(|ending| ending == "yaml")).collect();
    files.sort();
    let version = profile.cluster_options().version;
    let texts = files.iter().map(|file| fs::read_to_string(file).expect("a manifest"));
    let documents = texts.filter_map(|text| yaml::documents(&text).ok()).flatten();
    documents
        .filter_map(|sent| Some(read_job(&sent.text, Strictness::Strict, &version).ok()?.value))
        .collect()
}

/// A world that trusts beside one that checks.
struct Pair {
    checking: World,
    trusting: World,
}

impl Pair {
    fn new(profile: &Profile) -> Pair {
        let options = WorldOptions::new(profile.clone());
        Pair { checking: World::new(options.clone()), trusting: World::new(options.trusting()) }
    }

    fn apply(&mut self, action: &Action) {
        assert_eq!(self.trusting.apply(action), self.checking.apply(action), "{action:?}");
    }

    fn assert_same(&self) {
        let mut trusting = self.trusting.clone();
        trusting.check_specs();
        assert!(trusting == self.checking);
    }
}

#[test]
fn a_run_of_what_is_accepted_is_the_same() {
    let mut taken = 0;
    for profile in Profile::ALL_NAMES.iter().flat_map(|name| Profile::named(name)) {
        for job in jobs(&profile) {
            let mut pair = Pair::new(&profile);
            let create = Action::CreateJob { job: Arc::new(job) };
            let mut tried = pair.checking.clone();
            tried.apply(&create);
            if tried.cluster().jobs().next().is_none() {
                continue;
            }
            taken += 1;
            pair.apply(&create);
            for _ in 0..STEPS_MAX {
                let Some(action) = pair.checking.next_action() else { break };
                pair.apply(&action);
            }
            pair.assert_same();
        }
    }
    assert!(taken > 100, "only {taken} runs");
}

#[test]
fn updates_that_are_accepted_are_the_same() {
    let mut pair = Pair::new(&Profile::v1_36_3());
    let change =
        |change: JobChange| Action::ChangeJob { job: jobscope::api::ObjectKey::new("default", "pi"), change };
    pair.apply(&Action::CreateJob { job: Arc::new(scenario_files::manifest_of("first-job")) });
    pair.apply(&change(JobChange { parallelism: Some(3), ..JobChange::default() }));
    pair.apply(&change(JobChange { suspend: Some(true), ..JobChange::default() }));
    let mut applied = scenario_files::manifest_of("first-job");
    applied["spec"]["parallelism"] = 2.into();
    pair.apply(&Action::ApplyJob { job: Arc::new(applied) });
    pair.assert_same();
    assert_eq!(pair.checking.cluster().jobs().next().expect("it was created").spec.parallelism(), 2);
}

#[test]
fn trust_ends_in_every_world_that_is_kept() {
    let trace = |actions: &[Value]| json!({"jobscope": 1, "profile": "1.36.3", "actions": actions});
    let create = json!({"action": "createJob", "job": scenario_files::manifest_of("first-job")});
    let steps = ["deliver", "processJob"].map(|name| match name {
        "deliver" => json!({"action": name, "kind": "job"}),
        _ => json!({"action": name}),
    });
    let actions: Vec<Value> = [create].into_iter().chain(steps.into_iter().cycle().take(40)).collect();
    let mut trusting = Timeline::import_trusted(&trace(&actions)).expect("a trace");
    let mut checking = Timeline::import(&trace(&actions)).expect("a trace");
    assert!(!trusting.world().cluster().options().validates_specs);
    trusting.check_specs();
    for step in 0..=checking.end().step {
        let position = Position { step, note: u32::MAX };
        trusting.seek(position);
        checking.seek(position);
        assert!(trusting.before() == checking.before() && trusting.world() == checking.world(), "at {step}");
    }
}
