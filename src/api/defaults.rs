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
