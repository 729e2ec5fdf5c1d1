//! Benchmarks: one sync of a steady Job, a whole large Job, a step with its snapshot, and the rate of replay.
//! `make bench` runs them.
//!
//! `JOBSCOPE_BENCH_NATIVE=FILE` writes the times of the cases that the module runs, too, for the bench in the browser.
//!
//! Figures come from one run on one machine; the ratios at the end are what to compare.

mod module;

use std::sync::Arc;
use std::time::{Duration, Instant};

use divan::Bencher;
use divan::counter::ItemsCount;
use jobscope::api::{Kind, ObjectKey, written};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::timeline::{Size, Timeline};
use jobscope::view::snapshot;
use jobscope::world::{Action, JobChange, World, WorldOptions};
use serde_json::{Value, json};

const SIZES: [usize; 4] = [10, 100, 1_000, 10_000];

fn main() {
    divan::main();
    // Under `cargo test` the benchmarks are only tried out.
    if std::env::args().any(|argument| argument == "--bench") {
        print_ratios();
        module::print_times();
    }
}

#[divan::bench(args = SIZES)]
fn steady_sync_non_indexed(bencher: Bencher<'_, '_>, pods: usize) {
    bench_steady_sync(bencher, pods, "NonIndexed");
}

#[divan::bench(args = SIZES)]
fn steady_sync_indexed(bencher: Bencher<'_, '_>, pods: usize) {
    bench_steady_sync(bencher, pods, "Indexed");
}

fn bench_steady_sync(bencher: Bencher<'_, '_>, pods: usize, mode: &str) {
    let world = about_to_sync(pods, mode);
    bencher
        .counter(ItemsCount::new(pods))
        .with_inputs(|| world.clone())
        .bench_local_refs(|world| world.apply(&Action::ProcessJob));
}

#[divan::bench(sample_count = 5)]
fn job_of_10_000_completions_at_parallelism_1_000() -> World {
    run_to_complete(10_000, 1_000)
}

#[divan::bench(args = [10_000])]
fn step_with_its_snapshot(bencher: Bencher<'_, '_>, pods: usize) {
    let timeline = Timeline::new(about_to_sync(pods, "NonIndexed"));
    bencher.with_inputs(|| timeline.clone()).bench_local_refs(step_and_show);
}

/// A sync, and all that the page is told of the place after it.
fn step_and_show(timeline: &mut Timeline) -> String {
    timeline.act(Action::ProcessJob);
    written::text(&snapshot(timeline))
}

#[divan::bench]
fn replay_of_a_failing_job(bencher: Bencher<'_, '_>) {
    let (first, actions) = recorded();
    bencher.counter(ItemsCount::new(actions.len())).with_inputs(|| first.clone()).bench_local_refs(|world| {
        for action in &actions {
            world.apply(action);
        }
    });
}

fn job(spec: Value) -> Action {
    let manifest = json!({
        "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "big"}, "spec": spec,
    });
    Action::CreateJob { job: Arc::new(manifest) }
}

fn template() -> Value {
    json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "main", "image": "img"}]}})
}

fn world() -> World {
    let mut options = WorldOptions::new(Profile::v1_36_3());
    options.plan = OutcomePlan::always(Ending::NeverScheduled);
    World::new(options)
}

fn deliver_all(world: &mut World) {
    for kind in Kind::ALL {
        world.apply(&Action::Deliver { kind, count: None });
    }
}

/// Lets the controller go on until nothing is left for now and no timer comes within two seconds.
fn settle(world: &mut World) {
    for _ in 0..2 {
        deliver_all(world);
        while world.controller().queue().queue().ready().len() > 0 {
            world.apply(&Action::ProcessJob);
            deliver_all(world);
        }
        world.apply(&Action::PassTime { ms: 1_000 });
    }
}

/// A Job all of whose pods run, with its key ready although there is nothing to do.
fn about_to_sync(pods: usize, mode: &str) -> World {
    let mut world = world();
    world.apply(&job(json!({
        "parallelism": pods, "completions": pods, "completionMode": mode, "template": template(),
    })));
    while world.cluster().pods().len() < pods {
        settle(&mut world);
    }
    world.apply(&Action::Pods { first: None, act: PodAct::Run });
    settle(&mut world);
    settle(&mut world);
    let annotations = [("bench".to_owned(), "1".to_owned())].into();
    let change = JobChange { annotations, ..JobChange::default() };
    world.apply(&Action::ChangeJob { job: ObjectKey::new("default", "big"), change });
    deliver_all(&mut world);
    world.apply(&Action::PassTime { ms: 1_000 });
    assert_eq!(world.controller().queue().queue().ready().len(), 1, "the key is ready");
    world
}

fn run_to_complete(completions: usize, parallelism: usize) -> World {
    let mut world = world();
    world.apply(&job(json!({
        "parallelism": parallelism, "completions": completions, "template": template(),
    })));
    settle(&mut world);
    while world.cluster().jobs().any(|job| !job.is_finished()) {
        world.apply(&Action::Pods { first: None, act: PodAct::Succeed });
        settle(&mut world);
    }
    world
}

/// The actions of a Job that fails to its limit, from its first world.
fn recorded() -> (World, Vec<Action>) {
    let mut options = WorldOptions::new(Profile::v1_36_3());
    options.plan = OutcomePlan::always(Ending::Fail { exit_code: 1 });
    let first = World::new(options);
    let mut timeline = Timeline::new(first.clone());
    timeline.act(job(json!({"backoffLimit": 6, "parallelism": 2, "completions": 2, "template": template()})));
    while timeline.forward(Size::Sync) {}
    (first, timeline.steps().iter().map(|step| step.action.clone()).collect())
}

/// What the real controller in Go takes for a steady sync, in nanoseconds: measured on a machine of two cores.
const GO_SYNC_NS: [(&str, [f64; 4]); 2] = [
    ("NonIndexed", [7_300.0, 30_000.0, 283_000.0, 8_000_000.0]),
    ("Indexed", [9_800.0, 83_000.0, 1_230_000.0, 35_000_000.0]),
];
const GO_WHOLE_JOB_S: f64 = 0.61;
const GO_REPLAY_STEPS_PER_S: f64 = 30_000.0;

fn print_ratios() {
    println!("\none steady sync      pods        time   per pod   times the smaller   Go / Jobscope");
    for (mode, go) in GO_SYNC_NS {
        let mut smaller: Option<f64> = None;
        for (pods, go) in SIZES.into_iter().zip(go) {
            let world = about_to_sync(pods, mode);
            let rounds = (200_000 / pods).clamp(20, 2_000);
            let ns = median(
                rounds,
                || world.clone(),
                |world| {
                    world.apply(&Action::ProcessJob);
                },
            );
            let growth = smaller.map_or("-".to_owned(), |smaller| format!("{:.1}", ns / smaller));
            println!(
                "{mode:<16} {pods:>8} {:>8.1} µs {:>6.1} ns {growth:>19} {:>15.1}",
                ns / 1_000.0,
                ns / pods as f64,
                go / ns
            );
            smaller = Some(ns);
        }
    }
    let whole = median(3, || (), |()| drop(run_to_complete(10_000, 1_000))) / 1e9;
    println!(
        "a Job of 10,000 completions, 1,000 at a time: {whole:.3} s, Go / Jobscope {:.1}",
        GO_WHOLE_JOB_S / whole
    );
    let timeline = Timeline::new(about_to_sync(10_000, "NonIndexed"));
    let step = median(50, || timeline.clone(), |timeline| drop(step_and_show(timeline))) / 1e6;
    println!("one sync of 10,000 pods as a step, with its snapshot: {step:.2} ms");
    let (first, actions) = recorded();
    let ns = median(
        200,
        || first.clone(),
        |world| {
            for action in &actions {
                world.apply(action);
            }
        },
    );
    let rate = actions.len() as f64 * 1e9 / ns;
    println!("replay: {rate:.0} steps a second, Jobscope / Go {:.1}", rate / GO_REPLAY_STEPS_PER_S);
}

/// Nanoseconds of the middle one of so many rounds; the input of each is made, and dropped, outside of the time.
#[expect(clippy::disallowed_methods, reason = "measuring is what this program is for")]
fn median<T>(rounds: usize, input: impl Fn() -> T, mut run: impl FnMut(&mut T)) -> f64 {
    let mut times: Vec<Duration> = (0..rounds)
        .map(|_| {
            let mut input = input();
            let start = Instant::now();
            run(&mut input);
            start.elapsed()
        })
        .collect();
    times.sort_unstable();
    times[times.len() / 2].as_nanos() as f64
}
