//! What may change in a Job that exists.
//!
//! Mirrors upstream `ValidateJobUpdate` and `validatePodTemplateUpdate`.

use serde_json::{Map, Value};

use super::job_spec::{SpecOptions, is_indexed, template_labels, validate_job_spec};
use super::metadata::{IMMUTABLE, validate_kube_metadata_update};
use super::selector::has_invalid_value;
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::printed::{LABEL_SELECTOR, POD_FAILURE_POLICY, SUCCESS_POLICY, Shape, printed};
use crate::api::tree::{boolean, get, int, list, list_mut, remove, same, text};
use crate::api::version::ServerVersion;
use crate::api::{CONTROLLER_UID, JOB_NAME, written};

/// What is asked of a replaced Job, given the stored one. Mirrors the strategy's `validationOptionsForJob`.
pub fn spec_options(old: &Value) -> SpecOptions {
    let labels = template_labels(&old["spec"]);
    let has = |key: &str| labels.is_some_and(|labels| labels.contains_key(key));
    SpecOptions {
        prefixed_labels_required: has(JOB_NAME) && has(CONTROLLER_UID),
        any_selector_values: get(&old["spec"], "selector").is_some_and(has_invalid_value),
    }
}

/// The new Job as a whole once more, and what of it may not differ from the stored one.
pub fn validate_job_update(
    new: &Value,
    old: &Value,
    options: SpecOptions,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    validate_kube_metadata_update(&new["metadata"], &old["metadata"], version, errors);
    validate_job_spec(&new["spec"], options, version, errors);
    let path = &Path::new("spec");
    validate_completions(&new["spec"], &old["spec"], path.field("completions"), errors);
    let (new_spec, old_spec) = (&new["spec"], &old["spec"]);
    validate_immutable(new_spec, old_spec, "selector", &LABEL_SELECTOR, errors);
    validate_template(new, old, version, errors);
    validate_immutable(new_spec, old_spec, "completionMode", &Shape::Scalar, errors);
    validate_immutable(new_spec, old_spec, "podFailurePolicy", &POD_FAILURE_POLICY, errors);
    validate_immutable(new_spec, old_spec, "backoffLimitPerIndex", &Shape::Scalar, errors);
    validate_immutable(new_spec, old_spec, "managedBy", &Shape::Scalar, errors);
    validate_immutable(new_spec, old_spec, "successPolicy", &SUCCESS_POLICY, errors);
}

fn validate_immutable(new: &Value, old: &Value, field: &str, shape: &Shape, errors: &mut Errors) {
    let value = get(new, field);
    if !same(value, get(old, field)) {
        let shown = value.map(|value| printed(Some(value), shape, errors.wording));
        let shown = shown.as_deref().map_or(Shown::Null, Shown::Written);
        errors.invalid(Path::new("spec").field(field), shown, IMMUTABLE);
    }
}

/// An Indexed Job may grow and shrink together with its parallelism.
fn validate_completions(new: &Value, old: &Value, path: Path<'_>, errors: &mut Errors) {
    let completions = int(new, "completions");
    if completions == int(old, "completions") {
        return;
    }
    let shown = completions.map_or(Shown::Null, Shown::Number);
    if !is_indexed(new) {
        errors.invalid(path, shown, IMMUTABLE);
    } else if completions.is_some() && completions != int(new, "parallelism") {
        errors.invalid(path, shown, "can only be modified in tandem with spec.parallelism");
    }
}

fn validate_template(new: &Value, old: &Value, version: &ServerVersion, errors: &mut Errors) {
    let template = with_its_parts(&new["spec"]["template"]);
    let mut allowed = with_its_parts(&old["spec"]["template"]);
    if same(Some(&template), Some(&allowed)) {
        return;
    }
    let path = &Path::new("spec");
    let path = &path.field("template");
    if scheduling_is_mutable(old, version) {
        allow_scheduling(&mut allowed, &template);
        if version.suspended_template_mutable {
            allow_resources(&mut allowed["spec"], &template["spec"]);
            if !same(allowed.get("spec"), template.get("spec")) {
                refuse(path.field("spec"), &template["spec"], "core.PodSpec{…}", errors);
            }
            allowed["spec"] = template["spec"].clone();
        }
    }
    if !same(Some(&allowed), Some(&template)) {
        refuse(*path, &template, "core.PodTemplateSpec{…}", errors);
    }
}

/// A template whose parts are there, if only empty: no metadata and empty metadata are alike.
fn with_its_parts(template: &Value) -> Value {
    let mut fields = template.as_object().cloned().unwrap_or_default();
    for field in ["metadata", "spec"] {
        let slot = fields.entry(field).or_insert(Value::Null);
        if !slot.is_object() {
            *slot = Value::Object(Map::new());
        }
    }
    Value::Object(fields)
}

/// A value too large to print in Go syntax is told by its type only.
fn refuse(path: Path<'_>, value: &Value, go: &str, errors: &mut Errors) {
    let shown = match errors.wording {
        Wording::Go => go.to_owned(),
        Wording::Json => written::text(value),
    };
    errors.invalid(path, Shown::Written(&shown), IMMUTABLE);
}

fn scheduling_is_mutable(old: &Value, version: &ServerVersion) -> bool {
    let status = &old["status"];
    let not_started = get(status, "startTime").is_none();
    let suspended = boolean(&old["spec"], "suspend") == Some(true);
    if !version.suspended_template_mutable {
        return suspended && not_started;
    }
    let is_marked = list(status, "conditions")
        .iter()
        .any(|condition| text(condition, "type") == "Suspended" && text(condition, "status") == "True");
    suspended && (not_started || is_marked) && int(status, "active").unwrap_or(0) == 0
}

/// Takes over what says where pods may run.
fn allow_scheduling(allowed: &mut Value, template: &Value) {
    allow_node_affinity(allowed, &template["spec"]);
    for field in ["nodeSelector", "tolerations", "schedulingGates"] {
        take_over(&mut allowed["spec"], &template["spec"], field);
    }
    for field in ["annotations", "labels"] {
        take_over(&mut allowed["metadata"], &template["metadata"], field);
    }
}

/// Only the part of an affinity that is about nodes may change. It may go as a whole where it holds nothing else.
fn allow_node_affinity(allowed: &mut Value, new: &Value) {
    match (get(new, "affinity"), allowed["spec"].get_mut("affinity")) {
        (None, Some(old)) => {
            remove(old, "nodeAffinity");
            if old.as_object().is_none_or(Map::is_empty) {
                remove(&mut allowed["spec"], "affinity");
            }
        }
        (Some(new), None) => {
            allowed["spec"]["affinity"] = Value::Object(Map::new());
            take_over(&mut allowed["spec"]["affinity"], new, "nodeAffinity");
        }
        (Some(new), Some(old)) => take_over(old, new, "nodeAffinity"),
        (None, None) => {}
    }
}

/// Takes over the resources of containers, which stay in their places.
fn allow_resources(allowed: &mut Value, new: &Value) {
    for field in ["containers", "initContainers"] {
        for (old, new) in list_mut(allowed, field).iter_mut().zip(list(new, field)) {
            take_over(old, new, "resources");
        }
    }
}

fn take_over(target: &mut Value, source: &Value, field: &str) {
    match (get(source, field), target.as_object_mut()) {
        (Some(value), Some(target)) => {
            target.insert(field.to_owned(), value.clone());
        }
        _ => remove(target, field),
    }
}
