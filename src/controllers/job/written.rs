//! Read your own writes: a sync is held back until the caches show what earlier syncs of the Job wrote.
//!
//! Mirrors upstream's consistency store of 1.36.

use super::sync::SyncError;
use crate::api::{ByKey, Kind, Object, ObjectKey, Request, Text};
use crate::informer::Cache;
use crate::trace::{Change, ControllerChange, Note, Trace, WrittenRecord};

/// A revision that the controller wrote on behalf of a Job.
pub(super) struct Written {
    pub job: ObjectKey,
    pub uid: Text,
    pub kind: Kind,
    pub revision: u64,
}

impl Written {
    /// What a request wrote whose answer is this object, if it is one of those that are remembered.
    pub fn of(request: &Request, answer: &Object) -> Option<Written> {
        let (metadata, kind) = (answer.metadata(), answer.kind());
        let (job, uid) = match request {
            Request::UpdateJobStatus { key, uid, .. } => (key.clone(), uid.clone()),
            Request::CreatePod { .. } | Request::PatchPod { .. } => {
                let owner = metadata.controller()?;
                let key = ObjectKey { namespace: metadata.namespace.clone(), name: owner.name.clone() };
                (key, owner.uid.clone())
            }
            _ => return None,
        };
        Some(Written { job, uid, kind, revision: metadata.resource_version })
    }
}

/// The highest revisions by Job.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OwnWrites(ByKey<WrittenRecord>);

impl OwnWrites {
    pub fn records(&self) -> &ByKey<WrittenRecord> {
        &self.0
    }

    pub fn set(&mut self, job: &ObjectKey, record: Option<&WrittenRecord>) {
        self.0.set(job, record.cloned());
    }

    /// A write for another UID under the same key replaces the record.
    pub fn remember(&mut self, Written { job, uid, kind, revision }: &Written, trace: &mut Trace) {
        let mut record = match self.0.get(job) {
            Some(record) if record.uid == *uid => record.clone(),
            _ => WrittenRecord { uid: uid.clone(), job_revision: None, pod_revision: None },
        };
        let known = match kind {
            Kind::Job => &mut record.job_revision,
            Kind::Pod => &mut record.pod_revision,
        };
        if *known < Some(*revision) {
            *known = Some(*revision);
            self.commit(job, Some(record), trace);
        }
    }

    /// Fails if a cache is older than what was written for the Job; drops the record if none is.
    pub fn check(&mut self, job: &ObjectKey, cache: &Cache, trace: &mut Trace) -> Result<(), SyncError> {
        let Some(record) = self.0.get(job) else {
            return Ok(());
        };
        for (kind, written) in [(Kind::Job, record.job_revision), (Kind::Pod, record.pod_revision)] {
            let read = cache.revision(kind);
            if let Some(written) = written.filter(|written| *written > read) {
                trace.note(Note::CacheBehind { job: job.clone(), kind, read, written });
                return Err(SyncError::CacheBehind { kind, read, written });
            }
        }
        self.forget(job, trace);
        trace.note(Note::CacheCaughtUp { job: job.clone() });
        Ok(())
    }

    pub fn forget(&mut self, job: &ObjectKey, trace: &mut Trace) {
        if self.0.contains_key(job) {
            self.commit(job, None, trace);
        }
    }

    pub fn forget_of(&mut self, job: &ObjectKey, uid: &str, trace: &mut Trace) {
        if self.0.get(job).is_some_and(|record| &*record.uid == uid) {
            self.forget(job, trace);
        }
    }

    fn commit(&mut self, job: &ObjectKey, record: Option<WrittenRecord>, trace: &mut Trace) {
        self.set(job, record.as_ref());
        let record = record.map(Box::new);
        trace.change(Change::Controller(ControllerChange::Written { job: job.clone(), record }));
    }
}
