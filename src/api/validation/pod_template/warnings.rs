//! What the API server warns of in a pod template that it takes.
//!
//! Mirrors upstream `GetWarningsForPodTemplate` of `pkg/api/pod`.

mod overlaps;
mod ports;

use serde_json::Value;

use super::address::{self, Address};
use super::annotations::{APP_ARMOR_CONTAINER, SECCOMP_CONTAINER, SECCOMP_POD};
use super::{NOTHING, for_each_container};
use crate::api::amount;
use crate::api::field::{Path, quote};
use crate::api::tree::{get, int, list, map, text};
use crate::api::validation::names::check_label_value;
use crate::api::version::ServerVersion;

const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";
const NULL_SELECTOR: &str = "a null labelSelector results in matching no pod";
const SECCOMP: &str = "non-functional in v1.27+; use the \"seccompProfile\" field instead";
const APP_ARMOR: &str = "deprecated since v1.30; use the \"appArmorProfile\" field instead";

const NODE_LABELS: [(&str, &str); 8] = [
    ("app.kubernetes.io/created-by", "deprecated since v1.9"),
    ("beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"),
    (
        "beta.kubernetes.io/instance-type",
        "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead",
    ),
    ("beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"),
    (
        "failure-domain.beta.kubernetes.io/region",
        "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead",
    ),
    (
        "failure-domain.beta.kubernetes.io/zone",
        "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead",
    ),
    ("node-role.kubernetes.io/master", "use \"node-role.kubernetes.io/control-plane\" instead"),
    (
        "scheduler.alpha.kubernetes.io/preferAvoidPods",
        "deprecated since v1.22; use Taints and Tolerations instead",
    ),
];

const ANNOTATIONS: [(&str, &str); 3] = [
    (
        "scheduler.alpha.kubernetes.io/critical-pod",
        "non-functional in v1.16+; use the \"priorityClassName\" field instead",
    ),
    ("security.alpha.kubernetes.io/sysctls", "non-functional in v1.11+; use the \"sysctls\" field instead"),
    (
        "security.alpha.kubernetes.io/unsafe-sysctls",
        "non-functional in v1.11+; use the \"sysctls\" field instead",
    ),
];

/// Field of the volume, what upstream's paths call it, the warning; in the order in which they come.
const VOLUMES: [(&str, &str, &str); 9] = [
    ("photonPersistentDisk", "photonPersistentDisk", "deprecated in v1.11, non-functional in v1.16+"),
    ("gitRepo", "gitRepo", "deprecated in v1.11, and disabled by default in v1.33+"),
    ("scaleIO", "scaleIO", "deprecated in v1.16, non-functional in v1.22+"),
    ("flocker", "flocker", "deprecated in v1.22, non-functional in v1.25+"),
    ("storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"),
    ("quobyte", "quobyte", "deprecated in v1.22, non-functional in v1.25+"),
    ("glusterfs", "glusterfs", "deprecated in v1.25, non-functional in v1.26+"),
    ("cephfs", "cephfs", "deprecated in v1.28, non-functional in v1.31+"),
    ("rbd", "rbd", "deprecated in v1.28, non-functional in v1.31+"),
];

/// What was found, in order.
struct Warnings {
    texts: Vec<String>,
    version: ServerVersion,
}

impl Warnings {
    fn add(&mut self, path: Path<'_>, warning: &str) {
        self.texts.push(format!("{path}: {warning}"));
    }
}

/// The warnings about a template that has its defaults. `path` is that of the template.
pub fn warnings(template: &Value, path: Path<'_>, version: &ServerVersion) -> Vec<String> {
    let metadata = get(template, "metadata").unwrap_or(NOTHING);
    let spec = get(template, "spec").unwrap_or(NOTHING);
    let (metadata_path, spec_path) = (path.field("metadata"), path.field("spec"));
    let mut warnings = Warnings { texts: Vec::new(), version: *version };
    warn_of_node_labels(spec, spec_path, &mut warnings);
    for (key, warning) in ANNOTATIONS {
        if has_annotation(metadata, key) {
            warnings.add(metadata_path.field("annotations").key(key), warning);
        }
    }
    warn_of_volumes(spec, spec_path.field("volumes"), &mut warnings);
    overlaps::warn_of_overlaps(spec, &mut warnings);
    warn_of_repeated(spec, spec_path, &mut warnings);
    warn_of_fractions(get(spec, "overhead"), spec_path.field("overhead"), &mut warnings);
    warn_of_containers(metadata, spec, path, &mut warnings);
    ports::warn_of_ports(spec, spec_path, &mut warnings);
    if int(spec, "terminationGracePeriodSeconds").is_some_and(|seconds| seconds < 0) {
        let warning = "must be >= 0; negative values are invalid and will be treated as 1";
        warnings.add(spec_path.field("terminationGracePeriodSeconds"), warning);
    }
    warn_of_pod_affinity(spec, spec_path.field("affinity"), &mut warnings);
    warn_of_addresses(spec, spec_path, &mut warnings);
    warnings.texts
}

fn has_annotation(metadata: &Value, key: &str) -> bool {
    map(metadata, "annotations").is_some_and(|annotations| annotations.contains_key(key))
}

fn deprecation(label: &str) -> Option<&'static str> {
    NODE_LABELS.iter().find(|(known, _)| *known == label).map(|(_, warning)| *warning)
}

/// Labels of nodes that have a newer name, in selectors, affinity and spread.
fn warn_of_node_labels(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    for (label, _) in map(spec, "nodeSelector").into_iter().flatten() {
        if let Some(warning) = deprecation(label) {
            warnings.add(path.field("nodeSelector").key(label), warning);
        }
    }
    let affinity =
        get(spec, "affinity").and_then(|affinity| get(affinity, "nodeAffinity")).unwrap_or(NOTHING);
    let affinity_path = path.field("affinity");
    let affinity_path = affinity_path.field("nodeAffinity");
    let (required_path, preferred_path) = (affinity_path.field(REQUIRED), affinity_path.field(PREFERRED));
    let required = get(affinity, REQUIRED).unwrap_or(NOTHING);
    for (index, term) in list(required, "nodeSelectorTerms").iter().enumerate() {
        warn_of_node_term(term, false, required_path.field("nodeSelectorTerms").index(index), warnings);
    }
    for (index, preferred) in list(affinity, PREFERRED).iter().enumerate() {
        let term = get(preferred, "preference").unwrap_or(NOTHING);
        warn_of_node_term(term, true, preferred_path.index(index).field("preference"), warnings);
    }
    for (index, constraint) in list(spec, "topologySpreadConstraints").iter().enumerate() {
        let path = path.field("topologySpreadConstraints");
        let path = path.index(index);
        let key = text(constraint, "topologyKey");
        if let Some(warning) = deprecation(key) {
            warnings.add(path.field("topologyKey"), &format!("{key} is {warning}"));
        }
        warn_of_null_selector(constraint, path, warnings);
    }
}

/// Mirrors upstream `GetWarningsForNodeSelectorTerm`. Values that are only preferred are not refused.
fn warn_of_node_term(term: &Value, checks_values: bool, path: Path<'_>, warnings: &mut Warnings) {
    for (index, requirement) in list(term, "matchExpressions").iter().enumerate() {
        let path = path.field("matchExpressions");
        let path = path.index(index);
        let key = text(requirement, "key");
        if let Some(warning) = deprecation(key) {
            warnings.add(path.field("key"), &format!("{key} is {warning}"));
        }
        for (index, value) in list(requirement, "values").iter().enumerate().filter(|_| checks_values) {
            let value = value.as_str().unwrap_or_default();
            let path = path.field("values");
            check_label_value(value, warnings.version.wording, &mut |message| {
                warnings.add(path.index(index), &format!("{value} is invalid, {message}"));
            });
        }
    }
}

fn warn_of_null_selector(holder: &Value, path: Path<'_>, warnings: &mut Warnings) {
    if get(holder, "labelSelector").is_none() {
        warnings.add(path.field("labelSelector"), NULL_SELECTOR);
    }
}

fn warn_of_volumes(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    for (index, volume) in list(spec, "volumes").iter().enumerate() {
        let path = path.index(index);
        for (field, at, warning) in VOLUMES {
            if field == "cephfs" {
                warn_of_claim(volume, path, warnings);
            }
            if get(volume, field).is_some() {
                warnings.add(path.field(at), warning);
            }
        }
    }
}

fn warn_of_claim(volume: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let template = get(volume, "ephemeral").and_then(|source| get(source, "volumeClaimTemplate"));
    let claim = template.and_then(|template| get(template, "spec")).unwrap_or(NOTHING);
    let resources = get(claim, "resources").unwrap_or(NOTHING);
    let path = path.field("ephemeral");
    let path = path.field("volumeClaimTemplate");
    let path = path.field("spec");
    let path = path.field("resources");
    for field in ["requests", "limits"] {
        warn_of_fraction(get(resources, field), "storage", path.field(field), warnings);
    }
}

/// The same address or secret twice, and secrets without a name.
fn warn_of_repeated(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    for (list_name, field, what) in [("hostAliases", "ip", "ip"), ("imagePullSecrets", "name", "name")] {
        let items = list(spec, list_name);
        for (index, item) in items.iter().enumerate() {
            let key = text(item, field);
            if items.iter().take(index).any(|other| text(other, field) == key) {
                let path = path.field(list_name);
                warnings.add(path.index(index).field(field), &format!("duplicate {what} {}", quote(key)));
            }
        }
    }
    for (index, secret) in list(spec, "imagePullSecrets").iter().enumerate() {
        if text(secret, "name").is_empty() {
            let path = path.field("imagePullSecrets");
            warnings.add(path.index(index).field("name"), "invalid empty name \"\"");
        }
    }
}

fn warn_of_fractions(quantities: Option<&Value>, path: Path<'_>, warnings: &mut Warnings) {
    for name in ["memory", "ephemeral-storage"] {
        warn_of_fraction(quantities, name, path, warnings);
    }
}

/// Bytes are whole.
fn warn_of_fraction(quantities: Option<&Value>, name: &str, path: Path<'_>, warnings: &mut Warnings) {
    let quantity = quantities.map(|quantities| text(quantities, name)).unwrap_or_default();
    if !amount::is_whole(amount::of(quantity)) {
        let warning = format!("fractional byte value {} is invalid, must be an integer", quote(quantity));
        warnings.add(path.key(name), &warning);
    }
}

fn warn_of_containers(metadata: &Value, spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let has_profile = |holder: &Value, field: &str| {
        get(holder, "securityContext").is_some_and(|context| get(context, field).is_some())
    };
    let annotations_path = path.field("metadata");
    let annotations_path = annotations_path.field("annotations");
    if !has_profile(spec, "seccompProfile") && has_annotation(metadata, SECCOMP_POD) {
        warnings.add(annotations_path.key(SECCOMP_POD), SECCOMP);
    }
    for_each_container(spec, path.field("spec"), &mut |container, path| {
        let name = text(container, "name");
        let key = format!("{SECCOMP_CONTAINER}{name}");
        if !has_profile(container, "seccompProfile") && has_annotation(metadata, &key) {
            warnings.add(annotations_path.key(&key), SECCOMP);
        }
        let key = format!("{APP_ARMOR_CONTAINER}{name}");
        let has_app_armor = [spec, container].iter().any(|holder| has_profile(holder, "appArmorProfile"));
        if !has_app_armor && has_annotation(metadata, &key) {
            warnings.add(annotations_path.key(&key), APP_ARMOR);
        }
        let resources = get(container, "resources").unwrap_or(NOTHING);
        let resources_path = path.field("resources");
        for name in ["memory", "ephemeral-storage"] {
            for field in ["limits", "requests"] {
                warn_of_fraction(get(resources, field), name, resources_path.field(field), warnings);
            }
        }
        warn_of_env(container, path.field("env"), warnings);
    });
}

/// A variable that is set again without using what it was.
fn warn_of_env(container: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let variables = list(container, "env");
    for (index, variable) in variables.iter().enumerate() {
        let (name, value) = (text(variable, "name"), text(variable, "value"));
        let is_repeated = variables.iter().take(index).any(|other| text(other, "name") == name);
        let reference = format!("$({name})");
        let builds_on =
            get(variable, "valueFrom").is_none() && value != reference && value.contains(&reference);
        if is_repeated && !builds_on {
            let quoted = quote(name);
            let warning =
                format!("hides previous definition of {quoted}, which may be dropped when using apply");
            warnings.add(path.index(index), &warning);
        }
    }
}

fn warn_of_pod_affinity(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let affinity = get(spec, "affinity").unwrap_or(NOTHING);
    for field in ["podAffinity", "podAntiAffinity"] {
        let (pods, path) = (get(affinity, field).unwrap_or(NOTHING), path.field(field));
        for (index, term) in list(pods, REQUIRED).iter().enumerate() {
            warn_of_null_selector(term, path.field(REQUIRED).index(index), warnings);
        }
        for (index, weighted) in list(pods, PREFERRED).iter().enumerate() {
            let path = path.field(PREFERRED);
            let term = get(weighted, "podAffinityTerm").unwrap_or(NOTHING);
            warn_of_null_selector(term, path.index(index).field("podAffinityTerm"), warnings);
        }
    }
}

fn warn_of_addresses(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let config_path = path.field("dnsConfig");
    let servers = list(get(spec, "dnsConfig").unwrap_or(NOTHING), "nameservers");
    for (index, server) in servers.iter().enumerate() {
        let path = config_path.field("nameservers");
        warn_of_address(server.as_str().unwrap_or_default(), path.index(index), warnings);
    }
    for (index, alias) in list(spec, "hostAliases").iter().enumerate() {
        let path = path.field("hostAliases");
        warn_of_address(text(alias, "ip"), path.index(index).field("ip"), warnings);
    }
}

/// Mirrors upstream `GetWarningsForIP`.
fn warn_of_address(written: &str, path: Path<'_>, warnings: &mut Warnings) {
    let shown = quote(written);
    let warning = match address::parse(written) {
        None | Some(Address::Standard) => return,
        Some(Address::NonStandard(standard)) => format!(
            "non-standard IP address {shown} will be considered invalid in a future Kubernetes release: use {}",
            quote(&standard)
        ),
        Some(Address::NotCanonical(canonical)) => {
            format!("IPv6 address {shown} should be in RFC 5952 canonical format ({})", quote(&canonical))
        }
    };
    warnings.add(path, &warning);
}
