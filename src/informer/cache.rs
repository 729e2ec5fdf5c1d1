//! The cached objects, with pods indexed by who controls them.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::api::{CONTROLLER_UID, Job, Kind, ObjectKey, Pod, Text};
use crate::trace::CacheChange;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    jobs: BTreeMap<ObjectKey, Arc<Job>>,
    pods: BTreeMap<ObjectKey, Arc<Pod>>,
    /// The pods again, by the UID of their controller; those without one under the empty text.
    by_owner: BTreeMap<Text, BTreeMap<ObjectKey, Listed>>,
    job_revision: u64,
    pod_revision: u64,
}

impl Cache {
    pub fn new() -> Cache {
        Cache {
            jobs: BTreeMap::new(),
            pods: BTreeMap::new(),
            by_owner: BTreeMap::new(),
            job_revision: 1,
            pod_revision: 1,
        }
    }

    pub fn job(&self, key: &ObjectKey) -> Option<&Arc<Job>> {
        self.jobs.get(key)
    }

    pub fn pod(&self, key: &ObjectKey) -> Option<&Arc<Pod>> {
        self.pods.get(key)
    }

    /// All Jobs, by key.
    pub fn jobs(&self) -> impl ExactSizeIterator<Item = &Arc<Job>> {
        self.jobs.values()
    }

    /// All pods, by key.
    pub fn pods(&self) -> impl ExactSizeIterator<Item = &Arc<Pod>> {
        self.pods.values()
    }

    /// Pods of any namespace that this UID controls, by key. The empty text asks for those without a controller.
    pub fn pods_controlled_by(&self, uid: &str) -> impl Iterator<Item = &Listed> {
        self.by_owner.get(uid).into_iter().flat_map(|pods| pods.values())
    }

    /// The newest revision of this kind that the cache has seen.
    pub fn revision(&self, kind: Kind) -> u64 {
        match kind {
            Kind::Job => self.job_revision,
            Kind::Pod => self.pod_revision,
        }
    }

    /// Applies a change that this or an equal cache made before.
    pub fn apply(&mut self, change: &CacheChange) {
        match change {
            CacheChange::Job { key, job: Some(job) } => {
                self.jobs.insert(key.clone(), job.clone());
            }
            CacheChange::Job { key, job: None } => {
                self.jobs.remove(key);
            }
            CacheChange::Pod { key, pod } => self.set_pod(key, pod.clone()),
            CacheChange::Revision { kind: Kind::Job, revision } => self.job_revision = *revision,
            CacheChange::Revision { kind: Kind::Pod, revision } => self.pod_revision = *revision,
            CacheChange::Cleared { kind: Kind::Job } => self.jobs.clear(),
            CacheChange::Cleared { kind: Kind::Pod } => {
                self.pods.clear();
                self.by_owner.clear();
            }
        }
    }

    fn set_pod(&mut self, key: &ObjectKey, pod: Option<Arc<Pod>>) {
        let before = match &pod {
            Some(pod) => self.pods.insert(key.clone(), pod.clone()),
            None => self.pods.remove(key),
        };
        if let Some(before) = before {
            let owner = owner_uid(&before);
            if pod.as_ref().is_none_or(|pod| owner_uid(pod) != owner)
                && let Some(owned) = self.by_owner.get_mut(&owner)
            {
                owned.remove(key);
                if owned.is_empty() {
                    self.by_owner.remove(&owner);
                }
            }
        }
        if let Some(pod) = pod {
            self.by_owner.entry(owner_uid(&pod)).or_default().insert(key.clone(), Listed::new(pod));
        }
    }
}

impl Default for Cache {
    fn default() -> Cache {
        Cache::new()
    }
}

/// A pod with what a sync asks of every pod, read off it once. A sync of thousands of pods in which nothing happened
/// need not look at the pods themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub pod: Arc<Pod>,
    pub active: bool,
    pub ready: bool,
    /// The completion index by the annotation. `None`: absent, unreadable or negative.
    pub index: Option<i32>,
    /// The label with the controller's UID names the pod's own controller.
    pub labelled_by_owner: bool,
}

impl Listed {
    pub fn new(pod: Arc<Pod>) -> Listed {
        let metadata = &pod.metadata;
        let labelled = metadata.labels.get(CONTROLLER_UID);
        Listed {
            active: pod.is_active(),
            ready: pod.is_ready(),
            index: pod.completion_index(),
            labelled_by_owner: labelled.is_some_and(|uid| metadata.is_controlled_by(uid)),
            pod,
        }
    }
}

fn owner_uid(pod: &Pod) -> Text {
    pod.metadata.controller().map_or_else(|| "".into(), |owner| owner.uid.clone())
}
