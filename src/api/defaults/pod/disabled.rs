//! Fields of pod templates that a version has, but takes no notice of: their gates are off.
//!
//! Mirrors upstream `DropDisabledTemplateFields` for templates that had none of them before.

use serde_json::{Map, Value};

use super::for_each;
use crate::api::tree::take_off;
use crate::api::version::PodFeatures;

/// Takes the fields of disabled gates out of a pod spec.
pub fn drop_disabled_fields(spec: &mut Map<String, Value>, features: &PodFeatures) {
    // The sources of certificates, signals to stop with and groups of pods are still off in all versions.
    take_off(spec, "workloadRef");
    for (is_enabled, field) in [
        (features.resource_claims, "resourceClaims"),
        (features.pod_resources, "resources"),
        (features.hostname_override, "hostnameOverride"),
    ] {
        if !is_enabled {
            take_off(spec, field);
        }
    }
    for_each(spec.get_mut("volumes"), &mut |volume| drop_from_volume(volume, features));
    for field in ["initContainers", "containers", "ephemeralContainers"] {
        for_each(spec.get_mut(field), &mut |container| drop_from_container(container, features));
    }
}

fn drop_from_volume(volume: &mut Map<String, Value>, features: &PodFeatures) {
    if !features.image_volumes {
        take_off(volume, "image");
    }
    let sources = volume.get_mut("projected").and_then(|projected| projected.get_mut("sources"));
    for_each(sources, &mut |source| {
        take_off(source, "clusterTrustBundle");
        take_off(source, "podCertificate");
    });
    if !features.volume_attributes_class
        && let Some(claim) = volume
            .get_mut("ephemeral")
            .and_then(|ephemeral| ephemeral.pointer_mut("/volumeClaimTemplate/spec"))
            .and_then(Value::as_object_mut)
    {
        take_off(claim, "volumeAttributesClassName");
    }
}

fn drop_from_container(container: &mut Map<String, Value>, features: &PodFeatures) {
    if !features.container_restart_rules {
        take_off(container, "restartPolicyRules");
    }
    if let Some(resources) = container.get_mut("resources").and_then(Value::as_object_mut)
        && !features.resource_claims
    {
        take_off(resources, "claims");
    }
    if !features.env_files {
        for_each(container.get_mut("env"), &mut |variable| {
            if let Some(source) = variable.get_mut("valueFrom").and_then(Value::as_object_mut) {
                take_off(source, "fileKeyRef");
            }
        });
    }
    if let Some(lifecycle) = container.get_mut("lifecycle").and_then(Value::as_object_mut)
        && lifecycle.contains_key("stopSignal")
    {
        take_off(lifecycle, "stopSignal");
        if lifecycle.is_empty() {
            take_off(container, "lifecycle");
        }
    }
}
