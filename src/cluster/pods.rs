//! Requests on pods: creation with generated names, patches, graceful deletion, finalizers.

use std::sync::Arc;

use super::{Cluster, StoresUnchanged};
use crate::api::{
    ApiError, ErrorReason, Kind, Object, ObjectKey, ObjectMeta, Pod, PodPatch, Text, WatchEventType,
};
use crate::time::{Span, Time};
use crate::trace::{StoreChange, Trace};

/// So often a name is generated for one pod.
const NAME_ATTEMPTS: u64 = 8;

impl Cluster {
    pub(super) fn create_pod(&mut self, pod: &Pod, now: Time, trace: &mut Trace) -> Result<Object, ApiError> {
        let mut pod = Pod::clone(pod);
        let metadata = &mut pod.metadata;
        if metadata.name.is_empty() {
            metadata.name = self.free_name(metadata);
        }
        let key = metadata.key();
        if self.pods.contains_key(&key) {
            return Err(ApiError::already_exists(Kind::Pod, &key.name));
        }
        metadata.uid = self.names.pod_uid(&key.name, self.revision);
        metadata.creation_timestamp = Some(now.truncated());
        Ok(Object::Pod(self.store_pod(WatchEventType::Added, pod, trace)))
    }

    /// A generated name that no pod has; after some attempts one that may be taken.
    fn free_name(&self, metadata: &ObjectMeta) -> Text {
        let ObjectMeta { namespace, generate_name, .. } = metadata;
        let mut name = Text::default();
        for attempt in 0..NAME_ATTEMPTS {
            name = self.names.generate(namespace, generate_name, self.revision, attempt);
            if !self.pods.contains_key(&ObjectKey { namespace: namespace.clone(), name: name.clone() }) {
                break;
            }
        }
        name
    }

    pub(super) fn update_pod(&mut self, pod: &Pod, trace: &mut Trace) -> Result<Object, ApiError> {
        let stored = self.stored_pod(&pod.key())?;
        if *stored == *pod && self.options.stores_unchanged >= StoresUnchanged::Updates {
            return Ok(Object::Pod(self.store_pod(WatchEventType::Modified, pod.clone(), trace)));
        }
        Ok(Object::Pod(self.settle_pod(&stored, pod.clone(), trace)))
    }

    pub(super) fn patch_pod(
        &mut self,
        key: &ObjectKey,
        patch: &PodPatch,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_pod(key)?;
        if let PodPatch::Adopt { pod_uid, .. } | PodPatch::Release { pod_uid, .. } = patch
            && *pod_uid != stored.metadata.uid
        {
            let detail = format!(
                "the UID in the precondition ({pod_uid}) does not match the UID in record ({}). The object might have been deleted and then recreated",
                stored.metadata.uid
            );
            return Err(ApiError::conflict(Kind::Pod, &key.name, &detail));
        }
        let mut pod = Pod::clone(&stored);
        patch.apply(&mut pod);
        let controllers = pod.metadata.owner_references.iter().filter(|owner| owner.controller == Some(true));
        if controllers.count() > 1 {
            let message = format!(
                "Pod \"{}\" is invalid: metadata.ownerReferences: Invalid value: Only one reference can have Controller set to true",
                key.name
            );
            return Err(ApiError::new(ErrorReason::Invalid, message));
        }
        if is_ready_to_go(&pod) {
            // Such a patch is answered with the revision from before it.
            let answer = Arc::new(pod.clone());
            self.remove_pod(pod, trace);
            return Ok(Object::Pod(answer));
        }
        let is_release = matches!(patch, PodPatch::Release { .. });
        if is_release
            && *stored == pod
            && self.options.stores_unchanged >= StoresUnchanged::UpdatesAndReleases
        {
            return Ok(Object::Pod(self.store_pod(WatchEventType::Modified, pod, trace)));
        }
        Ok(Object::Pod(self.settle_pod(&stored, pod, trace)))
    }

    pub(super) fn delete_pod(
        &mut self,
        key: &ObjectKey,
        grace_seconds: Option<i64>,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_pod(key)?;
        let mut pod = Pod::clone(&stored);
        let own_grace = pod.spec.termination_grace_period_seconds.unwrap_or(30);
        let may_go_at_once = pod.spec.node_name.is_empty() || pod.is_terminal();
        let grace = if may_go_at_once { 0 } else { grace_seconds.unwrap_or(own_grace) };
        match pod.metadata.deletion_timestamp {
            None => {
                pod.metadata.deletion_timestamp = Some(now.truncated() + Span::from_secs(grace));
                pod.metadata.deletion_grace_period_seconds = Some(grace);
            }
            Some(at) => {
                let before = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
                if grace < before {
                    pod.metadata.deletion_timestamp = Some(at - Span::from_secs(before - grace));
                    pod.metadata.deletion_grace_period_seconds = Some(grace);
                }
            }
        }
        if grace == 0 && pod.metadata.finalizers.is_empty() {
            // The last state carries no mark that was not stored.
            return Ok(Object::Pod(self.remove_pod(Pod::clone(&stored), trace)));
        }
        Ok(Object::Pod(self.settle_pod(&stored, pod, trace)))
    }

    fn stored_pod(&self, key: &ObjectKey) -> Result<Arc<Pod>, ApiError> {
        self.pods.get(key).cloned().ok_or_else(|| ApiError::not_found(Kind::Pod, &key.name))
    }

    /// Stores the pod, or removes it if it was only waiting for its last finalizer.
    fn settle_pod(&mut self, stored: &Arc<Pod>, pod: Pod, trace: &mut Trace) -> Arc<Pod> {
        if **stored == pod {
            return stored.clone();
        }
        if is_ready_to_go(&pod) {
            return self.remove_pod(pod, trace);
        }
        self.store_pod(WatchEventType::Modified, pod, trace)
    }

    fn store_pod(&mut self, r#type: WatchEventType, mut pod: Pod, trace: &mut Trace) -> Arc<Pod> {
        let revision = self.revision + 1;
        pod.metadata.resource_version = revision;
        let pod = Arc::new(pod);
        self.commit(StoreChange::Pod { key: pod.key(), pod: Some(pod.clone()), revision }, trace);
        self.stream(r#type, Object::Pod(pod.clone()), trace);
        pod
    }

    fn remove_pod(&mut self, mut pod: Pod, trace: &mut Trace) -> Arc<Pod> {
        let revision = self.revision + 1;
        pod.metadata.resource_version = revision;
        let pod = Arc::new(pod);
        self.commit(StoreChange::Pod { key: pod.key(), pod: None, revision }, trace);
        self.stream(WatchEventType::Deleted, Object::Pod(pod.clone()), trace);
        pod
    }
}

fn is_ready_to_go(pod: &Pod) -> bool {
    pod.metadata.is_deleting()
        && pod.metadata.deletion_grace_period_seconds == Some(0)
        && pod.metadata.finalizers.is_empty()
}
