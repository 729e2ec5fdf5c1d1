//! What a checker remembers of a run that no world holds.

use std::collections::{BTreeMap, BTreeSet};

use super::step::{self, Moment, Step, Stored, index_of, uncounted};
use crate::api::{ApiError, Kind, PodPatch, PodPhase, Request, Text};
use crate::controllers::job::indexes::Indexes;
use crate::trace::ExpectationsMet;

#[derive(Clone, Debug, Default)]
pub struct Ghost {
    /// Assumptions are ignored: every exception is reported.
    pub strict: bool,
    /// By UID.
    jobs: BTreeMap<Text, JobGhost>,
}

#[derive(Clone, Debug, Default)]
pub struct JobGhost {
    /// Pods that an uncounted list has ever named.
    pub booked: BTreeSet<Text>,
    /// Those of them that were called failed before they had ended.
    pub booked_alive: BTreeSet<Text>,
    /// How often each pod was counted, as succeeded and as failed.
    pub counted: BTreeMap<Text, (u32, u32)>,
    /// How often a pod that was booked before was adopted anew.
    pub adopted_anew: BTreeMap<Text, u32>,
    /// Pods that were gone when their finalizer was to go: the controller takes that for done and expects no event, so
    /// until the cache shows it the pod looks uncounted.
    pub found_gone: BTreeSet<Text>,
    /// Indexes that were ever stored as completed.
    pub completed: BTreeSet<i32>,
    /// Indexes that had two pods at a time, or a pod after they were decided.
    pub doubled: BTreeSet<i32>,
    /// The revision of the latest status write, and of the latest one whose answer was lost.
    pub status_written: u64,
    pub answer_lost: u64,
    /// Pods may exist that the cache lacks and no expectation stands for.
    pub unseen_pods: bool,
}

impl Ghost {
    pub fn job(&self, uid: &str) -> &JobGhost {
        static NOTHING: JobGhost = JobGhost {
            booked: BTreeSet::new(),
            booked_alive: BTreeSet::new(),
            counted: BTreeMap::new(),
            adopted_anew: BTreeMap::new(),
            found_gone: BTreeSet::new(),
            completed: BTreeSet::new(),
            doubled: BTreeSet::new(),
            status_written: 0,
            answer_lost: 0,
            unseen_pods: false,
        };
        self.jobs.get(uid).unwrap_or(&NOTHING)
    }

    /// A-fresh of the Job: the cached Job is as new as the controller's own status writes. Where the controller waits
    /// for its own writes, only a lost answer excuses it.
    pub fn job_is_fresh(&self, moment: &Moment<'_>) -> bool {
        let Some((_, job)) = moment.synced_job() else {
            return false;
        };
        let ghost = self.job(&job.metadata.uid);
        let needed =
            if moment.step.profile.reads_own_writes { ghost.answer_lost } else { ghost.status_written };
        self.strict || job.metadata.resource_version >= needed
    }

    /// A-fresh and A-notimeout of the pods: expectations stand for every pod that the cache lacks.
    pub fn pods_are_known(&self, moment: &Moment<'_>) -> bool {
        let Some((sync, job)) = moment.synced_job() else {
            return false;
        };
        self.strict || sync.met != Some(ExpectationsMet::Expired) && !self.job(&job.metadata.uid).unseen_pods
    }

    pub fn learn_request(&mut self, moment: &Moment<'_>) {
        self.learn_status_write(moment);
        self.learn_post(moment);
        self.learn_adoption(moment);
        self.learn_missing_pod(moment);
    }

    pub fn learn_step(&mut self, step: &Step<'_>) {
        if let Some(sync) = &step.sync
            && sync.met == Some(ExpectationsMet::Expired)
            && let Some(job) = sync.job
        {
            self.of(&job.metadata.uid).unseen_pods = true;
        }
        if step.after.cluster().streams().pending(Kind::Pod).len() == 0 {
            self.jobs.values_mut().for_each(|job| job.unseen_pods = false);
        }
    }

    fn of(&mut self, uid: &Text) -> &mut JobGhost {
        self.jobs.entry(uid.clone()).or_default()
    }

    fn learn_status_write(&mut self, moment: &Moment<'_>) {
        let Some((old, new)) = moment.status_write() else {
            return;
        };
        let revision = new.metadata.resource_version;
        let (was, is) = (uncounted(&old.status), uncounted(&new.status));
        let alive = |uid: &&Text| {
            let pod = moment.step.sync.as_ref().and_then(|sync| sync.claimed_by_uid(uid));
            pod.is_some_and(|pod| !pod.is_terminal())
        };
        let ghost = self.of(&new.metadata.uid);
        ghost.status_written = revision;
        if moment.sent.exchange.answer.is_err() {
            ghost.answer_lost = revision;
        }
        let entered = is.1.iter().filter(|uid| !was.1.contains(uid));
        ghost.booked_alive.extend(entered.filter(alive).cloned());
        ghost.booked.extend(is.0.iter().chain(is.1).cloned());
        for uid in was.0.iter().filter(|uid| !is.0.contains(uid)) {
            ghost.counted.entry(uid.clone()).or_default().0 += 1;
        }
        for uid in was.1.iter().filter(|uid| !is.1.contains(uid)) {
            ghost.counted.entry(uid.clone()).or_default().1 += 1;
        }
        ghost.completed.extend(step::completed(&new.status).iter());
    }

    fn learn_post(&mut self, moment: &Moment<'_>) {
        let Some(Stored::Pod(_, Some(pod))) = moment.sent.stored else {
            return;
        };
        let (Request::CreatePod { .. }, Some(owner)) =
            (&moment.sent.exchange.request, pod.metadata.controller())
        else {
            return;
        };
        let is_lost = !moment.sent.is_by_controller() || moment.sent.exchange.answer.is_err();
        let index = index_of(pod).filter(|index| is_doubled(moment, &owner.uid, *index));
        let ghost = self.of(&owner.uid);
        ghost.unseen_pods |= is_lost;
        ghost.doubled.extend(index);
    }

    fn learn_adoption(&mut self, moment: &Moment<'_>) {
        let Request::PatchPod { patch: PodPatch::Adopt { pod_uid, owner, .. }, .. } =
            &moment.sent.exchange.request
        else {
            return;
        };
        let Some(Stored::Pod(_, Some(pod))) = moment.sent.stored else {
            return;
        };
        let ghost = self.of(&owner.uid);
        if ghost.booked.contains(pod_uid) {
            *ghost.adopted_anew.entry(pod_uid.clone()).or_default() += 1;
        }
        ghost.doubled.extend(index_of(pod));
        ghost.unseen_pods = true;
    }

    fn learn_missing_pod(&mut self, moment: &Moment<'_>) {
        let exchange = moment.sent.exchange;
        if let Request::PatchPod { key, patch: PodPatch::RemoveFinalizer } = &exchange.request
            && exchange.answer.as_ref().is_err_and(ApiError::is_not_found)
            && let Some((sync, job)) = moment.synced_job()
            && let Some(pod) = sync.cached_pod(key)
        {
            self.of(&job.metadata.uid).found_gone.insert(pod.metadata.uid.clone());
        }
    }
}

/// A new pod of the index is not the only one, or comes after its end.
fn is_doubled(moment: &Moment<'_>, owner: &str, index: i32) -> bool {
    let others = moment.held.owned(owner).filter(|pod| index_of(pod) == Some(index));
    let decided = moment.held.job_of_uid(owner).is_some_and(|job| {
        let failed = job.status.failed_indexes.as_deref().unwrap_or_default();
        let failed = Indexes::parse(failed, i32::MAX);
        step::completed(&job.status).contains(index) || failed.contains(index)
    });
    decided || others.filter(|pod| pod.status.phase != PodPhase::Failed).count() > 0
}
