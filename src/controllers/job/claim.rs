//! Which pods are the Job's: list, adopt orphans that match, release owned ones that do not.

use std::borrow::Cow;
use std::sync::Arc;

use super::JobController;
use super::client::Client;
use super::profile::Accounting;
use super::sync::SyncError;
use crate::api::{
    CONTROLLER_UID, ErrorReason, Job, LabelSelector, Object, Pod, PodPatch, Request, TRACKING_FINALIZER, Text,
};
use crate::informer::{Cache, Listed};
use crate::sorted::order;
use crate::trace::{Note, Trace};

impl JobController {
    /// The pods that the Job claims, in list order. Mirrors upstream `getPodsForJob`.
    ///
    /// Errors name every different reason for which a pod could not be adopted or released.
    pub(super) fn claim_pods<'a>(
        &self,
        job: &Job,
        cache: &'a Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Vec<Cow<'a, Listed>>, SyncError> {
        let finalizer = self.profile.accounting == Accounting::Finalizers;
        let mut claim = Claim { job, finalizer, may_adopt: None, errors: Vec::new() };
        let nothing = LabelSelector::default();
        let selector = job.spec.selector.as_ref().unwrap_or(&nothing);
        let selects_by_uid = selects_by_uid(selector, &job.metadata.uid);
        let mut claimed = Vec::new();
        for (listed, owned) in self.candidates(job, cache) {
            let matches = (owned && selects_by_uid && listed.labelled_by_owner)
                || selector.matches(&listed.pod.metadata.labels);
            claimed.extend(claim.consider(listed, owned, matches, client, trace));
        }
        match claim.errors.as_slice() {
            [] => Ok(claimed),
            errors => Err(failed(errors)),
        }
    }

    /// Owned pods and those of the Job's namespace without a controller; with each whether it is owned.
    fn candidates<'a>(&self, job: &Job, cache: &'a Cache) -> Vec<(&'a Listed, bool)> {
        let owned = cache.pods_controlled_by(&job.metadata.uid).map(|listed| (listed, true));
        let ownerless = cache.pods_controlled_by("").map(|listed| (listed, false));
        let ownerless =
            ownerless.filter(|(listed, _)| listed.pod.metadata.namespace == job.metadata.namespace);
        let mut candidates: Vec<(&Listed, bool)> = owned.collect();
        let count_owned = candidates.len();
        candidates.extend(ownerless);
        if !self.profile.own_pods_first && candidates.len() > count_owned {
            order::sort_by(&mut candidates, &|one, other| {
                one.0.pod.metadata.name.cmp(&other.0.pod.metadata.name)
            });
        }
        candidates
    }
}

/// The selector is the generated one: by the label with the Job's UID, and nothing else.
fn selects_by_uid(selector: &LabelSelector, uid: &str) -> bool {
    selector.match_expressions.is_empty()
        && selector.match_labels.len() == 1
        && selector.match_labels.get(CONTROLLER_UID).is_some_and(|selected| selected == uid)
}

struct Claim<'a> {
    job: &'a Job,
    /// Adopted pods get the tracking finalizer.
    finalizer: bool,
    /// Whether the Job may adopt, asked of the API server at the first adoption: `None` before.
    may_adopt: Option<Result<(), Text>>,
    errors: Vec<Text>,
}

impl Claim<'_> {
    fn consider<'a>(
        &mut self,
        listed: &'a Listed,
        owned: bool,
        matches: bool,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Option<Cow<'a, Listed>> {
        let (deleting, pod) = (self.job.metadata.is_deleting(), &listed.pod);
        if owned {
            if matches {
                return Some(Cow::Borrowed(listed));
            }
            if !deleting {
                self.release(pod, client, trace);
            }
            return None;
        }
        if !matches || deleting || pod.metadata.is_deleting() {
            return None;
        }
        self.adopt(pod, client, trace).map(|pod| Cow::Owned(Listed::new(pod)))
    }

    /// Here and at adoptions the WebAssembly module is cut in two, so they are never inlined.
    #[inline(never)]
    fn release(&mut self, pod: &Pod, client: &mut Client<'_>, trace: &mut Trace) {
        let patch =
            PodPatch::Release { pod_uid: pod.metadata.uid.clone(), owner_uid: self.job.metadata.uid.clone() };
        let request = Request::PatchPod { key: pod.key(), patch };
        let answer = client.send(request, trace, |answer, _| match answer {
            Err(error) if !is_moot(error.reason) => {
                Note::PodClaimFailed { pod: pod.key(), adopting: false, error: error.message.clone() }
            }
            _ => Note::PodReleased { pod: pod.key() },
        });
        if let Err(error) = answer
            && !is_moot(error.reason)
        {
            self.fail(error.message);
        }
    }

    #[inline(never)]
    fn adopt(&mut self, pod: &Arc<Pod>, client: &mut Client<'_>, trace: &mut Trace) -> Option<Arc<Pod>> {
        if let Err(reason) = self.may_adopt(client, trace) {
            let error: Text =
                format!("can't adopt Pod {} ({}): {reason}", pod.key(), pod.metadata.uid).into();
            trace.note(Note::PodClaimFailed { pod: pod.key(), adopting: true, error: error.clone() });
            self.fail(error);
            return None;
        }
        let patch = PodPatch::Adopt {
            pod_uid: pod.metadata.uid.clone(),
            owner: self.job.controller_reference(),
            finalizer: self.finalizer,
        };
        let answer =
            client.send(Request::PatchPod { key: pod.key(), patch }, trace, |answer, _| match answer {
                Ok(_) => Note::PodAdopted { pod: pod.key() },
                Err(error) if error.is_not_found() => Note::PodVanished { pod: pod.key() },
                Err(error) => {
                    Note::PodClaimFailed { pod: pod.key(), adopting: true, error: error.message.clone() }
                }
            });
        match answer {
            Ok(_) if self.finalizer => Some(with_finalizer(pod)),
            Ok(_) => Some(pod.clone()),
            Err(error) if error.is_not_found() => None,
            Err(error) => {
                self.fail(error.message);
                None
            }
        }
    }

    /// Asks the API server, not the cache, once a sync: the Job must still be the same and not be deleted.
    fn may_adopt(&mut self, client: &mut Client<'_>, trace: &mut Trace) -> Result<(), Text> {
        if let Some(answer) = &self.may_adopt {
            return answer.clone();
        }
        let (key, uid) = (self.job.key(), self.job.metadata.uid.clone());
        let answer = client.send(Request::GetJob { key: key.clone() }, trace, |answer, _| {
            let current = answer.as_ref().ok().map(Object::metadata);
            Note::AdoptionRechecked {
                job: key.clone(),
                allowed: current.is_some_and(|current| current.uid == uid && !current.is_deleting()),
            }
        });
        let refusal = match answer {
            Err(error) => Some(format!("can't recheck DeletionTimestamp: {error}")),
            Ok(current) => {
                let current = current.metadata();
                if current.uid != uid {
                    Some(format!(
                        "can't recheck DeletionTimestamp: original Job {key} is gone: got uid {}, wanted {uid}",
                        current.uid
                    ))
                } else {
                    let deleted = current.deletion_timestamp;
                    deleted.map(|at| format!("{key} has just been deleted at {}", at.go_text()))
                }
            }
        };
        let allowed = refusal.map_or(Ok(()), |refusal| Err(refusal.into()));
        self.may_adopt = Some(allowed.clone());
        allowed
    }

    fn fail(&mut self, error: Text) {
        if !self.errors.contains(&error) {
            self.errors.push(error);
        }
    }
}

#[inline(never)]
fn failed(errors: &[Text]) -> SyncError {
    SyncError::Claim(match errors {
        [one] => one.clone(),
        several => format!("[{}]", several.join(", ")).into(),
    })
}

/// A release need not succeed: the pod is gone, or was never ours.
fn is_moot(reason: ErrorReason) -> bool {
    matches!(reason, ErrorReason::NotFound | ErrorReason::Invalid)
}

/// The pod as this sync goes on with it: the cache does not show the finalizer of an adopted one yet.
fn with_finalizer(pod: &Arc<Pod>) -> Arc<Pod> {
    if pod.metadata.has_finalizer(TRACKING_FINALIZER) {
        return pod.clone();
    }
    let mut pod = Pod::clone(pod);
    pod.metadata.add_finalizer(TRACKING_FINALIZER);
    Arc::new(pod)
}
