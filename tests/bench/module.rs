//! What a user of the module calls, with the snapshot of each move: the cases of `tests/browser/bench-module.ts`, natively.

use std::fs;

use jobscope::api::written;
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::timeline::{Size, Timeline};
use jobscope::view::snapshot;
use jobscope::world::Action;
use serde_json::{Map, Value, json};

use super::{job, median, template, world};

/// More completions than are reached.
const ENDLESS: usize = 1_000_000;

pub fn print_times() {
    let mut times = Map::new();
    let mut put = |name: &str, ns: f64| {
        println!("{name}: {:.2} ms with its snapshots", ns / 1e6);
        times.insert(name.to_owned(), Value::from(ns / 1e6));
    };
    put("the first two steps: delivery, sync", median(20, || began(3, 3), |timeline| steps(timeline, 2)));
    for pods in [10, 1_000, 10_000] {
        let ready = with_pods(pods);
        let name = format!("1000 steps, {pods} pods");
        // They are many enough for one round.
        put(&name, median(1, || ready.clone(), |timeline| steps(timeline, 1_000)));
    }
    put("10000 completions, 1000 at a time", median(3, || began(1_000, 10_000), run_to_complete));
    if let Some(file) = std::env::var_os("JOBSCOPE_BENCH_NATIVE") {
        let text = Value::Object(times).to_string();
        fs::write(&file, text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    }
}

fn began(parallelism: usize, completions: usize) -> Timeline {
    let mut timeline = Timeline::new(world());
    timeline.act(job(json!({
        "parallelism": parallelism, "completions": completions, "template": template(),
    })));
    timeline
}

fn with_pods(pods: usize) -> Timeline {
    let mut timeline = began(pods, ENDLESS);
    while timeline.world().cluster().pods().len() < pods {
        move_on(&mut timeline, Size::Quiet);
    }
    act(&mut timeline, Action::PlanOutcomes { plan: OutcomePlan::always(Ending::Succeed) });
    timeline
}

fn steps(timeline: &mut Timeline, count: usize) {
    for _ in 0..count {
        move_on(timeline, Size::Sync);
    }
}

fn run_to_complete(timeline: &mut Timeline) {
    while timeline.world().cluster().jobs().any(|job| !job.is_finished()) {
        act(timeline, Action::Pods { first: None, act: PodAct::Succeed });
        move_on(timeline, Size::Quiet);
    }
}

fn move_on(timeline: &mut Timeline, size: Size) {
    timeline.forward(size);
    show(timeline);
}

fn act(timeline: &mut Timeline, action: Action) {
    timeline.act(action);
    show(timeline);
}

/// What the module tells of the place after each move.
fn show(timeline: &Timeline) {
    drop(written::text(&snapshot(timeline)));
}
