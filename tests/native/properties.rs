//! Random walks over random Jobs with faults: the safety properties after every step, the liveness properties after a
//! fair completion.
//!
//! `JOBSCOPE_WALKS=100000 cargo test --release properties` walks more often than the usual 10,000 times. The walks are
//! the same on every machine; more of them begin with the same ones. A failure prints the shortest list of actions that
//! still breaks the property.

mod completion;
mod mutations;
mod specs;
mod walk;

use jobscope::api::plain::FromPlain;
use jobscope::controllers::job::Profile;
use jobscope::world::Action;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};
use walk::{Broken, Move, Walked};

/// Walks of all versions together, unless `JOBSCOPE_WALKS` says otherwise.
const WALKS: u32 = 10_000;
const PROFILES: u32 = 4;
const STEPS: usize = 60;

fn walk_at_random(profile: &Profile) {
    let walks = std::env::var("JOBSCOPE_WALKS").ok().and_then(|text| text.parse().ok()).unwrap_or(WALKS);
    let config = Config {
        cases: walks.div_ceil(PROFILES),
        failure_persistence: None,
        max_shrink_iters: 300,
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = (specs::any_spec(), specs::any_plan(), walk::any_moves(STEPS), proptest::bool::ANY);
    let result = runner.run(&strategy, |(spec, plan, moves, succeeds)| {
        let mut walked = walk::play(profile, walk::opening(profile, spec, plan), &moves);
        let result = walked.result.and_then(|()| completion::check(&mut walked.run, succeeds));
        result.map_err(|broken| TestCaseError::fail(broken.to_string()))
    });
    if let Err(TestError::Fail(reason, (spec, plan, moves, succeeds))) = result {
        let actions = walk::play(profile, walk::opening(profile, spec, plan), &moves).actions;
        panic!("{}", told(profile, actions, succeeds, &reason.to_string()));
    }
}

fn told(profile: &Profile, actions: Vec<Action>, succeeds: bool, reason: &str) -> String {
    let Err(Broken { property, .. }) = walk::verdict(profile, &actions, succeeds) else {
        return format!("{}: {reason}", profile.name);
    };
    let shortest = walk::shortest(profile, actions, succeeds, property);
    let broken = walk::verdict(profile, &shortest, succeeds).expect_err("the shortest list breaks it, too");
    let json = serde_json::to_string(&shortest).expect("actions are data");
    let plan = if succeeds { "succeed" } else { "fail" };
    format!("{}: {broken}\nin the end pods {plan}; actions:\n{json}", profile.name)
}

#[test]
fn random_walks_of_1_27_keep_the_properties() {
    walk_at_random(&Profile::v1_27());
}

#[test]
fn random_walks_of_1_33_keep_the_properties() {
    walk_at_random(&Profile::v1_33());
}

#[test]
fn random_walks_of_1_36_2_keep_the_properties() {
    walk_at_random(&Profile::v1_36_2());
}

#[test]
fn random_walks_of_1_36_3_keep_the_properties() {
    walk_at_random(&Profile::v1_36_3());
}

#[test]
fn an_action_list_that_was_printed_replays() {
    let (spec, plan) = (serde_json::json!({"parallelism": 2, "completions": 2}), Default::default());
    let moves: Vec<Move> = (0..STEPS).map(|_| Move { band: 0, pick: 0, param: 0 }).collect();
    let profile = Profile::v1_33();
    let Walked { result, actions, .. } = walk::play(&profile, walk::opening(&profile, spec, plan), &moves);
    assert!(result.is_ok());
    let text = serde_json::to_string(&actions).expect("actions are data");
    let plain: serde_json::Value = serde_json::from_str(&text).expect("the text is JSON");
    let read: Vec<Action> = Vec::from_plain(&plain).expect("and read back");
    assert_eq!(read, actions);
    assert!(walk::verdict(&profile, &read, true).is_ok());
}

#[test]
fn the_walks_reach_what_the_properties_are_about() {
    let seen = walk::coverage(&Profile::v1_33(), 150, STEPS);
    for (what, times) in &seen {
        assert!(*times > 0, "no walk ever saw {what}: {seen:?}");
    }
}
