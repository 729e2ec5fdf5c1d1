//! The volumes of a pod as descriptions list them: upstream `describeVolumes`.

use serde_json::Value;

use super::describe::{self, entries, several, shorten};
use super::layout::Writer;
use crate::api::{amount, tree, written};
use crate::sorted::order;

/// A kind of volume: its field, its type with an explanation, and its fields with their labels and what is printed
/// where one is absent.
struct Source {
    field: &'static str,
    title: &'static str,
    fields: &'static [(&'static str, &'static str, &'static str)],
}

const fn source(
    field: &'static str,
    title: &'static str,
    fields: &'static [(&'static str, &'static str, &'static str)],
) -> Source {
    Source { field, title, fields }
}

const FS_TYPE: (&str, &str, &str) = ("FSType", "fsType", "");
const PARTITION: (&str, &str, &str) = ("Partition", "partition", "0");
const READ_ONLY: (&str, &str, &str) = ("ReadOnly", "readOnly", "false");
const SECRET_REF: (&str, &str, &str) = ("SecretRef", "secretRef", "nil");
const VOLUME_ID: (&str, &str, &str) = ("VolumeID", "volumeID", "");
const OPTIONAL: (&str, &str, &str) = ("Optional", "optional", "false");

const SOURCES: &[Source] = &[
    source(
        "hostPath",
        "HostPath (bare host directory volume)",
        &[("Path", "path", ""), ("HostPathType", "type", "<none>")],
    ),
    source(
        "emptyDir",
        "EmptyDir (a temporary directory that shares a pod's lifetime)",
        &[("Medium", "medium", ""), ("SizeLimit", "sizeLimit", "<unset>")],
    ),
    source(
        "gcePersistentDisk",
        "GCEPersistentDisk (a Persistent Disk resource in Google Compute Engine)",
        &[("PDName", "pdName", ""), FS_TYPE, PARTITION, READ_ONLY],
    ),
    source(
        "awsElasticBlockStore",
        "AWSElasticBlockStore (a Persistent Disk resource in AWS)",
        &[VOLUME_ID, FS_TYPE, PARTITION, READ_ONLY],
    ),
    source(
        "gitRepo",
        "GitRepo (a volume that is pulled from git when the pod is created)",
        &[("Repository", "repository", ""), ("Revision", "revision", "")],
    ),
    source(
        "secret",
        "Secret (a volume populated by a Secret)",
        &[("SecretName", "secretName", ""), OPTIONAL],
    ),
    source("configMap", "ConfigMap (a volume populated by a ConfigMap)", &[("Name", "name", ""), OPTIONAL]),
    source(
        "nfs",
        "NFS (an NFS mount that lasts the lifetime of a pod)",
        &[("Server", "server", ""), ("Path", "path", ""), READ_ONLY],
    ),
    source(
        "iscsi",
        "ISCSI (an ISCSI Disk resource that is attached to a kubelet's host machine and then exposed to the pod)",
        &[
            ("TargetPortal", "targetPortal", ""),
            ("IQN", "iqn", ""),
            ("Lun", "lun", "0"),
            ("ISCSIInterface", "iscsiInterface", ""),
            FS_TYPE,
            READ_ONLY,
            ("Portals", "portals", "[]"),
            ("DiscoveryCHAPAuth", "chapAuthDiscovery", "false"),
            ("SessionCHAPAuth", "chapAuthSession", "false"),
            SECRET_REF,
            ("InitiatorName", "initiatorName", "<none>"),
        ],
    ),
    source(
        "glusterfs",
        "Glusterfs (a Glusterfs mount on the host that shares a pod's lifetime)",
        &[("EndpointsName", "endpoints", ""), ("Path", "path", ""), READ_ONLY],
    ),
    source(
        "persistentVolumeClaim",
        "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)",
        &[("ClaimName", "claimName", ""), READ_ONLY],
    ),
    source(
        "ephemeral",
        "EphemeralVolume (an inline specification for a volume that gets created and deleted with the pod)",
        &[],
    ),
    source(
        "rbd",
        "RBD (a Rados Block Device mount on the host that shares a pod's lifetime)",
        &[
            ("CephMonitors", "monitors", "[]"),
            ("RBDImage", "image", ""),
            FS_TYPE,
            ("RBDPool", "pool", ""),
            ("RadosUser", "user", ""),
            ("Keyring", "keyring", ""),
            SECRET_REF,
            READ_ONLY,
        ],
    ),
    source(
        "quobyte",
        "Quobyte (a Quobyte mount on the host that shares a pod's lifetime)",
        &[("Registry", "registry", ""), ("Volume", "volume", ""), READ_ONLY],
    ),
    source("downwardAPI", "DownwardAPI (a volume populated by information about the pod)", &[]),
    source(
        "azureDisk",
        "AzureDisk (an Azure Data Disk mount on the host and bind mount to the pod)",
        &[
            ("DiskName", "diskName", ""),
            ("DiskURI", "diskURI", ""),
            ("Kind", "kind", ""),
            FS_TYPE,
            ("CachingMode", "cachingMode", ""),
            READ_ONLY,
        ],
    ),
    source(
        "vsphereVolume",
        "vSphereVolume (a Persistent Disk resource in vSphere)",
        &[("VolumePath", "volumePath", ""), FS_TYPE, ("StoragePolicyName", "storagePolicyName", "")],
    ),
    source(
        "cinder",
        "Cinder (a Persistent Disk resource in OpenStack)",
        &[VOLUME_ID, FS_TYPE, READ_ONLY, SECRET_REF],
    ),
    source(
        "photonPersistentDisk",
        "PhotonPersistentDisk (a Persistent Disk resource in photon platform)",
        &[("PdID", "pdID", ""), FS_TYPE],
    ),
    source("portworxVolume", "PortworxVolume (a Portworx Volume resource)", &[VOLUME_ID]),
    source(
        "scaleIO",
        "ScaleIO (a persistent volume backed by a block device in ScaleIO)",
        &[
            ("Gateway", "gateway", ""),
            ("System", "system", ""),
            ("Protection Domain", "protectionDomain", ""),
            ("Storage Pool", "storagePool", ""),
            ("Storage Mode", "storageMode", ""),
            ("VolumeName", "volumeName", ""),
            FS_TYPE,
            READ_ONLY,
        ],
    ),
    source(
        "cephfs",
        "CephFS (a CephFS mount on the host that shares a pod's lifetime)",
        &[
            ("Monitors", "monitors", "[]"),
            ("Path", "path", ""),
            ("User", "user", ""),
            ("SecretFile", "secretFile", ""),
            SECRET_REF,
            READ_ONLY,
        ],
    ),
    source(
        "storageos",
        "StorageOS (a StorageOS Persistent Disk resource)",
        &[("VolumeName", "volumeName", ""), ("VolumeNamespace", "volumeNamespace", ""), FS_TYPE, READ_ONLY],
    ),
    source(
        "fc",
        "FC (a Fibre Channel disk)",
        &[("TargetWWNs", "targetWWNs", ""), ("LUN", "lun", "<none>"), FS_TYPE, READ_ONLY],
    ),
    source(
        "azureFile",
        "AzureFile (an Azure File Service mount on the host and bind mount to the pod)",
        &[("SecretName", "secretName", ""), ("ShareName", "shareName", ""), READ_ONLY],
    ),
    source(
        "flexVolume",
        "FlexVolume (a generic volume resource that is provisioned/attached using an exec based plugin)",
        &[("Driver", "driver", ""), FS_TYPE, SECRET_REF, READ_ONLY, ("Options", "options", "map[]")],
    ),
    source(
        "flocker",
        "Flocker (a Flocker volume mounted by the Flocker agent)",
        &[("DatasetName", "datasetName", ""), ("DatasetUUID", "datasetUUID", "")],
    ),
    source("projected", "Projected (a volume that contains injected data from multiple sources)", &[]),
    source(
        "csi",
        "CSI (a Container Storage Interface (CSI) volume source)",
        &[("Driver", "driver", ""), FS_TYPE, READ_ONLY],
    ),
    source(
        "image",
        "Image (a container image or OCI artifact)",
        &[("Reference", "reference", ""), ("PullPolicy", "pullPolicy", "")],
    ),
];

/// `space` is what a pod template indents its lines by.
pub fn volumes(writer: &mut Writer, spec: &Value, space: &str) {
    let volumes = tree::list(spec, "volumes");
    if volumes.is_empty() {
        writer.field(0, &format!("{space}Volumes"), "<none>");
        return;
    }
    writer.line(0, &format!("{space}Volumes:"));
    for volume in volumes {
        let name_indent = if space.is_empty() { "" } else { " " };
        writer.line(1, &format!("{name_indent}{}:", tree::text(volume, "name")));
        match SOURCES.iter().find_map(|source| Some((source, tree::get(volume, source.field)?))) {
            Some((source, value)) => describe_source(writer, source, value),
            None => writer.line(1, "<unknown>"),
        }
    }
}

fn describe_source(writer: &mut Writer, source: &Source, value: &Value) {
    writer.field(2, "Type", source.title);
    for (label, field, absent) in source.fields {
        let text = match tree::get(value, field) {
            Some(value) => shown(field, value, absent),
            None => (*absent).to_owned(),
        };
        // Two labels are written otherwise than all the rest.
        match *label {
            "ISCSIInterface" => writer.line(2, &format!("{label}\t{text}")),
            "Kind" => writer.line(2, &format!("{label}: \t{text}")),
            _ => writer.field(2, label, &text),
        }
    }
    match source.field {
        "csi" => attributes(writer, value),
        "downwardAPI" => downward_api(writer, value),
        "projected" => tree::list(value, "sources").iter().for_each(|source| projected(writer, source)),
        "ephemeral" => ephemeral(writer, value),
        _ => {}
    }
}

/// A value as Go's `%v` prints it.
fn shown(field: &str, value: &Value, absent: &str) -> String {
    match value {
        Value::String(text) if field == "sizeLimit" => {
            if amount::of(text) > 0 {
                text.clone()
            } else {
                absent.to_owned()
            }
        }
        Value::String(text) => text.clone(),
        Value::Array(_) if field == "targetWWNs" => texts(value).join(", "),
        Value::Array(_) => format!("[{}]", texts(value).join(" ")),
        Value::Object(_) if field == "secretRef" => {
            format!("&LocalObjectReference{{Name:{},}}", tree::text(value, "name"))
        }
        Value::Object(map) => {
            let mut pairs: Vec<String> = map
                .iter()
                .map(|(key, value)| format!("{key}:{}", value.as_str().unwrap_or_default()))
                .collect();
            order::sort(&mut pairs);
            format!("map[{}]", pairs.join(" "))
        }
        other => written::text(other),
    }
}

/// The texts of a list.
pub fn texts(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().map(|item| item.as_str().unwrap_or_default()).collect()
}

fn attributes(writer: &mut Writer, csi: &Value) {
    const LINE_BYTES_MAX: usize = 140;
    let attributes: Vec<String> = entries(csi, "volumeAttributes")
        .iter()
        .map(|(key, value)| shorten(&format!("{key}={value}"), LINE_BYTES_MAX))
        .collect();
    several(writer, 2, "VolumeAttributes", &attributes);
}

fn downward_api(writer: &mut Writer, value: &Value) {
    writer.line(2, "Items:");
    for item in tree::list(value, "items") {
        for (reference, field) in [("fieldRef", "fieldPath"), ("resourceFieldRef", "resource")] {
            if let Some(from) = tree::get(item, reference) {
                writer.line(3, &format!("{} -> {}", tree::text(from, field), tree::text(item, "path")));
            }
        }
    }
}

fn projected(writer: &mut Writer, source: &Value) {
    let named = [("secret", "SecretName"), ("downwardAPI", "DownwardAPI"), ("configMap", "ConfigMapName")];
    for (field, label) in named {
        let Some(from) = tree::get(source, field) else {
            continue;
        };
        if field == "downwardAPI" {
            writer.field(2, label, "true");
        } else {
            writer.field(2, label, tree::text(from, "name"));
            let optional = tree::boolean(from, "optional").unwrap_or(false);
            writer.field(2, "Optional", &optional.to_string());
        }
        return;
    }
    if let Some(token) = tree::get(source, "serviceAccountToken") {
        writer.field(2, "TokenExpirationSeconds", &describe::number(token, "expirationSeconds"));
    }
}

/// Upstream `printPersistentVolumeClaim`, of a template.
fn ephemeral(writer: &mut Writer, value: &Value) {
    let Some(claim) = tree::get(value, "volumeClaimTemplate") else {
        return;
    };
    let (metadata, spec) = (&claim["metadata"], &claim["spec"]);
    let (labels, annotations) = ("Labels", "Annotations");
    writer.indent = 2;
    let beta_class = tree::get(&metadata["annotations"], "volume.beta.kubernetes.io/storage-class");
    let class = beta_class.and_then(Value::as_str).unwrap_or(tree::text(spec, "storageClassName"));
    writer.field(0, "StorageClass", class);
    writer.field(0, "Volume", tree::text(spec, "volumeName"));
    describe::labels(writer, labels, metadata, "labels");
    describe::annotations(writer, annotations, metadata);
    let capacity = if tree::text(spec, "volumeName").is_empty() { "" } else { "0" };
    writer.field(0, "Capacity", capacity);
    writer.field(0, "Access Modes", "");
    writer.field_if_any(0, "VolumeMode", tree::text(spec, "volumeMode"));
    if let Some(source) = tree::get(spec, "dataSource") {
        writer.line(0, "DataSource:");
        writer.field_if_any(1, "APIGroup", tree::text(source, "apiGroup"));
        writer.field(1, "Kind", tree::text(source, "kind"));
        writer.field(1, "Name", tree::text(source, "name"));
    }
    writer.indent = 0;
}
