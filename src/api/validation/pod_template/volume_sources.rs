//! The kinds of volume sources: what each needs.

use serde_json::Value;

use super::env::validate_file_source;
use super::file_paths::{validate_descending, validate_no_backsteps, validate_not_reserved};
use super::{
    claim_template, is_zero, projected, range_text, validate_choice, validate_known, validate_present,
};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{boolean, get, int, list, map, text};
use crate::api::validation::names::{check_dns1123_label, check_dns1123_subdomain, lowercase, validate_text};
use crate::api::version::ServerVersion;

const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";

/// A kind of source.
pub struct Source {
    pub field: &'static str,
    /// How upstream's paths call it where it is one source too many, and else. They are not always its name.
    pub forbidden_at: &'static str,
    pub at: &'static str,
    required: &'static [&'static str],
    more: Option<fn(&Value, Path<'_>, &ServerVersion, &mut Errors)>,
}

impl Source {
    const fn new(field: &'static str, required: &'static [&'static str]) -> Source {
        Source { field, forbidden_at: field, at: field, required, more: None }
    }

    const fn and(self, more: fn(&Value, Path<'_>, &ServerVersion, &mut Errors)) -> Source {
        Source { more: Some(more), ..self }
    }

    pub fn validate(&self, source: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
        for field in self.required {
            validate_present(source, field, path, errors);
        }
        if let Some(more) = self.more {
            more(source, path, version, errors);
        }
    }
}

/// All kinds but `emptyDir`, in the order in which upstream looks for them.
pub const SOURCES: &[Source] = &[
    Source::new("hostPath", &["path"]).and(validate_host_path),
    Source::new("gitRepo", &["repository"]).and(|source, path, _, errors| {
        validate_descending(text(source, "directory"), path.field("directory"), errors);
    }),
    Source { at: "persistentDisk", ..Source::new("gcePersistentDisk", &["pdName"]) }.and(validate_partition),
    Source::new("awsElasticBlockStore", &["volumeID"]).and(validate_partition),
    Source::new("secret", &["secretName"]).and(validate_items),
    Source::new("nfs", &["server", "path"]).and(|source, path, _, errors| {
        if !text(source, "path").starts_with('/') {
            let shown = Shown::Text(text(source, "path"));
            errors.invalid(path.field("path"), shown, "must be an absolute path");
        }
    }),
    Source::new("iscsi", &["targetPortal"]).and(validate_iscsi),
    Source::new("glusterfs", &["endpoints", "path"]),
    Source::new("flocker", &[]).and(validate_flocker),
    Source::new("persistentVolumeClaim", &["claimName"]),
    Source::new("rbd", &["monitors", "image"]),
    Source::new("cinder", &["volumeID"]).and(validate_secret_name),
    Source { forbidden_at: "cephFS", ..Source::new("cephfs", &["monitors"]) },
    Source::new("quobyte", &[]).and(validate_quobyte),
    Source { forbidden_at: "downwarAPI", ..Source::new("downwardAPI", &[]) }.and(
        |source, path, _, errors| {
            validate_mode(source, "defaultMode", path, errors);
            for file in list(source, "items") {
                validate_api_file(file, path, errors);
            }
        },
    ),
    Source::new("fc", &[]).and(validate_fibre_channel),
    Source::new("flexVolume", &["driver"]).and(validate_flex),
    Source::new("configMap", &["name"]).and(validate_items),
    Source::new("azureFile", &["secretName", "shareName"]),
    Source::new("vsphereVolume", &["volumePath"]),
    Source::new("photonPersistentDisk", &["pdID"]),
    Source::new("portworxVolume", &["volumeID"]),
    Source::new("azureDisk", &["diskName", "diskURI"]).and(validate_azure_disk),
    Source::new("storageos", &["volumeName"]).and(validate_storage_os),
    Source::new("projected", &[]).and(|source, path, _, errors| {
        validate_mode(source, "defaultMode", path, errors);
        projected::validate_projections(source, path, errors);
    }),
    Source::new("scaleIO", &["gateway", "system", "volumeName"]),
    Source::new("csi", &[]).and(validate_csi),
    Source::new("ephemeral", &["volumeClaimTemplate"]).and(|source, path, version, errors| {
        if let Some(template) = get(source, "volumeClaimTemplate") {
            let path = path.field("volumeClaimTemplate");
            claim_template::validate_claim_template(template, path, version, errors);
        }
    }),
    Source::new("image", &[]).and(|source, path, _, errors| {
        validate_choice(source, "pullPolicy", &["Always", "IfNotPresent", "Never"], path, errors);
    }),
];

fn validate_host_path(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    const TYPES: [&str; 8] =
        ["", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"];
    let target = text(source, "path");
    if !target.is_empty() {
        validate_no_backsteps(target, path.field("path"), errors);
        validate_known(text(source, "type"), &TYPES, path.field("type"), errors);
    }
}

fn validate_partition(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    let partition = int(source, "partition").unwrap_or_default();
    if !(0..=255).contains(&partition) {
        errors.invalid(path.field("partition"), Shown::Number(partition), &range_text(1, 255));
    }
}

fn validate_items(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    validate_mode(source, "defaultMode", path, errors);
    for (index, item) in list(source, "items").iter().enumerate() {
        validate_item(item, path.field("items").index(index), errors);
    }
}

/// A key and the file it goes to. Mirrors upstream `validateKeyToPath`.
pub fn validate_item(item: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_present(item, "key", path, errors);
    validate_present(item, "path", path, errors);
    validate_not_reserved(text(item, "path"), path.field("path"), errors);
    validate_mode(item, "mode", path, errors);
}

/// Mirrors upstream `validateDownwardAPIVolumeFile`.
pub fn validate_api_file(file: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_present(file, "path", path, errors);
    validate_not_reserved(text(file, "path"), path.field("path"), errors);
    validate_file_source(file, path, errors);
    validate_mode(file, "mode", path, errors);
}

fn validate_mode(holder: &Value, field: &str, path: Path<'_>, errors: &mut Errors) {
    if let Some(mode) = int(holder, field).filter(|mode| !(0..=0o777).contains(mode)) {
        errors.invalid(path.field(field), Shown::Number(mode), MODE);
    }
}

fn validate_iscsi(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    match text(source, "iqn") {
        "" => errors.required(path.field("iqn"), ""),
        name => validate_iscsi_name(name, path.field("iqn"), errors),
    }
    let lun = int(source, "lun").unwrap_or_default();
    if !(0..=255).contains(&lun) {
        errors.invalid(path.field("lun"), Shown::Number(lun), &range_text(0, 255));
    }
    let needs_secret = ["chapAuthDiscovery", "chapAuthSession"];
    if needs_secret.iter().any(|field| boolean(source, field) == Some(true))
        && get(source, "secretRef").is_none()
    {
        errors.required(path.field("secretRef"), "");
    }
    if let Some(name) = get(source, "initiatorName").and_then(Value::as_str) {
        validate_iscsi_name(name, path.field("initiatorname"), errors);
    }
}

fn validate_iscsi_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    let is_alphanumeric = |text: &str, length: usize| {
        text.len() == length && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    let fits = match name.get(..3) {
        Some("iqn") => is_iscsi_qualified_name(name),
        Some("eui") => name.get(4..).is_some_and(|rest| is_alphanumeric(rest, 16)),
        Some("naa") => name.get(4..).is_some_and(|rest| is_alphanumeric(rest, 32)),
        _ => {
            let detail = "must be valid format starting with iqn, eui, or naa";
            return errors.invalid(path, Shown::Text(name), detail);
        }
    };
    if !fits {
        errors.invalid(path, Shown::Text(name), "must be valid format");
    }
}

/// `iqn.2001-04.com.example:storage`.
fn is_iscsi_qualified_name(name: &str) -> bool {
    let Some((head, rest)) = name.split_once(':') else { return false };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut parts = head.splitn(3, '.');
    let (_, date, authority) =
        (parts.next(), parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let is_date = date.len() == 7
        && date.split_once('-').is_some_and(|(year, month)| year.len() == 4 && digits(year) && digits(month));
    is_date
        && !authority.is_empty()
        && authority.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
        && !rest.is_empty()
        && !rest.contains(|letter: char| ",;*&$|".contains(letter) || letter.is_ascii_whitespace())
}

fn validate_flocker(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    let (name, uuid) = (text(source, "datasetName"), text(source, "datasetUUID"));
    if name.is_empty() && uuid.is_empty() {
        errors.required(path, "one of datasetName and datasetUUID is required");
    }
    if !name.is_empty() && !uuid.is_empty() {
        let detail = "datasetName and datasetUUID can not be specified simultaneously";
        errors.invalid(path, Shown::Text("resource"), detail);
    }
    if name.contains('/') {
        errors.invalid(path.field("datasetName"), Shown::Text(name), "must not contain '/'");
    }
}

fn validate_secret_name(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    if let Some(secret) = get(source, "secretRef") {
        validate_present(secret, "name", path.field("secretRef"), errors);
    }
}

fn validate_quobyte(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    const PAIRS: &str = "must be a host:port pair or multiple pairs separated by commas";
    let registry = text(source, "registry");
    if registry.is_empty() {
        errors.required(path.field("registry"), PAIRS);
    } else if text(source, "tenant").len() >= 65 {
        errors.required(path.field("tenant"), "must be a UUID and may not exceed a length of 64 characters");
    } else {
        let is_pair = |pair: &&str| pair.matches(':').count() == 1 || pair.contains("]:");
        for _ in registry.split(',').filter(|pair| !is_pair(pair)) {
            errors.invalid(path.field("registry"), Shown::Text(registry), PAIRS);
        }
    }
    validate_present(source, "volume", path, errors);
}

fn validate_fibre_channel(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    let names = source.get("targetWWNs").filter(|names| !is_zero(names));
    let has_ids = !list(source, "wwids").is_empty();
    match names {
        None if !has_ids => {
            let detail = "must specify either targetWWNs or wwids, but not both";
            errors.required(path.field("targetWWNs"), detail);
        }
        Some(names) if has_ids => {
            let detail = "targetWWNs and wwids can not be specified simultaneously";
            super::shapes::invalid(
                Some(names),
                super::shapes::TEXTS,
                detail,
                path.field("targetWWNs"),
                errors,
            );
        }
        _ => {}
    }
    match int(source, "lun") {
        _ if names.is_none() => {}
        None => errors.required(path.field("lun"), "lun is required if targetWWNs is specified"),
        Some(0..=255) => {}
        Some(lun) => errors.invalid(path.field("lun"), Shown::Number(lun), &range_text(0, 255)),
    }
}

fn validate_flex(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    for (key, _) in map(source, "options").into_iter().flatten() {
        let namespace = key.split_once('/').map_or(key.as_str(), |(namespace, _)| namespace);
        let normalized = format!(".{}", lowercase(namespace));
        if normalized.ends_with(".kubernetes.io") || normalized.ends_with(".k8s.io") {
            let detail = "kubernetes.io and k8s.io namespaces are reserved";
            errors.invalid(path.field("options").key(key), Shown::Text(key), detail);
        }
    }
}

fn validate_azure_disk(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    const MANAGED: &str =
        "/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}";
    const BLOB: &str = "https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd";
    let (kind, uri) = (text(source, "kind"), text(source, "diskURI"));
    validate_known(
        text(source, "cachingMode"),
        &["None", "ReadOnly", "ReadWrite"],
        path.field("cachingMode"),
        errors,
    );
    validate_known(kind, &["Dedicated", "Managed", "Shared"], path.field("kind"), errors);
    let (start, shape) = if kind == "Managed" { ("/subscriptions/", MANAGED) } else { ("https://", BLOB) };
    if !uri.starts_with(start) {
        errors.unsupported(path.field("diskURI"), Shown::Text(uri), &[shape]);
    }
}

fn validate_storage_os(source: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    for field in ["volumeName", "volumeNamespace"] {
        super::validate_filled(source, field, check_dns1123_label, path, errors);
    }
    validate_secret_name(source, path, version, errors);
}

/// Mirrors upstream `validateCSIVolumeSource`.
fn validate_csi(source: &Value, path: Path<'_>, _: &ServerVersion, errors: &mut Errors) {
    let driver = text(source, "driver");
    validate_present(source, "driver", path, errors);
    if driver.len() > 63 {
        errors.too_long(path.field("driver"), 63);
    }
    let (wording, driver_path) = (errors.wording, path.field("driver"));
    check_dns1123_subdomain(&lowercase(driver), wording, &mut |message| {
        errors.invalid(driver_path, Shown::Text(driver), message);
    });
    if let Some(secret) = get(source, "nodePublishSecretRef") {
        match text(secret, "name") {
            "" => errors.required(path.field("nodePublishSecretRef").field("name"), ""),
            name => validate_text(name, check_dns1123_subdomain, path.field("name"), errors),
        }
    }
}
