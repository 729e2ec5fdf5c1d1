//! The claims that ephemeral volumes make.

use serde_json::Value;

use super::{NOTHING, is_zero, validate_filled, validate_known, validate_present};
use crate::api::amount;
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, list, map, text};
use crate::api::validation::names::{
    check_dns1123_label, check_dns1123_subdomain, validate_annotations, validate_labels,
};
use crate::api::validation::selector::validate_label_selector;
use crate::api::version::ServerVersion;

const ACCESS_MODES: [&str; 4] = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"];

/// Mirrors upstream `ValidatePersistentVolumeClaimTemplate`.
pub fn validate_claim_template(
    template: &Value,
    path: Path<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    let (metadata, metadata_path) = (get(template, "metadata").unwrap_or(NOTHING), path.field("metadata"));
    validate_annotations(map(metadata, "annotations"), metadata_path.field("annotations"), errors);
    validate_labels(map(metadata, "labels"), metadata_path.field("labels"), errors);
    for (field, value) in metadata.as_object().into_iter().flatten() {
        if !["annotations", "labels"].contains(&field.as_str()) && !is_zero(value) {
            errors.forbidden(metadata_path.field(field), "cannot be set");
        }
    }
    validate_claim(get(template, "spec").unwrap_or(NOTHING), path.field("spec"), version, errors);
}

/// Mirrors upstream `ValidatePersistentVolumeClaimSpec`.
fn validate_claim(claim: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    let modes = list(claim, "accessModes");
    if modes.is_empty() {
        errors.required(path.field("accessModes"), "at least 1 access mode is required");
    }
    if let Some(selector) = get(claim, "selector") {
        validate_label_selector(selector, false, path.field("selector"), errors);
    }
    let mut known: Vec<&str> = Vec::new();
    for mode in modes.iter().filter_map(Value::as_str) {
        validate_known(mode, &ACCESS_MODES, path.field("accessModes"), errors);
        known.extend(ACCESS_MODES.contains(&mode).then_some(mode));
    }
    let (alone, others): (Vec<&str>, Vec<&str>) =
        known.into_iter().partition(|mode| *mode == "ReadWriteOncePod");
    if !alone.is_empty() && !others.is_empty() {
        let detail = "may not use ReadWriteOncePod with other access modes";
        errors.forbidden(path.field("accessModes"), detail);
    }
    validate_storage(claim, path.field("resources").key("storage"), errors);
    validate_filled(claim, "storageClassName", check_dns1123_subdomain, path, errors);
    if let Some(mode) = get(claim, "volumeMode").and_then(Value::as_str) {
        validate_known(mode, &["Block", "Filesystem"], path.field("volumeMode"), errors);
    }
    for field in ["dataSource", "dataSourceRef"] {
        if let Some(source) = get(claim, field) {
            validate_data_source(source, path.field(field), errors);
        }
    }
    if version.pod.volume_attributes_class {
        validate_filled(claim, "volumeAttributesClassName", check_dns1123_subdomain, path, errors);
    }
}

fn validate_storage(claim: &Value, path: Path<'_>, errors: &mut Errors) {
    let requests = get(claim, "resources").and_then(|resources| get(resources, "requests"));
    let Some(storage) = requests.and_then(|requests| get(requests, "storage")).and_then(Value::as_str) else {
        return errors.required(path, "");
    };
    if amount::of(storage) <= 0 {
        errors.invalid(path, Shown::Text(storage), "must be greater than zero");
    }
}

fn validate_data_source(source: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_present(source, "name", path, errors);
    validate_present(source, "kind", path, errors);
    let kind = text(source, "kind");
    if text(source, "apiGroup").is_empty() && kind != "PersistentVolumeClaim" {
        let detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup";
        errors.invalid(path, Shown::Text(kind), detail);
    }
    validate_filled(source, "apiGroup", check_dns1123_subdomain, path, errors);
    validate_filled(source, "namespace", check_dns1123_label, path, errors);
}
