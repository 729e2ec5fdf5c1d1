//! Does the Job end here, and how: the tests in their order of precedence.
//!
//! Pure: reads the context, sends nothing.

use super::context::Context;
use super::failure_policy;
use super::pods::restarts_while_alive;
use super::{Profile, success_policy};
use crate::api::{ConditionStatus, JobCondition, JobConditionType, PodFailurePolicyAction, RestartPolicy};
use crate::time::Span;
use crate::trace::FinishRule;

/// How the Job ends, as this sync holds it in memory.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// `FailureTarget` or `SuccessCriteriaMet` where the end is announced first, else `Failed` or `Complete`.
    pub condition: JobCondition,
    pub rule: FinishRule,
}

/// What the deadline says: nothing, or how long the Job has been active.
pub(super) struct Deadline {
    pub limit: Span,
    pub elapsed: Span,
}

/// The first test that ends the Job, except for reached completions, which are asked for after pods were managed.
pub(super) fn decide(context: &Context, profile: &Profile) -> Option<Decision> {
    let status = &context.job.status;
    if let Some(stored) = status.condition(&JobConditionType::SuccessCriteriaMet) {
        return Some(Decision { condition: stored.clone(), rule: FinishRule::Stored });
    }
    if let Some(target) = status.condition(&JobConditionType::FailureTarget) {
        let condition = JobCondition::new(
            JobConditionType::Failed,
            ConditionStatus::True,
            &target.reason,
            &target.message,
            context.now,
        );
        return Some(Decision { condition, rule: FinishRule::Stored });
    }
    by_failure_policy(context, profile)
        .or_else(|| by_backoff_limit(context, profile))
        .or_else(|| by_deadline(context, profile))
}

/// The tests on indexes, which come after those on the whole Job.
pub(super) fn decide_by_indexes(context: &Context, profile: &Profile) -> Option<Decision> {
    if !context.is_indexed() {
        return None;
    }
    by_failed_indexes(context, profile).or_else(|| by_success_policy(context, profile))
}

fn failing(context: &Context, profile: &Profile, reason: &str, message: &str, rule: FinishRule) -> Decision {
    let announced = profile.delays_terminal_condition || reason == "PodFailurePolicy";
    let r#type = if announced { JobConditionType::FailureTarget } else { JobConditionType::Failed };
    let condition = JobCondition::new(r#type, ConditionStatus::True, reason, message, context.now);
    Decision { condition, rule }
}

fn by_failure_policy(context: &Context, profile: &Profile) -> Option<Decision> {
    let policy = failure_policy::policy_of(&context.job, profile)?;
    context.inactive_pods().filter(|pod| context.is_failed(pod)).find_map(|pod| {
        let matched = failure_policy::first_match(policy, pod, profile)?;
        (*matched.action == PodFailurePolicyAction::FailJob).then(|| {
            let rule = FinishRule::FailurePolicy { pod: pod.metadata.name.clone() };
            failing(context, profile, "PodFailurePolicy", &matched.message(pod), rule)
        })
    })
}

fn by_backoff_limit(context: &Context, profile: &Profile) -> Option<Decision> {
    let limit = context.job.spec.backoff_limit();
    let rule = if context.failed > limit {
        FinishRule::BackoffLimit { failed: context.failed, limit }
    } else {
        let restarts = restarts(context)?;
        exceeds_restarts(restarts, limit).then_some(FinishRule::Restarts { restarts, limit })?
    };
    let message = "Job has reached the specified backoff limit";
    Some(failing(context, profile, "BackoffLimitExceeded", message, rule))
}

/// Restarts reach the limit where failed pods must pass it; 0 allows none.
pub(super) fn exceeds_restarts(restarts: i32, limit: i32) -> bool {
    if limit == 0 { restarts > 0 } else { restarts >= limit }
}

/// Container restarts that count against the back-off limit; `None` unless containers may restart.
pub(super) fn restarts(context: &Context) -> Option<i32> {
    let restarts = context.job.spec.template.spec.restart_policy == Some(RestartPolicy::OnFailure);
    restarts.then(|| context.pods.iter().map(|listed| restarts_while_alive(&listed.pod)).sum())
}

/// How the deadline stands; `None` without one, while suspended, or before the start.
pub(super) fn deadline(context: &Context) -> Option<Deadline> {
    let spec = &context.job.spec;
    let limit = Span::from_secs(spec.active_deadline_seconds?);
    let started = context.job.status.start_time.filter(|_| !spec.is_suspended())?;
    Some(Deadline { limit, elapsed: context.now - started })
}

fn by_deadline(context: &Context, profile: &Profile) -> Option<Decision> {
    let Deadline { limit, elapsed } = deadline(context)?;
    let message = "Job was active longer than specified deadline";
    (elapsed >= limit).then(|| {
        failing(context, profile, "DeadlineExceeded", message, FinishRule::Deadline { elapsed, limit })
    })
}

fn by_failed_indexes(context: &Context, profile: &Profile) -> Option<Decision> {
    let failed_indexes = context.failed_indexes.as_ref()?.len();
    if let Some(limit) = context.job.spec.max_failed_indexes.filter(|limit| failed_indexes > *limit) {
        let message = "Job has exceeded the specified maximal number of failed indexes";
        let rule = FinishRule::MaxFailedIndexes { failed_indexes, limit };
        return Some(failing(context, profile, "MaxFailedIndexesExceeded", message, rule));
    }
    let (succeeded, completions) = (context.succeeded_indexes.len(), context.completions());
    (failed_indexes > 0 && failed_indexes + succeeded >= completions).then(|| {
        let rule = FinishRule::FailedIndexes { failed_indexes, succeeded, completions };
        failing(context, profile, "FailedIndexes", "Job has failed indexes", rule)
    })
}

fn by_success_policy(context: &Context, profile: &Profile) -> Option<Decision> {
    let policy = context.job.spec.success_policy.as_ref().filter(|_| profile.success_policy)?;
    let rule = success_policy::first_match(policy, context.completions(), &context.succeeded_indexes)?;
    let condition = JobCondition::new(
        JobConditionType::SuccessCriteriaMet,
        ConditionStatus::True,
        "SuccessPolicy",
        &format!("Matched rules at index {rule}"),
        context.now,
    );
    Some(Decision { condition, rule: FinishRule::SuccessPolicy })
}

/// Enough pods succeeded and none is active: asked after pods were managed.
pub(super) fn decide_by_completions(context: &Context, active: i32, profile: &Profile) -> Option<Decision> {
    let completions = context.job.spec.completions;
    let enough = match completions {
        None => context.succeeded > 0,
        Some(completions) => context.succeeded >= completions,
    };
    if !enough || active > 0 {
        return None;
    }
    let (reason, message) = if profile.completion_has_a_reason {
        ("CompletionsReached", "Reached expected number of succeeded pods")
    } else {
        ("", "")
    };
    let r#type = if profile.delays_terminal_condition {
        JobConditionType::SuccessCriteriaMet
    } else {
        JobConditionType::Complete
    };
    let condition = JobCondition::new(r#type, ConditionStatus::True, reason, message, context.now);
    let rule = FinishRule::Completions { succeeded: context.succeeded, completions };
    Some(Decision { condition, rule })
}
