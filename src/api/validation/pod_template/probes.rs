//! Probes, hooks, and what they do.

use serde_json::Value;

use super::{Pod, ports, validate_known, validate_present};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, int, list, text};
use crate::api::validation::names::{check_http_header_name, validate_text};

const NOT_NEGATIVE: &str = "must be greater than or equal to 0";

/// Those of a container that keeps running.
pub fn validate_lifecycle_and_probes(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let grace_seconds = int(pod.spec, "terminationGracePeriodSeconds");
    if let Some(lifecycle) = get(container, "lifecycle") {
        for field in ["postStart", "preStop"] {
            if let Some(handler) = get(lifecycle, field) {
                let kinds = ["exec", "httpGet", "tcpSocket", "sleep"];
                validate_handler(
                    handler,
                    &kinds,
                    grace_seconds,
                    path.field("lifecycle").field(field),
                    errors,
                );
            }
        }
    }
    for field in ["livenessProbe", "readinessProbe", "startupProbe"] {
        if let Some(probe) = get(container, field) {
            validate_probe(probe, field == "readinessProbe", path.field(field), errors);
        }
    }
}

/// Mirrors upstream `validateProbe` and those of the kinds of probes.
fn validate_probe(probe: &Value, is_readiness: bool, path: Path<'_>, errors: &mut Errors) {
    validate_handler(probe, &["exec", "httpGet", "tcpSocket", "grpc"], None, path, errors);
    for field in
        ["initialDelaySeconds", "timeoutSeconds", "periodSeconds", "successThreshold", "failureThreshold"]
    {
        if let Some(number) = int(probe, field).filter(|number| *number < 0) {
            errors.invalid(path.field(field), Shown::Number(number), NOT_NEGATIVE);
        }
    }
    let grace_path = path.field("terminationGracePeriodSeconds");
    let grace_seconds = int(probe, "terminationGracePeriodSeconds");
    if let Some(seconds) = grace_seconds.filter(|seconds| *seconds <= 0) {
        errors.invalid(grace_path, Shown::Number(seconds), "must be greater than 0");
    }
    let successes = int(probe, "successThreshold").unwrap_or_default();
    match grace_seconds {
        Some(seconds) if is_readiness => {
            errors.invalid(grace_path, Shown::Number(seconds), "must not be set for readinessProbes");
        }
        _ if !is_readiness && successes != 1 => {
            errors.invalid(path.field("successThreshold"), Shown::Number(successes), "must be 1");
        }
        _ => {}
    }
}

/// Exactly one of the kinds. Mirrors upstream `validateHandler`.
fn validate_handler(
    handler: &Value,
    kinds: &[&str],
    grace_seconds: Option<i64>,
    path: Path<'_>,
    errors: &mut Errors,
) {
    let mut is_known = false;
    for kind in kinds {
        let Some(action) = get(handler, kind) else { continue };
        let path = path.field(kind);
        if is_known {
            errors.forbidden(path, "may not specify more than 1 handler type");
            continue;
        }
        is_known = true;
        match *kind {
            "exec" => validate_present(action, "command", path, errors),
            "httpGet" => validate_http(action, path, errors),
            "sleep" => validate_sleep(action, grace_seconds, path, errors),
            _ => ports::validate_number_or_name(action, path, errors),
        }
    }
    if !is_known {
        errors.required(path, "must specify a handler type");
    }
}

fn validate_http(action: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_present(action, "path", path, errors);
    ports::validate_number_or_name(action, path, errors);
    validate_known(text(action, "scheme"), &["HTTP", "HTTPS"], path.field("scheme"), errors);
    for header in list(action, "httpHeaders") {
        validate_text(text(header, "name"), check_http_header_name, path.field("httpHeaders"), errors);
    }
}

/// A pod without a valid grace period is refused for that alone.
fn validate_sleep(action: &Value, grace_seconds: Option<i64>, path: Path<'_>, errors: &mut Errors) {
    let seconds = int(action, "seconds").unwrap_or_default();
    if let Some(grace_seconds) = grace_seconds.filter(|grace_seconds| seconds < 0 || seconds > *grace_seconds)
    {
        let detail =
            format!("must be non-negative and less than terminationGracePeriodSeconds ({grace_seconds})");
        errors.invalid(path, Shown::Number(seconds), &detail);
    }
}
