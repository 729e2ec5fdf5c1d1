//! The cached objects, with pods indexed by who controls them.

use std::sync::Arc;

use crate::api::{ByKey, CONTROLLER_UID, Job, Kind, Object, ObjectKey, Pod, Text};
use crate::sorted::SortedMap;
use crate::trace::CacheChange;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    jobs: ByKey<Arc<Job>>,
    pods: ByKey<Arc<Pod>>,
    /// The pods again, by the UID of their controller; those without one under the empty text.
    by_owner: SortedMap<Text, ByKey<Listed>>,
    job_revision: u64,
    pod_revision: u64,
}

impl Cache {
    pub fn new() -> Cache {
        Cache {
            jobs: ByKey::new(),
            pods: ByKey::new(),
            by_owner: SortedMap::new(),
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

    /// The keys of all pods, in order.
    pub fn pod_keys(&self) -> impl Iterator<Item = &ObjectKey> {
        self.pods.keys()
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

    /// Applies a change that this or an equal cache made before. Returns the object that it replaced or took away.
    pub fn apply(&mut self, change: &CacheChange) -> Option<Object> {
        match change {
            CacheChange::Job { key, job: Some(job) } => {
                return self.jobs.insert(key, job.clone()).map(Object::Job);
            }
            CacheChange::Job { key, job: None } => return self.jobs.remove(key).map(Object::Job),
            CacheChange::Pod { key, pod: Some(pod) } => return self.set_pod(key, pod).map(Object::Pod),
            CacheChange::Pod { key, pod: None } => {
                let gone = self.pods.remove(key)?;
                self.forget_owned(key, &owner_uid(&gone));
                return Some(Object::Pod(gone));
            }
            CacheChange::Revision { kind: Kind::Job, revision } => self.job_revision = *revision,
            CacheChange::Revision { kind: Kind::Pod, revision } => self.pod_revision = *revision,
            CacheChange::Cleared { kind: Kind::Job } => self.jobs.clear(),
            CacheChange::Cleared { kind: Kind::Pod } => {
                self.pods.clear();
                self.by_owner.clear();
            }
        }
        None
    }

    fn set_pod(&mut self, key: &ObjectKey, pod: &Arc<Pod>) -> Option<Arc<Pod>> {
        let before = self.pods.insert(key, pod.clone());
        let owner = owner_uid(pod);
        if let Some(before) = &before {
            let owner_before = owner_uid(before);
            if owner_before != owner {
                self.forget_owned(key, &owner_before);
            } else if let Some(listed) = self.by_owner.get_mut(&owner).and_then(|pods| pods.get_mut(key)) {
                listed.update(pod.clone());
                return Some(before.clone());
            }
        }
        if let Some(owned) = self.by_owner.get_or_insert(&owner, ByKey::new()) {
            owned.insert(key, Listed::new(pod.clone()));
        }
        before
    }

    fn forget_owned(&mut self, key: &ObjectKey, owner: &Text) {
        if let Some(owned) = self.by_owner.get_mut(owner) {
            owned.remove(key);
            if owned.is_empty() {
                self.by_owner.remove(owner);
            }
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

    /// Takes the pod's next state. Index and labels are only read again where they are not the same as before.
    fn update(&mut self, pod: Arc<Pod>) {
        let (before, after) = (&self.pod.metadata, &pod.metadata);
        let same = Arc::ptr_eq(&before.labels, &after.labels)
            && Arc::ptr_eq(&before.annotations, &after.annotations)
            && Arc::ptr_eq(&before.owner_references, &after.owner_references);
        if !same {
            *self = Listed::new(pod);
            return;
        }
        (self.active, self.ready) = (pod.is_active(), pod.is_ready());
        self.pod = pod;
    }
}

fn owner_uid(pod: &Pod) -> Text {
    pod.metadata.controller().map_or_else(Text::default, |owner| owner.uid.clone())
}
