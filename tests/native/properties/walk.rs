//! A walk: moves, which proptest can shrink, become actions of the world that they meet.

use std::collections::BTreeMap;
use std::fmt;

use jobscope::api::{Kind, ObjectKey, Pod, Propagation};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::controllers::job::Profile;
use jobscope::explore::Checker;
use jobscope::kubelet::outcome::OutcomePlan;
use jobscope::kubelet::{Failure, PodAct};
use jobscope::trace::{FaultVerb, Line, Note};
use jobscope::world::{Action, JobChange, World, WorldOptions};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{RngAlgorithm, TestRng, TestRunner};
use serde_json::Value;

use super::{completion, specs};
use crate::fixture::{create, key};

/// One step of a walk: which sort of action, which of them, and a number for what it leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Move {
    pub band: u8,
    pub pick: u16,
    pub param: u16,
}

pub fn any_moves(steps: usize) -> impl Strategy<Value = Vec<Move>> {
    let one =
        (0..100u8, any::<u16>(), any::<u16>()).prop_map(|(band, pick, param)| Move { band, pick, param });
    proptest::collection::vec(one, steps)
}

/// A property that does not hold.
#[derive(Clone, Debug)]
pub struct Broken {
    pub property: &'static str,
    pub detail: String,
}

impl fmt::Display for Broken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.property, self.detail)
    }
}

/// Rules that a status breaks in every sync once it breaks them: one pod of an index succeeded and another failed it
/// (S9), or completions were lowered below an index that was counted.
const NEVER_TAKEN: [&str; 2] =
    ["failedIndexes and completedIndexes overlap", "cannot decrease the succeeded counter"];

/// A world with its checker.
pub struct Run {
    pub world: World,
    /// The controller computes a status that the API server never takes.
    pub is_refused_for_ever: bool,
    checker: Checker,
}

impl Run {
    pub fn new(profile: &Profile) -> Run {
        let mut options = WorldOptions::new(profile.clone());
        options.cluster.numbered = true;
        let checker = Checker::new(profile.clone());
        Run { world: World::new(options), is_refused_for_ever: false, checker }
    }

    pub fn apply(&mut self, action: &Action) -> Result<Vec<Line>, Broken> {
        let before = self.world.clone();
        let lines = self.world.apply(action);
        self.is_refused_for_ever |= lines.iter().any(|line| match &line.note {
            Note::StatusRefused { error, .. } => NEVER_TAKEN.iter().any(|rule| error.message.contains(rule)),
            _ => false,
        });
        match self.checker.observe(&before, action, &lines, &self.world).into_iter().next() {
            None => Ok(lines),
            Some(violation) => Err(Broken { property: violation.property, detail: violation.detail }),
        }
    }
}

/// What every walk starts with.
pub fn opening(profile: &Profile, spec: Value, plan: OutcomePlan) -> Vec<Action> {
    vec![Action::PlanOutcomes { plan }, create(specs::known_to(profile, spec))]
}

/// A walk, and what came of it.
pub struct Walked {
    pub result: Result<(), Broken>,
    /// Up to the end, or to where a property is broken.
    pub actions: Vec<Action>,
    pub run: Run,
}

pub fn play(profile: &Profile, opening: Vec<Action>, moves: &[Move]) -> Walked {
    let mut walked = Walked { result: Ok(()), actions: Vec::new(), run: Run::new(profile) };
    let recreate = opening.last().cloned();
    for action in opening {
        walked.go(action);
    }
    for step in moves {
        if walked.result.is_ok() {
            walked.go(choose(&walked.run.world, step, recreate.as_ref()));
        }
    }
    walked
}

impl Walked {
    fn go(&mut self, action: Action) {
        self.result = self.run.apply(&action).map(|_| ());
        self.actions.push(action);
    }
}

/// Safety along the actions, then liveness in the end.
pub fn verdict(profile: &Profile, actions: &[Action], succeeds: bool) -> Result<(), Broken> {
    let mut run = Run::new(profile);
    for action in actions {
        run.apply(action)?;
    }
    completion::check(&mut run, succeeds)
}

/// Leaves out whatever the property breaks without, in ever smaller pieces.
pub fn shortest(
    profile: &Profile,
    mut actions: Vec<Action>,
    succeeds: bool,
    property: &'static str,
) -> Vec<Action> {
    let breaks = |actions: &[Action]| {
        verdict(profile, actions, succeeds).is_err_and(|broken| broken.property == property)
    };
    let mut piece = actions.len() / 2;
    while piece > 0 {
        let mut from = 0;
        while from < actions.len() {
            let mut fewer = actions.clone();
            fewer.drain(from..(from + piece).min(actions.len()));
            if breaks(&fewer) {
                actions = fewer;
            } else {
                from += piece;
            }
        }
        piece /= 2;
    }
    actions
}

fn choose(world: &World, step: &Move, recreate: Option<&Action>) -> Action {
    let chosen = match step.band {
        0..50 => pick(world.steps(), step.pick).map(|action| partly(action, step.param)),
        50..60 => pick(worker_actions(), step.pick),
        60..74 => act_on_a_pod(world, step),
        74..83 => act_on_the_job(world, step, recreate),
        83..93 => break_something(world, step),
        93..97 => watch_action(world, step),
        _ => Some(Action::PassTime { ms: [500, 1_000, 10_000, 61_000, 301_000][step.pick as usize % 5] }),
    };
    chosen.unwrap_or(Action::PassTime { ms: 1_000 })
}

fn pick<T>(mut from: Vec<T>, number: u16) -> Option<T> {
    let length = from.len();
    (length > 0).then(|| from.swap_remove(number as usize % length))
}

/// Often only some of the events are delivered, sometimes only some of the time passes.
fn partly(action: Action, param: u16) -> Action {
    match action {
        Action::Deliver { kind, .. } if !param.is_multiple_of(3) => {
            Action::Deliver { kind, count: Some(1 + u32::from(param) % 2) }
        }
        Action::PassTime { ms } if param % 4 == 3 => Action::PassTime { ms: ms / 2 },
        other => other,
    }
}

fn worker_actions() -> Vec<Action> {
    let deliver = |kind| Action::Deliver { kind, count: Some(1) };
    vec![
        Action::ProcessJob,
        Action::ProcessOrphan,
        deliver(Kind::Job),
        deliver(Kind::Pod),
        Action::CollectGarbage,
    ]
}

fn act_on_a_pod(world: &World, step: &Move) -> Option<Action> {
    let pods: Vec<&Pod> = world.cluster().pods().map(|pod| &**pod).collect();
    let pod = pick(pods, step.pick)?;
    let mut actions = world.pod_actions(pod);
    let act = |act| Action::Pod { pod: pod.key(), act };
    if !pod.is_terminal() {
        for code in [3, 42] {
            actions.push(act(PodAct::Fail(Failure::with_exit_code(code))));
        }
        // Most pods that a reader touches do not succeed by chance.
        actions.extend([act(PodAct::Succeed), act(PodAct::Succeed)]);
    }
    if pod.metadata.is_deleting() {
        actions.push(act(PodAct::EndTermination { exit_code: 0 }));
        actions.push(act(PodAct::ConfirmDeletion));
    } else {
        actions.push(Action::DeletePod { pod: pod.key(), force: true });
    }
    let rare = !step.param.is_multiple_of(4);
    actions.retain(|action| {
        !(rare && matches!(action, Action::RemovePodFinalizers { .. } | Action::RemovePodOwner { .. }))
    });
    pick(actions, step.param / 4)
}

fn act_on_the_job(world: &World, step: &Move, recreate: Option<&Action>) -> Option<Action> {
    let Some(job) = world.cluster().job(&key()) else {
        return recreate.cloned();
    };
    let change = |change| Action::ChangeJob { job: key(), change };
    let mut actions = world.job_actions(job);
    actions.retain(|action| step.param.is_multiple_of(4) || !matches!(action, Action::DeleteJob { .. }));
    let number = i32::from(step.param % 5);
    let nothing = JobChange::default;
    if job.spec.is_indexed() {
        let (parallelism, completions) = (Some(number.max(1)), Some(number.max(1)));
        actions.push(change(JobChange { parallelism, completions, ..nothing() }));
    }
    actions.push(change(JobChange { backoff_limit: Some(number), ..nothing() }));
    let deadline = (number > 0).then(|| i64::from(number) * 10);
    actions.push(change(JobChange { active_deadline_seconds: Some(deadline), ..nothing() }));
    let annotations = BTreeMap::from([("note".to_owned(), step.param.to_string())]);
    actions.push(change(JobChange { annotations, ..nothing() }));
    pick(actions, step.pick)
}

fn break_something(world: &World, step: &Move) -> Option<Action> {
    let mut actions = world.fault_actions();
    actions.retain(|action| !matches!(action, Action::HoldWatch { .. } | Action::Relist { .. }));
    let verbs = [
        FaultVerb::CreatePod,
        FaultVerb::DeletePod,
        FaultVerb::PatchPod,
        FaultVerb::UpdateStatus,
        FaultVerb::GetJob,
    ];
    let errors = [
        FaultError::Timeout,
        FaultError::NotFound,
        FaultError::Invalid,
        FaultError::Forbidden,
        FaultError::NamespaceTerminating,
        FaultError::Conflict,
        FaultError::TooManyRequests,
    ];
    let (skip, count) = (u32::from(step.param % 3), Some(1 + u32::from(step.param / 3 % 2)));
    for verb in verbs {
        for error in errors {
            // An API server says 404 of no pod that it has, and only creations fail for the namespace's end.
            let is_lie = match error {
                FaultError::NotFound => matches!(verb, FaultVerb::PatchPod | FaultVerb::DeletePod),
                FaultError::NamespaceTerminating => verb != FaultVerb::CreatePod,
                _ => false,
            };
            if is_lie {
                continue;
            }
            actions.push(Action::ArmFault { fault: Fault { skip, count, ..Fault::new(verb, error) } });
        }
    }
    for after_requests in 1..6 {
        actions.extend([Action::ArmCrash { after_requests }, Action::ArmCrash { after_requests }]);
    }
    pick(actions, step.pick)
}

fn watch_action(world: &World, step: &Move) -> Option<Action> {
    let mut actions = world.fault_actions();
    actions.retain(|action| matches!(action, Action::HoldWatch { .. } | Action::Relist { .. }));
    pick(actions, step.pick)
}

/// How often some walks saw what the properties are about.
pub fn coverage(profile: &Profile, walks: u32, steps: usize) -> BTreeMap<&'static str, u32> {
    let names = [
        "a finished Job",
        "an uncounted pod",
        "a crash inside a sync",
        "a withheld decision",
        "an adoption",
        "a refused status",
        "a waiting back-off",
        "owed expectations",
        "a suspension",
        "an orphan let go",
        "a deleted Job",
        "a failed creation",
        "a kept delayed pod",
        "an expired expectation",
    ];
    let mut seen: BTreeMap<&'static str, u32> = names.into_iter().map(|name| (name, 0)).collect();
    let mut runner =
        TestRunner::new_with_rng(Default::default(), TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let strategy = (specs::any_spec(), specs::any_plan(), any_moves(steps));
    for _ in 0..walks {
        let (spec, plan, moves) = strategy.new_tree(&mut runner).expect("a walk").current();
        let mut run = Run::new(profile);
        for action in &play(profile, opening(profile, spec, plan), &moves).actions {
            for line in run.apply(action).into_iter().flatten() {
                if let Some(name) = sight(&line.note) {
                    *seen.entry(name).or_default() += 1;
                }
            }
        }
    }
    seen
}

fn sight(note: &Note) -> Option<&'static str> {
    use jobscope::trace::{CountedAs, ExpectationsMet, FinalizerBecause};
    Some(match note {
        Note::JobFinished { .. } => "a finished Job",
        Note::PodCounting { counted_as: CountedAs::Failed, .. } => "an uncounted pod",
        Note::ControllerCrashed { after_requests: Some(_) } => "a crash inside a sync",
        Note::DecisionWithheld { .. } => "a withheld decision",
        Note::PodAdopted { .. } => "an adoption",
        Note::StatusRefused { .. } => "a refused status",
        Note::BackoffPending { .. } => "a waiting back-off",
        Note::ExpectationsOwed { .. } => "owed expectations",
        Note::JobSuspended => "a suspension",
        Note::FinalizerRemoved { why: FinalizerBecause::Orphan, .. } => "an orphan let go",
        Note::JobDeletionMarked { propagation: Propagation::Foreground, .. } => "a deleted Job",
        Note::PodCreateFailed { .. } => "a failed creation",
        Note::PodKeptDelayed { .. } => "a kept delayed pod",
        Note::ExpectationsMet { why: ExpectationsMet::Expired, .. } => "an expired expectation",
        _ => return None,
    })
}

/// The Job that walks are about.
pub fn the_job(world: &World) -> Option<&jobscope::api::Job> {
    let key: ObjectKey = key();
    world.cluster().job(&key).map(|job| &**job)
}
