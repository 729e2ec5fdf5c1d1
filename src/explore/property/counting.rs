//! Counting: which pods are booked, counted and let go (S1 to S9, S24, S30).

use std::collections::BTreeSet;

use crate::api::{Job, JobStatus, ObjectKey, Pod, PodPatch, PodPhase, Request, TRACKING_FINALIZER, Text};
use crate::controllers::job::indexes::Indexes;
use crate::explore::ghost::{Ghost, JobGhost};
use crate::explore::step::{
    Moment, Step, completed, counts_as_failed, index_of, is_ignored, may_count, uncounted,
};
use crate::trace::{FinalizerBecause, Note, StatusWrite};
use crate::world::World;

const UNCOUNTED_MAX: usize = 500;

pub fn counted_once(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    let (was, is) = (uncounted(&old.status), uncounted(&new.status));
    let counts = ghost.job(&new.metadata.uid);
    for uid in gone(was.0, is.0) {
        counted_again(uid, counts, true, ghost.strict)?;
    }
    for uid in gone(was.1, is.1) {
        counted_again(uid, counts, false, ghost.strict)?;
    }
    let fresh = completed(&new.status);
    let known = completed(&old.status);
    for index in fresh.iter().filter(|index| !known.contains(*index)) {
        index_from_pods(moment, new, index, ghost)?;
    }
    Ok(())
}

fn counted_again(uid: &Text, counts: &JobGhost, succeeded: bool, strict: bool) -> Result<(), String> {
    let (successes, failures) = counts.counted.get(uid).copied().unwrap_or_default();
    let excused = counts.adopted_anew.get(uid).copied().unwrap_or(0);
    let allowed = if strict { 0 } else { excused };
    if !strict && counts.found_gone.contains(uid) {
        return Ok(());
    }
    if successes + failures > allowed {
        return Err(format!("{uid} was counted before ({successes} succeeded, {failures} failed)"));
    }
    let other_side = if succeeded { failures } else { successes };
    if other_side > 0 && allowed == 0 {
        return Err(format!("{uid} is counted on both sides"));
    }
    Ok(())
}

/// An index is completed by a pod of it that succeeded and is not counted as failed.
fn index_from_pods(moment: &Moment<'_>, job: &Job, index: i32, ghost: &Ghost) -> Result<(), String> {
    let Some(sync) = &moment.step.sync else {
        return Ok(());
    };
    let counts = ghost.job(&job.metadata.uid);
    let mut pods = sync
        .claimed()
        .filter(|pod| index_of(pod) == Some(index) && pod.status.phase == PodPhase::Succeeded)
        .peekable();
    if pods.peek().is_none() {
        return Err(format!("index {index} is completed without a pod that succeeded"));
    }
    let booked_failed = |pod: &Pod| {
        let uid = &pod.metadata.uid;
        let failed = counts.counted.get(uid).is_some_and(|(_, failures)| *failures > 0);
        let excused =
            !ghost.strict && (counts.booked_alive.contains(uid) || counts.adopted_anew.contains_key(uid));
        (failed || uncounted(&job.status).1.contains(uid)) && !excused
    };
    match pods.all(|pod| booked_failed(pod)) {
        true => Err(format!("index {index} is completed by a pod that counts as failed")),
        false => Ok(()),
    }
}

pub fn booked_from_pods(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let (Some((old, new)), Some(sync)) = (moment.status_write(), &moment.step.sync) else {
        return Ok(());
    };
    let (was, is) = (uncounted(&old.status), uncounted(&new.status));
    for uid in gone(is.0, was.0) {
        match sync.claimed_by_uid(uid) {
            Some(pod) if pod.status.phase == PodPhase::Succeeded && may_count(new, pod) => {}
            _ => return Err(format!("{uid} is booked as succeeded and is no such pod")),
        }
    }
    for uid in gone(is.1, was.1) {
        match sync.claimed_by_uid(uid) {
            Some(pod) if pod.status.phase != PodPhase::Succeeded && may_count(new, pod) => {}
            _ => return Err(format!("{uid} is booked as failed and is no such pod")),
        }
    }
    Ok(())
}

pub fn recorded_before_removal(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((sync, job)) = moment.synced_job() else {
        return Ok(());
    };
    let counting = matches!(moment.sent.note, Note::FinalizerRemoved { why: FinalizerBecause::Counted, .. });
    let Request::PatchPod { key, patch: PodPatch::RemoveFinalizer } = &moment.sent.exchange.request else {
        return Ok(());
    };
    let removed = moment.held.pods.get(key).filter(|pod| pod.metadata.has_finalizer(TRACKING_FINALIZER));
    let (true, Some(_), Some(pod)) =
        (counting && moment.sent.stored.is_some(), removed, sync.cached_pod(key))
    else {
        return Ok(());
    };
    let ended = pod.status.phase == PodPhase::Succeeded || counts_as_failed(job, pod, moment.step.profile);
    if !ended || !may_count(job, pod) {
        return Ok(());
    }
    let counts = ghost.job(&job.metadata.uid);
    let by_index = job.spec.is_indexed()
        && pod.status.phase == PodPhase::Succeeded
        && index_of(pod).is_some_and(|index| counts.completed.contains(&index));
    let ignored = pod.status.phase != PodPhase::Succeeded && is_ignored(job, pod, moment.step.profile);
    if by_index || ignored || counts.booked.contains(&pod.metadata.uid) {
        return Ok(());
    }
    Err(format!("{key} loses its finalizer and no status has named it"))
}

pub fn drained(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    let (was, is) = (uncounted(&old.status), uncounted(&new.status));
    let left = |was: &[Text], is: &[Text]| gone(was, is).len() as i32;
    let failed = new.status.failed - old.status.failed;
    if failed != left(was.1, is.1) {
        return Err(format!("failed changes by {failed}, while {} leave the list", left(was.1, is.1)));
    }
    let succeeded = new.status.succeeded - old.status.succeeded;
    if !new.spec.is_indexed() && succeeded != left(was.0, is.0) {
        return Err(format!("succeeded changes by {succeeded}, while {} leave the list", left(was.0, is.0)));
    }
    Ok(())
}

pub fn disjoint_lists(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    let (succeeded, failed) = uncounted(&new.status);
    let all: BTreeSet<&Text> = succeeded.iter().chain(failed).collect();
    if all.len() < succeeded.len() + failed.len() || all.iter().any(|uid| uid.is_empty()) {
        return Err(format!("{succeeded:?} and {failed:?}"));
    }
    Ok(())
}

pub fn monotone(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    let (before, after) = (&old.status, &new.status);
    let kept = match new.spec.completions {
        Some(completions) if new.spec.is_indexed() => {
            Indexes::parse(&before.completed_indexes, completions).len()
        }
        _ => before.succeeded,
    };
    if after.failed < before.failed || after.succeeded < kept {
        let (failed, succeeded) = ((before.failed, after.failed), (before.succeeded, after.succeeded));
        return Err(format!("failed {failed:?}, succeeded {succeeded:?}"));
    }
    Ok(())
}

pub fn bounded_lists(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    let size = |status: &JobStatus| uncounted(status).0.len() + uncounted(status).1.len();
    let allowed = UNCOUNTED_MAX.max(size(&old.status) + 1);
    match size(&new.status) {
        size if size > allowed => Err(format!("{size} are uncounted")),
        _ => Ok(()),
    }
}

pub fn canonical_indexes(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    let status = &new.status;
    let failed = status.failed_indexes.as_deref().unwrap_or_default();
    if !new.spec.is_indexed() {
        return match (status.completed_indexes.is_empty(), failed.is_empty()) {
            (true, true) => Ok(()),
            _ => Err("a Job without indexes has some".to_owned()),
        };
    }
    let completions = new.spec.completions.unwrap_or(i32::MAX);
    for text in [&status.completed_indexes, failed] {
        if Indexes::parse(text, completions).to_string() != *text {
            return Err(format!("{text:?} with {completions} completions"));
        }
    }
    match completed(status).len() {
        size if size != status.succeeded => Err(format!("{size} indexes, succeeded {}", status.succeeded)),
        _ => Ok(()),
    }
}

pub fn succeeded_in_range(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    let completions = new.spec.completions.filter(|_| new.spec.is_indexed()).unwrap_or(i32::MAX);
    if new.status.succeeded > completions {
        return Err(format!("{} of {completions}", new.status.succeeded));
    }
    Ok(())
}

pub fn disjoint_indexes(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    let counts = ghost.job(&new.metadata.uid);
    let failed = Indexes::parse(new.status.failed_indexes.as_deref().unwrap_or_default(), i32::MAX);
    let done = completed(&new.status);
    let both = failed.iter().filter(|index| done.contains(*index)).find(|index| {
        let by_revived = || {
            let sync = moment.step.sync.as_ref();
            let mut claimed = sync.into_iter().flat_map(|sync| sync.claimed());
            claimed
                .any(|pod| index_of(pod) == Some(*index) && counts.booked_alive.contains(&pod.metadata.uid))
        };
        ghost.strict || !counts.doubled.contains(index) && !by_revived()
    });
    both.map_or(Ok(()), |index| Err(format!("index {index} is both")))
}

pub fn ignored_uncounted(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let (Some((old, new)), Some(sync)) = (moment.status_write(), &moment.step.sync) else {
        return Ok(());
    };
    let (was, is) = (uncounted(&old.status).1, uncounted(&new.status).1);
    let ignored = gone(is, was)
        .into_iter()
        .find(|uid| sync.claimed_by_uid(uid).is_some_and(|pod| is_ignored(new, pod, moment.step.profile)));
    ignored.map_or(Ok(()), |uid| Err(format!("{uid} matches an Ignore rule")))
}

pub fn refusal_loses_nothing(step: &Step<'_>, _: &Ghost) -> Result<(), String> {
    let is_refused =
        step.notes().any(|note| matches!(note, Note::StatusRefused { write: StatusWrite::First, .. }));
    let Some(sync) = step.sync.as_ref().filter(|_| is_refused) else {
        return Ok(());
    };
    let is_write = |request: &Request| matches!(request, Request::UpdateJobStatus { .. });
    let mut requests = step.by_controller().skip_while(|sent| !is_write(&sent.exchange.request));
    if let Some(next) = requests.nth(1) {
        return Err(format!("after the refusal comes {:?}", next.note));
    }
    let (before, after) = (step.before.controller().backoff(), step.after.controller().backoff());
    if !step.crashed() && before.get(&sync.key) != after.get(&sync.key) {
        return Err("the back-off record changes".to_owned());
    }
    let is_held = |world: &World, key: &ObjectKey| {
        world.cluster().pod(key).is_some_and(|pod| pod.metadata.has_finalizer(TRACKING_FINALIZER))
    };
    let ended =
        |pod: &Pod| pod.is_terminal() || sync.job.is_some_and(|job| counts_as_failed(job, pod, step.profile));
    let freed = sync
        .tracked()
        .filter(|pod| ended(pod))
        .find(|pod| is_held(step.before, &pod.key()) && !is_held(step.after, &pod.key()));
    freed.map_or(Ok(()), |pod| Err(format!("{} lost its finalizer", pod.key())))
}

/// What is in the first list and not in the second.
fn gone<'a>(first: &'a [Text], second: &[Text]) -> Vec<&'a Text> {
    first.iter().filter(|uid| !second.contains(uid)).collect()
}
