//! The orphan worker: takes the tracking finalizer off pods that no unfinished Job will count.

use std::sync::Arc;

use super::JobController;
use super::client::Client;
use super::handlers::resolve;
use super::sync::SyncError;
use crate::api::{
    ApiError, BUILT_IN_CONTROLLER, Job, LabelSelector, Pod, PodPatch, Request, TRACKING_FINALIZER,
};
use crate::informer::Cache;
use crate::trace::{FinalizerBecause, Note, OrphanItem, OrphanKept, Trace};

impl JobController {
    /// Mirrors upstream `syncOrphanPod`.
    pub(super) fn sync_orphan(
        &mut self,
        item: &OrphanItem,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), SyncError> {
        match item {
            OrphanItem::Pod(key) => match cache.pod(key) {
                Some(pod) => self.clean(&pod.clone(), cache, client, trace).map_err(SyncError::Orphan),
                None => {
                    trace.note(Note::OrphanGone { pod: key.clone() });
                    Ok(())
                }
            },
            OrphanItem::Selector { namespace, selector } => {
                let parsed =
                    LabelSelector::parse(selector).ok_or_else(|| SyncError::Selector(selector.clone()))?;
                let in_namespace = cache.pods().filter(|pod| pod.metadata.namespace == *namespace);
                let matching = in_namespace.filter(|pod| parsed.matches(&pod.metadata.labels));
                let matching: Vec<Arc<Pod>> = matching.cloned().collect();
                trace.note(Note::SelectorMatched { selector: selector.clone(), pods: matching.len() as u32 });
                let mut first_error = None;
                for pod in matching {
                    if let Err(error) = self.clean(&pod, cache, client, trace) {
                        if !self.profile.selector_pass_retried {
                            trace.note(Note::SelectorErrorLogged { pod: pod.key(), error: error.clone() });
                        }
                        first_error.get_or_insert(error);
                    }
                }
                match first_error {
                    Some(error) if self.profile.selector_pass_retried => Err(SyncError::Orphan(error)),
                    _ => Ok(()),
                }
            }
        }
    }

    fn clean(
        &self,
        pod: &Arc<Pod>,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), ApiError> {
        if let Some(why) = self.keeps(pod, cache) {
            trace.note(Note::OrphanKept { pod: pod.key(), why });
            return Ok(());
        }
        if !pod.metadata.has_finalizer(TRACKING_FINALIZER) {
            trace.note(Note::OrphanClean { pod: pod.key() });
            return Ok(());
        }
        let request = Request::PatchPod { key: pod.key(), patch: PodPatch::RemoveFinalizer };
        let answer = client.send(request, trace, |answer, unchanged| match answer {
            Ok(_) => Note::FinalizerRemoved { pod: pod.key(), why: FinalizerBecause::Orphan, unchanged },
            Err(error) => Note::FinalizerRemovalFailed {
                pod: pod.key(),
                error: error.clone(),
                counts_as_removed: error.is_not_found(),
            },
        });
        match answer {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    /// Why the pod's finalizer stays: it is somebody's to count.
    fn keeps(&self, pod: &Pod, cache: &Cache) -> Option<OrphanKept> {
        let owner = pod.metadata.controller()?;
        if self.profile.orphan_checks_owner_kind
            && (&*owner.kind != "Job" || &*owner.api_version != "batch/v1")
        {
            return Some(OrphanKept::OtherKind);
        }
        let job = resolve(pod, owner, cache)?;
        if self.is_managed_by_other(job) {
            return Some(OrphanKept::ManagedByOther);
        }
        (!job.is_finished()).then_some(OrphanKept::JobUnfinished)
    }

    /// Another controller is in charge of the Job.
    pub(super) fn is_managed_by_other(&self, job: &Job) -> bool {
        self.profile.managed_by && job.spec.managed_by.as_ref().is_some_and(|by| &**by != BUILT_IN_CONTROLLER)
    }
}
