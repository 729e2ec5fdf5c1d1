//! Which finished pods are counted now, and as what: the plans of status tracking.
//!
//! Pure apart from the working copy of the status: sends nothing. The order of the writes around it is `sync`'s:
//! status with the uncounted pods, finalizers, status with the counters.

use std::sync::Arc;

use super::Profile;
use super::context::Context;
use super::failure_policy::is_ignored;
use super::indexes::Indexes;
use super::outcome::Decision;
use super::pods::valid_index;
use crate::api::{ConditionStatus, JobCondition, JobConditionType, JobStatus, Pod, PodPhase, Text};
use crate::sorted::SortedSet;
use crate::sorted::order;
use crate::time::Time;
use crate::trace::{CountedAs, CountedBecause, Note};

/// At most so many pods are announced as uncounted at once.
pub const UNCOUNTED_MAX: usize = 500;

/// The pods that lose their finalizer in this sync.
pub(super) struct Marked {
    pub pods: Vec<Arc<Pod>>,
    pub notes: Vec<Note>,
    /// The limit stopped the marking; the Job may not finish in this sync.
    pub capped: bool,
    /// The status must be written before the finalizers go.
    pub needs_write: bool,
}

/// Moves UIDs whose pod has lost its finalizer, or is gone, from the uncounted lists to the counters.
/// Returns how many on either side.
pub(super) fn drain(status: &mut JobStatus, with_finalizer: &SortedSet<Text>) -> (usize, usize) {
    let Some(uncounted) = &mut status.uncounted_terminated_pods else {
        return (0, 0);
    };
    let before = (uncounted.succeeded.len(), uncounted.failed.len());
    uncounted.succeeded.retain(|uid| with_finalizer.contains(uid));
    uncounted.failed.retain(|uid| with_finalizer.contains(uid));
    let drained = (before.0 - uncounted.succeeded.len(), before.1 - uncounted.failed.len());
    status.succeeded += drained.0 as i32;
    status.failed += drained.1 as i32;
    drained
}

/// Goes through the tracked pods: which finalizers may go, and what is announced for them.
pub(super) fn mark(context: &mut Context, decision: Option<&Decision>, profile: &Profile) -> Marked {
    // While the Job goes on, active pods keep their finalizer.
    let all = decision.is_some() || context.job.metadata.is_deleting();
    let considered = context.pods.iter().filter(|listed| all || !listed.active);
    let mut order: Vec<(Option<i32>, Arc<Pod>)> = considered
        .filter(|listed| context.is_tracked(&listed.pod))
        .map(|listed| (listed.index, listed.pod.clone()))
        .collect();
    if context.is_indexed() {
        order::sort_by(&mut order, &|one, other| one.0.cmp(&other.0));
    }
    let mut uncounted = context.uncounted().clone();
    let listed = |uids: &[Text]| uids.iter().collect::<SortedSet<Text>>();
    let (in_succeeded, in_failed) = (listed(&uncounted.succeeded), listed(&uncounted.failed));
    let mut new_indexes = Vec::new();
    let mut marked = Marked { pods: Vec::new(), notes: Vec::new(), capped: false, needs_write: false };
    for (_, pod) in order {
        let uid = &pod.metadata.uid;
        if !may_lose_finalizer(context, &pod, decision) {
            if let Some(note) = held_back(context, &pod) {
                marked.notes.push(note);
            }
            continue;
        }
        let verdict = judge(context, &pod, decision, profile);
        let counted_as = match verdict.counted_as {
            CountedAs::Succeeded if in_failed.contains(uid) => CountedAs::Already,
            CountedAs::Succeeded if in_succeeded.contains(uid) => CountedAs::Already,
            CountedAs::Failed if in_failed.contains(uid) => CountedAs::Already,
            CountedAs::Index if in_failed.contains(uid) => CountedAs::Already,
            other => other,
        };
        match counted_as {
            CountedAs::Succeeded => uncounted.succeeded.push(uid.clone()),
            CountedAs::Failed => uncounted.failed.push(uid.clone()),
            CountedAs::Index => new_indexes.extend(pod.completion_index()),
            CountedAs::Nothing | CountedAs::Already => {}
        }
        marked.needs_write |=
            matches!(counted_as, CountedAs::Succeeded | CountedAs::Failed | CountedAs::Index);
        marked.notes.push(Note::PodCounting { pod: pod.key(), counted_as, why: verdict.why });
        marked.pods.push(pod);
        if new_indexes.len() + uncounted.len() >= UNCOUNTED_MAX {
            marked.capped = true;
            marked.notes.push(Note::CountingCapped { limit: UNCOUNTED_MAX as u32 });
            break;
        }
    }
    context.job.status.uncounted_terminated_pods = Some(uncounted);
    if profile.completed_indexes_capped {
        context.succeeded_indexes = context.stored_indexes.union(&Indexes::from_sorted(new_indexes));
    }
    marked
}

struct Verdict {
    counted_as: CountedAs,
    why: CountedBecause,
}

fn may_lose_finalizer(context: &Context, pod: &Pod, decision: Option<&Decision>) -> bool {
    if context.job.metadata.is_deleting() || decision.is_some() || pod.status.phase == PodPhase::Succeeded {
        return true;
    }
    context.is_failed(pod) && !is_delayed(context, pod)
}

fn is_delayed(context: &Context, pod: &Pod) -> bool {
    pod.completion_index()
        .and_then(|index| context.delayed.get(&index))
        .is_some_and(|delayed| delayed.metadata.uid == pod.metadata.uid)
}

fn held_back(context: &Context, pod: &Pod) -> Option<Note> {
    let index = pod.completion_index().filter(|_| context.is_failed(pod) && is_delayed(context, pod))?;
    Some(Note::PodKeptDelayed { pod: pod.key(), index })
}

/// What a pod that loses its finalizer counts as, were it not recorded before.
fn judge(context: &Context, pod: &Pod, decision: Option<&Decision>, profile: &Profile) -> Verdict {
    let verdict = |counted_as, why| Verdict { counted_as, why };
    let valid = !context.is_indexed() || valid_index(pod, context.completions()).is_some();
    if pod.status.phase == PodPhase::Succeeded {
        return if !context.is_indexed() {
            verdict(CountedAs::Succeeded, CountedBecause::Phase)
        } else if !valid {
            verdict(CountedAs::Nothing, CountedBecause::InvalidIndex)
        } else if valid_index(pod, context.completions())
            .is_some_and(|index| context.stored_indexes.contains(index))
        {
            verdict(CountedAs::Already, CountedBecause::Phase)
        } else {
            verdict(CountedAs::Index, CountedBecause::Phase)
        };
    }
    let failing =
        decision.is_some_and(|decision| decision.condition.r#type != JobConditionType::SuccessCriteriaMet);
    let why = match (pod.status.phase, context.is_failed(pod)) {
        (PodPhase::Failed, _) => CountedBecause::Phase,
        (_, true) => CountedBecause::Terminating,
        _ if failing => CountedBecause::JobFailing,
        _ if decision.is_some() => return verdict(CountedAs::Nothing, CountedBecause::JobSucceeding),
        _ => return verdict(CountedAs::Nothing, CountedBecause::JobDeleting),
    };
    if !valid {
        verdict(CountedAs::Nothing, CountedBecause::InvalidIndex)
    } else if is_ignored(&context.job, pod, profile) {
        verdict(CountedAs::Nothing, CountedBecause::IgnoredByPolicy)
    } else {
        verdict(CountedAs::Failed, why)
    }
}

/// Writes the index texts of an Indexed Job into the working copy; says whether they changed.
pub(super) fn set_indexes(context: &mut Context) -> bool {
    if !context.is_indexed() {
        return false;
    }
    let completed: Text = context.succeeded_indexes.to_string().into();
    let failed: Option<Text> = context.failed_indexes.as_ref().map(|failed| failed.to_string().into());
    let status = &mut context.job.status;
    let changed = status.completed_indexes != completed || status.failed_indexes != failed;
    status.succeeded = context.succeeded_indexes.len();
    status.completed_indexes = completed;
    status.failed_indexes = failed;
    changed
}

/// Announces a decision by its interim condition, and turns it into the terminal one that follows. Says whether the
/// status changed.
pub(super) fn announce(status: &mut JobStatus, decision: &mut Decision, now: Time) -> bool {
    let terminal = match decision.condition.r#type {
        JobConditionType::FailureTarget => JobConditionType::Failed,
        JobConditionType::SuccessCriteriaMet => JobConditionType::Complete,
        _ => return false,
    };
    let is_new = !status.has(&decision.condition.r#type);
    if is_new {
        status.conditions.push(decision.condition.clone());
    }
    let (reason, message) = (decision.condition.reason.clone(), decision.condition.message.clone());
    decision.condition = JobCondition::new(terminal, ConditionStatus::True, &reason, &message, now);
    is_new
}

/// UIDs of the pods that still carry the finalizer, as far as uncounted entries ask for it.
pub(super) fn uids_with_finalizer(context: &Context) -> SortedSet<Text> {
    if context.uncounted().is_empty() {
        return SortedSet::new();
    }
    let tracked = context.pods.iter().map(|listed| &listed.pod).filter(|pod| context.is_tracked(pod));
    tracked.map(|pod| &pod.metadata.uid).collect()
}
