//! Affinity to nodes and to other pods.

use serde_json::Value;

use super::NOTHING;
use super::scheduling::validate_merged_label_keys;
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, int, list, text};
use crate::api::validation::names::{
    check_dns1123_label, check_dns1123_subdomain, check_label_value, check_qualified_name, validate_text,
};
use crate::api::validation::selector::validate_label_selector;

const UNKNOWN_OPERATOR: &str = "not a valid selector operator";
const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

/// Mirrors upstream `validateAffinity`.
pub fn validate_affinity(affinity: &Value, path: Path<'_>, errors: &mut Errors) {
    if let Some(node) = get(affinity, "nodeAffinity") {
        validate_node_affinity(node, path.field("nodeAffinity"), errors);
    }
    for field in ["podAffinity", "podAntiAffinity"] {
        let pods = get(affinity, field).unwrap_or(NOTHING);
        let path = path.field(field);
        for (index, term) in list(pods, REQUIRED).iter().enumerate() {
            validate_pod_term(term, path.field(REQUIRED).index(index), errors);
        }
        for (index, weighted) in list(pods, PREFERRED).iter().enumerate() {
            let path = path.field(PREFERRED);
            let path = path.index(index);
            validate_weight(weighted, path, errors);
            let term = get(weighted, "podAffinityTerm").unwrap_or(NOTHING);
            validate_pod_term(term, path.field("podAffinityTerm"), errors);
        }
    }
}

/// Values are not checked where they are only preferred.
fn validate_node_affinity(affinity: &Value, path: Path<'_>, errors: &mut Errors) {
    if let Some(required) = get(affinity, REQUIRED) {
        let path = path.field(REQUIRED);
        let terms = list(required, "nodeSelectorTerms");
        if terms.is_empty() {
            errors.required(path.field("nodeSelectorTerms"), "must have at least one node selector term");
        }
        for (index, term) in terms.iter().enumerate() {
            validate_node_term(term, true, path.field("nodeSelectorTerms").index(index), errors);
        }
    }
    for (index, preferred) in list(affinity, PREFERRED).iter().enumerate() {
        let path = path.field(PREFERRED);
        let path = path.index(index);
        validate_weight(preferred, path, errors);
        let term = get(preferred, "preference").unwrap_or(NOTHING);
        validate_node_term(term, false, path.field("preference"), errors);
    }
}

fn validate_weight(preferred: &Value, path: Path<'_>, errors: &mut Errors) {
    let weight = int(preferred, "weight").unwrap_or_default();
    if !(1..=100).contains(&weight) {
        errors.invalid(path.field("weight"), Shown::Number(weight), "must be in the range 1-100");
    }
}

/// Mirrors upstream `ValidateNodeSelectorTerm`.
fn validate_node_term(term: &Value, checks_values: bool, path: Path<'_>, errors: &mut Errors) {
    for (index, requirement) in list(term, "matchExpressions").iter().enumerate() {
        let path = path.field("matchExpressions");
        validate_requirement(requirement, checks_values, path.index(index), errors);
    }
    for (index, requirement) in list(term, "matchFields").iter().enumerate() {
        validate_field_requirement(requirement, path.field("matchFields").index(index), errors);
    }
}

/// Mirrors upstream `ValidateNodeSelectorRequirement`.
fn validate_requirement(requirement: &Value, checks_values: bool, path: Path<'_>, errors: &mut Errors) {
    let (operator, values) = (text(requirement, "operator"), list(requirement, "values"));
    let values_path = path.field("values");
    match operator {
        "In" | "NotIn" if values.is_empty() => {
            errors.required(values_path, "must be specified when `operator` is 'In' or 'NotIn'");
        }
        "Exists" | "DoesNotExist" if !values.is_empty() => {
            let detail = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
            errors.forbidden(values_path, detail);
        }
        "Gt" | "Lt" if values.len() != 1 => {
            errors.required(values_path, "must be specified single value when `operator` is 'Lt' or 'Gt'");
        }
        "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt" => {}
        _ => errors.invalid(path.field("operator"), Shown::Text(operator), UNKNOWN_OPERATOR),
    }
    validate_text(text(requirement, "key"), check_qualified_name, path.field("key"), errors);
    for (index, value) in values.iter().enumerate().filter(|_| checks_values) {
        validate_text(
            value.as_str().unwrap_or_default(),
            check_label_value,
            values_path.index(index),
            errors,
        );
    }
}

/// Mirrors upstream `ValidateNodeFieldSelectorRequirement`. Nodes are known by their names only.
fn validate_field_requirement(requirement: &Value, path: Path<'_>, errors: &mut Errors) {
    let (operator, key) = (text(requirement, "operator"), text(requirement, "key"));
    let values = list(requirement, "values");
    match operator {
        "In" | "NotIn" if values.len() != 1 => {
            let detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
            errors.required(path.field("values"), detail);
        }
        "In" | "NotIn" => {}
        _ => errors.invalid(path.field("operator"), Shown::Text(operator), UNKNOWN_OPERATOR),
    }
    if key != "metadata.name" {
        return errors.invalid(path.field("key"), Shown::Text(key), "not a valid field selector key");
    }
    for (index, name) in values.iter().enumerate() {
        let name = name.as_str().unwrap_or_default();
        validate_text(name, check_dns1123_subdomain, path.field("values").index(index), errors);
    }
}

/// Mirrors upstream `validatePodAffinityTerm`.
fn validate_pod_term(term: &Value, path: Path<'_>, errors: &mut Errors) {
    for field in ["labelSelector", "namespaceSelector"] {
        if let Some(selector) = get(term, field) {
            validate_label_selector(selector, false, path.field(field), errors);
        }
    }
    for namespace in list(term, "namespaces").iter().filter_map(Value::as_str) {
        validate_text(namespace, check_dns1123_label, path.field("namespace"), errors);
    }
    validate_merged_label_keys(term, path, errors);
    let key = text(term, "topologyKey");
    if key.is_empty() {
        errors.required(path.field("topologyKey"), "can not be empty");
    }
    validate_text(key, check_qualified_name, path.field("topologyKey"), errors);
}
