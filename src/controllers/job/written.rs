//! Read your own writes: a sync is held back until the caches show what earlier syncs of the Job wrote.
//!
//! Mirrors upstream's consistency store of 1.36.

use super::JobController;
use super::sync::SyncError;
use crate::api::{Kind, ObjectKey, Text};
use crate::informer::Cache;
use crate::trace::{ControllerChange, Note, Trace, WrittenRecord};

/// A revision that the controller wrote on behalf of a Job.
pub(super) struct Written {
    pub job: ObjectKey,
    pub uid: Text,
    pub kind: Kind,
    pub revision: u64,
}

impl JobController {
    /// Keeps the highest revisions by Job. A write for another UID under the same key replaces the record.
    pub(super) fn remember_written(&mut self, writes: &[Written], trace: &mut Trace) {
        if !self.profile.reads_own_writes {
            return;
        }
        for writes in writes.chunk_by(|one, other| one.job == other.job && one.uid == other.uid) {
            let (job, uid) = (&writes[0].job, &writes[0].uid);
            let mut record = match self.written.get(job) {
                Some(record) if record.uid == *uid => record.clone(),
                _ => WrittenRecord { uid: uid.clone(), job_revision: None, pod_revision: None },
            };
            for write in writes {
                let revision = match write.kind {
                    Kind::Job => &mut record.job_revision,
                    Kind::Pod => &mut record.pod_revision,
                };
                *revision = (*revision).max(Some(write.revision));
            }
            let record = Some(Box::new(record));
            self.commit(ControllerChange::Written { job: job.clone(), record }, trace);
        }
    }

    /// Fails if a cache is older than what was written for the Job; drops the record if none is.
    pub(super) fn check_caches(
        &mut self,
        job: &ObjectKey,
        cache: &Cache,
        trace: &mut Trace,
    ) -> Result<(), SyncError> {
        let Some(record) = self.written.get(job) else {
            return Ok(());
        };
        for (kind, written) in [(Kind::Job, record.job_revision), (Kind::Pod, record.pod_revision)] {
            let read = cache.revision(kind);
            if let Some(written) = written.filter(|written| *written > read) {
                trace.note(Note::CacheBehind { job: job.clone(), kind, read, written });
                return Err(SyncError::CacheBehind { kind, read, written });
            }
        }
        self.forget_written(job, trace);
        trace.note(Note::CacheCaughtUp { job: job.clone() });
        Ok(())
    }

    pub(super) fn forget_written(&mut self, job: &ObjectKey, trace: &mut Trace) {
        if self.written.contains_key(job) {
            self.commit(ControllerChange::Written { job: job.clone(), record: None }, trace);
        }
    }

    pub(super) fn forget_written_of(&mut self, job: &ObjectKey, uid: &str, trace: &mut Trace) {
        if self.written.get(job).is_some_and(|record| &*record.uid == uid) {
            self.forget_written(job, trace);
        }
    }
}
