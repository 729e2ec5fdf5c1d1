//! Label selectors as plain data: what is wrong with one, and whether it matches.
//!
//! Mirrors upstream `ValidateLabelSelector` and `LabelSelectorAsSelector`.

use serde_json::{Map, Value};

use super::names::{check_label_value, check_qualified_name, validate_labels, validate_text};
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::tree::{list, map, text};

/// Checks a selector. `any_values` leaves the values of its requirements unchecked.
pub fn validate_label_selector(selector: &Value, any_values: bool, path: Path<'_>, errors: &mut Errors) {
    validate_labels(map(selector, "matchLabels"), path.field("matchLabels"), errors);
    let path = path.field("matchExpressions");
    for (index, requirement) in list(selector, "matchExpressions").iter().enumerate() {
        let path = path.index(index);
        let values_path = path.field("values");
        let values = list(requirement, "values");
        let operator = text(requirement, "operator");
        match operator {
            "In" | "NotIn" if values.is_empty() => {
                errors.required(values_path, "must be specified when `operator` is 'In' or 'NotIn'");
            }
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                errors.forbidden(
                    values_path,
                    "may not be specified when `operator` is 'Exists' or 'DoesNotExist'",
                );
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
            _ => {
                errors.invalid(
                    path.field("operator"),
                    Shown::Text(operator),
                    "not a valid selector operator",
                );
            }
        }
        validate_text(text(requirement, "key"), check_qualified_name, path.field("key"), errors);
        for (index, value) in values.iter().enumerate().filter(|_| !any_values) {
            validate_text(as_text(value), check_label_value, values_path.index(index), errors);
        }
    }
}

/// A stored selector may hold values that are refused today; then those of an update are not checked either.
pub fn has_invalid_value(selector: &Value) -> bool {
    list(selector, "matchExpressions").iter().flat_map(|requirement| list(requirement, "values")).any(
        |value| {
            let mut is_invalid = false;
            check_label_value(as_text(value), Wording::Go, &mut |_| is_invalid = true);
            is_invalid
        },
    )
}

/// Whether the labels match. `None` if the selector is not valid. No selector matches nothing, an empty one anything.
pub fn matches(selector: Option<&Value>, labels: &Map<String, Value>) -> Option<bool> {
    let Some(selector) = selector else { return Some(false) };
    let mut errors = Errors::new(Wording::Go);
    validate_label_selector(selector, false, Path::new("selector"), &mut errors);
    if !errors.is_empty() {
        return None;
    }
    let has_labels =
        map(selector, "matchLabels").into_iter().flatten().all(|(key, value)| labels.get(key) == Some(value));
    Some(
        has_labels && list(selector, "matchExpressions").iter().all(|requirement| holds(requirement, labels)),
    )
}

fn holds(requirement: &Value, labels: &Map<String, Value>) -> bool {
    let value = labels.get(text(requirement, "key"));
    let values = list(requirement, "values");
    match text(requirement, "operator") {
        "In" => value.is_some_and(|value| values.contains(value)),
        "NotIn" => value.is_none_or(|value| !values.contains(value)),
        "Exists" => value.is_some(),
        _ => value.is_none(),
    }
}

fn as_text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_selector_matches_nothing_anything_or_its_labels() {
        let labels = json!({"a": "b"});
        let labels = labels.as_object().expect("labels");
        let requires = |operator: &str, values: Value| json!({"matchExpressions": [{"key": "a", "operator": operator, "values": values}]});
        assert_eq!(matches(None, labels), Some(false));
        assert_eq!(matches(Some(&json!({})), labels), Some(true));
        assert_eq!(matches(Some(&json!({"matchLabels": {"a": "c"}})), labels), Some(false));
        assert_eq!(matches(Some(&requires("In", json!(["b", "c"]))), labels), Some(true));
        assert_eq!(matches(Some(&requires("NotIn", json!(["b"]))), labels), Some(false));
        assert_eq!(matches(Some(&requires("Exists", json!([]))), labels), Some(true));
        assert_eq!(matches(Some(&requires("DoesNotExist", json!([]))), labels), Some(false));
        assert_eq!(matches(Some(&requires("In", json!([]))), labels), None);
        assert_eq!(matches(Some(&requires("is", json!(["b"]))), labels), None);
    }
}
