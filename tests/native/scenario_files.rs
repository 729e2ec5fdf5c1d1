//! Every scenario of the playground: its file is played as the page plays it, and what its sentences claim is checked.
//!
//! `JOBSCOPE_SCENARIOS=DIR` takes the files of another folder; `JOBSCOPE_SCENARIO_SHOW=NAME` says of which one
//! `cargo test positions_of_a_scenario -- --ignored --nocapture` prints every position with its note.

mod file;
mod playing;

use std::collections::BTreeSet;

use file::{LANGUAGES, Scenario};
use playing::Played;

/// No sentence is longer than a reader takes in at once.
const SENTENCE_MAX: usize = 400;

/// The manifest of a scenario, as it is written.
pub fn manifest_of(name: &str) -> serde_json::Value {
    let scenarios = file::all().unwrap_or_else(|problem| panic!("{problem}"));
    let scenario = scenarios.iter().find(|scenario| scenario.name == name).expect("a scenario of that name");
    playing::written(&scenario.manifest).unwrap_or_else(|problem| panic!("{problem}"))
}

fn problems_of(scenario: &Scenario) -> Vec<String> {
    let mut problems = words(scenario);
    match Played::of(scenario) {
        Ok(mut played) => problems.extend(played.claims(scenario)),
        Err(problem) => problems.push(problem),
    }
    problems.iter().map(|problem| format!("{}: {problem}", scenario.name)).collect()
}

/// What can be said against the texts without playing.
fn words(scenario: &Scenario) -> Vec<String> {
    let mut problems = Vec::new();
    let known: BTreeSet<&str> = scenario.steps.keys().map(String::as_str).collect();
    let mut linked = BTreeSet::new();
    for (number, sentence) in scenario.walk.iter().enumerate() {
        let of_language = |language: &str| links(sentence.get(language).map_or("", String::as_str));
        let english: BTreeSet<String> = of_language("en").into_iter().collect();
        for language in LANGUAGES {
            let own: BTreeSet<String> = of_language(language).into_iter().collect();
            if own != english {
                problems.push(format!("walk[{number}].{language} links to {own:?}, English to {english:?}"));
            }
            if sentence.get(language).is_some_and(|text| text.chars().count() > SENTENCE_MAX) {
                problems.push(format!("walk[{number}].{language} has over {SENTENCE_MAX} characters"));
            }
        }
        linked.extend(english);
    }
    for link in &linked {
        if !known.contains(link.as_str()) {
            problems.push(format!("the walk links to \"{link}\", which is no step"));
        }
    }
    for step in known.iter().filter(|step| !linked.contains(**step)) {
        problems.push(format!("no sentence links to the step \"{step}\""));
    }
    problems
}

/// The steps that a sentence links to: `[words](step)`.
fn links(sentence: &str) -> Vec<String> {
    let ends = sentence.split("](").skip(1);
    ends.filter_map(|rest| rest.split_once(')')).map(|(link, _)| link.to_owned()).collect()
}

#[test]
fn every_scenario_keeps_what_its_sentences_claim() {
    let scenarios = file::all().unwrap_or_else(|problem| panic!("{problem}"));
    assert!(!scenarios.is_empty(), "there are scenarios");
    let orders: BTreeSet<u32> = scenarios.iter().map(|scenario| scenario.order).collect();
    assert_eq!(orders.len(), scenarios.len(), "two scenarios have the same place in the menu");
    let problems: Vec<String> = scenarios.iter().flat_map(problems_of).collect();
    assert!(problems.is_empty(), "{}\n", problems.join("\n"));
}

#[test]
fn a_scenario_with_a_wrong_claim_is_found() {
    let mut scenario = file::all().unwrap_or_else(|problem| panic!("{problem}")).remove(0);
    scenario.end["pods"] = serde_json::json!(99);
    assert!(problems_of(&scenario).iter().any(|problem| problem.contains("99")));
    let step = scenario.steps.values_mut().next().expect("the first scenario has a step");
    step["note"] = serde_json::json!("timePassed?");
    assert!(problems_of(&scenario).iter().any(|problem| problem.contains("timePassed?")));
}

#[test]
#[ignore = "it checks nothing: it prints what whoever writes a scenario wants to know"]
fn positions_of_a_scenario() {
    let name = std::env::var("JOBSCOPE_SCENARIO_SHOW").expect("JOBSCOPE_SCENARIO_SHOW is a scenario's name");
    let scenarios = file::all().unwrap_or_else(|problem| panic!("{problem}"));
    let scenario = scenarios.iter().find(|scenario| scenario.name == name).expect("a scenario of that name");
    println!("{}", Played::of(scenario).unwrap_or_else(|problem| panic!("{problem}")).listing());
}
