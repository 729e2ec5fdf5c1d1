//! Creations and updates of Jobs, as the object was sent.

use std::sync::Arc;

use serde_json::Value;

use super::{Cluster, StoresUnchanged};
use crate::api::{
    ApiError, ErrorReason, Job, JobStatus, Kind, Object, ObjectKey, WatchEventType, defaults, manifest,
    validation,
};
use crate::time::Time;
use crate::trace::Trace;

impl Cluster {
    pub(super) fn create_job(
        &mut self,
        job: &Value,
        now: Time,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let mut job = decode(job)?;
        if job.metadata.namespace.is_empty() {
            job.metadata.namespace = "default".into();
        }
        if job.metadata.name.is_empty() && !job.metadata.generate_name.is_empty() {
            job.metadata.name =
                self.names.generate(&job.metadata.namespace, &job.metadata.generate_name, self.revision);
        }
        let key = job.key();
        if self.jobs.contains_key(&key) {
            return Err(ApiError::already_exists(Kind::Job, &key.name));
        }
        job.metadata.uid = self.names.job_uid(self.revision);
        job.metadata.generation = 1;
        job.metadata.creation_timestamp = Some(now.truncated());
        job.metadata.deletion_timestamp = None;
        job.metadata.deletion_grace_period_seconds = None;
        job.status = JobStatus::default();
        self.fill_in(&mut job);
        if self.options.validates_specs {
            validation::validate_job(&job)?;
        }
        Ok(Object::Job(self.store_job(WatchEventType::Added, job, trace)))
    }

    pub(super) fn update_job(
        &mut self,
        key: &ObjectKey,
        job: &Value,
        trace: &mut Trace,
    ) -> Result<Object, ApiError> {
        let stored = self.stored_job(key)?;
        let sent = decode(job)?;
        let mut job = Job::clone(&stored);
        job.spec = sent.spec;
        job.metadata.labels = sent.metadata.labels;
        job.metadata.annotations = sent.metadata.annotations;
        self.fill_in(&mut job);
        if self.options.validates_specs {
            validation::validate_job_update(&stored, &job)?;
        }
        if job.spec != stored.spec {
            job.metadata.generation += 1;
        }
        if self.options.stores_unchanged >= StoresUnchanged::Updates {
            return Ok(Object::Job(self.store_job(WatchEventType::Modified, job, trace)));
        }
        Ok(Object::Job(self.store_job_if_changed(&stored, job, trace)))
    }

    fn fill_in(&self, job: &mut Job) {
        let generated = self.options.generated_labels;
        self.options.fill_in(Arc::make_mut(&mut job.spec));
        defaults::generate_selector(job, generated);
        defaults::inherit_template_labels(job);
    }
}

fn decode(job: &Value) -> Result<Job, ApiError> {
    manifest::decode_untyped_job(job.clone())
        .map_err(|error| ApiError::new(ErrorReason::BadRequest, error.to_string()))
}
