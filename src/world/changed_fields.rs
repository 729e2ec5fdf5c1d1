//! In which fields two copies of a Job differ.

use crate::api::Job;
use crate::trace::ChangedField;

/// Of the fields that an update may change.
pub fn changed_fields(before: &Job, after: &Job) -> Vec<ChangedField> {
    let (old, new) = (&before.spec, &after.spec);
    let mut changed = Vec::new();
    add(&mut changed, "spec.suspend", old.suspend, new.suspend);
    add(&mut changed, "spec.parallelism", old.parallelism, new.parallelism);
    add(&mut changed, "spec.completions", old.completions, new.completions);
    add(&mut changed, "spec.backoffLimit", old.backoff_limit, new.backoff_limit);
    let (from, to) = (old.active_deadline_seconds, new.active_deadline_seconds);
    add(&mut changed, "spec.activeDeadlineSeconds", from, to);
    let (from, to) = (old.ttl_seconds_after_finished, new.ttl_seconds_after_finished);
    add(&mut changed, "spec.ttlSecondsAfterFinished", from, to);
    add(&mut changed, "spec.maxFailedIndexes", old.max_failed_indexes, new.max_failed_indexes);
    let others = [
        ("spec.podReplacementPolicy", old.pod_replacement_policy == new.pod_replacement_policy),
        ("spec.manualSelector", old.manual_selector == new.manual_selector),
        ("spec.template", old.template == new.template),
        ("metadata.annotations", before.metadata.annotations == after.metadata.annotations),
    ];
    for (field, _) in others.into_iter().filter(|(_, same)| !same) {
        changed.push(ChangedField { field: field.into(), from: None, to: None });
    }
    changed
}

/// Adds the field if its values differ.
fn add<T: PartialEq + ToString>(
    changed: &mut Vec<ChangedField>,
    field: &str,
    from: Option<T>,
    to: Option<T>,
) {
    if from != to {
        let word = |value: Option<T>| value.map(|value| value.to_string().into());
        changed.push(ChangedField { field: field.into(), from: word(from), to: word(to) });
    }
}
