//! What the policies of a Job may hold: for failing pods, for success, for replacing pods.
//!
//! Mirrors upstream `validatePodFailurePolicy`, `validateSuccessPolicy` and `validatePodReplacementPolicy`.

use serde_json::Value;

use super::indexes::validate_indexes;
use super::job_spec::validate_not_negative;
use super::names::{check_qualified_name, validate_text};
use crate::api::field::{Errors, Path, Shown};
use crate::api::printed::{EXIT_CODES, printed};
use crate::api::tree::{get, int, list, text};
use crate::sorted::order;

const RULES_MAX: usize = 20;
const EXIT_CODES_MAX: usize = 255;
const POD_CONDITIONS_MAX: usize = 20;
const SUCCEEDED_INDEXES_LENGTH_MAX: usize = 64 * 1024;

const ACTIONS: [&str; 4] = ["Count", "FailIndex", "FailJob", "Ignore"];
const OPERATORS: [&str; 2] = ["In", "NotIn"];
const STATUSES: [&str; 3] = ["False", "True", "Unknown"];

pub fn validate_pod_failure_policy(policy: &Value, spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let path = path.field("rules");
    let rules = list(policy, "rules");
    if rules.len() > RULES_MAX {
        errors.too_many(path, rules.len(), RULES_MAX);
    }
    for (index, rule) in rules.iter().enumerate() {
        validate_failure_rule(rule, spec, &path.index(index), errors);
    }
}

pub fn validate_success_policy(
    policy: &Value,
    completions: Option<i64>,
    path: Path<'_>,
    errors: &mut Errors,
) {
    let path = path.field("rules");
    let rules = list(policy, "rules");
    if rules.is_empty() {
        errors.required(path, "at least one rules must be specified when the successPolicy is specified");
    }
    if rules.len() > RULES_MAX {
        errors.too_many(path, rules.len(), RULES_MAX);
    }
    for (index, rule) in rules.iter().enumerate() {
        validate_success_rule(rule, completions, &path.index(index), errors);
    }
}

/// Where success rules and missing completions meet, a real API server reads what is not there and breaks off.
pub fn breaks_real_server(spec: &Value) -> bool {
    text(spec, "completionMode") == "Indexed"
        && int(spec, "completions").is_none()
        && get(spec, "successPolicy").is_some_and(|policy| {
            list(policy, "rules")
                .iter()
                .any(|rule| get(rule, "succeededIndexes").is_some() || get(rule, "succeededCount").is_some())
        })
}

pub fn validate_pod_replacement_policy(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(policy) = get(spec, "podReplacementPolicy").and_then(Value::as_str) else { return };
    let supported: &[&str] = match get(spec, "podFailurePolicy") {
        Some(_) => &["Failed"],
        None => &["Failed", "TerminatingOrFailed"],
    };
    if !supported.contains(&policy) {
        errors.unsupported(path, Shown::Text(policy), supported);
    }
}

fn validate_failure_rule(rule: &Value, spec: &Value, path: &Path<'_>, errors: &mut Errors) {
    let action = text(rule, "action");
    validate_choice(action, &ACTIONS, path.field("action"), errors);
    if action == "FailIndex" && int(spec, "backoffLimitPerIndex").is_none() {
        let detail = "requires the backoffLimitPerIndex to be set";
        errors.invalid(path.field("action"), Shown::Text(action), detail);
    }
    let exit_codes = get(rule, "onExitCodes");
    if let Some(exit_codes) = exit_codes {
        validate_exit_codes(exit_codes, spec, &path.field("onExitCodes"), errors);
    }
    let conditions = list(rule, "onPodConditions");
    validate_pod_conditions(conditions, &path.field("onPodConditions"), errors);
    let detail = match (exit_codes, conditions) {
        (Some(_), [_, ..]) => "specifying both OnExitCodes and OnPodConditions is not supported",
        (None, []) => "specifying one of OnExitCodes and OnPodConditions is required",
        _ => return,
    };
    errors.invalid(*path, Shown::Written(""), detail);
}

fn validate_exit_codes(exit_codes: &Value, spec: &Value, path: &Path<'_>, errors: &mut Errors) {
    let operator = text(exit_codes, "operator");
    validate_choice(operator, &OPERATORS, path.field("operator"), errors);
    if let Some(name) = get(exit_codes, "containerName").and_then(Value::as_str) {
        let pod = &spec["template"]["spec"];
        let mut containers = list(pod, "containers").iter().chain(list(pod, "initContainers"));
        if !containers.any(|container| text(container, "name") == name) {
            let detail = "must be one of the container or initContainer names in the pod template";
            errors.invalid(path.field("containerName"), Shown::Text(name), detail);
        }
    }
    let path = path.field("values");
    let values = list(exit_codes, "values");
    let shown = |errors: &Errors| printed(get(exit_codes, "values"), &EXIT_CODES, errors.wording);
    if values.is_empty() {
        errors.invalid(path, Shown::Written(&shown(errors)), "at least one value is required");
    } else if values.len() > EXIT_CODES_MAX {
        errors.too_many(path, values.len(), EXIT_CODES_MAX);
    }
    let values: Vec<i64> = values.iter().map(|value| value.as_i64().unwrap_or_default()).collect();
    let repeats = order::repeats(values.len(), &|one, other| values[one].cmp(&values[other]));
    let mut last = i64::MIN;
    let mut is_ordered = true;
    for (index, (value, repeats)) in values.into_iter().zip(repeats).enumerate() {
        if operator == "In" && value == 0 {
            errors.invalid(path.index(index), Shown::Number(0), "must not be 0 for the In operator");
        }
        if repeats {
            errors.duplicate(path.index(index), Shown::Number(value));
        }
        is_ordered &= last <= value;
        last = value;
    }
    if !is_ordered {
        errors.invalid(path, Shown::Written(&shown(errors)), "must be ordered");
    }
}

fn validate_pod_conditions(conditions: &[Value], path: &Path<'_>, errors: &mut Errors) {
    if conditions.len() > POD_CONDITIONS_MAX {
        errors.too_many(*path, conditions.len(), POD_CONDITIONS_MAX);
    }
    for (index, condition) in conditions.iter().enumerate() {
        let path = path.index(index);
        validate_text(text(condition, "type"), check_qualified_name, path.field("type"), errors);
        validate_choice(text(condition, "status"), &STATUSES, path.field("status"), errors);
    }
}

/// A text that must be one of a few.
fn validate_choice(value: &str, choices: &[&str], path: Path<'_>, errors: &mut Errors) {
    if value.is_empty() {
        let quoted: Vec<String> = choices.iter().map(|choice| format!("\"{choice}\"")).collect();
        errors.required(path, &format!("valid values: [{}]", quoted.join(" ")));
    } else if !choices.contains(&value) {
        errors.unsupported(path, Shown::Text(value), choices);
    }
}

fn validate_success_rule(rule: &Value, completions: Option<i64>, path: &Path<'_>, errors: &mut Errors) {
    let indexes = get(rule, "succeededIndexes").and_then(Value::as_str);
    let count = int(rule, "succeededCount");
    if indexes.is_none() && count.is_none() {
        errors.required(*path, "at least one of succeededCount or succeededIndexes must be specified");
    }
    let mut total = 0;
    if let Some(indexes) = indexes {
        let path = path.field("succeededIndexes");
        if indexes.len() > SUCCEEDED_INDEXES_LENGTH_MAX {
            errors.too_long(path, SUCCEEDED_INDEXES_LENGTH_MAX);
        }
        match completions.map_or(Ok(0), |completions| validate_indexes(indexes, completions)) {
            Ok(count) => total = count,
            Err(error) => {
                let detail = format!("error parsing succeededIndexes: {error}");
                errors.invalid(path, Shown::Text(indexes), &detail);
            }
        }
    }
    let path = path.field("succeededCount");
    validate_not_negative(count, path, errors);
    let (Some(count), Some(completions)) = (count, completions) else { return };
    if count > completions {
        let detail =
            format!("must be less than or equal to {completions} (the number of specified completions)");
        errors.invalid(path, Shown::Number(count), &detail);
    }
    if indexes.is_some() && count > total {
        let detail = format!(
            "must be less than or equal to {total} (the number of indexes in the specified succeededIndexes field)"
        );
        errors.invalid(path, Shown::Number(count), &detail);
    }
}
