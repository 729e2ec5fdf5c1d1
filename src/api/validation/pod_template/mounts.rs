//! Where a container sees volumes, as files or as block devices.

use serde_json::Value;

use super::file_paths::{has_backsteps, validate_descending};
use super::{Pod, validate_known};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{boolean, get, list, text};

const NOT_UNIQUE: &str = "must be unique";

/// Mirrors upstream `ValidateVolumeMounts`, with its paths that leave the index out.
pub fn validate_mounts(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let (mounts, devices) = (list(container, "volumeMounts"), list(container, "volumeDevices"));
    for (index, mount) in mounts.iter().enumerate() {
        let at = path.index(index);
        let (name, mount_path) = (text(mount, "name"), text(mount, "mountPath"));
        if name.is_empty() {
            errors.required(at.field("name"), "");
        }
        if pod.volume(name).is_none() {
            errors.not_found(at.field("name"), Shown::Text(name));
        }
        if mount_path.is_empty() {
            errors.required(at.field("mountPath"), "");
        }
        if mounts.iter().take(index).any(|other| text(other, "mountPath") == mount_path) {
            errors.invalid(at.field("mountPath"), Shown::Text(mount_path), NOT_UNIQUE);
        }
        if devices.iter().any(|device| text(device, "name") == name) {
            let detail = "must not already exist in volumeDevices";
            errors.invalid(at.field("name"), Shown::Text(name), detail);
        }
        if last_of_each_name(devices).any(|device| text(device, "devicePath") == mount_path) {
            let detail = "must not already exist as a path in volumeDevices";
            errors.invalid(at.field("mountPath"), Shown::Text(mount_path), detail);
        }
        validate_mount_options(container, mount, path, at, errors);
    }
}

fn validate_mount_options(
    container: &Value,
    mount: &Value,
    path: Path<'_>,
    at: Path<'_>,
    errors: &mut Errors,
) {
    let (sub_path, expression) = (text(mount, "subPath"), text(mount, "subPathExpr"));
    if !sub_path.is_empty() {
        validate_descending(sub_path, path.field("subPath"), errors);
    }
    if !expression.is_empty() {
        if !sub_path.is_empty() {
            let detail = "subPathExpr and subPath are mutually exclusive";
            errors.invalid(at.field("subPathExpr"), Shown::Text(expression), detail);
        }
        validate_descending(expression, path.field("subPathExpr"), errors);
    }
    let propagation = get(mount, "mountPropagation").and_then(Value::as_str);
    if let Some(propagation) = propagation {
        let path = path.field("mountPropagation");
        validate_known(propagation, &["Bidirectional", "HostToContainer", "None"], path, errors);
        let context = get(container, "securityContext").unwrap_or(super::NOTHING);
        if propagation == "Bidirectional" && boolean(context, "privileged") != Some(true) {
            let detail = "Bidirectional mount propagation is available only to privileged containers";
            errors.forbidden(path, detail);
        }
    }
    let path = path.field("recursiveReadOnly");
    match get(mount, "recursiveReadOnly").and_then(Value::as_str) {
        None | Some("Disabled") => {}
        Some("Enabled" | "IfPossible") => {
            if boolean(mount, "readOnly") != Some(true) {
                errors.forbidden(path, "may only be specified when readOnly is true");
            }
            if propagation.is_some_and(|propagation| propagation != "None") {
                let detail = "may only be specified when mountPropagation is None or not specified";
                errors.forbidden(path, detail);
            }
        }
        Some(other) => errors.unsupported(path, Shown::Text(other), &["Disabled", "Enabled", "IfPossible"]),
    }
}

/// Mirrors upstream `ValidateVolumeDevices`.
pub fn validate_devices(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let (mounts, devices) = (list(container, "volumeMounts"), list(container, "volumeDevices"));
    for (index, device) in devices.iter().enumerate() {
        let path = path.index(index);
        let (name, device_path) = (text(device, "name"), text(device, "devicePath"));
        let earlier = || devices.iter().take(index);
        let volume = pod.volume(name);
        if name.is_empty() {
            errors.required(path.field("name"), "");
        } else if earlier().any(|other| text(other, "name") == name) {
            errors.invalid(path.field("name"), Shown::Text(name), NOT_UNIQUE);
        }
        let is_claim = |volume: &Value| {
            ["persistentVolumeClaim", "ephemeral"].iter().any(|field| get(volume, field).is_some())
        };
        match volume {
            None => errors.not_found(path.field("name"), Shown::Text(name)),
            Some(volume) if !is_claim(volume) => {
                let detail =
                    "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode";
                errors.invalid(path.field("name"), Shown::Text(name), detail);
            }
            Some(_) => {}
        }
        if device_path.is_empty() {
            errors.required(path.field("devicePath"), "");
        }
        let shown = Shown::Text(device_path);
        if !has_backsteps(device_path) && earlier().any(|other| text(other, "devicePath") == device_path) {
            errors.invalid(path.field("devicePath"), shown, NOT_UNIQUE);
        }
        if has_backsteps(device_path) {
            errors.invalid(path.field("devicePath"), shown, "can not contain backsteps ('..')");
        }
        if mounts.iter().any(|mount| text(mount, "name") == name) {
            let detail = "must not already exist in volumeMounts";
            errors.invalid(path.field("name"), Shown::Text(name), detail);
        }
        if last_of_each_name(mounts).any(|mount| text(mount, "mountPath") == device_path) {
            let detail = "must not already exist as a path in volumeMounts";
            errors.invalid(path.field("devicePath"), shown, detail);
        }
    }
}

/// Upstream keeps one path a name: the last.
fn last_of_each_name(items: &[Value]) -> impl Iterator<Item = &Value> {
    let is_last = move |index: usize, name: &str| {
        !items.iter().skip(index + 1).any(|other| text(other, "name") == name)
    };
    items
        .iter()
        .enumerate()
        .filter(move |(index, item)| is_last(*index, text(item, "name")))
        .map(|(_, item)| item)
}
