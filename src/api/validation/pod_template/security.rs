//! Security contexts of pods and containers.

use serde_json::Value;

use super::file_paths::validate_descending;
use super::windows::validate_windows_options;
use super::{NOTHING, for_each_container, range_text, shapes, validate_known};
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::tree::{boolean, get, list, text};
use crate::api::version::ServerVersion;

const SYSCTL_LENGTH_MAX: usize = 253;
const APP_ARMOR_PROFILE_LENGTH_MAX: usize = 4095;
const SYSCTL_NAME: &str = "must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";
const PROFILE_TYPES: [&str; 3] = ["Localhost", "RuntimeDefault", "Unconfined"];

/// Mirrors upstream `validatePodSpecSecurityContext`.
pub fn validate_pod_security(spec: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    let context = get(spec, "securityContext").unwrap_or(NOTHING);
    for field in ["fsGroup", "runAsUser", "runAsGroup"] {
        validate_id(context.get(field), path.field(field), errors);
    }
    for (index, group) in list(context, "supplementalGroups").iter().enumerate() {
        validate_id(Some(group), path.field("supplementalGroups").index(index), errors);
    }
    if boolean(spec, "shareProcessNamespace") == Some(true) && boolean(spec, "hostPID") == Some(true) {
        let detail = "ShareProcessNamespace and HostPID cannot both be enabled";
        errors.invalid(path.field("shareProcessNamespace"), Shown::Bool(true), detail);
    }
    validate_sysctls(spec, context, path.field("sysctls"), errors);
    let choice = |field: &str| get(context, field).and_then(Value::as_str);
    if let Some(policy) = choice("fsGroupChangePolicy") {
        validate_known(policy, &["Always", "OnRootMismatch"], path.field("fsGroupChangePolicy"), errors);
    }
    validate_profiles(context, path, errors);
    if let Some(policy) = choice("supplementalGroupsPolicy") {
        validate_known(policy, &["Merge", "Strict"], path.field("supplementalGroupsPolicy"), errors);
    }
    if let Some(policy) = choice("seLinuxChangePolicy") {
        let supported: &[&str] =
            if version.pod.selinux_mount { &["MountOption", "Recursive"] } else { &["Recursive"] };
        validate_known(policy, supported, path.field("seLinuxChangePolicy"), errors);
    }
}

/// Mirrors upstream `ValidateSecurityContext`.
pub fn validate_container_security(spec: &Value, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(context) = get(container, "securityContext") else { return };
    for field in ["runAsUser", "runAsGroup"] {
        validate_id(context.get(field), path.field(field), errors);
    }
    if let Some(mount) = get(context, "procMount").and_then(Value::as_str) {
        let path = path.field("procMount");
        validate_known(mount, &["Default", "Unmasked"], path, errors);
        if mount == "Unmasked" && boolean(spec, "hostUsers") != Some(false) {
            errors.invalid(path, Shown::Text(mount), "`hostUsers` must be false to use `Unmasked`");
        }
    }
    validate_seccomp(context, path.field("seccompProfile"), errors);
    if boolean(context, "allowPrivilegeEscalation") == Some(false) {
        if boolean(context, "privileged") == Some(true) {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            shapes::invalid(Some(context), shapes::SECURITY_CONTEXT, detail, path, errors);
        }
        let capabilities = get(context, "capabilities").unwrap_or(NOTHING);
        for _ in list(capabilities, "add").iter().filter(|name| *name == "CAP_SYS_ADMIN") {
            let detail =
                "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN";
            shapes::invalid(Some(context), shapes::SECURITY_CONTEXT, detail, path, errors);
        }
    }
    validate_windows_options(context, path.field("windowsOptions"), errors);
    validate_app_armor(context, path.field("appArmorProfile"), errors);
}

fn validate_profiles(context: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_seccomp(context, path.field("seccompProfile"), errors);
    validate_windows_options(context, path.field("windowsOptions"), errors);
    validate_app_armor(context, path.field("appArmorProfile"), errors);
}

/// A user or a group.
fn validate_id(id: Option<&Value>, path: Path<'_>, errors: &mut Errors) {
    let most = i64::from(i32::MAX);
    if let Some(id) = id.and_then(Value::as_i64).filter(|id| !(0..=most).contains(id)) {
        errors.invalid(path, Shown::Number(id), &range_text(0, most));
    }
}

/// Mirrors upstream `validateSeccompProfileField`.
fn validate_seccomp(context: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(profile) = get(context, "seccompProfile") else { return };
    let (kind, file) = (text(profile, "type"), get(profile, "localhostProfile"));
    match kind {
        "" => errors.required(path.field("type"), "type is required when seccompProfile is set"),
        kind => validate_known(kind, &PROFILE_TYPES, path.field("type"), errors),
    }
    let path = path.field("localhostProfile");
    match file {
        None if kind == "Localhost" => errors.required(path, "must be set when seccomp type is Localhost"),
        None => {}
        Some(file) if kind == "Localhost" => {
            validate_descending(file.as_str().unwrap_or_default(), path, errors);
        }
        Some(_) => {
            let detail = "can only be set when seccomp type is Localhost";
            shapes::invalid(Some(profile), shapes::SECCOMP_PROFILE, detail, path, errors);
        }
    }
}

/// Mirrors upstream `ValidateAppArmorProfileField`.
fn validate_app_armor(context: &Value, path: Path<'_>, errors: &mut Errors) {
    const NEEDS_FILE: &str = "must be set when AppArmor type is Localhost";
    let Some(profile) = get(context, "appArmorProfile") else { return };
    let file = get(profile, "localhostProfile").and_then(Value::as_str);
    let file_path = path.field("localhostProfile");
    match (text(profile, "type"), file) {
        ("Localhost", None) => errors.required(file_path, NEEDS_FILE),
        ("Localhost", Some(file)) => {
            if file.trim() != file {
                errors.invalid(file_path, Shown::Text(file), "must not be padded with whitespace");
            } else if file.is_empty() {
                errors.required(file_path, NEEDS_FILE);
            }
            if file.len() > APP_ARMOR_PROFILE_LENGTH_MAX {
                errors.too_long(file_path, APP_ARMOR_PROFILE_LENGTH_MAX);
            }
        }
        ("RuntimeDefault" | "Unconfined", None) => {}
        ("RuntimeDefault" | "Unconfined", Some(file)) => {
            let detail = "can only be set when AppArmor type is Localhost";
            errors.invalid(file_path, Shown::Text(file), detail);
        }
        ("", _) => errors.required(path.field("type"), "type is required when appArmorProfile is set"),
        (kind, _) => errors.unsupported(path.field("type"), Shown::Text(kind), &PROFILE_TYPES),
    }
}

/// Mirrors upstream `validateSysctls`.
fn validate_sysctls(spec: &Value, context: &Value, path: Path<'_>, errors: &mut Errors) {
    let sysctls = list(context, "sysctls");
    for (index, sysctl) in sysctls.iter().enumerate() {
        let (name, path) = (text(sysctl, "name"), path.index(index));
        let path = path.field("name");
        if name.is_empty() {
            errors.required(path, "");
        } else if !is_sysctl(name) {
            errors.invalid(path, Shown::Text(name), SYSCTL_NAME);
        } else if sysctls.iter().take(index).any(|other| text(other, "name") == name) {
            errors.duplicate(path, Shown::Text(name));
        }
        for (host, is_namespaced) in [("hostNetwork", is_of_net(name)), ("hostIPC", is_of_ipc(name))] {
            if is_namespaced && boolean(spec, host) == Some(true) {
                let detail = format!("may not be specified when '{host}' is true");
                errors.invalid(path, Shown::Text(name), &detail);
            }
        }
    }
}

fn is_sysctl(name: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_segment = |part: &str| {
        part.bytes().all(|byte| is_letter(byte) || matches!(byte, b'-' | b'_'))
            && part.bytes().next().is_some_and(is_letter)
            && part.bytes().last().is_some_and(is_letter)
    };
    name.len() <= SYSCTL_LENGTH_MAX && name.split(['.', '/']).all(is_segment)
}

fn is_of_net(name: &str) -> bool {
    name.starts_with("net.") || name.starts_with("net/")
}

fn is_of_ipc(name: &str) -> bool {
    let name = name.replace('/', ".");
    name == "kernel.sem"
        || ["kernel.shm", "kernel.msg", "fs.mqueue."].iter().any(|prefix| name.starts_with(prefix))
}

/// Mirrors upstream `validateHostUsers`.
pub fn validate_host_users(spec: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    if boolean(spec, "hostUsers") != Some(false) {
        return;
    }
    let detail = match errors.wording {
        Wording::Go => "when `pod.Spec.HostUsers` is false",
        Wording::Json => "when `hostUsers` is false",
    };
    for (field, at) in [("hostNetwork", "hostNetwork"), ("hostPID", "HostPID"), ("hostIPC", "HostIPC")] {
        if boolean(spec, field) == Some(true) {
            errors.forbidden(path.field(at), detail);
        }
    }
    if version.pod.host_users_devices {
        for_each_container(spec, path, &mut |container, path| {
            if !list(container, "volumeDevices").is_empty() {
                errors.forbidden(path.field("volumeDevices"), detail);
            }
        });
    }
}
