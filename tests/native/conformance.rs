//! Conformance: the controller decides as the recorded traces of the real one, in every field that they show.
//!
//! Replays the traces under `tests/golden/traces`, or, with `JOBSCOPE_TRACES=DIR`, every trace found under DIR:
//! `JOBSCOPE_TRACES=DIR cargo test --release conformance -- --nocapture`.

mod actions;
mod changes;
mod compare;
mod files;
mod noticed;
mod observe;
mod recorded;
mod replay;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Mutex;

use files::TraceFile;
use jobscope::controllers::job::Profile;
use recorded::Trace;

/// Differing traces that are shown in full; of the others only the number is told.
const SHOWN_MAX: usize = 8;

/// How far the traces of some files agree.
#[derive(Default)]
struct Tally {
    traces: usize,
    agreeing: usize,
    /// Differing traces and unreadable files, in words.
    failures: Vec<String>,
}

#[test]
fn the_controller_decides_as_the_recorded_traces() {
    let root = match std::env::var_os("JOBSCOPE_TRACES") {
        Some(folder) => PathBuf::from(folder),
        None => golden_traces(),
    };
    let (files, unreadable) = files::find(&root);
    let mut tally = on_every_core(files, |file, tally| tally.replay_file(file));
    tally.failures.extend(unreadable);
    tally.failures.sort();
    for failure in tally.failures.iter().take(SHOWN_MAX) {
        println!("{failure}\n");
    }
    let (traces, agreeing, failures) = (tally.traces, tally.agreeing, tally.failures.len());
    if traces == 0 {
        println!("no trace under {}", root.display());
    }
    println!("{agreeing} of {traces} traces agree");
    assert!(traces > 0 && failures == 0, "{failures} differ or cannot be read");
}

#[test]
fn the_changes_of_an_action_lead_to_the_world_after_it() {
    let (files, unreadable) = files::find(&golden_traces());
    let scenarios = files.into_iter().filter(TraceFile::holds_scenarios).collect();
    let tally = on_every_core(scenarios, |file, tally| tally.check_changes(file));
    assert!(tally.traces > 0 && unreadable.is_empty(), "no scenarios: {unreadable:?}");
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
}

#[test]
fn a_change_of_any_recorded_member_is_noticed() {
    let (files, unreadable) = files::find(&golden_traces());
    let scenarios = files.into_iter().filter(TraceFile::holds_scenarios).collect();
    let tally = on_every_core(scenarios, |file, tally| {
        let mut paths = BTreeSet::new();
        tally.of_each_trace(file, |trace| noticed::check(trace, &mut paths));
    });
    assert!(tally.traces > 0 && unreadable.is_empty(), "no scenarios: {unreadable:?}");
    assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
}

#[test]
fn each_profile_says_how_many_recorded_runs_of_it_are_replayed() {
    for name in Profile::ALL_NAMES {
        let (files, _) = files::find(&golden_traces().join(name));
        let mut tally = Tally::default();
        for file in &files {
            tally.of_each_trace(file, |trace| match trace.version()?.profile == name {
                true => Ok(()),
                false => Err(format!("is kept under {name}")),
            });
        }
        assert!(tally.failures.is_empty(), "{}", tally.failures.join("\n"));
        let profile = Profile::named(name).expect("one of all names");
        assert_eq!(profile.recorded_traces as usize, tally.agreeing, "{name}");
    }
}

fn golden_traces() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/traces")
}

impl Tally {
    fn replay_file(&mut self, file: &TraceFile) {
        self.of_each_trace(file, |trace| replay::run(&trace));
    }

    fn check_changes(&mut self, file: &TraceFile) {
        self.of_each_trace(file, |trace| changes::check(&trace));
    }

    fn of_each_trace(&mut self, file: &TraceFile, mut check: impl FnMut(Trace) -> Result<(), String>) {
        let read = file.each_trace(|position, parsed| {
            self.traces += 1;
            let result = match parsed {
                Ok(trace) => {
                    let title = trace.title();
                    guarded(|| check(trace)).map_err(|failure| format!("{title}: {failure}"))
                }
                Err(error) => Err(format!("{}, trace {}: {error}", file.name(), position + 1)),
            };
            match result {
                Ok(()) => self.agreeing += 1,
                Err(failure) => self.failures.push(failure),
            }
        });
        if let Err(error) = read {
            self.failures.push(format!("{}: {error}", file.name()));
        }
    }

    fn add(&mut self, other: Tally) {
        self.traces += other.traces;
        self.agreeing += other.agreeing;
        self.failures.extend(other.failures);
    }
}

/// A panic inside is a failure like any other.
fn guarded(check: impl FnOnce() -> Result<(), String>) -> Result<(), String> {
    std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message");
        Err(format!("panicked: {text}"))
    })
}

/// Spreads the files over the cores, the largest first.
fn on_every_core(mut files: Vec<TraceFile>, work: impl Fn(&TraceFile, &mut Tally) + Sync) -> Tally {
    files.sort_by_key(TraceFile::size);
    let waiting = Mutex::new(files);
    let total = Mutex::new(Tally::default());
    let take_turns = || {
        let mut tally = Tally::default();
        loop {
            let next = waiting.lock().expect("no worker panics with the lock").pop();
            let Some(file) = next else { break };
            work(&file, &mut tally);
        }
        total.lock().expect("no worker panics with the lock").add(tally);
    };
    let workers = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(take_turns);
        }
    });
    total.into_inner().expect("no worker panics with the lock")
}
