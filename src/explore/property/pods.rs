//! Making, deleting and touching pods (S14 to S21, S26, S27).

use crate::api::{BUILT_IN_CONTROLLER, Job, JobConditionType, JobStatus, Pod, PodPatch, PodPhase, Request};
use crate::controllers::job::indexes::Indexes;
use crate::explore::ghost::Ghost;
use crate::explore::step::{
    Moment, Step, Sync, claims, completed, counts_as_failed, ended_at, index_of, may_count, uncounted,
    waits_for_terminating,
};
use crate::time::Span;
use crate::trace::{DeletedBecause, Note};
use crate::world::Action;

const REQUESTS_MAX: usize = 500;

/// The pod that this request made, with the sync and the Job for which it was made.
fn made<'a>(moment: &Moment<'a>) -> Option<(&'a Sync<'a>, &'a Job, &'a Pod)> {
    let (sync, job) = moment.synced_job()?;
    Some((sync, job, moment.posted()?))
}

pub fn none_after_the_end(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((_, job, pod)) = made(moment) else {
        return Ok(());
    };
    let Some(stored) = moment.held.job_of_uid(&job.metadata.uid) else {
        return Ok(());
    };
    use JobConditionType::{Complete, Failed, FailureTarget, SuccessCriteriaMet};
    let ends = [Complete, Failed, FailureTarget, SuccessCriteriaMet];
    let end = ends.iter().find(|end| stored.status.has(end));
    match end.filter(|_| ghost.job_is_fresh(moment)) {
        Some(end) => Err(format!("{} is made after {end:?}", pod.key())),
        None => Ok(()),
    }
}

fn within(moment: &Moment<'_>, ghost: &Ghost, counts: impl Fn(&Pod) -> bool) -> Result<(), String> {
    let Some((_, job, pod)) = made(moment) else {
        return Ok(());
    };
    let pods = moment.store.owned(&job.metadata.uid).filter(|pod| counts(pod)).count();
    let parallelism = job.spec.parallelism();
    if ghost.pods_are_known(moment) && pods as i64 > i64::from(parallelism) {
        return Err(format!("with {} they are {pods}, parallelism {parallelism}", pod.key()));
    }
    Ok(())
}

pub fn within_parallelism(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    within(moment, ghost, Pod::is_active)
}

pub fn within_parallelism_with_terminating(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    match made(moment) {
        Some((_, job, _)) if waits_for_terminating(job, moment.step.profile) => {
            within(moment, ghost, |pod| !pod.is_terminal())
        }
        _ => Ok(()),
    }
}

/// What is still to succeed, as the sync reads its caches.
fn work_seen(sync: &Sync<'_>, job: &Job) -> i32 {
    let completions = job.spec.completions.unwrap_or(i32::MAX);
    let succeeded: Vec<&Pod> = sync
        .tracked()
        .filter(|pod| pod.status.phase == PodPhase::Succeeded && may_count(job, pod))
        .map(|pod| &**pod)
        .collect();
    if job.spec.is_indexed() {
        let mut indexes: Vec<i32> = succeeded.iter().filter_map(|pod| index_of(pod)).collect();
        indexes.sort_unstable();
        let stored = Indexes::parse(&job.status.completed_indexes, completions);
        return completions - stored.union(&Indexes::from_sorted(indexes)).len();
    }
    let booked = uncounted(&job.status).0;
    let new = succeeded.iter().filter(|pod| !booked.contains(&pod.metadata.uid)).count();
    let done = job.status.succeeded + (booked.len() + new) as i32;
    if job.spec.completions.is_none() && done > 0 { 0 } else { completions.saturating_sub(done) }
}

pub fn within_work_seen(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((sync, job, pod)) = made(moment) else {
        return Ok(());
    };
    let active = sync.claimed().filter(|pod| pod.is_active()).count();
    let position = moment.step.requests.iter().position(|sent| std::ptr::eq(sent, moment.sent));
    let made = moment.step.requests.iter().take(position.map_or(0, |position| position + 1)).filter(|sent| {
        sent.is_by_controller()
            && matches!(sent.exchange.request, Request::CreatePod { .. })
            && (sent.exchange.answer.is_ok() || sent.stored.is_some())
    });
    let pods = active + made.count();
    let left = work_seen(sync, job);
    if pods as i64 > i64::from(left.max(0)) {
        return Err(format!("with {} they are {pods}, work is left for {left}", pod.key()));
    }
    Ok(())
}

/// The same by what is stored.
pub fn within_work_left(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((_, job, pod)) = made(moment) else {
        return Ok(());
    };
    let Some(stored) = moment.held.job_of_uid(&job.metadata.uid) else {
        return Ok(());
    };
    let Some(completions) = job.spec.completions else {
        return Ok(());
    };
    let done = done(&stored.status, job);
    let active = moment.store.owned(&job.metadata.uid).filter(|pod| pod.is_active()).count() as i32;
    if ghost.job_is_fresh(moment) && ghost.pods_are_known(moment) && active > (completions - done).max(0) {
        return Err(format!("with {} they are {active}, {done} of {completions} are done", pod.key()));
    }
    Ok(())
}

fn done(status: &JobStatus, job: &Job) -> i32 {
    if job.spec.is_indexed() {
        let completions = job.spec.completions.unwrap_or(i32::MAX);
        return completed(status).iter().filter(|index| *index < completions).count() as i32;
    }
    status.succeeded + uncounted(status).0.len() as i32
}

pub fn one_an_index(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((_, job, pod)) = made(moment) else {
        return Ok(());
    };
    let Some(index) = index_of(pod).filter(|_| ghost.pods_are_known(moment)) else {
        return Ok(());
    };
    let same = |pod: &Pod| pod.is_active() && index_of(pod) == Some(index);
    match moment.store.owned(&job.metadata.uid).filter(|pod| same(pod)).count() {
        pods if pods > 1 => Err(format!("index {index} has {pods}")),
        _ => Ok(()),
    }
}

pub fn capped(step: &Step<'_>, _: &Ghost) -> Result<(), String> {
    let posts =
        step.by_controller().filter(|sent| matches!(sent.exchange.request, Request::CreatePod { .. }));
    let is_surplus = |note: &&Note| matches!(note, Note::PodDeleted { why: DeletedBecause::Surplus, .. });
    let (posts, deletes) = (posts.count(), step.notes().filter(is_surplus).count());
    if posts > REQUESTS_MAX || deletes > REQUESTS_MAX {
        return Err(format!("{posts} creations, {deletes} deletions"));
    }
    Ok(())
}

pub fn created_when_met(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let is_post = matches!(moment.sent.exchange.request, Request::CreatePod { .. });
    let sync = moment.step.sync.as_ref().filter(|_| is_post && moment.sent.is_by_controller());
    match sync {
        Some(sync) if sync.met.is_none() => Err(format!("{} owes creations or deletions", sync.key)),
        _ => Ok(()),
    }
}

pub fn after_backoff(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((sync, job, pod)) = made(moment) else {
        return Ok(());
    };
    let profile = moment.step.profile;
    let base = profile.pod_backoff_base;
    let failed = |pod: &&Pod| counts_as_failed(job, pod, profile) && may_count(job, pod);
    let fresh = || sync.tracked().map(|pod| &**pod).filter(failed);
    let too_early = |last, delay| sync.now - last < delay;
    if profile.backoff_limit_per_index && job.spec.backoff_limit_per_index.is_some() {
        let early = fresh()
            .filter(|failed| index_of(failed) == index_of(pod))
            .filter_map(ended_at)
            .find(|ended| too_early(*ended, base));
        return early
            .map_or(Ok(()), |ended| Err(format!("{} replaces one that failed at {ended}", pod.key())));
    }
    let succeeded = |pod: &&Pod| pod.status.phase == PodPhase::Succeeded && may_count(job, pod);
    if sync.tracked().map(|pod| &**pod).any(|pod| succeeded(&pod)) {
        return Ok(());
    }
    let booked = uncounted(&job.status).1;
    let new: Vec<_> = fresh().filter(|pod| !booked.contains(&pod.metadata.uid)).collect();
    let record = moment.step.before.controller().backoff().get(&sync.key).copied().unwrap_or_default();
    let failures = record.failures + new.len() as u32;
    let delay = match failures {
        0 => Span::ZERO,
        failures => base.doubled(failures - 1, profile.pod_backoff_max),
    };
    let ends = new.iter().filter_map(|pod| ended_at(pod));
    let last = ends.max().or(record.last_failure.filter(|_| new.is_empty()));
    match last.filter(|last| too_early(*last, delay)) {
        Some(last) => Err(format!("{} after {failures} failures, the last at {last}", pod.key())),
        None => Ok(()),
    }
}

pub fn only_claimed(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let (key, patch) = match &moment.sent.exchange.request {
        Request::PatchPod { key, patch } => (key, Some(patch)),
        Request::DeletePod { key, .. } => (key, None),
        _ => return Ok(()),
    };
    if !moment.sent.is_by_controller() {
        return Ok(());
    }
    let cached = moment.step.before.cache().pod(key);
    let allowed = match (moment.synced_job(), cached) {
        (_, None) => false,
        (Some((_, job)), Some(pod)) if matches!(patch, Some(PodPatch::Release { .. })) => {
            pod.metadata.is_controlled_by(&job.metadata.uid) && !claims(job, pod)
        }
        (Some((_, job)), Some(pod)) => claims(job, pod),
        (None, Some(pod)) => {
            let removes = matches!(patch, Some(PodPatch::RemoveFinalizer));
            *moment.step.action == Action::ProcessOrphan && removes && is_orphan(moment, pod)
        }
    };
    if allowed { Ok(()) } else { Err(format!("{key} is touched by {:?}", moment.sent.exchange.request)) }
}

/// No unfinished Job that the cache shows controls the pod.
fn is_orphan(moment: &Moment<'_>, pod: &Pod) -> bool {
    let owner = pod.metadata.controller();
    let cached = moment.step.before.cache();
    let job = owner.and_then(|owner| cached.jobs().find(|job| job.metadata.uid == owner.uid));
    job.is_none_or(|job| job.is_finished())
}

pub fn managed_by_others(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let others = moment.synced_job().filter(|(_, job)| {
        let other = job.spec.managed_by.as_ref().is_some_and(|by| &**by != BUILT_IN_CONTROLLER);
        moment.step.profile.managed_by && other
    });
    match others.filter(|_| moment.sent.is_by_controller()) {
        Some((sync, _)) => Err(format!("{}: {:?}", sync.key, moment.sent.exchange.request)),
        None => Ok(()),
    }
}
