//! One step taken apart: the requests in their order, the store between them, and what a sync read.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::api::job::{OnExitCodes, OnPodCondition};
use crate::api::{
    COMPLETION_INDEX, ConditionStatus, ContainerState, Exchange, Job, JobStatus, ObjectKey, Pod,
    PodFailurePolicyAction, PodPatch, PodPhase, PodReplacementPolicy, Request, Requester, TRACKING_FINALIZER,
    Text,
};
use crate::cluster::Cluster;
use crate::controllers::job::Profile;
use crate::controllers::job::indexes::Indexes;
use crate::time::Time;
use crate::trace::{Change, ExpectationsMet, Line, Note, QueueName, StoreChange};
use crate::world::{Action, World};

pub struct Step<'a> {
    pub profile: &'a Profile,
    pub before: &'a World,
    pub action: &'a Action,
    pub lines: &'a [Line],
    pub after: &'a World,
    pub requests: Vec<Sent<'a>>,
    /// The sync of a Job, if the step is one.
    pub sync: Option<Sync<'a>>,
}

/// A request, with what it changed in the store.
pub struct Sent<'a> {
    pub exchange: &'a Exchange,
    /// The line that tells of it.
    pub note: &'a Note,
    pub stored: Option<Stored<'a>>,
}

/// The object after the change; `None`: removed.
pub enum Stored<'a> {
    Job(&'a ObjectKey, Option<&'a Arc<Job>>),
    Pod(&'a ObjectKey, Option<&'a Arc<Pod>>),
}

/// A request in its place: the store before and after it.
pub struct Moment<'a> {
    pub step: &'a Step<'a>,
    pub sent: &'a Sent<'a>,
    /// Before the request.
    pub held: &'a Store,
    /// After it.
    pub store: &'a Store,
}

#[derive(Clone)]
pub struct Store {
    pub jobs: BTreeMap<ObjectKey, Arc<Job>>,
    pub pods: BTreeMap<ObjectKey, Arc<Pod>>,
}

/// What the sync of one Job read.
pub struct Sync<'a> {
    pub key: ObjectKey,
    /// As cached.
    pub job: Option<&'a Arc<Job>>,
    pub met: Option<ExpectationsMet>,
    pub now: Time,
    /// Cached pods that were gone when the Job was to adopt them.
    vanished: Vec<&'a ObjectKey>,
    world: &'a World,
}

impl<'a> Step<'a> {
    pub fn new(
        profile: &'a Profile,
        before: &'a World,
        action: &'a Action,
        lines: &'a [Line],
        after: &'a World,
    ) -> Step<'a> {
        let requests = requests(lines);
        let sync = Sync::of(before, action, lines, &requests);
        Step { profile, before, action, lines, after, requests, sync }
    }

    pub fn notes(&self) -> impl Iterator<Item = &'a Note> {
        self.lines.iter().map(|line| &line.note)
    }

    pub fn crashed(&self) -> bool {
        self.notes().any(|note| matches!(note, Note::ControllerCrashed { .. }))
    }

    /// Requests of the controller, without Events.
    pub fn by_controller(&self) -> impl Iterator<Item = &Sent<'a>> {
        self.requests.iter().filter(|sent| sent.is_by_controller())
    }
}

fn requests(lines: &[Line]) -> Vec<Sent<'_>> {
    let mut requests = Vec::new();
    for line in lines {
        let mut stored = None;
        for change in &line.changes {
            match change {
                Change::Store(StoreChange::Job { key, job, .. }) => {
                    stored = Some(Stored::Job(key, job.as_ref()));
                }
                Change::Store(StoreChange::Pod { key, pod, .. }) => {
                    stored = Some(Stored::Pod(key, pod.as_ref()));
                }
                Change::Exchange(exchange) => {
                    requests.push(Sent { exchange, note: &line.note, stored: stored.take() });
                }
                _ => {}
            }
        }
    }
    requests
}

impl Sent<'_> {
    pub fn is_by_controller(&self) -> bool {
        self.exchange.requester == Requester::JobController
            && !matches!(self.exchange.request, Request::RecordEvent { .. })
    }
}

impl Store {
    pub fn of(cluster: &Cluster) -> Store {
        Store {
            jobs: cluster.jobs().map(|job| (job.key(), job.clone())).collect(),
            pods: cluster.pods().map(|pod| (pod.key(), pod.clone())).collect(),
        }
    }

    pub fn apply(&mut self, sent: &Sent<'_>) {
        match sent.stored {
            Some(Stored::Job(key, Some(job))) => drop(self.jobs.insert(key.clone(), job.clone())),
            Some(Stored::Job(key, None)) => drop(self.jobs.remove(key)),
            Some(Stored::Pod(key, Some(pod))) => drop(self.pods.insert(key.clone(), pod.clone())),
            Some(Stored::Pod(key, None)) => drop(self.pods.remove(key)),
            None => {}
        }
    }

    pub fn job_of_uid(&self, uid: &str) -> Option<&Arc<Job>> {
        self.jobs.values().find(|job| &*job.metadata.uid == uid)
    }

    pub fn owned<'a>(&'a self, uid: &'a str) -> impl Iterator<Item = &'a Arc<Pod>> {
        self.pods.values().filter(move |pod| pod.metadata.is_controlled_by(uid))
    }
}

impl<'a> Moment<'a> {
    /// A status write of the controller that changed the Job: the Job before and after it.
    pub fn status_write(&self) -> Option<(&'a Arc<Job>, &'a Arc<Job>)> {
        let is_write = matches!(self.sent.exchange.request, Request::UpdateJobStatus { .. });
        match self.sent.stored {
            Some(Stored::Job(key, Some(new))) if is_write && self.sent.is_by_controller() => {
                Some((self.held.jobs.get(key)?, new))
            }
            _ => None,
        }
    }

    /// A pod that the controller made: it is stored, whatever the answer was.
    pub fn posted(&self) -> Option<&'a Arc<Pod>> {
        let is_post = matches!(self.sent.exchange.request, Request::CreatePod { .. });
        match self.sent.stored {
            Some(Stored::Pod(_, Some(pod))) if is_post && self.sent.is_by_controller() => Some(pod),
            _ => None,
        }
    }

    /// The cached Job of the sync in which this request was sent.
    pub fn synced_job(&self) -> Option<(&'a Sync<'a>, &'a Arc<Job>)> {
        let sync = self.step.sync.as_ref()?;
        Some((sync, sync.job?))
    }
}

impl<'a> Sync<'a> {
    fn of(before: &'a World, action: &Action, lines: &'a [Line], requests: &[Sent<'a>]) -> Option<Sync<'a>> {
        if *action != Action::ProcessJob {
            return None;
        }
        let item = lines.iter().find_map(|line| match &line.note {
            Note::WorkerTook { queue: QueueName::Job, item, .. } => Some(item),
            _ => None,
        })?;
        let (namespace, name) = item.split_once('/')?;
        let key = ObjectKey::new(namespace, name);
        let now = before.now();
        let met = before.controller().expectations().met(&key, now);
        let vanished = requests.iter().filter_map(|sent| match &sent.exchange.request {
            Request::PatchPod { key, patch: PodPatch::Adopt { .. } } if sent.exchange.answer.is_err() => {
                Some(key)
            }
            _ => None,
        });
        let vanished = vanished.collect();
        Some(Sync { job: before.cache().job(&key), key, met, now, vanished, world: before })
    }

    /// The cached pods that the Job claims: its own that match, and ownerless ones that it adopts.
    pub fn claimed(&self) -> impl Iterator<Item = &'a Arc<Pod>> + use<'a, '_> {
        let job = self.job;
        let claimed = self.world.cache().pods().filter(move |pod| job.is_some_and(|job| claims(job, pod)));
        claimed.filter(|pod| self.vanished.is_empty() || !self.vanished.contains(&&pod.key()))
    }

    pub fn cached_pod(&self, key: &ObjectKey) -> Option<&'a Arc<Pod>> {
        self.world.cache().pod(key)
    }

    pub fn claimed_by_uid(&self, uid: &str) -> Option<&'a Arc<Pod>> {
        self.claimed().find(|pod| &*pod.metadata.uid == uid)
    }

    /// Claimed pods that are finished or terminating and whose finalizer is neither gone nor expected to go.
    pub fn tracked(&self) -> impl Iterator<Item = &'a Arc<Pod>> + use<'a, '_> {
        let expected = self.world.controller().finalizer_expectations().get(&self.key);
        self.claimed().filter(move |pod| {
            (pod.metadata.has_finalizer(TRACKING_FINALIZER) || pod.metadata.controller().is_none())
                && !expected.contains(&pod.metadata.uid)
        })
    }
}

/// The pod is the Job's, or becomes it.
pub fn claims(job: &Job, pod: &Pod) -> bool {
    let matches = || {
        let selector = job.spec.selector.as_ref();
        pod.metadata.namespace == job.metadata.namespace
            && selector.is_some_and(|selector| selector.matches(&pod.metadata.labels))
    };
    match pod.metadata.controller() {
        Some(owner) => owner.uid == job.metadata.uid && matches(),
        None => !job.metadata.is_deleting() && !pod.metadata.is_deleting() && matches(),
    }
}

pub fn index_of(pod: &Pod) -> Option<i32> {
    pod.metadata.annotations.get(COMPLETION_INDEX)?.parse().ok().filter(|index| *index >= 0)
}

/// The pod may be counted: the Job has no indexes, or has this one.
pub fn may_count(job: &Job, pod: &Pod) -> bool {
    let completions = job.spec.completions.unwrap_or(i32::MAX);
    !job.spec.is_indexed() || index_of(pod).is_some_and(|index| index < completions)
}

pub fn completed(status: &JobStatus) -> Indexes {
    Indexes::parse(&status.completed_indexes, i32::MAX)
}

/// UIDs announced and not counted yet, succeeded and failed.
pub fn uncounted(status: &JobStatus) -> (&[Text], &[Text]) {
    match &status.uncounted_terminated_pods {
        Some(lists) => (&lists.succeeded, &lists.failed),
        None => (&[], &[]),
    }
}

/// A pod that is being deleted counts as failed at once.
pub fn terminating_fails(job: &Job, profile: &Profile) -> bool {
    let judged_at_the_end = job.spec.pod_failure_policy.is_some()
        && profile.pod_failure_policy
        && profile.pod_disruption_conditions;
    !judged_at_the_end && !waits_for_terminating(job, profile)
}

/// A terminating pod still holds the place of its replacement.
pub fn waits_for_terminating(job: &Job, profile: &Profile) -> bool {
    let policy = job.spec.pod_failure_policy.is_some() && profile.pod_failure_policy;
    let replaces_failed = job.spec.pod_replacement_policy == Some(PodReplacementPolicy::Failed);
    profile.pod_replacement_policy && (replaces_failed || policy && profile.pod_disruption_conditions)
}

pub fn counts_as_failed(job: &Job, pod: &Pod, profile: &Profile) -> bool {
    match pod.status.phase {
        PodPhase::Failed => true,
        PodPhase::Succeeded => false,
        _ => pod.metadata.is_deleting() && terminating_fails(job, profile),
    }
}

/// The first rule of the failure policy that the pod matches says `Ignore`.
pub fn is_ignored(job: &Job, pod: &Pod, profile: &Profile) -> bool {
    let Some(policy) = job.spec.pod_failure_policy.as_ref().filter(|_| profile.pod_failure_policy) else {
        return false;
    };
    let matched = policy.rules.iter().find(|rule| {
        let known = match rule.action {
            PodFailurePolicyAction::FailIndex => profile.backoff_limit_per_index,
            PodFailurePolicyAction::Other(_) => false,
            _ => true,
        };
        known
            && match (&rule.on_exit_codes, &rule.on_pod_conditions) {
                (Some(codes), _) => exits_with(codes, pod),
                (None, Some(patterns)) => has_condition(patterns, pod),
                (None, None) => false,
            }
    });
    matched.is_some_and(|rule| rule.action == PodFailurePolicyAction::Ignore)
}

fn exits_with(codes: &OnExitCodes, pod: &Pod) -> bool {
    let statuses = pod.status.container_statuses.iter().chain(&pod.status.init_container_statuses);
    statuses.filter(|status| codes.container_name.as_ref().is_none_or(|name| *name == status.name)).any(
        |status| match (&status.state, &*codes.operator) {
            (ContainerState::Terminated { exit_code: 0, .. }, _) => false,
            (ContainerState::Terminated { exit_code, .. }, "In") => codes.values.contains(exit_code),
            (ContainerState::Terminated { exit_code, .. }, "NotIn") => !codes.values.contains(exit_code),
            _ => false,
        },
    )
}

fn has_condition(patterns: &[OnPodCondition], pod: &Pod) -> bool {
    patterns.iter().any(|pattern| {
        let status = pattern.status.unwrap_or(ConditionStatus::True);
        pod.status.condition(&pattern.r#type).is_some_and(|condition| condition.status == status)
    })
}

/// When the last container ended, if the pod says so for all.
pub fn ended_at(pod: &Pod) -> Option<Time> {
    let ends = pod.status.container_statuses.iter().map(|status| match status.state {
        ContainerState::Terminated { finished_at, .. } => finished_at,
        _ => None,
    });
    ends.collect::<Option<Vec<Time>>>()?.into_iter().max()
}
