//! What the API server fills in to a pod template.
//!
//! Mirrors upstream `pkg/apis/core/v1` as it is for templates: what a pod gets only when it is created, such as
//! requests from limits, stays out.

mod disabled;
mod image;

use serde_json::{Map, Value};

use crate::api::quantity::Quantity;
use crate::api::tree::{object_mut, set_default, take_off};
use crate::api::version::ServerVersion;

pub use image::tag as image_tag;

/// Annotations by which old clients told of init containers. They are dropped.
const INIT_CONTAINER_ANNOTATIONS: [&str; 4] = [
    "pod.alpha.kubernetes.io/init-container-statuses",
    "pod.alpha.kubernetes.io/init-containers",
    "pod.beta.kubernetes.io/init-container-statuses",
    "pod.beta.kubernetes.io/init-containers",
];

/// Fills in the fields that a template leaves out, and drops those that the version takes no notice of. Mirrors upstream `SetDefaults_PodSpec` and what it holds.
pub fn set_pod_template_defaults(template: &mut Value, version: &ServerVersion) {
    if let Some(annotations) = template.pointer_mut("/metadata/annotations").and_then(Value::as_object_mut) {
        for annotation in INIT_CONTAINER_ANNOTATIONS {
            take_off(annotations, annotation);
        }
    }
    let spec = object_mut(template, "spec");
    share_service_account(spec);
    set_text(spec, "dnsPolicy", "ClusterFirst");
    set_text(spec, "restartPolicy", "Always");
    set_text(spec, "schedulerName", "default-scheduler");
    set_default(spec, "securityContext", Map::new());
    set_default(spec, "terminationGracePeriodSeconds", 30);
    round_quantities(spec.get_mut("overhead"));
    round_resources(spec);
    if let Some(volumes) = spec.get_mut("volumes") {
        set_volumes_defaults(volumes, version);
    }
    for field in ["initContainers", "containers", "ephemeralContainers"] {
        for_each(spec.get_mut(field), &mut |container| set_container_defaults(container, version));
    }
    disabled::drop_disabled_fields(spec, &version.pod);
}

/// The old name of the service account and the new one say the same; the new one wins.
fn share_service_account(spec: &mut Map<String, Value>) {
    let is_set = |value: &&Value| value.as_str().is_some_and(|name| !name.is_empty());
    let name = spec.get("serviceAccountName").filter(is_set).or(spec.get("serviceAccount").filter(is_set));
    if let Some(name) = name.cloned() {
        spec.insert("serviceAccount".to_owned(), name.clone());
        spec.insert("serviceAccountName".to_owned(), name);
    }
}

fn set_container_defaults(container: &mut Map<String, Value>, version: &ServerVersion) {
    let image = container.get("image").and_then(Value::as_str).unwrap_or_default();
    let pull_policy = pull_policy(image);
    set_text(container, "imagePullPolicy", pull_policy);
    set_text(container, "terminationMessagePath", "/dev/termination-log");
    set_text(container, "terminationMessagePolicy", "File");
    round_resources(container);
    if MORE_OF_CONTAINERS.iter().any(|field| container.contains_key(*field)) {
        set_more_container_defaults(container, version);
    }
}

/// Fields that hold more with defaults of its own.
const MORE_OF_CONTAINERS: [&str; 6] =
    ["ports", "env", "livenessProbe", "readinessProbe", "startupProbe", "lifecycle"];

/// Here, at volumes and at names of images the WebAssembly module is cut in two, so these functions are never inlined.
#[inline(never)]
fn set_more_container_defaults(container: &mut Map<String, Value>, version: &ServerVersion) {
    for_each(container.get_mut("ports"), &mut |port| set_text(port, "protocol", "TCP"));
    for_each(container.get_mut("env"), &mut |variable| {
        if let Some(source) = variable.get_mut("valueFrom").and_then(Value::as_object_mut) {
            set_field_reference_defaults(source);
            if let Some(file) = source.get_mut("fileKeyRef").and_then(Value::as_object_mut)
                && version.pod.env_files
            {
                set_default(file, "optional", false);
            }
        }
    });
    for field in ["livenessProbe", "readinessProbe", "startupProbe"] {
        if let Some(probe) = container.get_mut(field).and_then(Value::as_object_mut) {
            for (field, value) in [
                ("timeoutSeconds", 1),
                ("periodSeconds", 10),
                ("successThreshold", 1),
                ("failureThreshold", 3),
            ] {
                set_number(probe, field, value);
            }
            set_handler_defaults(probe);
        }
    }
    if let Some(lifecycle) = container.get_mut("lifecycle").and_then(Value::as_object_mut) {
        for field in ["postStart", "preStop"] {
            if let Some(handler) = lifecycle.get_mut(field).and_then(Value::as_object_mut) {
                set_handler_defaults(handler);
            }
        }
    }
}

fn set_handler_defaults(handler: &mut Map<String, Value>) {
    if let Some(http) = handler.get_mut("httpGet").and_then(Value::as_object_mut) {
        set_text(http, "path", "/");
        set_text(http, "scheme", "HTTP");
    }
    if let Some(grpc) = handler.get_mut("grpc").and_then(Value::as_object_mut) {
        set_default(grpc, "service", "");
    }
}

fn set_field_reference_defaults(source: &mut Map<String, Value>) {
    if let Some(field) = source.get_mut("fieldRef").and_then(Value::as_object_mut) {
        set_text(field, "apiVersion", "v1");
    }
}

/// `Always` for images tagged `latest`, by words or by leaving the tag out.
fn pull_policy(image: &str) -> &'static str {
    let is_bare_word = (1..64).contains(&image.len()) && image.bytes().all(|byte| byte.is_ascii_lowercase());
    match if is_bare_word { Some("latest") } else { image_tag(image) } {
        Some("latest") => "Always",
        _ => "IfNotPresent",
    }
}

#[inline(never)]
fn set_volumes_defaults(volumes: &mut Value, version: &ServerVersion) {
    for_each(Some(volumes), &mut |volume| set_volume_defaults(volume, version));
}

fn set_volume_defaults(volume: &mut Map<String, Value>, version: &ServerVersion) {
    let has_source = volume.iter().any(|(field, value)| field != "name" && !value.is_null());
    if !has_source {
        set_default(volume, "emptyDir", Map::new());
    }
    for (field, source) in volume.iter_mut() {
        let Some(source) = source.as_object_mut() else { continue };
        match field.as_str() {
            "hostPath" => set_default(source, "type", ""),
            "secret" | "configMap" => set_default(source, "defaultMode", 0o644),
            "downwardAPI" => {
                set_default(source, "defaultMode", 0o644);
                for_each(source.get_mut("items"), &mut set_field_reference_defaults);
            }
            "projected" => {
                set_default(source, "defaultMode", 0o644);
                for_each(source.get_mut("sources"), &mut set_projection_defaults);
            }
            "iscsi" => set_text(source, "iscsiInterface", "default"),
            "rbd" => {
                set_text(source, "pool", "rbd");
                set_text(source, "user", "admin");
                set_text(source, "keyring", "/etc/ceph/keyring");
            }
            "azureDisk" => {
                set_default(source, "cachingMode", "ReadWrite");
                set_default(source, "fsType", "ext4");
                set_default(source, "readOnly", false);
                set_default(source, "kind", "Shared");
            }
            "scaleIO" => {
                set_text(source, "storageMode", "ThinProvisioned");
                set_text(source, "fsType", "xfs");
            }
            "ephemeral" => set_claim_defaults(source),
            "image" if version.pod.image_volumes => {
                let reference = source.get("reference").and_then(Value::as_str).unwrap_or_default();
                let pull_policy = pull_policy(reference);
                set_text(source, "pullPolicy", pull_policy);
            }
            _ => {}
        }
    }
}

fn set_projection_defaults(source: &mut Map<String, Value>) {
    if let Some(api) = source.get_mut("downwardAPI").and_then(Value::as_object_mut) {
        for_each(api.get_mut("items"), &mut set_field_reference_defaults);
    }
    if let Some(token) = source.get_mut("serviceAccountToken").and_then(Value::as_object_mut) {
        set_default(token, "expirationSeconds", 3600);
    }
}

fn set_claim_defaults(source: &mut Map<String, Value>) {
    if let Some(template) = source.get_mut("volumeClaimTemplate").filter(|template| template.is_object()) {
        let claim = object_mut(template, "spec");
        set_default(claim, "volumeMode", "Filesystem");
        round_resources(claim);
    }
}

fn round_resources(holder: &mut Map<String, Value>) {
    if let Some(resources) = holder.get_mut("resources").and_then(Value::as_object_mut) {
        round_quantities(resources.get_mut("limits"));
        round_quantities(resources.get_mut("requests"));
    }
}

/// Rounds up to thousandths. Mirrors upstream `SetDefaults_ResourceList`.
fn round_quantities(quantities: Option<&mut Value>) {
    for quantity in quantities.and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
        if let Some(Ok(mut rounded)) = quantity.as_str().map(Quantity::parse) {
            rounded.round_up_to_milli();
            *quantity = rounded.text().into();
        }
    }
}

fn for_each(list: Option<&mut Value>, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    for item in list.and_then(Value::as_array_mut).into_iter().flatten() {
        if let Some(item) = item.as_object_mut() {
            change(item);
        }
    }
}

/// Sets a text whose zero value means that it is absent.
fn set_text(object: &mut Map<String, Value>, field: &str, value: &str) {
    if object.get(field).and_then(Value::as_str).unwrap_or_default().is_empty() {
        object.insert(field.to_owned(), value.into());
    }
}

/// Sets a number whose zero value means that it is absent.
fn set_number(object: &mut Map<String, Value>, field: &str, value: i64) {
    if object.get(field).and_then(Value::as_i64).unwrap_or_default() == 0 {
        object.insert(field.to_owned(), value.into());
    }
}
