//! How users and the kubelet act on Jobs and pods: each as requests to the cluster.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::action::{ForeignPod, JobChange};
use super::{World, changed_fields, not_possible};
use crate::api::{
    COMPLETION_INDEX, Container, Job, Labels, Object, ObjectKey, ObjectMeta, Pod, PodPhase, PodSpec,
    Propagation, Request, Requester, RestartPolicy, TRACKING_FINALIZER, Text,
};
use crate::api::{apply, manifest};
use crate::kubelet::{PodAct, Reports};
use crate::trace::{Note, Obstacle, PodEdit, PodReport, Trace};

impl World {
    pub(super) fn create_job(&mut self, job: &Arc<Value>, trace: &mut Trace) {
        let request = Request::CreateJob { job: job.clone() };
        if let Some(created) = self.request(Requester::User, request, trace) {
            self.applied.insert(&created.key(), job.clone());
            let generation = created.metadata().generation;
            trace.note(Note::JobCreated { job: created.key(), generation });
        }
    }

    /// What is not there is created, as `kubectl apply` does.
    pub(super) fn apply_job(&mut self, job: &Arc<Value>, trace: &mut Trace) {
        let key = manifest::key_of(job);
        let Some(stored) = self.cluster.job(&key).cloned() else {
            return self.create_job(job, trace);
        };
        let merged = apply::merged(self.applied(&key), job, manifest::to_value(&stored));
        if self.update_job(&stored, merged, trace) {
            self.applied.insert(&key, job.clone());
        }
    }

    pub(super) fn change_job(&mut self, key: &ObjectKey, change: &JobChange, trace: &mut Trace) {
        let Some(stored) = self.cluster.job(key).cloned() else {
            return not_possible(Obstacle::NoSuchJob, key, trace);
        };
        let mut job = manifest::to_value(&stored);
        change.make(&mut job);
        self.update_job(&stored, job, trace);
    }

    /// Whether the API server took it.
    fn update_job(&mut self, stored: &Job, job: Value, trace: &mut Trace) -> bool {
        let request = Request::UpdateJob { key: stored.key(), job: Arc::new(job) };
        let Some(Object::Job(updated)) = self.request(Requester::User, request, trace) else {
            return false;
        };
        let job = stored.key();
        trace.note(if updated.metadata.resource_version == stored.metadata.resource_version {
            Note::JobUnchanged { job }
        } else {
            Note::JobUpdated {
                job,
                fields: changed_fields(stored, &updated),
                generation_before: stored.metadata.generation,
                generation: updated.metadata.generation,
            }
        });
        true
    }

    pub(super) fn delete_job(&mut self, key: &ObjectKey, propagation: Propagation, trace: &mut Trace) {
        let request = Request::DeleteJob { key: key.clone(), propagation };
        let Some(deleted) = self.request(Requester::User, request, trace) else {
            return;
        };
        let job = key.clone();
        trace.note(if self.cluster.job(key).is_some() {
            Note::JobDeletionMarked { job, propagation, generation: deleted.metadata().generation }
        } else {
            Note::JobRemoved { job, propagation: Some(propagation) }
        });
    }

    pub(super) fn delete_pod(&mut self, key: &ObjectKey, force: bool, trace: &mut Trace) {
        self.send_pod_deletion(Requester::User, key, force.then_some(0), trace);
    }

    fn send_pod_deletion(
        &mut self,
        requester: Requester,
        key: &ObjectKey,
        grace: Option<i64>,
        trace: &mut Trace,
    ) {
        let before = self.cluster.revision();
        let request = Request::DeletePod { key: key.clone(), grace_seconds: grace };
        if self.request(requester, request, trace).is_none() {
            return;
        }
        let pod = key.clone();
        trace.note(match self.cluster.pod(key) {
            None => Note::PodRemoved { pod, requester },
            Some(_) if self.cluster.revision() == before => Note::PodDeletionUnchanged { pod, requester },
            Some(marked) => Note::PodDeletionMarked {
                pod,
                requester,
                grace_seconds: marked.metadata.deletion_grace_period_seconds.unwrap_or(0),
                finalizers: marked.metadata.finalizers.to_vec(),
            },
        });
    }

    pub(super) fn label_pod(
        &mut self,
        key: &ObjectKey,
        labels: &BTreeMap<String, String>,
        trace: &mut Trace,
    ) {
        self.edit_pod(key, PodEdit::Labels, trace, |metadata| {
            let held = Arc::make_mut(&mut metadata.labels);
            for (label, value) in labels {
                if value.is_empty() {
                    held.remove(label);
                } else {
                    held.insert(label.clone(), value.clone());
                }
            }
        });
    }

    pub(super) fn remove_pod_owner(&mut self, key: &ObjectKey, trace: &mut Trace) {
        self.edit_pod(key, PodEdit::OwnerRemoved, trace, |metadata| {
            metadata.owner_references = Arc::default();
        });
    }

    pub(super) fn remove_pod_finalizers(&mut self, key: &ObjectKey, trace: &mut Trace) {
        self.edit_pod(key, PodEdit::FinalizersRemoved, trace, |metadata| {
            metadata.finalizers = Arc::default();
        });
    }

    fn edit_pod(
        &mut self,
        key: &ObjectKey,
        edit: PodEdit,
        trace: &mut Trace,
        change: impl FnOnce(&mut ObjectMeta),
    ) {
        let Some(stored) = self.cluster.pod(key) else {
            return not_possible(Obstacle::NoSuchPod, key, trace);
        };
        let mut pod = Pod::clone(stored);
        change(&mut pod.metadata);
        if self.request(Requester::User, Request::UpdatePod { pod: Arc::new(pod) }, trace).is_some() {
            trace.note(Note::PodEdited { pod: key.clone(), edit });
        }
    }

    pub(super) fn create_foreign_pod(&mut self, foreign: &ForeignPod, trace: &mut Trace) {
        let request = Request::CreatePod { pod: Arc::new(self.foreign_pod(foreign)) };
        if let Some(created) = self.request(Requester::User, request, trace) {
            trace.note(Note::PodMade { pod: created.key() });
        }
    }

    fn foreign_pod(&self, foreign: &ForeignPod) -> Pod {
        let namespace = &foreign.pod.namespace;
        let job =
            |name: &Text| self.cluster.job(&ObjectKey { namespace: namespace.clone(), name: name.clone() });
        let mut labels = BTreeMap::new();
        if let Some(job) = foreign.selected_by.as_ref().and_then(job) {
            labels.extend(job.spec.selector.iter().flat_map(|selector| selector.match_labels.clone()));
        }
        labels.extend(foreign.labels.clone());
        let mut annotations = foreign.annotations.clone();
        if let Some(index) = foreign.index {
            annotations.insert(COMPLETION_INDEX.to_owned(), index.to_string());
        }
        let owner = foreign.owner.as_ref().and_then(job).map(|job| job.controller_reference());
        let container = Container { name: "main".into(), image: "img".into(), ..Container::default() };
        let spec = PodSpec {
            containers: Arc::new(vec![container]),
            restart_policy: Some(RestartPolicy::Never),
            termination_grace_period_seconds: Some(30),
            ..PodSpec::default()
        };
        let metadata = ObjectMeta {
            name: foreign.pod.name.clone(),
            namespace: namespace.clone(),
            labels: Labels::new(labels),
            annotations: Labels::new(annotations),
            owner_references: owner.into_iter().collect(),
            finalizers: foreign.finalizer.then(|| TRACKING_FINALIZER.into()).into_iter().collect(),
            ..ObjectMeta::default()
        };
        Pod { metadata, spec: Arc::new(spec), status: Default::default() }
    }

    pub(super) fn act_on_pod(&mut self, key: &ObjectKey, act: &PodAct, trace: &mut Trace) {
        let Some(stored) = self.cluster.pod(key).cloned() else {
            return not_possible(Obstacle::NoSuchPod, key, trace);
        };
        self.act_on(&stored, act, &mut Reports::new(act, self.now), trace);
    }

    fn act_on(&mut self, stored: &Arc<Pod>, act: &PodAct, reports: &mut Reports<'_>, trace: &mut Trace) {
        if let Some(obstacle) = act.obstacle(stored) {
            return not_possible(obstacle, &stored.key(), trace);
        }
        if *act != PodAct::ConfirmDeletion {
            self.report(stored, reports, trace);
        }
        if matches!(act, PodAct::ConfirmDeletion | PodAct::EndTermination { .. }) {
            let key = stored.key();
            if self.cluster.pod(&key).is_some() {
                self.send_pod_deletion(Requester::Kubelet, &key, Some(0), trace);
            }
        }
    }

    fn report(&mut self, stored: &Arc<Pod>, reports: &mut Reports<'_>, trace: &mut Trace) {
        let (pod, report) = reports.of(stored);
        let unchanged = pod == **stored;
        if self.request(Requester::Kubelet, Request::UpdatePod { pod: Arc::new(pod) }, trace).is_some() {
            let report = if unchanged { PodReport::Unchanged } else { report };
            trace.note(Note::PodReported { pod: stored.key(), report });
        }
    }

    pub(super) fn act_on_pods(&mut self, first: Option<u32>, act: &PodAct, trace: &mut Trace) {
        let fits = |pod: &&Arc<Pod>| match act {
            PodAct::Run => pod.status.phase == PodPhase::Pending && !pod.metadata.is_deleting(),
            _ => !pod.is_terminal(),
        };
        let most = first.map_or(usize::MAX, |first| first as usize);
        let pods: Vec<Arc<Pod>> = self.cluster.pods().filter(fits).take(most).cloned().collect();
        if pods.is_empty() {
            return trace.note(Note::NotPossible { obstacle: Obstacle::NoSuchPod, object: Text::default() });
        }
        let mut reports = Reports::new(act, self.now);
        for pod in &pods {
            self.act_on(pod, act, &mut reports, trace);
        }
    }
}
