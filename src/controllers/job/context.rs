//! What one sync knows once it has read its caches: the claimed pods, sorted and counted.

use std::borrow::Cow;
use std::sync::Arc;

use super::failure_policy::{self, is_ignored};
use super::indexes::Indexes;
use super::pods::{self, finish_time, index_failures, index_ignored_failures, valid_index};
use super::{Profile, backoff};
use crate::api::{
    Job, ObjectKey, Pod, PodFailurePolicyAction, PodPhase, TRACKING_FINALIZER, Text, UncountedTerminatedPods,
};
use crate::informer::Listed;
use crate::sorted::{SortedMap, SortedSet};
use crate::time::Time;
use crate::trace::{BackoffRecord, CountedSide};

/// The input of every decision of a sync. Planners read it; only `sync` itself writes it.
pub(super) struct Context<'a> {
    pub key: ObjectKey,
    /// The working copy: its status becomes what is written.
    pub job: Job,
    pub now: Time,
    /// Nothing is owed, so pods may be created and deleted, and a finish decided.
    pub expectations_met: bool,
    /// All claimed pods, in list order.
    pub pods: Vec<Cow<'a, Listed>>,
    /// UIDs whose finalizer is as good as gone.
    pub expected_removals: SortedSet<Text>,
    /// How many of the pods are active.
    pub active: i32,
    pub ready: i32,
    pub terminating: i32,
    pub new_succeeded: Vec<Arc<Pod>>,
    /// Ignored ones included: they feed the back-off.
    pub new_failed: Vec<Arc<Pod>>,
    pub succeeded: i32,
    pub failed: i32,
    pub counted_succeeded: CountedSide,
    pub counted_failed: CountedSide,
    pub ignored: u32,
    /// Indexes that the stored status calls completed. Empty for NonIndexed Jobs.
    pub stored_indexes: Indexes,
    pub succeeded_indexes: Indexes,
    /// Only with `backoffLimitPerIndex`.
    pub failed_indexes: Option<Indexes>,
    /// By index, the failed pod that keeps its finalizer until its replacement runs.
    pub delayed: SortedMap<i32, Arc<Pod>>,
    pub backoff: BackoffRecord,
    pub terminating_counts_as_failed: bool,
    pub waits_for_terminating: bool,
    /// `status.terminating` is written.
    pub counts_terminating: bool,
}

impl<'a> Context<'a> {
    /// Sorts and counts the pods.
    pub fn new(
        job: Job,
        pods: Vec<Cow<'a, Listed>>,
        expectations_met: bool,
        expected_removals: SortedSet<Text>,
        stored_backoff: Option<BackoffRecord>,
        now: Time,
        profile: &Profile,
    ) -> Context<'a> {
        let mut context = Context {
            key: job.key(),
            now,
            expectations_met,
            expected_removals,
            active: 0,
            ready: 0,
            terminating: 0,
            new_succeeded: Vec::new(),
            new_failed: Vec::new(),
            succeeded: 0,
            failed: 0,
            counted_succeeded: CountedSide { total: 0, in_status: 0, uncounted: 0, new: 0 },
            counted_failed: CountedSide { total: 0, in_status: 0, uncounted: 0, new: 0 },
            ignored: 0,
            stored_indexes: Indexes::default(),
            succeeded_indexes: Indexes::default(),
            failed_indexes: None,
            delayed: SortedMap::new(),
            backoff: BackoffRecord::default(),
            terminating_counts_as_failed: pods::terminating_counts_as_failed(&job, profile),
            waits_for_terminating: pods::waits_for_terminating(&job, profile),
            counts_terminating: profile.pod_replacement_policy || profile.managed_by,
            job,
            pods,
        };
        context.sort_pods();
        context.count(profile);
        if context.is_indexed() {
            context.count_indexes(profile);
        }
        context.backoff =
            backoff::next_record(stored_backoff, &context.new_succeeded, &context.new_failed, profile);
        context
    }

    pub fn active_pods(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.pods.iter().filter(|listed| listed.active).map(|listed| &listed.pod)
    }

    /// Finished and terminating pods: the only ones that are counted while the Job goes on.
    pub fn inactive_pods(&self) -> impl Iterator<Item = &Arc<Pod>> {
        self.pods.iter().filter(|listed| !listed.active).map(|listed| &listed.pod)
    }

    /// Completion indexes of the active pods, as far as they have one.
    pub fn active_indexes(&self) -> impl Iterator<Item = i32> {
        self.pods.iter().filter(|listed| listed.active).filter_map(|listed| listed.index)
    }

    pub fn is_indexed(&self) -> bool {
        self.job.spec.is_indexed()
    }

    /// The number of indexes; for a Job without completions any index is in range.
    pub fn completions(&self) -> i32 {
        self.job.spec.completions.unwrap_or(i32::MAX)
    }

    pub fn has_backoff_limit_per_index(&self, profile: &Profile) -> bool {
        profile.backoff_limit_per_index && self.job.spec.backoff_limit_per_index.is_some()
    }

    pub fn uncounted(&self) -> &UncountedTerminatedPods {
        static NONE: UncountedTerminatedPods =
            UncountedTerminatedPods { succeeded: Vec::new(), failed: Vec::new() };
        self.job.status.uncounted_terminated_pods.as_ref().unwrap_or(&NONE)
    }

    /// The pod still carries the finalizer, and its removal is not expected either.
    pub fn is_tracked(&self, pod: &Pod) -> bool {
        pod.metadata.has_finalizer(TRACKING_FINALIZER) && !self.expected_removals.contains(&pod.metadata.uid)
    }

    /// Upstream `isPodFailed`.
    pub fn is_failed(&self, pod: &Pod) -> bool {
        match pod.status.phase {
            PodPhase::Failed => true,
            PodPhase::Succeeded => false,
            _ => self.terminating_counts_as_failed && pod.metadata.is_deleting(),
        }
    }

    /// The pod may count: its Job has no indexes, or has this one.
    pub fn has_valid_index(&self, pod: &Pod) -> bool {
        !self.is_indexed() || valid_index(pod, self.completions()).is_some()
    }

    fn sort_pods(&mut self) {
        let uncounted: [SortedSet<Text>; 2] =
            [self.uncounted().succeeded.iter().collect(), self.uncounted().failed.iter().collect()];
        let (mut new_succeeded, mut new_failed) = (Vec::new(), Vec::new());
        let (mut active, mut ready, mut terminating) = (0, 0, 0);
        for listed in &self.pods {
            if listed.active {
                active += 1;
                ready += i32::from(listed.ready);
                continue;
            }
            let pod = &listed.pod;
            terminating += i32::from(pod.is_terminating());
            if !self.is_tracked(pod) || !self.has_valid_index(pod) {
                continue;
            }
            if pod.status.phase == PodPhase::Succeeded && !uncounted[0].contains(&pod.metadata.uid) {
                new_succeeded.push(pod.clone());
            } else if self.is_failed(pod) && !uncounted[1].contains(&pod.metadata.uid) {
                new_failed.push(pod.clone());
            }
        }
        (self.new_succeeded, self.new_failed) = (new_succeeded, new_failed);
        (self.active, self.ready, self.terminating) = (active, ready, terminating);
    }

    fn count(&mut self, profile: &Profile) {
        let ignored = self.new_failed.iter().filter(|pod| is_ignored(&self.job, pod, profile)).count();
        self.ignored = ignored as u32;
        let side = |in_status: i32, uncounted: usize, new: usize| CountedSide {
            total: in_status + (uncounted + new) as i32,
            in_status,
            uncounted: uncounted as i32,
            new: new as i32,
        };
        let (status, uncounted) = (&self.job.status, self.uncounted());
        let succeeded = side(status.succeeded, uncounted.succeeded.len(), self.new_succeeded.len());
        let failed = side(status.failed, uncounted.failed.len(), self.new_failed.len() - ignored);
        (self.counted_succeeded, self.counted_failed) = (succeeded, failed);
        self.succeeded = self.counted_succeeded.total;
        self.failed = self.counted_failed.total;
    }

    /// Completed, failed and delayed indexes. Only the cached finalizer counts here, whether its removal is expected or
    /// not: sets count an index once. Here the WebAssembly module is cut in two, so it is never inlined.
    #[inline(never)]
    fn count_indexes(&mut self, profile: &Profile) {
        let completions = self.completions();
        self.stored_indexes = Indexes::parse(&self.job.status.completed_indexes, completions);
        let tracked: Vec<(i32, Arc<Pod>)> = self
            .inactive_pods()
            .filter(|pod| pod.metadata.has_finalizer(TRACKING_FINALIZER))
            .filter_map(|pod| Some((valid_index(pod, completions)?, pod.clone())))
            .collect();
        let succeeded = tracked.iter().filter(|(_, pod)| pod.status.phase == PodPhase::Succeeded);
        let succeeded = Indexes::of(succeeded.map(|(index, _)| *index).collect());
        self.succeeded_indexes = self.stored_indexes.union(&succeeded);
        self.succeeded = self.succeeded_indexes.len();
        if !self.has_backoff_limit_per_index(profile) {
            return;
        }
        let stored = self.job.status.failed_indexes.as_deref().unwrap_or_default();
        let failed = tracked.iter().filter(|(_, pod)| self.fails_its_index(pod, profile));
        let failed = Indexes::of(failed.map(|(index, _)| *index).collect());
        self.failed_indexes = Some(Indexes::parse(stored, completions).union(&failed));
        self.delayed = self.delayed_pods(&tracked, profile);
    }

    /// The pod's failure is the last that its index may have. Upstream `isIndexFailed`.
    fn fails_its_index(&self, pod: &Pod, profile: &Profile) -> bool {
        if !self.is_failed(pod) {
            return false;
        }
        let matched = failure_policy::policy_of(&self.job, profile)
            .and_then(|policy| failure_policy::first_match(policy, pod, profile));
        match matched.map(|matched| matched.action) {
            Some(PodFailurePolicyAction::FailIndex) => true,
            Some(PodFailurePolicyAction::Ignore) => false,
            _ => index_failures(pod) >= self.job.spec.backoff_limit_per_index.unwrap_or(0),
        }
    }

    /// For each index that is still to run, the failed pod that holds its failure counts until a replacement does.
    fn delayed_pods(&self, tracked: &[(i32, Arc<Pod>)], profile: &Profile) -> SortedMap<i32, Arc<Pod>> {
        let completions = self.completions();
        let active = Indexes::of(self.active_indexes().filter(|index| *index < completions).collect());
        let has_failed = |index| self.failed_indexes.as_ref().is_some_and(|failed| failed.contains(index));
        let mut delayed: SortedMap<i32, Arc<Pod>> = SortedMap::new();
        for (index, pod) in tracked {
            let runs_again =
                !self.succeeded_indexes.contains(*index) && !has_failed(*index) && !active.contains(*index);
            if !runs_again || !self.is_failed(pod) || !self.is_tracked(pod) {
                continue;
            }
            let attempts = |pod: &Pod| index_failures(pod).saturating_add(index_ignored_failures(pod));
            let is_later = delayed.get(index).is_none_or(|kept| {
                attempts(pod) >= attempts(kept) && finish_time(pod, profile) >= finish_time(kept, profile)
            });
            if is_later {
                delayed.insert(index, pod.clone());
            }
        }
        delayed
    }
}
