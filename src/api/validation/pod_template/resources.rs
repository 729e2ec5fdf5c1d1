//! Resources of containers and pods: limits, requests and claims.

use serde_json::{Map, Value};

use super::{NOTHING, Pod, shapes};
use crate::api::amount;
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, list, map, text};
use crate::api::validation::names::{
    check_dns1123_label, check_dns1123_subdomain, check_qualified_name, validate_text,
};
use crate::sorted::order;

/// Names without a prefix that quotas or containers know. Mirrors upstream `standardResources`.
const STANDARD: &[&str] = &[
    "configmaps",
    "cpu",
    "ephemeral-storage",
    "limits.cpu",
    "limits.ephemeral-storage",
    "limits.memory",
    "memory",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "requests.cpu",
    "requests.ephemeral-storage",
    "requests.memory",
    "requests.storage",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
    "storage",
];
/// Those of them that are counted.
const COUNTED: [&str; 9] = [
    "configmaps",
    "persistentvolumeclaims",
    "pods",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "services",
    "services.loadbalancers",
    "services.nodeports",
];

/// Mirrors upstream `ValidateContainerResourceRequirements`.
pub fn validate_container_resources(pod: &Pod<'_>, container: &Value, path: Path<'_>, errors: &mut Errors) {
    let resources = get(container, "resources").unwrap_or(NOTHING);
    let (limits, requests) = (map(resources, "limits"), map(resources, "requests"));
    validate_requirements(limits, requests, validate_container_resource_name, path, errors);
    validate_claim_names(list(resources, "claims"), &pod.claims, path.field("claims"), errors);
}

/// What a pod needs beside its containers is checked like a container's limits.
pub fn validate_overhead(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    validate_requirements(map(spec, "overhead"), None, validate_container_resource_name, path, errors);
}

/// Mirrors upstream `validatePodResources`.
pub fn validate_pod_resources(pod: &Pod<'_>, path: Path<'_>, errors: &mut Errors) {
    let Some(resources) = get(pod.spec, "resources") else { return };
    if get(pod.spec, "os").is_some_and(|os| text(os, "name") == "windows") {
        return errors.forbidden(path, "may not be set for a windows pod");
    }
    let claims = list(resources, "claims");
    if !claims.is_empty() {
        errors.forbidden(path.field("claims"), "claims may not be set for Resources at pod-level");
    }
    let (limits, requests) = (map(resources, "limits"), map(resources, "requests"));
    validate_requirements(limits, requests, validate_pod_resource_name, path, errors);
    validate_claim_names(claims, &pod.claims, path.field("claims"), errors);
    validate_pod_covers_containers(pod, limits, requests, path, errors);
}

/// Mirrors upstream `validateResourceRequirements` up to the claims.
fn validate_requirements(
    limits: Option<&Map<String, Value>>,
    requests: Option<&Map<String, Value>>,
    validate_name: fn(&str, Path<'_>, &mut Errors),
    path: Path<'_>,
    errors: &mut Errors,
) {
    let (limits_path, requests_path) = (path.field("limits"), path.field("requests"));
    let (mut has_compute, mut has_huge_pages) = (false, false);
    for (name, limit) in limits.into_iter().flatten() {
        let path = limits_path.key(name);
        validate_name(name, path, errors);
        validate_quantity(name, limit, path, errors);
        validate_huge_pages(name, limit, path, errors);
        has_compute |= matches!(name.as_str(), "cpu" | "memory");
        has_huge_pages |= is_huge_pages(name);
    }
    for (name, request) in requests.into_iter().flatten() {
        let path = requests_path.key(name);
        validate_name(name, path, errors);
        validate_quantity(name, request, path, errors);
        let (asked, shown) = (amount_of(request), Shown::Text(request.as_str().unwrap_or_default()));
        match limits.and_then(|limits| limits.get(name)) {
            Some(limit) => {
                let written = limit.as_str().unwrap_or_default();
                let relation = match asked.cmp(&amount_of(limit)) {
                    std::cmp::Ordering::Equal => None,
                    _ if !may_overcommit(name) => Some("equal to"),
                    std::cmp::Ordering::Greater => Some("less than or equal to"),
                    std::cmp::Ordering::Less => None,
                };
                if let Some(relation) = relation {
                    let detail = format!("must be {relation} {name} limit of {written}");
                    errors.invalid(requests_path, shown, &detail);
                }
            }
            None if !may_overcommit(name) => {
                errors.required(limits_path, "Limit must be set for non overcommitable resources");
            }
            None => {}
        }
        validate_huge_pages(name, request, path, errors);
        has_compute |= matches!(name.as_str(), "cpu" | "memory");
        has_huge_pages |= is_huge_pages(name);
    }
    if has_huge_pages && !has_compute {
        errors.forbidden(path, "HugePages require cpu or memory");
    }
}

/// Mirrors upstream `ValidateResourceQuantityValue`.
fn validate_quantity(name: &str, quantity: &Value, path: Path<'_>, errors: &mut Errors) {
    let amount = amount_of(quantity);
    if amount < 0 {
        let shown = Shown::Text(quantity.as_str().unwrap_or_default());
        errors.invalid(path, shown, "must be greater than or equal to 0");
    }
    if (COUNTED.contains(&name) || is_extended(name)) && !amount::is_whole(amount) {
        let written = shapes::quantity(quantity, errors.wording);
        errors.invalid(path, Shown::Written(&written), "must be an integer");
    }
}

fn validate_huge_pages(name: &str, quantity: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(size) = name.strip_prefix("hugepages-") else { return };
    let size = amount::parse(size).filter(|size| *size > 0 && amount::is_whole(*size));
    let fits = size.is_some_and(|size| amount::units(amount_of(quantity)) % amount::units(size) == 0);
    if !fits {
        let written = quantity.as_str().unwrap_or_default();
        let detail = format!("{written} is not positive integer multiple of {name}");
        errors.invalid(path, Shown::Text(written), &detail);
    }
}

/// Mirrors upstream `validateContainerResourceName`.
fn validate_container_resource_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    validate_resource_name(name, path, errors);
    let detail = if !name.contains('/') {
        let is_standard = matches!(name, "cpu" | "memory" | "ephemeral-storage") || is_huge_pages(name);
        (!is_standard).then_some("must be a standard resource for containers")
    } else {
        let fits = is_native(name) || is_extended(name);
        (!fits).then_some("doesn't follow extended resource name standard")
    };
    if let Some(detail) = detail {
        errors.invalid(path, Shown::Bare(name), detail);
    }
}

/// Mirrors upstream `validatePodResourceName`.
fn validate_pod_resource_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    let before = errors.len();
    validate_resource_name(name, path, errors);
    if errors.len() == before && !is_of_pods(name) {
        errors.unsupported(path, Shown::Bare(name), &["cpu", "hugepages-", "memory"]);
    }
}

fn validate_resource_name(name: &str, path: Path<'_>, errors: &mut Errors) {
    let before = errors.len();
    check_qualified_name(name, errors.wording, &mut |message| {
        errors.invalid(path, Shown::Bare(name), message);
    });
    let is_standard =
        STANDARD.contains(&name) || is_huge_pages(name) || name.starts_with("requests.hugepages-");
    if errors.len() == before && !name.contains('/') && !is_standard {
        errors.invalid(path, Shown::Bare(name), "must be a standard resource type or fully qualified");
    }
}

fn is_huge_pages(name: &str) -> bool {
    name.starts_with("hugepages-")
}

fn is_of_pods(name: &str) -> bool {
    matches!(name, "cpu" | "memory") || is_huge_pages(name)
}

fn is_native(name: &str) -> bool {
    !name.contains('/') || name.contains("kubernetes.io/")
}

fn may_overcommit(name: &str) -> bool {
    is_native(name) && !is_huge_pages(name)
}

/// Mirrors upstream `IsExtendedResourceName`.
fn is_extended(name: &str) -> bool {
    if is_native(name) || name.starts_with("requests.") {
        return false;
    }
    let mut fits = true;
    let wording = crate::api::field::Wording::Go;
    check_qualified_name(&format!("requests.{name}"), wording, &mut |_| fits = false);
    fits
}

fn amount_of(quantity: &Value) -> i128 {
    amount::of(quantity.as_str().unwrap_or_default())
}

/// Mirrors upstream `validatePodResourceConsistency`.
fn validate_pod_covers_containers(
    pod: &Pod<'_>,
    limits: Option<&Map<String, Value>>,
    requests: Option<&Map<String, Value>>,
    path: Path<'_>,
    errors: &mut Errors,
) {
    for (list_name, quantities, only_huge_pages) in [("requests", requests, false), ("limits", limits, true)]
    {
        for (name, quantity) in quantities.into_iter().flatten() {
            let sum = sum_of_containers(pod.spec, list_name, name);
            if (!only_huge_pages || is_huge_pages(name)) && sum > amount_of(quantity) {
                let written = quantity.as_str().unwrap_or_default();
                let detail = format!(
                    "must be greater than or equal to aggregate container {list_name} of {}",
                    amount::text(sum, written)
                );
                errors.invalid(path.field(list_name).key(name), Shown::Text(written), &detail);
            }
        }
    }
    for (index, container) in list(pod.spec, "containers").iter().enumerate() {
        let resources = get(container, "resources").unwrap_or(NOTHING);
        for (name, limit) in map(resources, "limits").into_iter().flatten() {
            let Some(most) = limits.and_then(|limits| limits.get(name)) else { continue };
            if amount_of(limit) > amount_of(most) {
                let detail = format!(
                    "must be less than or equal to pod limits of {}",
                    most.as_str().unwrap_or_default()
                );
                let path = path.field("containers");
                let path = path.index(index);
                let shown = Shown::Text(limit.as_str().unwrap_or_default());
                errors.invalid(path.key(name).field("limits"), shown, &detail);
            }
        }
    }
}

/// What the containers need at one time: all that keep running, and each init container beside the sidecars before
/// it. Mirrors upstream `AggregateContainerRequests`.
fn sum_of_containers(spec: &Value, list_name: &str, name: &str) -> i128 {
    let of = |container: &Value| {
        let quantities = get(container, "resources").and_then(|resources| get(resources, list_name));
        quantities.and_then(|quantities| get(quantities, name)).map_or(0, amount_of)
    };
    let (mut sidecars, mut most) = (0_i128, 0_i128);
    for container in list(spec, "initContainers") {
        if text(container, "restartPolicy") == "Always" {
            sidecars = sidecars.saturating_add(of(container));
            most = most.max(sidecars);
        } else {
            most = most.max(sidecars.saturating_add(of(container)));
        }
    }
    let add = |sum: i128, container: &Value| sum.saturating_add(of(container));
    list(spec, "containers").iter().fold(sidecars, add).max(most)
}

/// Mirrors upstream `validateResourceClaimNames`.
fn validate_claim_names(claims: &[Value], known: &[&str], path: Path<'_>, errors: &mut Errors) {
    let mut seen: Vec<String> = Vec::new();
    for (index, claim) in claims.iter().enumerate() {
        let path = path.index(index);
        let (name, request) = (text(claim, "name"), text(claim, "request"));
        if name.is_empty() {
            errors.required(path, "");
            continue;
        }
        if seen.iter().any(|other| other == name) {
            errors.duplicate(path, Shown::Text(name));
        } else {
            let mut key = name.to_owned();
            if !request.is_empty() {
                validate_text(request, check_dns1123_label, path.field("request"), errors);
                key = format!("{name}/{request}");
            }
            let is_part = |other: &&String| other.split_once('/').is_some_and(|(claim, _)| claim == name);
            if seen.contains(&key) {
                errors.duplicate(path, Shown::Text(&key));
            } else if request.is_empty() {
                for _ in seen.iter().filter(is_part) {
                    errors.duplicate(path, Shown::Text(name));
                }
            }
            seen.push(key);
        }
        if !known.contains(&name) {
            let mut names = known.to_vec();
            order::sort(&mut names);
            let detail = match names.is_empty() {
                true => "must be one of the names in pod.spec.resourceClaims which is empty".to_owned(),
                false => format!("must be one of the names in pod.spec.resourceClaims: {}", names.join(", ")),
            };
            errors.not_found_among(path, Shown::Text(name), &detail);
        }
    }
}

/// Mirrors upstream `validatePodResourceClaims`.
pub fn validate_pod_claims(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let claims = list(spec, "resourceClaims");
    for (index, claim) in claims.iter().enumerate() {
        let path = path.index(index);
        let name = text(claim, "name");
        if name.is_empty() {
            errors.required(path.field("name"), "");
        } else if claims.iter().take(index).any(|other| text(other, "name") == name) {
            errors.duplicate(path.field("name"), Shown::Text(name));
        } else {
            validate_text(name, check_dns1123_label, path.field("name"), errors);
        }
        let sources = ["resourceClaimName", "resourceClaimTemplateName"];
        let detail = match sources.iter().filter(|field| get(claim, field).is_some()).count() {
            0 => Some("must specify one of: `resourceClaimName`, `resourceClaimTemplateName`"),
            1 => None,
            _ => Some("at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified"),
        };
        if let Some(detail) = detail {
            shapes::invalid(Some(claim), shapes::RESOURCE_CLAIM, detail, path, errors);
        }
        for field in sources {
            if let Some(name) = get(claim, field).and_then(Value::as_str) {
                validate_text(name, check_dns1123_subdomain, path.field(field), errors);
            }
        }
    }
}
