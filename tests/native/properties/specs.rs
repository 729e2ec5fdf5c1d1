//! Random Jobs that the API server takes, and random plans of how their pods end.

use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::{Ending, Outcome, OutcomeException, OutcomePlan};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The members of a spec, as `fixture::manifest` takes them.
pub fn any_spec() -> impl Strategy<Value = Value> {
    let size = (0..3u8, 0..4i32, 0..5i32, 0..4i32);
    let limits = (rarely(0..3i32), rarely(0..3i32), rarely(5..90i64));
    let policies = (0..6u8, 0..6u8, 0..3u8);
    let flags = (0..10u8, 0..10u8, 0..40u8);
    (size, limits, policies, flags).prop_map(|(size, limits, policies, flags)| {
        let mut spec = sized(size);
        limit(&mut spec, limits);
        govern(&mut spec, policies);
        flag(&mut spec, flags);
        spec
    })
}

/// The spec without the fields that this version does not know, as its API server would store it.
pub fn known_to(profile: &Profile, mut spec: Value) -> Value {
    let newer = [
        ("backoffLimitPerIndex", profile.backoff_limit_per_index),
        ("maxFailedIndexes", profile.backoff_limit_per_index),
        ("successPolicy", profile.success_policy),
        ("podReplacementPolicy", profile.pod_replacement_policy),
        ("managedBy", profile.managed_by),
    ];
    let members = spec.as_object_mut().expect("a spec is an object");
    let per_index = members.contains_key("backoffLimitPerIndex");
    for (member, _) in newer.iter().filter(|(_, known)| !known) {
        members.remove(*member);
    }
    if per_index && !profile.backoff_limit_per_index {
        members.insert("backoffLimit".to_owned(), 2.into());
    }
    spec
}

fn rarely<T: std::fmt::Debug + Clone + 'static>(
    some: impl Strategy<Value = T>,
) -> impl Strategy<Value = Option<T>> {
    proptest::option::weighted(0.3, some)
}

fn is_indexed(spec: &Value) -> bool {
    spec["completionMode"] == "Indexed"
}

fn sized((mode, parallelism, completions, backoff_limit): (u8, i32, i32, i32)) -> Value {
    let parallelism = parallelism.max(1);
    match mode {
        0 => json!({"parallelism": parallelism, "completions": completions, "backoffLimit": backoff_limit}),
        1 => json!({"parallelism": parallelism, "backoffLimit": backoff_limit}),
        _ => json!({
            "completionMode": "Indexed", "parallelism": parallelism, "completions": completions.max(1),
            "backoffLimit": backoff_limit,
        }),
    }
}

fn limit(spec: &mut Value, (per_index, failed_indexes, deadline): (Option<i32>, Option<i32>, Option<i64>)) {
    if let Some(limit) = per_index.filter(|_| is_indexed(spec)) {
        spec["backoffLimitPerIndex"] = limit.into();
        spec["backoffLimit"] = i32::MAX.into();
        if let Some(limit) = failed_indexes {
            spec["maxFailedIndexes"] = limit.into();
        }
    }
    if let Some(deadline) = deadline {
        spec["activeDeadlineSeconds"] = deadline.into();
    }
}

fn govern(spec: &mut Value, (failure, success, replacement): (u8, u8, u8)) {
    let per_index = spec.get("backoffLimitPerIndex").is_some();
    let codes = |codes: Value| json!({"operator": "In", "values": codes});
    let rules = match failure {
        3 => json!([
            {"action": "FailJob", "onExitCodes": codes(json!([42]))},
            {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget"}]},
        ]),
        4 => json!([
            {"action": "Ignore", "onExitCodes": codes(json!([3]))},
            {"action": "Count", "onExitCodes": codes(json!([1]))},
        ]),
        5 => json!([
            {"action": if per_index { "FailIndex" } else { "Count" }, "onExitCodes": codes(json!([3, 42]))},
        ]),
        _ => Value::Null,
    };
    if !rules.is_null() {
        spec["podFailurePolicy"] = json!({"rules": rules});
    }
    let rules = match success {
        3 => json!([{"succeededCount": 1}]),
        4 => json!([{"succeededIndexes": "0"}]),
        5 => json!([{"succeededIndexes": "0-2", "succeededCount": 2}, {"succeededCount": 3}]),
        _ => Value::Null,
    };
    if is_indexed(spec) && !rules.is_null() {
        spec["successPolicy"] = json!({"rules": rules});
    }
    if replacement == 2 {
        spec["podReplacementPolicy"] = "Failed".into();
    }
}

fn flag(spec: &mut Value, (suspended, on_failure, managed): (u8, u8, u8)) {
    if suspended == 9 {
        spec["suspend"] = true.into();
    }
    let takes_never_only = ["podFailurePolicy", "backoffLimitPerIndex"];
    if on_failure == 9 && takes_never_only.iter().all(|member| spec.get(member).is_none()) {
        spec["restartPolicy"] = "OnFailure".into();
    }
    if managed == 39 {
        spec["managedBy"] = "example.com/other".into();
    }
}

/// How pods end while the walk only lets time pass.
pub fn any_plan() -> impl Strategy<Value = OutcomePlan> {
    let ending = || (0..7u8).prop_map(ending);
    (ending(), ending(), ending()).prop_map(|(default, first, second)| OutcomePlan {
        default: Outcome::new(default),
        exceptions: [(1, first), (2, second)]
            .map(|(attempt, ending)| OutcomeException {
                index: None,
                attempt: Some(attempt),
                outcome: Outcome::new(ending),
            })
            .into(),
        termination_ms: 1_000,
    })
}

fn ending(number: u8) -> Ending {
    match number {
        0 | 1 => Ending::Succeed,
        2 => Ending::Fail { exit_code: 1 },
        3 => Ending::Fail { exit_code: 3 },
        4 => Ending::Evict,
        5 => Ending::Hang,
        _ => Ending::NeverScheduled,
    }
}
