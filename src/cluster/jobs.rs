//! Creations and updates of Jobs, as the object was sent.

use serde_json::Value;

use super::{Cluster, StoresUnchanged};
use crate::api::plain::FromPlain;
use crate::api::schema::{Strictness, read_job};
use crate::api::strategy::{self, Accepted, Env, Refused};
use crate::api::tree::text;
use crate::api::{
    ApiError, ErrorReason, FOREGROUND_FINALIZER, Job, Kind, ORPHAN_FINALIZER, Object, ObjectKey, Propagation,
    Request, Text, WatchEventType, manifest, written,
};
use crate::time::Time;
use crate::trace::Trace;

impl Cluster {
    /// What would come of creating this Job, whether one of its name is there or not. Nothing is stored.
    pub fn try_creation(&self, job: Value, now: Time) -> Result<Accepted, Refused> {
        let namespace = manifest::key_of(&job).namespace;
        let suffix = self.names.suffix(&namespace, text(&job["metadata"], "generateName"), self.revision);
        let uid = self.names.job_uid(self.revision);
        let env = Env { uid: &uid, suffix: &suffix, ..self.env(&namespace, now) };
        strategy::create(job, &env)
    }

    /// What would come of replacing the stored Job by this one. Nothing is stored.
    pub fn try_update(&self, stored: &Job, job: Value, now: Time) -> Result<Accepted, Refused> {
        let env = self.env(&stored.metadata.namespace, now);
        strategy::update(&manifest::to_value(stored), job, &stored.metadata.name, &env)
    }

    pub(super) fn create_job(
        &mut self,
        job: &Value,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let accepted = self.try_creation(self.read(job)?, now).map_err(|refused| refused.error)?;
        let job = typed(accepted.object)?;
        let key = job.key();
        if self.jobs.contains_key(&key) {
            return Err(ApiError::already_exists(Kind::Job, &key.name));
        }
        Ok(Object::Job(self.store_job(WatchEventType::Added, job, trace)))
    }

    /// What changes or removes a Job besides its controller. Here the WebAssembly module is cut in two, so it is never
    /// inlined.
    #[inline(never)]
    pub(super) fn intervene(
        &mut self,
        request: &Request,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        match request {
            Request::UpdateJob { key, job } => self.update_job(key, job, now, trace),
            Request::DeleteJob { key, propagation } => self.delete_job(key, *propagation, now, trace),
            Request::RemoveJobFinalizer { key, finalizer } => {
                self.remove_job_finalizer(key, finalizer, trace)
            }
            _ => unreachable!("it leaves Jobs to their controller"),
        }
    }

    fn update_job(
        &mut self,
        key: &ObjectKey,
        job: &Value,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_job(key)?;
        let accepted = self.try_update(&stored, self.read(job)?, now).map_err(|refused| refused.error)?;
        let job = typed(accepted.object)?;
        if accepted.is_removed {
            return Ok(Object::Job(self.remove_job(job, trace)));
        }
        if self.options.stores_unchanged >= StoresUnchanged::Updates {
            return Ok(Object::Job(self.store_job(WatchEventType::Modified, job, trace)));
        }
        Ok(Object::Job(self.store_job_if_changed(&stored, job, trace)))
    }

    fn delete_job(
        &mut self,
        key: &ObjectKey,
        propagation: Propagation,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_job(key)?;
        let mut job = Job::clone(&stored);
        let finalizer = match propagation {
            Propagation::Background => None,
            Propagation::Foreground => Some(FOREGROUND_FINALIZER),
            Propagation::Orphan => Some(ORPHAN_FINALIZER),
        };
        if let Some(finalizer) = finalizer {
            job.metadata.add_finalizer(finalizer);
        }
        if job.metadata.finalizers.is_empty() {
            return Ok(Object::Job(self.remove_job(job, trace)));
        }
        if job.metadata.deletion_timestamp.is_none() {
            job.metadata.deletion_timestamp = Some(now.truncated());
            job.metadata.deletion_grace_period_seconds = Some(0);
            job.metadata.generation += 1;
        }
        Ok(Object::Job(self.store_job_if_changed(&stored, job, trace)))
    }

    fn remove_job_finalizer(
        &mut self,
        key: &ObjectKey,
        finalizer: &Text,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_job(key)?;
        let mut job = Job::clone(&stored);
        job.metadata.remove_finalizer(finalizer);
        if job.metadata.is_deleting() && job.metadata.finalizers.is_empty() {
            return Ok(Object::Job(self.remove_job(job, trace)));
        }
        Ok(Object::Job(self.store_job_if_changed(&stored, job, trace)))
    }

    fn env<'a>(&'a self, namespace: &'a str, now: Time) -> Env<'a> {
        let (version, validates) = (&self.options.version, self.options.validates_specs);
        Env { namespace, uid: "", now, suffix: "", version, validates }
    }

    /// The object as a request with it is read.
    fn read(&self, job: &Value) -> Result<Value, ApiError> {
        if !self.options.validates_specs {
            return Ok(job.clone());
        }
        read_job(&written::text(job), Strictness::Strict, &self.options.version).map(|read| read.value)
    }
}

/// An accepted object holds nothing that the typed Job lacks; otherwise that is an error of the simulated server.
fn typed(object: Value) -> Result<Job, ApiError> {
    Job::from_plain(&object).map_err(|error| ApiError::new(ErrorReason::InternalError, error.to_string()))
}
