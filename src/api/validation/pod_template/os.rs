//! The operating system of a pod, and what cannot be set for it.

use serde_json::Value;

use super::{NOTHING, for_each_container, validate_known};
use crate::api::field::{Errors, Path};
use crate::api::tree::{boolean, get, list, text};

const NOT_FOR_WINDOWS: &str = "cannot be set for a windows pod";
const NOT_FOR_LINUX: &str = "windows options cannot be set for a linux pod";
/// Fields of the spec and of its security context, in the order in which upstream looks at them.
const POD_FIELDS: [(bool, &str); 15] = [
    (true, "appArmorProfile"),
    (true, "seLinuxOptions"),
    (false, "hostUsers"),
    (false, "hostPID"),
    (false, "hostIPC"),
    (true, "seccompProfile"),
    (true, "fsGroup"),
    (true, "fsGroupChangePolicy"),
    (true, "sysctls"),
    (false, "shareProcessNamespace"),
    (true, "runAsUser"),
    (true, "runAsGroup"),
    (true, "supplementalGroups"),
    (true, "supplementalGroupsPolicy"),
    (true, "seLinuxChangePolicy"),
];
const CONTAINER_FIELDS: [&str; 10] = [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
];

/// Mirrors upstream `validateOS`, `validateLinux` and `validateWindows`.
pub fn validate_os(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(os) = get(spec, "os") else { return };
    match text(os, "name") {
        "" => errors.required(path.field("os").field("name"), "cannot be empty"),
        "linux" => validate_linux(spec, path, errors),
        "windows" => validate_windows(spec, path, errors),
        other => validate_known(other, &["linux", "windows"], path.field("os"), errors),
    }
}

fn validate_linux(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let mut validate = |holder: &Value, path: Path<'_>| {
        if security_context(holder).get("windowsOptions").is_some() {
            errors.forbidden(path.field("securityContext").field("windowsOptions"), NOT_FOR_LINUX);
        }
    };
    validate(spec, path);
    for_each_container(spec, path, &mut |container, path| validate(container, path));
}

fn validate_windows(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let context = security_context(spec);
    for (is_in_context, field) in POD_FIELDS {
        let is_set = match field {
            "hostPID" | "hostIPC" => boolean(spec, field) == Some(true),
            "sysctls" => !list(context, field).is_empty(),
            _ => get(if is_in_context { context } else { spec }, field).is_some(),
        };
        if is_set && is_in_context {
            errors.forbidden(path.field("securityContext").field(field), NOT_FOR_WINDOWS);
        } else if is_set {
            errors.forbidden(path.field(field), NOT_FOR_WINDOWS);
        }
    }
    for_each_container(spec, path, &mut |container, path| {
        let context = security_context(container);
        for field in CONTAINER_FIELDS {
            if get(context, field).is_some() {
                errors.forbidden(path.field("securityContext").field(field), NOT_FOR_WINDOWS);
            }
        }
    });
}

fn security_context(holder: &Value) -> &Value {
    get(holder, "securityContext").unwrap_or(NOTHING)
}
