//! Environment variables and where their values come from.

use serde_json::Value;

use super::file_paths::validate_no_backsteps;
use super::{Pod, for_each_container, validate_known};
use crate::api::amount;
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, list, text};
use crate::api::validation::names::{
    check_config_map_key, check_dns1123_label, check_dns1123_subdomain, check_env_var_name,
    check_qualified_name, lowercase, validate_text,
};
use crate::api::version::ServerVersion;

const MORE_THAN_ONE: &str = "may not have more than one field specified at a time";
/// Fields of a pod that a variable can show.
const ENV_FIELDS: [&str; 9] = [
    "metadata.name",
    "metadata.namespace",
    "metadata.uid",
    "spec.nodeName",
    "spec.serviceAccountName",
    "status.hostIP",
    "status.hostIPs",
    "status.podIP",
    "status.podIPs",
];
/// Fields of a pod that a file can show.
const FILE_FIELDS: [&str; 5] =
    ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];
/// Fields that exist, though not all can be shown.
const OTHER_FIELDS: [&str; 3] = ["spec.restartPolicy", "spec.schedulerName", "status.phase"];
const RESOURCES: [&str; 6] = [
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
];
const DIVISORS: [&str; 13] =
    ["1", "1k", "1M", "1G", "1T", "1P", "1E", "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"];

/// Mirrors upstream `ValidateEnv`.
pub fn validate_env(container: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    for (index, variable) in list(container, "env").iter().enumerate() {
        let path = path.index(index);
        match text(variable, "name") {
            "" => errors.required(path.field("name"), ""),
            name => validate_text(name, check_env_var_name, path.field("name"), errors),
        }
        if let Some(source) = get(variable, "valueFrom") {
            let has_value = !text(variable, "value").is_empty();
            validate_value_from(source, has_value, path.field("valueFrom"), version, errors);
        }
    }
}

fn validate_value_from(
    source: &Value,
    has_value: bool,
    path: Path<'_>,
    version: &ServerVersion,
    errors: &mut Errors,
) {
    let mut sources = 0;
    if let Some(field) = get(source, "fieldRef") {
        sources += 1;
        validate_field_reference(field, &ENV_FIELDS, path.field("fieldRef"), errors);
    }
    if let Some(resource) = get(source, "resourceFieldRef") {
        sources += 1;
        validate_resource_reference(resource, false, path.field("resourceFieldRef"), errors);
    }
    for field in ["configMapKeyRef", "secretKeyRef"] {
        if let Some(key) = get(source, field) {
            sources += 1;
            validate_key_reference(key, path.field(field), errors);
        }
    }
    if let Some(file) = get(source, "fileKeyRef") {
        sources += 1;
        validate_file_reference(file, path.field("fileKeyRef"), errors);
    }
    let detail = match sources {
        0 if version.pod.env_files => {
            "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`"
        }
        0 => "must specify one of: `fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`",
        _ if has_value => "may not be specified when `value` is not empty",
        1 => return,
        _ => MORE_THAN_ONE,
    };
    errors.invalid(path, Shown::Text(""), detail);
}

/// Mirrors upstream `validateObjectFieldSelector` for variables and, by `FILE_FIELDS`, for files.
fn validate_field_reference(reference: &Value, supported: &[&str], path: Path<'_>, errors: &mut Errors) {
    for field in ["apiVersion", "fieldPath"] {
        if text(reference, field).is_empty() {
            return errors.required(path.field(field), "");
        }
    }
    let (version, written) = (text(reference, "apiVersion"), text(reference, "fieldPath"));
    let is_known = || {
        [&ENV_FIELDS[..], &FILE_FIELDS, &OTHER_FIELDS].concat().contains(&written) || written == "spec.host"
    };
    let subscript = split_subscript(written);
    let refused = match subscript {
        _ if version != "v1" => Some(format!("unsupported pod version: {version}")),
        Some(("metadata.annotations" | "metadata.labels", _)) => None,
        Some(_) => Some(format!("field label does not support subscript: {written}")),
        None if !is_known() => Some(format!("field label not supported: {written}")),
        None => None,
    };
    if let Some(reason) = refused {
        let detail = format!("error converting fieldPath: {reason}");
        return errors.invalid(path.field("fieldPath"), Shown::Text(written), &detail);
    }
    match subscript {
        Some(("metadata.annotations", key)) => {
            validate_text(&lowercase(key), check_qualified_name, path, errors);
        }
        Some((_, key)) => validate_text(key, check_qualified_name, path, errors),
        None => {
            let field = if written == "spec.host" { "spec.nodeName" } else { written };
            validate_known(field, supported, path.field("fieldPath"), errors);
        }
    }
}

/// `metadata.labels['app']`: the field and the key.
fn split_subscript(path: &str) -> Option<(&str, &str)> {
    let (field, key) = path.strip_suffix("']")?.split_once("['")?;
    (!field.is_empty()).then_some((field, key))
}

/// A field of a pod or a resource of a container, for a file. Mirrors upstream `validateDownwardAPIVolumeFile` in part.
pub fn validate_file_source(file: &Value, path: Path<'_>, errors: &mut Errors) {
    match (get(file, "fieldRef"), get(file, "resourceFieldRef")) {
        (Some(field), resource) => {
            validate_field_reference(field, &FILE_FIELDS, path.field("fieldRef"), errors);
            if resource.is_some() {
                let detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
                errors.invalid(path, Shown::Text("resource"), detail);
            }
        }
        (None, Some(resource)) => {
            validate_resource_reference(resource, true, path.field("resourceFieldRef"), errors);
        }
        (None, None) => errors.required(path, "one of fieldRef and resourceFieldRef is required"),
    }
}

/// Mirrors upstream `validateContainerResourceFieldSelector`.
fn validate_resource_reference(reference: &Value, is_file: bool, path: Path<'_>, errors: &mut Errors) {
    let resource = text(reference, "resource");
    let is_huge_pages =
        resource.starts_with("requests.hugepages-") || resource.starts_with("limits.hugepages-");
    if is_file && text(reference, "containerName").is_empty() {
        errors.required(path.field("containerName"), "");
    } else if resource.is_empty() {
        errors.required(path.field("resource"), "");
    } else if !is_huge_pages {
        validate_known(resource, &RESOURCES, path.field("resource"), errors);
    }
    let divisor = text(reference, "divisor");
    if amount::of(divisor) == 0 {
        return;
    }
    let kind = match resource.split_once('.') {
        Some(("limits" | "requests", "cpu")) => {
            if !["1m", "1"].contains(&divisor) {
                let detail = "only divisor's values 1m and 1 are supported with the cpu resource";
                errors.invalid(path.field("divisor"), Shown::Text(resource), detail);
            }
            return;
        }
        Some(("limits" | "requests", "memory")) => "memory",
        Some(("limits" | "requests", "ephemeral-storage")) => "local ephemeral storage",
        _ if is_huge_pages => "hugepages",
        _ => return,
    };
    if !DIVISORS.contains(&divisor) {
        let detail =
            format!("only divisor's values {} are supported with the {kind} resource", DIVISORS.join(", "));
        errors.invalid(path.field("divisor"), Shown::Text(resource), &detail);
    }
}

/// A key of a config map or secret.
fn validate_key_reference(reference: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_text(text(reference, "name"), check_dns1123_subdomain, path.field("name"), errors);
    match text(reference, "key") {
        "" => errors.required(path.field("key"), ""),
        key => validate_text(key, check_config_map_key, path.field("key"), errors),
    }
}

/// Mirrors upstream `validateFileKeySelector`.
fn validate_file_reference(reference: &Value, path: Path<'_>, errors: &mut Errors) {
    match text(reference, "key") {
        "" => errors.required(path.field("key"), ""),
        key => validate_text(key, check_env_var_name, path.field("key"), errors),
    }
    match text(reference, "volumeName") {
        "" => errors.required(path.field("volumeName"), ""),
        name => validate_text(name, check_dns1123_label, path.field("volumeName"), errors),
    }
    match text(reference, "path") {
        "" => errors.required(path.field("path"), ""),
        file => validate_no_backsteps(file, path.field("path"), errors),
    }
}

/// Files of variables lie in `emptyDir` volumes. Mirrors upstream `validateFileKeyRefVolumes`.
pub fn validate_file_volumes(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    for_each_container(pod.spec, path, &mut |container, path| {
        for (index, variable) in list(container, "env").iter().enumerate() {
            let Some(file) = get(variable, "valueFrom").and_then(|source| get(source, "fileKeyRef")) else {
                continue;
            };
            let path = path.field("env");
            let path = path.index(index);
            let path = path.field("valueFrom");
            let path = path.field("fileKeyRef");
            let name = text(file, "volumeName");
            let volume = list(pod.spec, "volumes").iter().rfind(|volume| text(volume, "name") == name);
            match volume {
                None => errors.not_found(path.field("volumeName"), Shown::Text(name)),
                Some(volume) if get(volume, "emptyDir").is_none() => {
                    let detail = "referenced volume must be of type emptyDir";
                    errors.invalid(path.field("volumeName"), Shown::Text(name), detail);
                }
                Some(_) => {}
            }
        }
    });
}

/// Mirrors upstream `ValidateEnvFrom`.
pub fn validate_env_from(container: &Value, path: Path<'_>, errors: &mut Errors) {
    for (index, source) in list(container, "envFrom").iter().enumerate() {
        let at = path.index(index);
        let prefix = text(source, "prefix");
        if !prefix.is_empty() {
            validate_text(prefix, check_env_var_name, at.field("prefix"), errors);
        }
        let mut sources = 0;
        for field in ["configMapRef", "secretRef"] {
            if let Some(reference) = get(source, field) {
                sources += 1;
                validate_prefix_of_name(text(reference, "name"), at.field(field).field("name"), errors);
            }
        }
        match sources {
            0 => errors.invalid(path, Shown::Text(""), "must specify one of: `configMapRef` or `secretRef`"),
            1 => {}
            _ => errors.invalid(path, Shown::Text(""), MORE_THAN_ONE),
        }
    }
}

/// A name that may end in a dash, as if something were still to be added.
fn validate_prefix_of_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    match name.strip_suffix('-') {
        _ if name.is_empty() => errors.required(path, ""),
        Some(start) if !start.is_empty() => {
            let mut kept: Vec<char> = start.chars().collect();
            kept.pop();
            let masked: String = kept.into_iter().chain(['a']).collect();
            let (wording, shown) = (errors.wording, Shown::Text(name));
            check_dns1123_subdomain(&masked, wording, &mut |message| errors.invalid(path, shown, message));
        }
        _ => validate_text(name, check_dns1123_subdomain, path, errors),
    }
}
