//! `successPolicy`: an Indexed Job that may succeed before all indexes have.

use super::indexes::Indexes;
use crate::api::SuccessPolicy;

/// The first rule that the succeeded indexes meet. Mirrors upstream `matchSuccessPolicy`.
#[inline(never)]
pub(super) fn first_match(policy: &SuccessPolicy, completions: i32, succeeded: &Indexes) -> Option<usize> {
    if succeeded.is_empty() {
        return None;
    }
    policy.rules.iter().position(|rule| match &rule.succeeded_indexes {
        Some(text) => {
            let wanted = Indexes::parse(text, completions);
            let met = wanted.common(succeeded);
            !wanted.is_empty()
                && (met == wanted.len() || rule.succeeded_count.is_some_and(|count| met >= count))
        }
        None => rule.succeeded_count.is_some_and(|count| succeeded.len() >= count),
    })
}
