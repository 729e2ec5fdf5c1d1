//! Fields that a version does not know, or whose feature gates are off: they are dropped without a word. Those of pod
//! templates stay if the stored Job has them.
//!
//! Mirrors upstream `dropDisabledFields` of the Job strategy and `pod.DropDisabledTemplateFields`.

use serde_json::Value;

use crate::api::tree::{get, list, list_mut, remove, text};
use crate::api::version::{JobFeatures, ServerVersion};

const CONTAINERS: [&str; 3] = ["containers", "initContainers", "ephemeralContainers"];

/// Drops the fields of a Job's spec that the version does not know.
pub fn drop_unknown_fields(job: &mut Value, known: &JobFeatures) {
    let fields = [
        ("completionMode", known.indexed_and_suspend),
        ("suspend", known.indexed_and_suspend),
        ("podFailurePolicy", known.pod_failure_policy),
        ("backoffLimitPerIndex", known.backoff_limit_per_index),
        ("maxFailedIndexes", known.backoff_limit_per_index),
        ("successPolicy", known.success_policy),
        ("podReplacementPolicy", known.pod_replacement_policy),
        ("managedBy", known.managed_by),
    ];
    let Some(spec) = job.get_mut("spec") else { return };
    for (field, _) in fields.into_iter().filter(|(_, known)| !known) {
        remove(spec, field);
    }
}

/// Drops what the version has disabled from a new Job.
pub fn drop_fields(job: &mut Value, stored: Option<&Value>, version: &ServerVersion) {
    let old = stored.map_or(&Value::Null, |stored| &stored["spec"]["template"]["spec"]);
    let Some(spec) = job.pointer_mut("/spec/template/spec") else { return };
    if get(old, "schedulingGroup").is_none() {
        remove(spec, "schedulingGroup");
    }
    if !containers(old).any(has_stop_signal) {
        each_container(spec, drop_stop_signal);
    }
    if !version.pod.pod_resources && get(old, "resources").is_none() {
        remove(spec, "resources");
    }
    if !version.pod.resource_claims && list(old, "resourceClaims").is_empty() {
        remove(spec, "resourceClaims");
        each_container(spec, drop_claims);
    }
    if !version.pod.image_volumes && !list(old, "volumes").iter().any(is_image) {
        drop_image_volumes(spec);
    }
}

fn containers(spec: &Value) -> impl Iterator<Item = &Value> {
    CONTAINERS.into_iter().flat_map(|field| list(spec, field))
}

fn each_container(spec: &mut Value, change: fn(&mut Value)) {
    for field in CONTAINERS {
        list_mut(spec, field).iter_mut().for_each(change);
    }
}

fn has_stop_signal(container: &Value) -> bool {
    get(container, "lifecycle").is_some_and(|lifecycle| get(lifecycle, "stopSignal").is_some())
}

fn drop_stop_signal(container: &mut Value) {
    if has_stop_signal(container) {
        drop_within(container, "lifecycle", "stopSignal");
    }
}

fn drop_claims(container: &mut Value) {
    drop_within(container, "resources", "claims");
}

/// Takes a field out of another one, and that one too if nothing is left in it.
fn drop_within(object: &mut Value, outer: &str, field: &str) {
    let Some(inner) = object.get_mut(outer) else { return };
    remove(inner, field);
    if inner.as_object().is_some_and(|inner| inner.is_empty()) {
        remove(object, outer);
    }
}

fn is_image(volume: &Value) -> bool {
    get(volume, "image").is_some()
}

/// Volumes of images go, and where they are mounted.
fn drop_image_volumes(spec: &mut Value) {
    let names: Vec<String> = list(spec, "volumes")
        .iter()
        .filter(|volume| is_image(volume))
        .map(|volume| text(volume, "name").to_owned())
        .collect();
    if names.is_empty() {
        return;
    }
    keep(spec, "volumes", &|volume| !is_image(volume));
    for field in CONTAINERS {
        for container in list_mut(spec, field) {
            keep(container, "volumeMounts", &|mount| !names.iter().any(|name| name == text(mount, "name")));
        }
    }
}

/// Keeps some items of a list; a list without items goes.
fn keep(object: &mut Value, field: &str, wanted: &dyn Fn(&Value) -> bool) {
    let Some(items) = object.get_mut(field).and_then(Value::as_array_mut) else { return };
    items.retain(|item| wanted(item));
    if items.is_empty() {
        remove(object, field);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn claims_go_in_1_33_and_stay_in_1_36() {
        let job = json!({"spec": {"template": {"spec": {
            "containers": [{"name": "a", "resources": {"claims": [{"name": "x"}]}}],
            "resourceClaims": [{"name": "x"}],
        }}}});
        let mut old = job.clone();
        drop_fields(&mut old, None, &ServerVersion::V1_33);
        assert_eq!(old["spec"]["template"]["spec"], json!({"containers": [{"name": "a"}]}));
        let mut new = job.clone();
        drop_fields(&mut new, None, &ServerVersion::V1_36);
        assert_eq!(new, job);
        let mut replaced = job.clone();
        drop_fields(&mut replaced, Some(&job), &ServerVersion::V1_33);
        assert_eq!(replaced, job);
    }

    #[test]
    fn a_volume_of_an_image_goes_with_its_mounts() {
        let mut job = json!({"spec": {"template": {"spec": {
            "containers": [{"name": "a", "volumeMounts": [{"name": "i"}, {"name": "e"}]}],
            "volumes": [{"name": "i", "image": {}}, {"name": "e", "emptyDir": {}}],
        }}}});
        drop_fields(&mut job, None, &ServerVersion::V1_33);
        let spec = &job["spec"]["template"]["spec"];
        assert_eq!(spec["volumes"], json!([{"name": "e", "emptyDir": {}}]));
        assert_eq!(spec["containers"][0]["volumeMounts"], json!([{"name": "e"}]));
    }
}
