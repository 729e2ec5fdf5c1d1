//! The garbage collector's role: dependents of deleted owners go, or are set free.
//!
//! One pass over the cluster as it is; the real one lags behind it, which Jobscope leaves to the reader.

use std::sync::Arc;

use crate::api::{FOREGROUND_FINALIZER, Job, ORPHAN_FINALIZER, Pod, Request, Requester, Text};
use crate::cluster::Cluster;
use crate::time::Time;
use crate::trace::{Note, Trace};

/// Whether a pass would change anything.
pub fn has_work(cluster: &Cluster) -> bool {
    let waits_for_gc = |job: &Arc<Job>| {
        job.metadata.is_deleting()
            && (job.metadata.has_finalizer(ORPHAN_FINALIZER)
                || job.metadata.has_finalizer(FOREGROUND_FINALIZER)
                    && dependents(cluster, job).all(|pod| !pod.metadata.is_deleting()))
    };
    cluster.jobs().any(waits_for_gc) || cluster.pods().any(|pod| is_ownerless(cluster, pod))
}

/// One pass: first the Jobs that wait for it, by name, then the pods whose owner is gone.
pub fn collect(cluster: &mut Cluster, now: Time, trace: &mut Trace) {
    let mut idle = true;
    let jobs: Vec<Arc<Job>> = cluster.jobs().filter(|job| job.metadata.is_deleting()).cloned().collect();
    for job in jobs {
        if job.metadata.has_finalizer(FOREGROUND_FINALIZER) {
            idle &= !collect_foreground(cluster, &job, now, trace);
        } else if job.metadata.has_finalizer(ORPHAN_FINALIZER) {
            orphan_dependents(cluster, &job, now, trace);
            idle = false;
        }
    }
    let ownerless: Vec<Arc<Pod>> = cluster.pods().filter(|pod| is_ownerless(cluster, pod)).cloned().collect();
    for pod in ownerless {
        idle = false;
        let owner = first_owner(&pod).cloned().unwrap_or_default();
        delete(cluster, &pod, now, trace);
        trace.note(Note::GarbageOwnerless { pod: pod.key(), owner });
    }
    if idle {
        trace.note(Note::GarbageNothing);
    }
}

fn collect_foreground(cluster: &mut Cluster, job: &Job, now: Time, trace: &mut Trace) -> bool {
    let mut worked = false;
    let pods: Vec<Arc<Pod>> = dependents(cluster, job).cloned().collect();
    for pod in pods.iter().filter(|pod| !pod.metadata.is_deleting()) {
        worked = true;
        delete(cluster, pod, now, trace);
        trace.note(Note::GarbageDependentDeleted { pod: pod.key(), job: job.key() });
    }
    if dependents(cluster, job).next().is_none() {
        worked = true;
        release_job(cluster, job, FOREGROUND_FINALIZER, now, trace);
    }
    worked
}

fn orphan_dependents(cluster: &mut Cluster, job: &Job, now: Time, trace: &mut Trace) {
    let pods: Vec<Arc<Pod>> = dependents(cluster, job).cloned().collect();
    for pod in pods {
        let mut orphan = Pod::clone(&pod);
        orphan.metadata.remove_owner(&job.metadata.uid);
        let request = Request::UpdatePod { pod: Arc::new(orphan) };
        cluster.handle(Requester::GarbageCollector, request, now, trace);
        trace.note(Note::GarbageDependentOrphaned { pod: pod.key(), job: job.key() });
    }
    release_job(cluster, job, ORPHAN_FINALIZER, now, trace);
}

fn release_job(cluster: &mut Cluster, job: &Job, finalizer: &str, now: Time, trace: &mut Trace) {
    let request = Request::RemoveJobFinalizer { key: job.key(), finalizer: finalizer.into() };
    cluster.handle(Requester::GarbageCollector, request, now, trace);
    trace.note(Note::JobRemoved { job: job.key(), propagation: None });
}

fn delete(cluster: &mut Cluster, pod: &Pod, now: Time, trace: &mut Trace) {
    let request = Request::DeletePod { key: pod.key(), grace_seconds: None };
    cluster.handle(Requester::GarbageCollector, request, now, trace);
}

fn dependents<'a>(cluster: &'a Cluster, job: &'a Job) -> impl Iterator<Item = &'a Arc<Pod>> {
    let owned = |pod: &Pod| pod.metadata.owner_references.iter().any(|owner| owner.uid == job.metadata.uid);
    cluster.pods().filter(move |pod| owned(pod))
}

fn first_owner(pod: &Pod) -> Option<&Text> {
    pod.metadata.owner_references.first().map(|owner| &owner.uid)
}

fn is_ownerless(cluster: &Cluster, pod: &Pod) -> bool {
    !pod.metadata.is_deleting()
        && first_owner(pod).is_some_and(|uid| !cluster.jobs().any(|job| job.metadata.uid == *uid))
}
