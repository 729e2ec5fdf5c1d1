//! In which fields two copies of a Job differ.

use crate::api::Job;
use crate::trace::ChangedField;

/// Of the fields that an update may change.
pub fn changed_fields(before: &Job, after: &Job) -> Vec<ChangedField> {
    let (old, new) = (&before.spec, &after.spec);
    let mut changed = Vec::new();
    let mut word = |field: &str, from: Option<String>, to: Option<String>| {
        if from != to {
            changed.push(ChangedField {
                field: field.into(),
                from: from.map(Into::into),
                to: to.map(Into::into),
            });
        }
    };
    let text = |value: Option<i32>| value.map(|value| value.to_string());
    let long = |value: Option<i64>| value.map(|value| value.to_string());
    let truth = |value: Option<bool>| value.map(|value| value.to_string());
    word("spec.suspend", truth(old.suspend), truth(new.suspend));
    word("spec.parallelism", text(old.parallelism), text(new.parallelism));
    word("spec.completions", text(old.completions), text(new.completions));
    word("spec.backoffLimit", text(old.backoff_limit), text(new.backoff_limit));
    word("spec.activeDeadlineSeconds", long(old.active_deadline_seconds), long(new.active_deadline_seconds));
    word(
        "spec.ttlSecondsAfterFinished",
        text(old.ttl_seconds_after_finished),
        text(new.ttl_seconds_after_finished),
    );
    word("spec.maxFailedIndexes", text(old.max_failed_indexes), text(new.max_failed_indexes));
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
