//! Containers, init containers and ephemeral containers.

use serde_json::Value;

use super::{Pod, env, mounts, ports, probes, resources, restart, security, validate_choice};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, list, text};
use crate::api::validation::names::{check_dns1123_label, validate_text};

const ONLY_SIDECARS: &str = "may not be set for init containers without restartPolicy=Always";
const NOT_EPHEMERAL: &str = "cannot be set for an Ephemeral Container";
const PROBES: [&str; 3] = ["livenessProbe", "readinessProbe", "startupProbe"];

/// Mirrors upstream `validateContainers`.
pub fn validate_containers(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    let containers = list(pod.spec, "containers");
    if containers.is_empty() {
        return errors.required(path, "");
    }
    let mut names: Vec<&str> = Vec::new();
    for (index, container) in containers.iter().enumerate() {
        let path = path.index(index);
        validate_container(pod, container, path, errors);
        let name = text(container, "name");
        if names.contains(&name) {
            errors.duplicate(path.field("name"), Shown::Text(name));
        }
        names.push(name);
        probes::validate_lifecycle_and_probes(pod, container, path, errors);
        if pod.version.pod.container_restart_rules {
            restart::validate_restart_policy(container, path, errors);
        } else if get(container, "restartPolicy").is_some() {
            errors.forbidden(path.field("restartPolicy"), "may not be set for non-init containers");
        }
    }
    ports::validate_host_ports(containers, path, errors);
}

/// Mirrors upstream `validateInitContainers`.
pub fn validate_init_containers(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    let mut names: Vec<&str> = list(pod.spec, "containers").iter().map(|other| text(other, "name")).collect();
    for (index, container) in list(pod.spec, "initContainers").iter().enumerate() {
        let at = path.index(index);
        validate_container(pod, container, at, errors);
        restart::validate_init_restart_policy(container, at, pod.version, errors);
        let name = text(container, "name");
        if names.contains(&name) {
            errors.duplicate(at.field("name"), Shown::Text(name));
        } else if !name.is_empty() {
            names.push(name);
        }
        ports::validate_host_ports(std::slice::from_ref(container), path, errors);
        if text(container, "restartPolicy") == "Always" {
            probes::validate_lifecycle_and_probes(pod, container, at, errors);
            continue;
        }
        for field in ["lifecycle"].into_iter().chain(PROBES) {
            if get(container, field).is_some() {
                errors.forbidden(at.field(field), ONLY_SIDECARS);
            }
        }
    }
}

/// Mirrors upstream `validateEphemeralContainers`, which templates go through although they may have none.
pub fn validate_ephemeral_containers(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    let others = list(pod.spec, "containers").iter().chain(list(pod.spec, "initContainers"));
    let others: Vec<&str> = others.map(|other| text(other, "name")).collect();
    let mut names = others.clone();
    for (index, container) in list(pod.spec, "ephemeralContainers").iter().enumerate() {
        let path = path.index(index);
        validate_container(pod, container, path, errors);
        let image = text(container, "image");
        if image.trim() != image {
            let detail = "must not have leading or trailing whitespace";
            errors.invalid(path.field("image"), Shown::Text(image), detail);
        }
        let name = text(container, "name");
        if names.contains(&name) {
            errors.duplicate(path.field("name"), Shown::Text(name));
        } else {
            names.push(name);
        }
        let target = text(container, "targetContainerName");
        if !target.is_empty() && !others.contains(&target) {
            errors.not_found(path.field("targetContainerName"), Shown::Text(target));
        }
        for field in ["ports", "resources", "resizePolicy", "restartPolicy", "restartPolicyRules"]
            .into_iter()
            .chain(PROBES)
            .chain(["lifecycle"])
        {
            if get(container, field).is_some_and(|value| !super::is_zero(value)) {
                errors.forbidden(path.field(field), NOT_EPHEMERAL);
            }
        }
        for (index, mount) in list(container, "volumeMounts").iter().enumerate() {
            for field in ["subPath", "subPathExpr"] {
                if !text(mount, field).is_empty() {
                    errors.forbidden(path.field("volumeMounts").index(index).field(field), NOT_EPHEMERAL);
                }
            }
        }
    }
}

/// What holds for containers of all kinds. Mirrors upstream `validateContainerCommon`.
fn validate_container(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    match text(container, "name") {
        "" => errors.required(path.field("name"), ""),
        name => validate_text(name, check_dns1123_label, path.field("name"), errors),
    }
    if text(container, "image").is_empty() {
        errors.required(path.field("image"), "");
    }
    let policies = ["File", "FallbackToLogsOnError"];
    validate_choice(container, "terminationMessagePolicy", &policies, path, errors);
    ports::validate_ports(container, path.field("ports"), errors);
    env::validate_env(container, path.field("env"), pod.version, errors);
    env::validate_env_from(container, path.field("envFrom"), errors);
    mounts::validate_mounts(pod, container, path.field("volumeMounts"), errors);
    mounts::validate_devices(pod, container, path.field("volumeDevices"), errors);
    validate_choice(container, "imagePullPolicy", &["Always", "IfNotPresent", "Never"], path, errors);
    resources::validate_container_resources(pod, container, path.field("resources"), errors);
    restart::validate_resize_policy(pod, container, path.field("resizePolicy"), errors);
    security::validate_container_security(pod.spec, container, path.field("securityContext"), errors);
}
