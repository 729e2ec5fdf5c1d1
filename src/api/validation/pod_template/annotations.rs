//! Annotations of pods that have rules of their own: profiles, tolerations, the deletion cost.

use serde_json::{Map, Value};

use super::file_paths::validate_descending;
use super::windows::is_for_windows;
use super::{NOTHING, for_each_container};
use crate::api::field::{Errors, Path, Shown, quote};
use crate::api::tree::{get, map, text};

pub const SECCOMP_POD: &str = "seccomp.security.alpha.kubernetes.io/pod";
pub const SECCOMP_CONTAINER: &str = "container.seccomp.security.alpha.kubernetes.io/";
pub const APP_ARMOR_CONTAINER: &str = "container.apparmor.security.beta.kubernetes.io/";
const MIRROR_POD: &str = "kubernetes.io/config.mirror";
const DELETION_COST: &str = "controller.kubernetes.io/pod-deletion-cost";

/// Mirrors upstream `ValidatePodSpecificAnnotations`.
pub fn validate_pod_annotations(metadata: &Value, spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(annotations) = map(metadata, "annotations") else { return };
    let annotation = |key: &str| annotations.get(key).and_then(Value::as_str);
    if let Some(mirror) = annotation(MIRROR_POD).filter(|_| text(spec, "nodeName").is_empty()) {
        let detail = "must set spec.nodeName if mirror pod annotation is set";
        errors.invalid(path.key(MIRROR_POD), Shown::Text(mirror), detail);
    }
    if let Some(cost) = annotation(DELETION_COST).filter(|cost| !is_cost(cost)) {
        errors.invalid(path.key(DELETION_COST), Shown::Text(cost), "must be a 32bit integer");
    }
    if let Some(profile) = annotation(SECCOMP_POD) {
        validate_seccomp(profile, path.field(SECCOMP_POD), errors);
    }
    for (key, profile) in annotations {
        if key.starts_with(SECCOMP_CONTAINER) {
            validate_seccomp(profile.as_str().unwrap_or_default(), path.field(key), errors);
        }
    }
    validate_app_armor(annotations, spec, path, errors);
}

/// Digits without a plus sign or needless zeros.
fn is_cost(cost: &str) -> bool {
    let digits = cost.strip_prefix('-').unwrap_or(cost);
    let is_plain = digits == "0" && digits.len() == cost.len() || !digits.starts_with(['0', '+']);
    is_plain && cost.parse::<i32>().is_ok()
}

/// Mirrors upstream `ValidateSeccompProfile`.
fn validate_seccomp(profile: &str, path: Path<'_>, errors: &mut Errors) {
    if let Some(file) = profile.strip_prefix("localhost/") {
        validate_descending(file, path, errors);
    } else if !matches!(profile, "runtime/default" | "docker/default" | "unconfined") {
        errors.invalid(path, Shown::Text(profile), "must be a valid seccomp profile");
    }
}

/// Mirrors upstream `ValidateAppArmorPodAnnotations`.
fn validate_app_armor(annotations: &Map<String, Value>, spec: &Value, path: Path<'_>, errors: &mut Errors) {
    for (key, profile) in annotations {
        let Some(container) = key.strip_prefix(APP_ARMOR_CONTAINER) else { continue };
        let profile = profile.as_str().unwrap_or_default();
        let mut is_found = false;
        for_each_container(spec, path, &mut |other, _| is_found |= text(other, "name") == container);
        if !is_found {
            errors.invalid(path.key(key), Shown::Text(container), "container not found");
        }
        let fits =
            matches!(profile, "" | "runtime/default" | "unconfined") || profile.starts_with("localhost/");
        if !fits {
            let detail = format!("invalid AppArmor profile name: {}", quote(profile));
            errors.invalid(path.key(key), Shown::Text(profile), &detail);
        }
    }
}

/// Where a profile is both annotated and a field, both say the same. Mirrors upstream
/// `validateSeccompAnnotationsAndFields`.
pub fn validate_seccomp_agrees(metadata: &Value, spec: &Value, path: Path<'_>, errors: &mut Errors) {
    const DEFAULTS: [&str; 2] = ["runtime/default", "docker/default"];
    let annotations = map(metadata, "annotations");
    let mut validate = |key: &str, holder: &Value, path: Path<'_>| {
        let profile = profile_of(holder, "seccompProfile");
        let path = path.field("securityContext");
        validate_agrees(
            "seccomp",
            annotations,
            key,
            profile,
            &DEFAULTS,
            path.field("seccompProfile"),
            errors,
        );
    };
    validate(SECCOMP_POD, spec, path);
    for_each_container(spec, path, &mut |container, path| {
        validate(&format!("{SECCOMP_CONTAINER}{}", text(container, "name")), container, path);
    });
}

/// Mirrors upstream `validateAppArmorAnnotationsAndFieldsMatchOnCreate`.
pub fn validate_app_armor_agrees(metadata: &Value, spec: &Value, path: Path<'_>, errors: &mut Errors) {
    if is_for_windows(spec) {
        return;
    }
    let annotations = map(metadata, "annotations");
    for_each_container(spec, path, &mut |container, path| {
        let profile =
            profile_of(container, "appArmorProfile").or_else(|| profile_of(spec, "appArmorProfile"));
        let key = format!("{APP_ARMOR_CONTAINER}{}", text(container, "name"));
        let path = path.field("securityContext");
        let path = path.field("appArmorProfile");
        validate_agrees("apparmor", annotations, &key, profile, &["runtime/default"], path, errors);
    });
}

fn profile_of<'a>(holder: &'a Value, field: &str) -> Option<&'a Value> {
    get(get(holder, "securityContext").unwrap_or(NOTHING), field)
}

fn validate_agrees(
    what: &str,
    annotations: Option<&Map<String, Value>>,
    key: &str,
    profile: Option<&Value>,
    defaults: &[&str],
    path: Path<'_>,
    errors: &mut Errors,
) {
    let annotation = annotations.and_then(|annotations| annotations.get(key)).and_then(Value::as_str);
    let (Some(annotation), Some(profile)) = (annotation, profile) else { return };
    let agrees = match text(profile, "type") {
        "Unconfined" => annotation == "unconfined",
        "RuntimeDefault" => defaults.contains(&annotation),
        "Localhost" => match annotation.strip_prefix("localhost/") {
            Some(file) if get(profile, "localhostProfile").and_then(Value::as_str) != Some(file) => {
                let detail = format!("{what} profile in annotation and field must match");
                return errors.forbidden(path.field("localhostProfile"), &detail);
            }
            file => file.is_some(),
        },
        _ => true,
    };
    if !agrees {
        errors.forbidden(path.field("type"), &format!("{what} type in annotation and field must match"));
    }
}
