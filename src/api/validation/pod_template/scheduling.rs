//! What else decides where and when a pod runs: tolerations, spread, gates.

use serde_json::Value;

use super::{NOTHING, validate_known};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, int, list, map, text};
use crate::api::validation::names::{check_label_value, check_qualified_name, validate_text};
use crate::api::validation::selector::validate_label_selector;
use crate::api::version::ServerVersion;

const NOT_POSITIVE: &str = "must be greater than zero";
const NO_SELECTOR: &str = "must not be specified when labelSelector is not set";
const IN_BOTH: &str = "exists in both matchLabelKeys and labelSelector";

/// Readiness gates and scheduling gates.
pub fn validate_gates(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    for (index, gate) in list(spec, "readinessGates").iter().enumerate() {
        let path = path.field("readinessGates");
        let path = path.index(index);
        validate_text(text(gate, "conditionType"), check_qualified_name, path.field("conditionType"), errors);
    }
    let gates = list(spec, "schedulingGates");
    for (index, gate) in gates.iter().enumerate() {
        let path = path.field("schedulingGates");
        let (path, name) = (path.index(index), text(gate, "name"));
        validate_text(name, check_qualified_name, path, errors);
        if gates.iter().take(index).any(|other| text(other, "name") == name) {
            errors.duplicate(path, Shown::Text(name));
        }
    }
}

/// Mirrors upstream `ValidateTolerations`.
pub fn validate_tolerations(spec: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    for (index, toleration) in list(spec, "tolerations").iter().enumerate() {
        let path = path.index(index);
        let (key, operator) = (text(toleration, "key"), text(toleration, "operator"));
        let (value, effect) = (text(toleration, "value"), text(toleration, "effect"));
        if !key.is_empty() {
            validate_text(key, check_qualified_name, path.field("key"), errors);
        } else if operator != "Exists" {
            let detail =
                "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
            errors.invalid(path.field("operator"), Shown::Text(operator), detail);
        }
        if int(toleration, "tolerationSeconds").is_some() && effect != "NoExecute" {
            let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
            errors.invalid(path.field("effect"), Shown::Text(effect), detail);
        }
        let operator_path = path.field("operator");
        match operator {
            "Equal" | "" => validate_toleration_value(value, operator_path, errors),
            "Exists" if value.is_empty() => {}
            "Exists" => {
                let detail = "value must be empty when `operator` is 'Exists'";
                errors.invalid(operator_path, Shown::Text(value), detail);
            }
            "Lt" | "Gt" if version.pod.toleration_comparisons => {
                errors.unsupported(operator_path, Shown::Text(operator), &["Equal", "Exists", "Lt", "Gt"]);
            }
            _ => errors.unsupported(operator_path, Shown::Text(operator), &["Equal", "Exists"]),
        }
        if !effect.is_empty() {
            let effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];
            validate_known(effect, &effects, path.field("effect"), errors);
        }
    }
}

/// All that is wrong with the value, in one error on the operator.
fn validate_toleration_value(value: &str, path: Path<'_>, errors: &mut Errors) {
    let mut details: Vec<String> = Vec::new();
    check_label_value(value, errors.wording, &mut |message| details.push(message.to_owned()));
    if !details.is_empty() {
        errors.invalid(path, Shown::Text(value), &details.join(";"));
    }
}

/// Mirrors upstream `validateTopologySpreadConstraints`.
pub fn validate_spread_constraints(
    spec: &Value,
    path: Path<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    let constraints = list(spec, "topologySpreadConstraints");
    for (index, constraint) in constraints.iter().enumerate() {
        let path = path.index(index);
        let (key, action) = (text(constraint, "topologyKey"), text(constraint, "whenUnsatisfiable"));
        let skew = int(constraint, "maxSkew").unwrap_or_default();
        if skew <= 0 {
            errors.invalid(path.field("maxSkew"), Shown::Number(skew), NOT_POSITIVE);
        }
        if key.is_empty() {
            errors.required(path.field("topologyKey"), "can not be empty");
        }
        let actions = ["DoNotSchedule", "ScheduleAnyway"];
        validate_known(action, &actions, path.field("whenUnsatisfiable"), errors);
        let is_repeated =
            |other: &Value| text(other, "topologyKey") == key && text(other, "whenUnsatisfiable") == action;
        if constraints.iter().skip(index + 1).any(is_repeated) {
            let shown = format!("{{{key}, {action}}}");
            errors.duplicate(path.field("{topologyKey, whenUnsatisfiable}"), Shown::Text(&shown));
        }
        validate_min_domains(constraint, action, path.field("minDomains"), errors);
        for field in ["nodeAffinityPolicy", "nodeTaintsPolicy"] {
            if let Some(policy) = get(constraint, field).and_then(Value::as_str) {
                validate_known(policy, &["Honor", "Ignore"], path.field(field), errors);
            }
        }
        if version.pod.spread_keys_merged {
            validate_merged_label_keys(constraint, path, errors);
        } else {
            validate_spread_label_keys(constraint, path.field("matchLabelKeys"), errors);
        }
        if let Some(selector) = get(constraint, "labelSelector") {
            validate_label_selector(selector, false, path.field("labelSelector"), errors);
        }
    }
}

fn validate_min_domains(constraint: &Value, action: &str, path: Path<'_>, errors: &mut Errors) {
    let Some(domains) = int(constraint, "minDomains") else { return };
    if domains <= 0 {
        errors.invalid(path, Shown::Number(domains), NOT_POSITIVE);
    }
    if action != "DoNotSchedule" {
        let detail = format!("can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {action}");
        errors.invalid(path, Shown::Number(domains), &detail);
    }
}

/// Mirrors upstream `ValidateMatchLabelKeysInTopologySpread`.
fn validate_spread_label_keys(constraint: &Value, path: Path<'_>, errors: &mut Errors) {
    let keys = list(constraint, "matchLabelKeys");
    let selector = get(constraint, "labelSelector");
    if !keys.is_empty() && selector.is_none() {
        errors.forbidden(path, NO_SELECTOR);
    }
    let selector = selector.unwrap_or(NOTHING);
    for (index, key) in keys.iter().enumerate() {
        let key = key.as_str().unwrap_or_default();
        validate_text(key, check_qualified_name, path.index(index), errors);
        let is_required = list(selector, "matchExpressions").iter().any(|other| text(other, "key") == key);
        if is_required || has_label(selector, key) {
            errors.invalid(path.index(index), Shown::Text(key), IN_BOTH);
        }
    }
}

/// Keys whose values are taken from the pod and added to the selector. Mirrors upstream
/// `ValidateMatchLabelKeysAndMismatchLabelKeys`.
pub fn validate_merged_label_keys(term: &Value, path: Path<'_>, errors: &mut Errors) {
    let selector = get(term, "labelSelector");
    for field in ["matchLabelKeys", "mismatchLabelKeys"] {
        let keys = list(term, field);
        if !keys.is_empty() && selector.is_none() {
            errors.forbidden(path.field(field), NO_SELECTOR);
            continue;
        }
        for (index, key) in keys.iter().enumerate() {
            let key = key.as_str().unwrap_or_default();
            validate_text(key, check_qualified_name, path.field(field).index(index), errors);
        }
    }
    let (matched, mismatched) = (list(term, "matchLabelKeys"), list(term, "mismatchLabelKeys"));
    let expressions = selector.map(|selector| list(selector, "matchExpressions")).unwrap_or_default();
    for (position, expression) in expressions.iter().enumerate() {
        let key = text(expression, "key");
        let is_known = has_label(selector.unwrap_or(NOTHING), key)
            || expressions.iter().take(position).any(|other| text(other, "key") == key);
        if let Some(index) = matched.iter().rposition(|matched| matched.as_str() == Some(key))
            && is_known
        {
            errors.invalid(path.index(index), Shown::Text(key), IN_BOTH);
        }
    }
    for (index, key) in matched.iter().enumerate().filter(|(_, key)| mismatched.contains(key)) {
        let detail = "exists in both matchLabelKeys and mismatchLabelKeys";
        let shown = Shown::Text(key.as_str().unwrap_or_default());
        errors.invalid(path.field("matchLabelKeys").index(index), shown, detail);
    }
}

fn has_label(selector: &Value, key: &str) -> bool {
    map(selector, "matchLabels").is_some_and(|labels| labels.contains_key(key))
}
