//! What only containers of Windows have.

use serde_json::Value;

use super::{NOTHING, for_each_container};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{boolean, get, text};
use crate::api::validation::names::{check_dns1123_subdomain, validate_text};

const CREDENTIAL_LENGTH_MAX: usize = 64 * 1024;
const DOMAIN_LENGTH_LIMIT: usize = 256;
const USER_LENGTH_MAX: usize = 104;

/// Mirrors upstream `validateWindowsSecurityContextOptions`.
pub fn validate_windows_options(context: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(options) = get(context, "windowsOptions") else { return };
    let option = |field: &str| get(options, field).and_then(Value::as_str);
    if let Some(name) = option("gmsaCredentialSpecName") {
        validate_text(name, check_dns1123_subdomain, path.field("gmsaCredentialSpecName"), errors);
    }
    if let Some(credential) = option("gmsaCredentialSpec") {
        let detail = match credential.len() {
            0 => Some("gmsaCredentialSpec cannot be an empty string"),
            1..=CREDENTIAL_LENGTH_MAX => None,
            _ => Some("gmsaCredentialSpec size must be under 64 KiB"),
        };
        if let Some(detail) = detail {
            errors.invalid(path.field("gmsaCredentialSpec"), Shown::Text(credential), detail);
        }
    }
    if let Some(name) = option("runAsUserName") {
        validate_user_name(name, path.field("runAsUserName"), errors);
    }
}

fn validate_user_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    let mut refuse = |detail: &str| errors.invalid(path, Shown::Text(name), detail);
    if name.is_empty() {
        return refuse("runAsUserName cannot be an empty string");
    }
    if name.bytes().any(|byte| byte.is_ascii_control()) {
        return refuse("runAsUserName cannot contain control characters");
    }
    if name.matches('\\').count() > 1 {
        return refuse("runAsUserName cannot contain more than one backslash");
    }
    let (domain, user) = match name.split_once('\\') {
        Some((domain, user)) => (Some(domain), user),
        None => (None, name),
    };
    if domain.is_some_and(|domain| domain.len() >= DOMAIN_LENGTH_LIMIT) {
        refuse("runAsUserName's Domain length must be under 256 characters");
    }
    if domain.is_some_and(|domain| !is_net_bios(domain) && !is_dns(domain)) {
        refuse("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
    if user.is_empty() {
        refuse("runAsUserName's User cannot be empty");
    } else if user.len() > USER_LENGTH_MAX {
        refuse("runAsUserName's User length must not be longer than 104 characters");
    }
    if !user.is_empty() && user.bytes().all(|byte| matches!(byte, b'.' | b' ')) {
        refuse("runAsUserName's User cannot contain only periods or spaces");
    }
    if user.contains(|letter: char| "\"/\\:;|=,+*?<>@[]".contains(letter)) {
        refuse("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
    }
}

fn is_net_bios(domain: &str) -> bool {
    let length = domain.chars().count();
    (1..=15).contains(&length)
        && !domain.starts_with('.')
        && !domain.contains(|letter: char| "\\/:*?\"<>|".contains(letter))
}

fn is_dns(domain: &str) -> bool {
    domain.split('.').all(|label| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    })
}

/// Mirrors upstream `validateWindowsHostProcessPod`.
pub fn validate_host_process(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let of_pod = host_process(spec);
    let (mut containers, mut on_host) = (0, 0);
    for_each_container(spec, path, &mut |container, path| {
        let of_container = host_process(container);
        containers += 1;
        on_host += i32::from(of_container.or(of_pod) == Some(true));
        if let (Some(expected), Some(actual)) = (of_pod, of_container)
            && expected != actual
        {
            let path = path.field("securityContext");
            let path = path.field("windowsOptions");
            let detail =
                format!("pod hostProcess value must be identical if both are specified, was {expected}");
            errors.invalid(path.field("hostProcess"), Shown::Bool(actual), &detail);
        }
    });
    if on_host == 0 {
        return;
    }
    if on_host != containers {
        let detail =
            "If pod contains any hostProcess containers then all containers must be HostProcess containers";
        errors.invalid(path, Shown::Text(""), detail);
    }
    if boolean(spec, "hostNetwork") != Some(true) {
        let detail = "hostNetwork must be true if pod contains any hostProcess containers";
        errors.invalid(path.field("hostNetwork"), Shown::Bool(false), detail);
    }
}

fn host_process(holder: &Value) -> Option<bool> {
    let context = get(holder, "securityContext").unwrap_or(NOTHING);
    boolean(get(context, "windowsOptions").unwrap_or(NOTHING), "hostProcess")
}

/// Whether a pod says that it runs on Windows.
pub fn is_for_windows(spec: &Value) -> bool {
    get(spec, "os").is_some_and(|os| text(os, "name") == "windows")
}
