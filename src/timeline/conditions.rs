//! For how long of a branch each condition of its Job has been true.

use serde::Serialize;

use crate::api::{ConditionStatus, JobConditionType};
use crate::world::World;

/// A condition that was true from the end of one step on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ConditionSpan {
    #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
    pub r#type: JobConditionType,
    pub since: u32,
    /// The step at whose end it was true no more; absent: it still is at the end of the branch.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
}

/// Adds what holds after a step of the first Job by name.
pub(super) fn extend(spans: &mut Vec<ConditionSpan>, step: u32, world: &World) {
    let job = world.cluster().jobs().next();
    let conditions = job.map_or(&[][..], |job| &job.status.conditions);
    let held =
        || conditions.iter().filter(|held| held.status == ConditionStatus::True).map(|held| &held.r#type);
    for span in spans.iter_mut().filter(|span| span.until.is_none()) {
        if !held().any(|r#type| *r#type == span.r#type) {
            span.until = Some(step);
        }
    }
    for r#type in held() {
        if !spans.iter().any(|span| span.until.is_none() && span.r#type == *r#type) {
            spans.push(ConditionSpan { r#type: r#type.clone(), since: step, until: None });
        }
    }
}

/// What of it a branch keeps that shares everything up to a step.
pub(super) fn up_to(spans: &[ConditionSpan], step: u32) -> Vec<ConditionSpan> {
    let shared = spans.iter().filter(|span| span.since <= step).cloned();
    shared.map(|span| ConditionSpan { until: span.until.filter(|until| *until <= step), ..span }).collect()
}
