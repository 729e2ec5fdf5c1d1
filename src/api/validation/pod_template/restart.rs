//! What restarts a container, and what a resize does to it.

use serde_json::Value;

use super::{Pod, validate_known};
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::tree::{get, list, text};
use crate::api::version::ServerVersion;

const RULES_MAX: usize = 20;
const EXIT_CODES_MAX: usize = 255;

/// Mirrors upstream `validateContainerRestartPolicy`.
pub fn validate_restart_policy(container: &Value, path: Path<'_>, errors: &mut Errors) {
    let rules = list(container, "restartPolicyRules");
    match get(container, "restartPolicy").and_then(Value::as_str) {
        None if rules.is_empty() => return,
        None => require_policy(path, errors),
        Some(policy) => {
            let supported = ["Always", "Never", "OnFailure"];
            validate_known(policy, &supported, path.field("restartPolicy"), errors);
        }
    }
    let rules_path = path.field("restartPolicyRules");
    if rules.len() > RULES_MAX {
        errors.too_long(rules_path, RULES_MAX);
    }
    for (index, rule) in rules.iter().enumerate() {
        let path = rules_path.index(index);
        validate_known(text(rule, "action"), &["Restart"], path.field("action"), errors);
        let codes_path = path.field("exitCodes");
        let Some(codes) = get(rule, "exitCodes") else {
            errors.required(codes_path, "must be specified");
            continue;
        };
        validate_known(text(codes, "operator"), &["In", "NotIn"], codes_path.field("operator"), errors);
        if list(codes, "values").len() > EXIT_CODES_MAX {
            errors.too_long(codes_path.field("values"), EXIT_CODES_MAX);
        }
    }
}

/// Mirrors upstream `validateInitContainerRestartPolicy`.
pub fn validate_init_restart_policy(
    container: &Value,
    path: Path<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    let has_rules = !list(container, "restartPolicyRules").is_empty();
    match get(container, "restartPolicy").and_then(Value::as_str) {
        None if has_rules => require_policy(path, errors),
        None => {}
        Some("Always") if has_rules && version.pod.container_restart_rules => errors.forbidden(
            path.field("restartPolicyRules"),
            "restartPolicyRules are not allowed for init containers with restart policy Always",
        ),
        Some("Always") => {}
        Some(_) if version.pod.container_restart_rules => validate_restart_policy(container, path, errors),
        Some(policy) => errors.unsupported(path.field("restartPolicy"), Shown::Text(policy), &["Always"]),
    }
}

fn require_policy(path: Path<'_>, errors: &mut Errors) {
    errors.required(path.field("restartPolicy"), "must specify restartPolicy when restart rules are used");
}

/// Mirrors upstream `validateResizePolicy`.
pub fn validate_resize_policy(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let mut seen: Vec<&str> = Vec::new();
    for (index, rule) in list(container, "resizePolicy").iter().enumerate() {
        let resource = text(rule, "resourceName");
        if seen.contains(&resource) {
            errors.duplicate(path.index(index), Shown::Bare(resource));
        }
        seen.push(resource);
        match resource {
            "cpu" | "memory" => {}
            "" => errors.required(path, ""),
            _ => errors.unsupported(path, Shown::Bare(resource), &["cpu", "memory"]),
        }
        let policy = text(rule, "restartPolicy");
        match policy {
            "NotRequired" | "RestartContainer" => {}
            "" => errors.required(path, ""),
            _ => errors.unsupported(path, Shown::Text(policy), &["NotRequired", "RestartContainer"]),
        }
        if text(pod.spec, "restartPolicy") == "Never" && policy != "NotRequired" {
            let detail = match errors.wording {
                Wording::Go => "must be 'NotRequired' when `restartPolicy` is 'Never'",
                Wording::Json => "must be 'NotRequired' when pod `restartPolicy` is 'Never'",
            };
            errors.invalid(path, Shown::Text(policy), detail);
        }
    }
}
