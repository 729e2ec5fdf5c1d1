//! What the API server refuses in a pod template, in its order and words.
//!
//! Mirrors upstream `ValidatePodTemplateSpec` of `pkg/apis/core/validation` with all gates at their defaults.

mod address;
mod affinity;
mod annotations;
mod claim_template;
mod containers;
mod env;
mod file_paths;
mod mounts;
mod network;
mod os;
mod ports;
mod probes;
mod projected;
mod resources;
mod restart;
mod scheduling;
mod security;
mod shapes;
mod volume_sources;
mod volumes;
mod warnings;
mod windows;

use serde_json::Value;

use super::names::{
    check_dns1123_label, check_dns1123_subdomain, validate_annotations, validate_labels, validate_text,
};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, int, list, map, text};
use crate::api::version::ServerVersion;

pub use warnings::warnings;

/// Stands for an object that is absent: all its fields are absent.
const NOTHING: &Value = &Value::Null;

/// What the checks of containers need to know of their pod.
struct Pod<'a> {
    spec: &'a Value,
    version: &'a ServerVersion,
    /// Those in which nothing is wrong.
    volumes: Vec<&'a Value>,
    /// Names of the pod's resource claims.
    claims: Vec<&'a str>,
}

impl<'a> Pod<'a> {
    fn volume(&self, name: &str) -> Option<&'a Value> {
        self.volumes.iter().copied().find(|volume| text(volume, "name") == name)
    }
}

/// Checks a template that has its defaults. `path` is that of the template.
pub fn validate_pod_template(template: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    let metadata = get(template, "metadata").unwrap_or(NOTHING);
    let spec = get(template, "spec").unwrap_or(NOTHING);
    let spec_path = path.field("spec");
    validate_labels(map(metadata, "labels"), path.field("labels"), errors);
    validate_annotations(map(metadata, "annotations"), path.field("annotations"), errors);
    annotations::validate_pod_annotations(metadata, spec, path.field("annotations"), errors);
    validate_pod_spec(spec, spec_path, version, errors);
    annotations::validate_seccomp_agrees(metadata, spec, spec_path, errors);
    annotations::validate_app_armor_agrees(metadata, spec, spec_path, errors);
    if !list(spec, "ephemeralContainers").is_empty() {
        let path = spec_path.field("ephemeralContainers");
        errors.forbidden(path, "ephemeral containers not allowed in pod template");
    }
}

/// Mirrors upstream `ValidatePodSpec`.
fn validate_pod_spec(spec: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    if int(spec, "terminationGracePeriodSeconds").is_none() {
        errors.required(path.field("terminationGracePeriodSeconds"), "");
    }
    let volumes = volumes::validate_volumes(spec, path.field("volumes"), version, errors);
    let claims = list(spec, "resourceClaims").iter().map(|claim| text(claim, "name"));
    let pod = Pod { spec, version, volumes, claims: claims.filter(|name| !name.is_empty()).collect() };
    resources::validate_pod_claims(spec, path.field("resourceClaims"), errors);
    containers::validate_containers(&pod, path.field("containers"), errors);
    containers::validate_init_containers(&pod, path.field("initContainers"), errors);
    containers::validate_ephemeral_containers(&pod, path.field("ephemeralContainers"), errors);
    if version.pod.pod_resources {
        resources::validate_pod_resources(&pod, path.field("resources"), errors);
    }
    ports::validate_host_network(spec, path.field("containers"), errors);
    validate_choice(spec, "restartPolicy", &["Always", "OnFailure", "Never"], path, errors);
    let dns_policies = ["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"];
    validate_choice(spec, "dnsPolicy", &dns_policies, path, errors);
    validate_labels(map(spec, "nodeSelector"), path.field("nodeSelector"), errors);
    security::validate_pod_security(spec, path.field("securityContext"), version, errors);
    affinity::validate_affinity(get(spec, "affinity").unwrap_or(NOTHING), path.field("affinity"), errors);
    network::validate_dns(spec, path.field("dnsConfig"), errors);
    scheduling::validate_gates(spec, path, errors);
    let spread_path = path.field("topologySpreadConstraints");
    scheduling::validate_spread_constraints(spec, spread_path, version, errors);
    windows::validate_host_process(spec, path, errors);
    security::validate_host_users(spec, path, version, errors);
    network::validate_hostname_override(spec, path.field("hostnameOverride"), errors);
    validate_names(spec, path, errors);
    scheduling::validate_tolerations(spec, path.field("tolerations"), version, errors);
    network::validate_host_aliases(spec, path.field("hostAliases"), errors);
    validate_filled(spec, "priorityClassName", check_dns1123_subdomain, path, errors);
    validate_late_fields(&pod, path, errors);
}

fn validate_names(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_filled(spec, "serviceAccountName", check_dns1123_subdomain, path, errors);
    validate_filled(spec, "nodeName", check_dns1123_subdomain, path, errors);
    let most = i64::from(i32::MAX);
    if let Some(seconds) = int(spec, "activeDeadlineSeconds").filter(|seconds| !(1..=most).contains(seconds))
    {
        let detail = range_text(1, most);
        errors.invalid(path.field("activeDeadlineSeconds"), Shown::Number(seconds), &detail);
    }
    validate_filled(spec, "hostname", check_dns1123_label, path, errors);
    validate_filled(spec, "subdomain", check_dns1123_label, path, errors);
}

/// What upstream checks last, in its order.
fn validate_late_fields(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    let spec = pod.spec;
    if let Some(class) = get(spec, "runtimeClassName") {
        let class = class.as_str().unwrap_or_default();
        validate_text(class, check_dns1123_subdomain, path.field("runtimeClassName"), errors);
    }
    if get(spec, "preemptionPolicy").is_some() {
        validate_choice(spec, "preemptionPolicy", &["PreemptLowerPriority", "Never"], path, errors);
    }
    if get(spec, "overhead").is_some() {
        resources::validate_overhead(spec, path.field("overhead"), errors);
    }
    os::validate_os(spec, path, errors);
    env::validate_file_volumes(pod, path, errors);
}

/// Init containers, containers, ephemeral containers. Mirrors upstream `VisitContainersWithPath`.
fn for_each_container<'a>(spec: &'a Value, path: Path<'_>, visit: &mut dyn FnMut(&'a Value, Path<'_>)) {
    for field in ["initContainers", "containers", "ephemeralContainers"] {
        for (index, container) in list(spec, field).iter().enumerate() {
            visit(container, path.field(field).index(index));
        }
    }
}

/// A text that must be one of a few.
fn validate_choice(object: &Value, field: &str, supported: &[&str], path: Path<'_>, errors: &mut Errors) {
    match text(object, field) {
        "" => errors.required(path.field(field), ""),
        choice => validate_known(choice, supported, path.field(field), errors),
    }
}

/// A text that is checked only where it is set to something.
fn validate_known(choice: &str, supported: &[&str], path: Path<'_>, errors: &mut Errors) {
    if !supported.contains(&choice) {
        errors.unsupported(path, Shown::Text(choice), supported);
    }
}

/// A name that may be left out.
fn validate_filled(
    object: &Value,
    field: &str,
    check: super::names::Check,
    path: Path<'_>,
    errors: &mut Errors,
) {
    let name = text(object, field);
    if !name.is_empty() {
        validate_text(name, check, path.field(field), errors);
    }
}

fn validate_present(object: &Value, field: &str, path: Path<'_>, errors: &mut Errors) {
    if is_zero(object.get(field).unwrap_or(NOTHING)) {
        errors.required(path.field(field), "");
    }
}

/// Whether a value is what Go has where nothing is set.
fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}

fn range_text(least: i64, most: i64) -> String {
    format!("must be between {least} and {most}, inclusive")
}
