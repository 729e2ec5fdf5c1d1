//! `podFailurePolicy`: which rule a failed pod matches, and what that means.

use super::Profile;
use crate::api::job::{OnExitCodes, OnPodCondition};
use crate::api::{
    ConditionStatus, ContainerState, Job, Pod, PodFailurePolicy, PodFailurePolicyAction as Action,
};

/// The first rule that a pod matches.
pub(super) struct Match<'a> {
    pub action: &'a Action,
    rule: usize,
    cause: Cause<'a>,
}

enum Cause<'a> {
    ExitCode { container: &'a str, code: i32 },
    Condition(&'a str),
}

impl Match<'_> {
    /// The message of the `FailJob` decision.
    #[inline(never)]
    pub fn message(&self, pod: &Pod) -> String {
        let key = pod.key();
        let rule = self.rule;
        match self.cause {
            Cause::ExitCode { container, code } => format!(
                "Container {container} for pod {key} failed with exit code {code} matching FailJob rule at index {rule}"
            ),
            Cause::Condition(condition) => {
                format!("Pod {key} has condition {condition} matching FailJob rule at index {rule}")
            }
        }
    }
}

/// Whether the pod matches an `Ignore` rule, so that no counter shows it.
pub(super) fn is_ignored(job: &Job, pod: &Pod, profile: &Profile) -> bool {
    policy_of(job, profile)
        .and_then(|policy| first_match(policy, pod, profile))
        .is_some_and(|matched| *matched.action == Action::Ignore)
}

pub(super) fn policy_of<'a>(job: &'a Job, profile: &Profile) -> Option<&'a PodFailurePolicy> {
    job.spec.pod_failure_policy.as_ref().filter(|_| profile.pod_failure_policy)
}

/// Mirrors upstream `matchPodFailurePolicy`. Rules with an unknown action match nothing.
#[inline(never)]
pub(super) fn first_match<'a>(
    policy: &'a PodFailurePolicy,
    pod: &'a Pod,
    profile: &Profile,
) -> Option<Match<'a>> {
    policy.rules.iter().enumerate().find_map(|(rule, requirement)| {
        let known = match requirement.action {
            Action::FailJob | Action::Ignore | Action::Count => true,
            Action::FailIndex => profile.backoff_limit_per_index,
            Action::Other(_) => false,
        };
        if !known {
            return None;
        }
        let cause = match (&requirement.on_exit_codes, &requirement.on_pod_conditions) {
            (Some(exit_codes), _) => matching_container(exit_codes, pod)?,
            (None, Some(conditions)) => matching_condition(conditions, pod)?,
            (None, None) => return None,
        };
        Some(Match { action: &requirement.action, rule, cause })
    })
}

/// App containers first, then init containers; only such as ended with a code other than 0.
fn matching_container<'a>(requirement: &OnExitCodes, pod: &'a Pod) -> Option<Cause<'a>> {
    let statuses = pod.status.container_statuses.iter().chain(&pod.status.init_container_statuses);
    let named =
        statuses.filter(|status| requirement.container_name.as_ref().is_none_or(|name| *name == status.name));
    let mut failed = named.filter_map(|status| match status.state {
        ContainerState::Terminated { exit_code, .. } if exit_code != 0 => Some((&*status.name, exit_code)),
        _ => None,
    });
    let (container, code) = failed.find(|(_, code)| match &*requirement.operator {
        "In" => requirement.values.contains(code),
        "NotIn" => !requirement.values.contains(code),
        _ => false,
    })?;
    Some(Cause::ExitCode { container, code })
}

fn matching_condition<'a>(patterns: &[OnPodCondition], pod: &'a Pod) -> Option<Cause<'a>> {
    let matches = |pattern: &OnPodCondition, r#type: &str, status: ConditionStatus| {
        *pattern.r#type == *r#type && pattern.status.unwrap_or(ConditionStatus::True) == status
    };
    let found = pod.status.conditions.iter().find(|condition| {
        patterns.iter().any(|pattern| matches(pattern, &condition.r#type, condition.status))
    });
    found.map(|condition| Cause::Condition(&condition.r#type))
}
