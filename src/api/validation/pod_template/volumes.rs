//! The volumes of a pod: names, and one source each.

use serde_json::Value;

use super::volume_sources::SOURCES;
use crate::api::amount;
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, list, text};
use crate::api::validation::names::{check_dns1123_label, validate_text};
use crate::api::version::ServerVersion;

/// Checks all volumes and returns those in which nothing is wrong. Mirrors upstream `ValidateVolumes`.
pub fn validate_volumes<'a>(
    spec: &'a Value,
    path: Path<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) -> Vec<&'a Value> {
    let mut fit: Vec<&Value> = Vec::new();
    for (index, volume) in list(spec, "volumes").iter().enumerate() {
        let (path, before, name) = (path.index(index), errors.len(), text(volume, "name"));
        validate_source(volume, path, version, errors);
        match name {
            "" => errors.required(path.field("name"), ""),
            name => validate_text(name, check_dns1123_label, path.field("name"), errors),
        }
        if fit.iter().any(|other| text(other, "name") == name) {
            errors.duplicate(path.field("name"), Shown::Text(name));
        }
        if errors.len() == before {
            fit.push(volume);
        }
    }
    fit
}

/// Mirrors upstream `validateVolumeSource`.
fn validate_source(volume: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    let mut has_source = false;
    if let Some(directory) = get(volume, "emptyDir") {
        has_source = true;
        if amount::of(text(directory, "sizeLimit")) < 0 {
            let detail = "SizeLimit field must be a valid resource quantity";
            errors.forbidden(path.field("emptyDir").field("sizeLimit"), detail);
        }
    }
    for source in SOURCES {
        let Some(value) = get(volume, source.field) else { continue };
        if has_source {
            errors.forbidden(path.field(source.forbidden_at), "may not specify more than 1 volume type");
        } else {
            has_source = true;
            source.validate(value, path.field(source.at), version, errors);
        }
        if source.field == "iscsi" {
            validate_iscsi_name(text(volume, "name"), value, path, errors);
        }
    }
    if !has_source {
        errors.required(path, "must specify a volume type");
    }
}

fn validate_iscsi_name(name: &str, iscsi: &Value, path: Path<'_>, errors: &mut Errors) {
    const DETAIL: &str = "Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.";
    let length = name.len() + 1 + text(iscsi, "targetPortal").len();
    if get(iscsi, "initiatorName").is_some() && length > 64 {
        errors.invalid(path.field("name"), Shown::Text(name), DETAIL);
    }
}
