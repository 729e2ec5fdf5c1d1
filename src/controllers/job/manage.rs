//! How many pods, which, and when: the plan of `manageJob`.
//!
//! Pure: reads the context, sends nothing.

use std::cmp::Reverse;
use std::sync::Arc;

use super::Profile;
use super::backoff;
use super::context::Context;
use super::indexes::Indexes;
use super::pods::{finish_time, index_failures, index_ignored_failures, most_restarts};
use crate::api::{Pod, PodPhase};
use crate::sorted::order;
use crate::time::{Span, Time};
use crate::trace::{Note, WantedRule};

/// At most so many creations, or deletions of surplus pods, in one sync.
pub const CREATE_DELETE_MAX: usize = 500;

/// What `manageJob` means to do.
pub(super) enum Plan {
    /// Delete these pods, which will not be counted.
    Delete {
        pods: Vec<Arc<Pod>>,
        suspended: bool,
    },
    /// Create nothing before the back-off has passed.
    Wait {
        remaining: Span,
    },
    /// Create pods: for these indexes, or this many.
    Create {
        count: usize,
        indexes: Option<Vec<i32>>,
    },
    Nothing,
}

/// How many pods are wanted, and by which rule.
pub(super) struct Wanted {
    pub count: i32,
    pub rule: WantedRule,
}

impl Wanted {
    fn note(&self, context: &Context) -> Note {
        Note::ActiveWanted {
            wanted: self.count,
            active: context.active,
            terminating: context.terminating,
            completions: context.job.spec.completions,
            succeeded: context.succeeded,
            parallelism: context.job.spec.parallelism(),
            rule: self.rule,
        }
    }

    fn creation_note(
        &self,
        context: &Context,
        count: usize,
        in_the_way: i32,
        indexes: Option<String>,
        capped: bool,
    ) -> Note {
        Note::PodsWanted {
            count: count as i32,
            wanted: self.count,
            active: context.active,
            terminating: in_the_way,
            indexes: indexes.map(Into::into),
            batches: batches(count).map(|size| size as u32).collect(),
            capped,
        }
    }
}

pub(super) fn wanted(context: &Context) -> Wanted {
    let (parallelism, active) = (context.job.spec.parallelism(), context.active);
    match context.job.spec.completions {
        None if context.succeeded > 0 => Wanted { count: active, rule: WantedRule::WorkQueueDraining },
        None => Wanted { count: parallelism, rule: WantedRule::WorkQueue },
        Some(completions) => {
            let missing = (completions - context.succeeded).max(0);
            if missing < parallelism {
                Wanted { count: missing, rule: WantedRule::Remaining }
            } else {
                Wanted { count: parallelism, rule: WantedRule::Parallelism }
            }
        }
    }
}

/// The plan, with the notes that tell of it. Mirrors upstream `manageJob` up to its requests.
pub(super) fn plan(context: &Context, profile: &Profile) -> (Plan, Vec<Note>) {
    let active = context.active;
    if context.job.spec.is_suspended() {
        let note = Note::SuspendDeletes { active: active as u32 };
        return (
            Plan::Delete { pods: context.active_pods().cloned().collect(), suspended: true },
            vec![note],
        );
    }
    let wanted = wanted(context);
    let mut notes = vec![wanted.note(context)];
    let surplus = (active - wanted.count).max(0) as usize;
    let (mut removed, invalid) = pods_to_remove(context, surplus, profile);
    if !removed.is_empty() {
        let capped = removed.len() > CREATE_DELETE_MAX;
        removed.truncate(CREATE_DELETE_MAX);
        notes.push(Note::PodsRemoved {
            surplus: surplus as i32,
            chosen: removed.iter().map(|pod| pod.metadata.name.clone()).collect(),
            invalid: invalid as u32,
            capped,
        });
        return (Plan::Delete { pods: removed, suspended: false }, notes);
    }
    let in_the_way = if context.waits_for_terminating { context.terminating } else { 0 };
    let missing = wanted.count - active - in_the_way;
    if missing <= 0 {
        notes.push(Note::NothingToManage { active, wanted: wanted.count, terminating: in_the_way });
        return (Plan::Nothing, notes);
    }
    let plan = creations(context, missing as usize, profile, &mut notes);
    if let Plan::Create { count, indexes } = &plan {
        let indexes =
            indexes.as_ref().map(|indexes| Indexes::from_sorted(indexes.iter().copied()).to_string());
        let capped = missing as usize > CREATE_DELETE_MAX;
        notes.push(wanted.creation_note(context, *count, in_the_way, indexes, capped));
    }
    (plan, notes)
}

/// The plan of 1.19: surplus is what exceeds parallelism, however few completions are left, and nothing waits.
pub(super) fn plan_live(context: &Context, profile: &Profile) -> (Plan, Vec<Note>) {
    let (active, parallelism) = (context.active, context.job.spec.parallelism());
    let mut wanted = wanted(context);
    if active > parallelism {
        wanted = Wanted { count: parallelism, rule: WantedRule::Parallelism };
    }
    let mut notes = vec![wanted.note(context)];
    let surplus = (active - parallelism).max(0) as usize;
    if surplus > 0 {
        let (pods, _) = pods_to_remove(context, surplus, profile);
        let chosen = pods.iter().map(|pod| pod.metadata.name.clone()).collect();
        notes.push(Note::PodsRemoved { surplus: surplus as i32, chosen, invalid: 0, capped: false });
        return (Plan::Delete { pods, suspended: false }, notes);
    }
    let count = (wanted.count - active).max(0) as usize;
    if count == 0 {
        notes.push(Note::NothingToManage { active, wanted: wanted.count, terminating: 0 });
        return (Plan::Nothing, notes);
    }
    let capped = count > CREATE_DELETE_MAX;
    notes.push(wanted.creation_note(context, count.min(CREATE_DELETE_MAX), 0, None, capped));
    (Plan::Create { count, indexes: None }, notes)
}

fn creations(context: &Context, missing: usize, profile: &Profile, notes: &mut Vec<Note>) -> Plan {
    let per_index = context.has_backoff_limit_per_index(profile);
    if !per_index {
        let (failures, last_failure) = (context.backoff.failures, context.backoff.last_failure);
        let remaining = backoff::remaining(failures, last_failure, context.now, profile);
        if remaining > Span::ZERO {
            return Plan::Wait { remaining };
        }
        if failures > 0 {
            let delay = backoff::delay_after(failures, profile);
            notes.push(Note::BackoffPassed { failures, last_failure, delay });
        }
    }
    let missing = missing.min(CREATE_DELETE_MAX);
    if !context.is_indexed() {
        return Plan::Create { count: missing, indexes: None };
    }
    let mut indexes = first_pending_indexes(context, missing);
    if per_index {
        let remaining = |index: &i32| remaining_for_index(context, *index, profile);
        let ready: Vec<i32> =
            indexes.iter().copied().filter(|index| remaining(index) == Span::ZERO).collect();
        if ready.is_empty()
            && let Some(shortest) = indexes.iter().map(remaining).min()
        {
            return Plan::Wait { remaining: shortest };
        }
        indexes = ready;
    }
    Plan::Create { count: indexes.len(), indexes: Some(indexes) }
}

/// What is left of an index's own back-off.
fn remaining_for_index(context: &Context, index: i32, profile: &Profile) -> Span {
    context.delayed.get(&index).map_or(Span::ZERO, |last| {
        let failures = index_failures(last).saturating_add(index_ignored_failures(last)).saturating_add(1);
        backoff::remaining(failures as u32, Some(finish_time(last, profile)), context.now, profile)
    })
}

/// The lowest indexes that have neither succeeded nor failed and have no pod.
#[inline(never)]
fn first_pending_indexes(context: &Context, count: usize) -> Vec<i32> {
    let mut taken: Vec<i32> = context.active_indexes().collect();
    if context.waits_for_terminating {
        let terminating = context.inactive_pods().filter(|pod| pod.is_terminating());
        taken.extend(terminating.filter_map(|pod| pod.completion_index()));
    }
    let mut done = context.succeeded_indexes.clone();
    if let Some(failed) = &context.failed_indexes {
        done = done.union(failed);
    }
    let done = done.union(&Indexes::of(taken));
    done.gaps(context.completions()).take(count).collect()
}

/// The sizes of the batches in which pods are created: 1, 2, 4 … while nothing fails.
pub(super) fn batches(count: usize) -> impl Iterator<Item = usize> {
    let mut left = count;
    let mut size = 1;
    std::iter::from_fn(move || {
        let batch = size.min(left);
        left -= batch;
        size = batch * 2;
        (batch > 0).then_some(batch)
    })
}

/// Pods to remove: those of no valid or of a doubled index always, then the first of the ranking. Also returns how many
/// of the first sort there are. Mirrors upstream `activePodsForRemoval`.
fn pods_to_remove(context: &Context, surplus: usize, profile: &Profile) -> (Vec<Arc<Pod>>, usize) {
    let (mut removed, mut left) = if context.is_indexed() {
        split_invalid(context, profile)
    } else if surplus == 0 {
        return (Vec::new(), 0);
    } else {
        (Vec::new(), context.active_pods().cloned().collect())
    };
    let invalid = removed.len();
    if removed.len() < surplus {
        order::sort_by(&mut left, &|one, other| Rank::of(one, profile).cmp(&Rank::of(other, profile)));
        left.truncate(surplus - removed.len());
        removed.append(&mut left);
    }
    (removed, invalid)
}

fn split_invalid(context: &Context, profile: &Profile) -> (Vec<Arc<Pod>>, Vec<Arc<Pod>>) {
    let completions = context.completions();
    let active = context.pods.iter().filter(|listed| listed.active);
    let mut by_index: Vec<(Option<i32>, &Arc<Pod>)> =
        active.map(|listed| (listed.index, &listed.pod)).collect();
    order::sort_by(&mut by_index, &|one, other| one.0.cmp(&other.0));
    let in_range = by_index.partition_point(|(index, _)| index.is_none_or(|index| index < completions));
    let (in_range, out_of_range) = by_index.split_at(in_range);
    let (mut removed, mut left) = (Vec::new(), Vec::new());
    let groups: Vec<&[(Option<i32>, &Arc<Pod>)]> = in_range.chunk_by(|one, other| one.0 == other.0).collect();
    let (last, before) = match groups.split_last() {
        Some((last, before)) => (Some(*last), before),
        None => (None, &groups[..]),
    };
    for group in before {
        split_group(group, profile, &mut removed, &mut left);
    }
    removed.extend(out_of_range.iter().map(|(_, pod)| Arc::clone(pod)));
    if let Some(last) = last {
        split_group(last, profile, &mut removed, &mut left);
    }
    (removed, left)
}

/// Of the pods of one index the last of the ranking stays; of those without an index none does.
fn split_group(
    group: &[(Option<i32>, &Arc<Pod>)],
    profile: &Profile,
    removed: &mut Vec<Arc<Pod>>,
    left: &mut Vec<Arc<Pod>>,
) {
    let mut pods: Vec<Arc<Pod>> = group.iter().map(|(_, pod)| Arc::clone(pod)).collect();
    if group.first().is_none_or(|(index, _)| index.is_none()) {
        removed.append(&mut pods);
        return;
    }
    if pods.len() > 1 {
        order::sort_by(&mut pods, &|one, other| Rank::of(one, profile).cmp(&Rank::of(other, profile)));
    }
    left.extend(pods.pop());
    removed.append(&mut pods);
}

/// The order in which surplus pods go, first to last. Upstream `ActivePodsWithRanks`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    assigned: bool,
    phase: PodPhase,
    ready: bool,
    /// Among ready pods the one that is ready for longest stays; an unknown time goes first.
    ready_since: Option<Reverse<Time>>,
    restarts: Reverse<i32>,
    sidecar_restarts: Reverse<i32>,
    created: Option<Reverse<Time>>,
}

impl Rank {
    fn of(pod: &Pod, profile: &Profile) -> Rank {
        let ready = pod.is_ready();
        let since = pod.status.condition("Ready").and_then(|condition| condition.last_transition_time);
        let (restarts, sidecar_restarts) = most_restarts(pod, profile.ranks_sidecar_restarts);
        Rank {
            assigned: !pod.spec.node_name.is_empty(),
            phase: pod.status.phase,
            ready,
            ready_since: since.filter(|_| ready).map(Reverse),
            restarts: Reverse(restarts),
            sidecar_restarts: Reverse(sidecar_restarts),
            created: pod.metadata.creation_timestamp.map(Reverse),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::batches;

    #[test]
    fn batches_double_until_all_pods_are_made() {
        for (count, sizes) in [
            (0, vec![]),
            (1, vec![1]),
            (5, vec![1, 2, 2]),
            (10, vec![1, 2, 4, 3]),
            (500, vec![1, 2, 4, 8, 16, 32, 64, 128, 245]),
        ] {
            assert_eq!(batches(count).collect::<Vec<_>>(), sizes);
        }
    }
}
