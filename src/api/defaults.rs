//! What the API server fills in when a Job is created: defaults, generated labels and selector.
//!
//! Mirrors upstream `SetDefaults_Job` and the strategy's `generateSelector`.

use std::sync::Arc;

use super::job::{CompletionMode, JobSpec, PodReplacementPolicy};
use super::meta::Labels;
use super::{CONTROLLER_UID, JOB_NAME, Job, LEGACY_CONTROLLER_UID, LEGACY_JOB_NAME};

/// Which labels a version of the API server generates. The prefixed ones came with 1.27.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneratedLabels {
    pub prefixed: bool,
    /// `spec.podReplacementPolicy` is known to this version, so it gets a default.
    pub replacement_policy: bool,
}

/// Which fields a version of the API server knows. It drops the others without a word, as it does those of disabled
/// gates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownFields {
    /// `completionMode` and `suspend`.
    pub indexed_and_suspend: bool,
    pub pod_failure_policy: bool,
    /// `backoffLimitPerIndex` and `maxFailedIndexes`.
    pub backoff_limit_per_index: bool,
    pub success_policy: bool,
    pub pod_replacement_policy: bool,
    pub managed_by: bool,
}

impl KnownFields {
    /// Takes the fields away that are not known.
    pub fn keep_known(&self, spec: &mut JobSpec) {
        if !self.indexed_and_suspend {
            (spec.completion_mode, spec.suspend) = (None, None);
        }
        if !self.pod_failure_policy {
            spec.pod_failure_policy = None;
        }
        if !self.backoff_limit_per_index {
            (spec.backoff_limit_per_index, spec.max_failed_indexes) = (None, None);
        }
        if !self.success_policy {
            spec.success_policy = None;
        }
        if !self.pod_replacement_policy {
            spec.pod_replacement_policy = None;
        }
        if !self.managed_by {
            spec.managed_by = None;
        }
    }
}

/// Fills in the fields of a spec that the user left out.
pub fn set_spec_defaults(spec: &mut JobSpec, generated: GeneratedLabels) {
    if spec.completions.is_none() && spec.parallelism.is_none() {
        spec.completions = Some(1);
    }
    spec.parallelism.get_or_insert(1);
    let unlimited = spec.backoff_limit_per_index.is_some();
    spec.backoff_limit.get_or_insert(if unlimited { i32::MAX } else { 6 });
    spec.completion_mode.get_or_insert(CompletionMode::NonIndexed);
    spec.suspend.get_or_insert(false);
    spec.manual_selector.get_or_insert(false);
    if generated.replacement_policy && spec.pod_replacement_policy.is_none() {
        spec.pod_replacement_policy = Some(match spec.pod_failure_policy {
            Some(_) => PodReplacementPolicy::Failed,
            None => PodReplacementPolicy::TerminatingOrFailed,
        });
    }
    let template = Arc::make_mut(&mut spec.template.spec);
    template.termination_grace_period_seconds.get_or_insert(30);
}

/// Adds the labels by which the Job finds its pods, where absent, and selects them. Needs the Job's name and UID.
pub fn generate_selector(job: &mut Job, generated: GeneratedLabels) {
    let (name, uid) = (job.metadata.name.clone(), job.metadata.uid.clone());
    let spec = Arc::make_mut(&mut job.spec);
    if spec.manual_selector == Some(true) {
        return;
    }
    let labels = Arc::make_mut(&mut spec.template.metadata.labels);
    let mut add = |key: &str, value: &str| {
        labels.entry(key.to_owned()).or_insert_with(|| value.to_owned());
    };
    add(LEGACY_JOB_NAME, &name);
    add(LEGACY_CONTROLLER_UID, &uid);
    if generated.prefixed {
        add(JOB_NAME, &name);
        add(CONTROLLER_UID, &uid);
    }
    let selected = if generated.prefixed { CONTROLLER_UID } else { LEGACY_CONTROLLER_UID };
    let selector = spec.selector.get_or_insert_default();
    selector.match_labels.entry(selected.to_owned()).or_insert_with(|| uid.to_string());
}

/// A Job without labels shows those of its template, the generated ones included.
pub fn inherit_template_labels(job: &mut Job) {
    if job.metadata.labels.is_empty() && !job.spec.template.metadata.labels.is_empty() {
        job.metadata.labels = Labels::clone(&job.spec.template.metadata.labels);
    }
}
