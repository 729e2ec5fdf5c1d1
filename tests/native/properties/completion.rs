//! The fair completion of a walk: faults end, watches flow, pods end, and what must come in the end has come.
//!
//! A-fair and A-pods, as actions. L3 and L8 are checked at every step; the rest here.

use std::collections::BTreeMap;

use jobscope::api::{
    ConditionStatus, Job, JobConditionType, Kind, ObjectKey, Pod, RestartPolicy, TRACKING_FINALIZER,
};
use jobscope::cluster::StatusChecks;
use jobscope::controllers::job::EXPECTATIONS_TIMEOUT;
use jobscope::kubelet::PodAct;
use jobscope::kubelet::outcome::{Ending, OutcomePlan};
use jobscope::time::Span;
use jobscope::world::{Action, JobChange, World};

use super::walk::{Broken, Run, the_job};
use crate::fixture::key;

/// More actions than any completion of these small Jobs needs.
const ACTIONS_MAX: usize = 2_000;

/// A wake may lead to new requests, and those to be owed anew. An expired record may stay for good.
const WAKES_MAX: u32 = 4;

/// Completes the run, with pods that succeed or fail from here on, and checks the liveness properties.
pub fn check(run: &mut Run, succeeds: bool) -> Result<(), Broken> {
    // Pods that restart in place and that no Job stops (see #130103) would go on failing for ever.
    let ending = if succeeds || restarts_in_place(&run.world) {
        Ending::Succeed
    } else {
        Ending::Fail { exit_code: 1 }
    };
    run.apply(&Action::ClearFaults)?;
    for kind in Kind::ALL {
        run.apply(&Action::HoldWatch { kind, held: false })?;
    }
    run.apply(&Action::PlanOutcomes { plan: OutcomePlan::always(ending) })?;
    let mut left = ACTIONS_MAX;
    settle(run, &mut left)?;
    in_the_end(run)?;
    shake(run, &mut left)?;
    // The retries of its sync never end, so a completion stops before the work beside it is done.
    if is_refused_for_ever(run) {
        return Ok(());
    }
    nobody_keeps_the_finalizer(&run.world)
}

fn restarts_in_place(world: &World) -> bool {
    let of_jobs = world.cluster().jobs().map(|job| &job.spec.template.spec);
    let of_pods = world.cluster().pods().map(|pod| &pod.spec);
    of_jobs.chain(of_pods).any(|spec| spec.restart_policy == Some(RestartPolicy::OnFailure))
}

/// Lets happen what happens by itself, ends what hangs, and wakes what only an event wakes (L7).
fn settle(run: &mut Run, left: &mut usize) -> Result<(), Broken> {
    let mut wakes = 0;
    loop {
        if is_refused_for_ever(run) {
            return Ok(());
        }
        while let Some(action) = run.world.next_action().filter(|_| !is_refused_for_ever(run)) {
            run.apply(&action)?;
            *left = left.checked_sub(1).ok_or_else(|| broken("L1", "the world does not come to rest"))?;
        }
        let hanging = run.world.cluster().pods().find(|pod| pod.is_terminating()).map(|pod| pod.key());
        if let Some(pod) = hanging {
            run.apply(&Action::Pod { pod, act: PodAct::EndTermination { exit_code: 143 } })?;
        } else if wakes < WAKES_MAX && owes(&run.world) {
            wakes += 1;
            run.apply(&Action::PassTime { ms: (EXPECTATIONS_TIMEOUT + Span::from_ms(1)).ms() })?;
            run.apply(&touch(wakes))?;
        } else if is_open(&run.world)
            && run.world.controller().expectations().met(&key(), run.world.now()).is_none()
        {
            return Err(broken("L7", "creations or deletions are owed for ever"));
        } else {
            return Ok(());
        }
    }
}

/// Its status is never taken, and its sync retried for ever.
fn is_refused_for_ever(run: &Run) -> bool {
    run.is_refused_for_ever || ends_without_start(&run.world)
}

/// The end of a Job is decided that has no start time, as it is suspended: its status is refused for ever.
fn ends_without_start(world: &World) -> bool {
    let checks = world.cluster().options().validates_status != StatusChecks::Nothing;
    let is_refused = |job: &Job| {
        let status = &job.status;
        let announced =
            status.has(&JobConditionType::FailureTarget) || status.has(&JobConditionType::SuccessCriteriaMet);
        announced && !job.is_finished() && status.start_time.is_none()
    };
    checks && the_job(world).is_some_and(is_refused)
}

/// An unfinished Job is held back by what its controller believes, or believed at its last sync, to be owed.
fn owes(world: &World) -> bool {
    let record = world.controller().expectations().get(&key());
    is_open(world) && record.is_some_and(|record| record.creations > 0 || record.deletions > 0)
}

fn is_open(world: &World) -> bool {
    the_job(world).is_some_and(|job| !job.is_finished() && !is_managed_by_other(world, job))
}

fn touch(number: u32) -> Action {
    let annotations = BTreeMap::from([("touched".to_owned(), number.to_string())]);
    Action::ChangeJob { job: key(), change: JobChange { annotations, ..JobChange::default() } }
}

/// What L5 asks for: the Job is updated, its pods are deleted, and the controller restarts once.
fn shake(run: &mut Run, left: &mut usize) -> Result<(), Broken> {
    if run.world.cluster().job(&key()).is_some() {
        run.apply(&touch(1_000))?;
    }
    settle(run, left)?;
    let kept: Vec<ObjectKey> = left_behind(&run.world).map(Pod::key).collect();
    for pod in kept {
        run.apply(&Action::DeletePod { pod, force: false })?;
    }
    settle(run, left)?;
    run.apply(&Action::RestartController)?;
    settle(run, left)
}

fn broken(property: &'static str, detail: &str) -> Broken {
    Broken { property, detail: detail.to_owned() }
}

fn is_managed_by_other(world: &World, job: &Job) -> bool {
    world.controller().profile().managed_by && job.spec.managed_by.is_some()
}

fn in_the_end(run: &Run) -> Result<(), Broken> {
    let world = &run.world;
    let Some(job) = the_job(world).filter(|job| !is_managed_by_other(world, job)) else {
        return Ok(());
    };
    if is_refused_for_ever(run) {
        return Ok(());
    }
    let status = &job.status;
    let fail = |property, detail: &str| Err(broken(property, &format!("{detail}: {status:?}")));
    let may_run = !job.spec.is_suspended() && job.spec.parallelism() > 0;
    if may_run && !job.is_finished() {
        return fail("L1", "the Job does not end");
    }
    let announced =
        status.has(&JobConditionType::FailureTarget) || status.has(&JobConditionType::SuccessCriteriaMet);
    if announced && !job.is_finished() {
        return fail("L2", "a decision is not enacted");
    }
    let is_held = |pod: &Pod| pod.is_terminal() && pod.metadata.has_finalizer(TRACKING_FINALIZER);
    let mut owned = world.cluster().pods().filter(|pod| pod.metadata.is_controlled_by(&job.metadata.uid));
    // Per index, a failed pod waits for its replacement, which does not come while nothing may run; it may even be
    // booked, if it lost an earlier replacement.
    let may_hold = job.spec.backoff_limit_per_index.is_some() && !may_run;
    // A-nocheat: of a pod that had lost its owner when its finalizer's end was seen, that end is awaited for ever.
    let is_expected =
        |pod: &Pod| world.controller().finalizer_expectations().is_expected(&job.key(), &pod.metadata.uid);
    if !job.is_finished() && !may_hold && owned.any(|pod| is_held(pod) && !is_expected(pod)) {
        return fail("L4", "a finished pod keeps the finalizer");
    }
    if !may_hold && status.uncounted_terminated_pods.as_ref().is_some_and(|uncounted| !uncounted.is_empty()) {
        return fail("L6", "pods stay uncounted");
    }
    if job.spec.is_suspended() && !job.is_finished() {
        let suspended = status.conditions.iter().any(|condition| {
            condition.r#type == JobConditionType::Suspended && condition.status == ConditionStatus::True
        });
        if status.active > 0 || !suspended {
            return fail("L9", "the Job is not suspended");
        }
    }
    Ok(())
}

/// Pods with the finalizer whose Job is finished or gone.
fn left_behind(world: &World) -> impl Iterator<Item = &Pod> {
    world.cluster().pods().map(|pod| &**pod).filter(|pod| {
        let owner = pod.metadata.controller();
        let job = owner.and_then(|owner| world.cluster().jobs().find(|job| job.metadata.uid == owner.uid));
        let is_open = |job: &Job| !job.is_finished() || is_managed_by_other(world, job);
        pod.metadata.has_finalizer(TRACKING_FINALIZER) && !job.is_some_and(|job| is_open(job))
    })
}

fn nobody_keeps_the_finalizer(world: &World) -> Result<(), Broken> {
    match left_behind(world).next() {
        Some(pod) => Err(broken("L5", &format!("{} keeps the finalizer", pod.key()))),
        None => Ok(()),
    }
}
