//! What an object's metadata may hold, when it is created and when it is replaced.
//!
//! Mirrors upstream `ValidateObjectMeta` and `ValidateObjectMetaUpdate` of apimachinery and of core. Where one object
//! is looked at twice the errors come twice, as they do upstream.

use serde_json::Value;

use super::names::{
    Check, check_dns1123_subdomain, check_qualified_name, validate_annotations, validate_labels,
    validate_text,
};
use crate::api::field::{Errors, Path, Shown, Wording};
use crate::api::printed::{FINALIZERS, OWNER_REFERENCE, OWNER_REFERENCES, printed};
use crate::api::tree::{boolean, get, list, map, text};
use crate::api::version::ServerVersion;
use crate::api::{FOREGROUND_FINALIZER, ORPHAN_FINALIZER};
use crate::time::Time;

pub const IMMUTABLE: &str = "field is immutable";

/// How a kind or the API server itself wants names to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameRule {
    /// A DNS subdomain: what Jobs ask for.
    Subdomain,
    /// A part of a path: what the API server asks of everything.
    PathSegment,
}

/// Metadata of any object. Mirrors apimachinery's `ValidateObjectMetaAccessor`.
pub fn validate_metadata(metadata: &Value, rule: NameRule, version: &ServerVersion, errors: &mut Errors) {
    let path = &Path::new("metadata");
    let check: Check = match rule {
        NameRule::Subdomain => check_dns1123_subdomain,
        NameRule::PathSegment => check_path_segment,
    };
    let (name, generate_name) = (text(metadata, "name"), text(metadata, "generateName"));
    if !generate_name.is_empty() {
        let path = path.field("generateName");
        match rule {
            NameRule::Subdomain => {
                check(&mask_trailing_dash(generate_name), errors.wording, &mut |message| {
                    errors.invalid(path, Shown::Text(generate_name), message);
                })
            }
            NameRule::PathSegment => validate_text(generate_name, check_path_part, path, errors),
        }
    }
    if name.is_empty() {
        errors.required(path.field("name"), "name or generateName is required");
    } else {
        validate_text(name, check, path.field("name"), errors);
    }
    validate_labels(map(metadata, "labels"), path.field("labels"), errors);
    validate_annotations(map(metadata, "annotations"), path.field("annotations"), errors);
    validate_owner_references(metadata, path.field("ownerReferences"), version, errors);
    validate_finalizers(metadata, path.field("finalizers"), errors);
}

/// Metadata of a built-in kind: names of finalizers without a domain are those that everybody knows.
pub fn validate_kube_metadata(metadata: &Value, version: &ServerVersion, errors: &mut Errors) {
    validate_metadata(metadata, NameRule::Subdomain, version, errors);
    validate_finalizer_domains(metadata, errors);
}

/// What may not change. Mirrors apimachinery's `ValidateObjectMetaAccessorUpdate`. Name, namespace, generation and
/// creation time are equal by now.
pub fn validate_metadata_update(new: &Value, old: &Value, version: &ServerVersion, errors: &mut Errors) {
    let path = &Path::new("metadata");
    if get(old, "deletionTimestamp").is_some() {
        validate_no_new_finalizers(new, old, path.field("finalizers"), errors);
    }
    if text(new, "uid") != text(old, "uid") {
        errors.invalid(path.field("uid"), Shown::Text(text(new, "uid")), IMMUTABLE);
    }
    if get(new, "deletionTimestamp") != get(old, "deletionTimestamp") {
        let time = shown_time(Time::parse(text(new, "deletionTimestamp")), errors.wording);
        errors.invalid(path.field("deletionTimestamp"), or_null(&time), IMMUTABLE);
    }
    let seconds = get(new, "deletionGracePeriodSeconds");
    if seconds != get(old, "deletionGracePeriodSeconds") {
        let shown = seconds.and_then(Value::as_i64).map_or(Shown::Null, Shown::Number);
        errors.invalid(path.field("deletionGracePeriodSeconds"), shown, IMMUTABLE);
    }
    validate_labels(map(new, "labels"), path.field("labels"), errors);
    validate_annotations(map(new, "annotations"), path.field("annotations"), errors);
    validate_owner_references(new, path.field("ownerReferences"), version, errors);
}

/// The same for a built-in kind.
pub fn validate_kube_metadata_update(new: &Value, old: &Value, version: &ServerVersion, errors: &mut Errors) {
    validate_metadata_update(new, old, version, errors);
    validate_finalizer_domains(new, errors);
}

/// The text of a time as an error shows it, empty for none.
pub fn shown_time(time: Option<Time>, wording: Wording) -> String {
    match (time, wording) {
        (None, _) => String::new(),
        (Some(time), Wording::Go) => time.go_text(),
        (Some(time), Wording::Json) => time.truncated().rfc3339(),
    }
}

/// A text that is printed without quotes in Go, or a pointer to nothing.
pub fn or_null(text: &str) -> Shown<'_> {
    if text.is_empty() { Shown::Null } else { Shown::Bare(text) }
}

fn validate_owner_references(metadata: &Value, path: Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    let mut controller: Option<String> = None;
    for owner in list(metadata, "ownerReferences") {
        let (api_version, kind) = (text(owner, "apiVersion"), text(owner, "kind"));
        if version_of(api_version).is_empty() {
            errors.invalid(path.field("apiVersion"), Shown::Text(api_version), "version must not be empty");
        }
        for field in ["kind", "name", "uid"] {
            if text(owner, field).is_empty() {
                let subject = if version.plain_texts { "" } else { field };
                let detail = format!("{subject} must not be empty");
                errors.invalid(path.field(field), Shown::Text(""), detail.trim_start());
            }
        }
        if matches!(api_version, "v1" | "/v1") && kind == "Event" {
            let owner = printed(Some(owner), &OWNER_REFERENCE, errors.wording);
            let detail = "/v1, Kind=Event is disallowed from being an owner";
            errors.invalid(path, Shown::Written(&owner), detail);
        }
        if boolean(owner, "controller") != Some(true) {
            continue;
        }
        let named = format!("{kind}/{}", text(owner, "name"));
        match &controller {
            None => controller = Some(named),
            Some(first) => {
                let owners = printed(get(metadata, "ownerReferences"), &OWNER_REFERENCES, errors.wording);
                let detail = format!(
                    "Only one reference can have Controller set to true. Found \"true\" in references for {first} and {named}"
                );
                errors.invalid(path, Shown::Written(&owners), &detail);
            }
        }
    }
}

/// The part of an apiVersion after the group; empty where it cannot be told.
fn version_of(api_version: &str) -> &str {
    match api_version.split_once('/') {
        Some((_, version)) if version.contains('/') => "",
        Some((_, version)) => version,
        None => api_version,
    }
}

fn validate_finalizers(metadata: &Value, path: Path<'_>, errors: &mut Errors) {
    let finalizers = list(metadata, "finalizers");
    for finalizer in finalizers {
        validate_text(finalizer.as_str().unwrap_or_default(), check_qualified_name, path, errors);
    }
    let has = |name: &str| finalizers.iter().any(|finalizer| finalizer == name);
    if has(FOREGROUND_FINALIZER) && has(ORPHAN_FINALIZER) {
        let shown = printed(get(metadata, "finalizers"), &FINALIZERS, errors.wording);
        let detail = format!("finalizer {ORPHAN_FINALIZER} and {FOREGROUND_FINALIZER} cannot be both set");
        errors.invalid(path, Shown::Written(&shown), &detail);
    }
}

fn validate_finalizer_domains(metadata: &Value, errors: &mut Errors) {
    let path = &Path::new("metadata");
    let path = path.field("finalizers");
    for (index, finalizer) in list(metadata, "finalizers").iter().enumerate() {
        let finalizer = finalizer.as_str().unwrap_or_default();
        let is_known = ["kubernetes", ORPHAN_FINALIZER, FOREGROUND_FINALIZER].contains(&finalizer);
        if !is_known && !finalizer.contains('/') {
            let detail = "name is neither a standard finalizer name nor is it fully qualified";
            errors.invalid(path.index(index), Shown::Text(finalizer), detail);
        }
    }
}

fn validate_no_new_finalizers(new: &Value, old: &Value, path: Path<'_>, errors: &mut Errors) {
    let kept = list(old, "finalizers");
    let mut added: Vec<Value> = Vec::new();
    for finalizer in list(new, "finalizers").iter().filter(|finalizer| !kept.contains(finalizer)) {
        let place =
            added.iter().position(|other| other.as_str() >= finalizer.as_str()).unwrap_or(added.len());
        if added.get(place) != Some(finalizer) {
            added.insert(place, finalizer.clone());
        }
    }
    if !added.is_empty() {
        let added = printed(Some(&Value::Array(added)), &FINALIZERS, Wording::Go);
        let detail = format!(
            "no new finalizers can be added if the object is being deleted, found new finalizers {added}"
        );
        errors.forbidden(path, &detail);
    }
}

/// `IsValidPathSegmentName`.
fn check_path_segment(value: &str, wording: Wording, report: &mut dyn FnMut(&str)) {
    match value {
        "." => report("may not be '.'"),
        ".." => report("may not be '..'"),
        _ => check_path_part(value, wording, report),
    }
}

fn check_path_part(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    if value.contains('/') {
        report("may not contain '/'");
    }
    if value.contains('%') {
        report("may not contain '%'");
    }
}

/// The prefix of a generated name may end in a dash: the name will not.
fn mask_trailing_dash(prefix: &str) -> String {
    let Some(rest) = prefix.strip_suffix('-').filter(|rest| !rest.is_empty()) else {
        return prefix.to_owned();
    };
    format!("{}a", rest.strip_suffix(|last: char| last.is_ascii()).unwrap_or(rest))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn refused(metadata: Value) -> Vec<String> {
        let mut errors = Errors::new(Wording::Go);
        validate_kube_metadata(&metadata, &ServerVersion::V1_33, &mut errors);
        errors.into_vec().into_iter().map(|error| error.to_string()).collect()
    }

    #[test]
    fn a_generated_name_may_follow_a_dash_but_not_an_underscore() {
        assert_eq!(refused(json!({"generateName": "run-", "name": "run-x"})), [""; 0]);
        assert_eq!(refused(json!({"generateName": "run_", "name": "run-x"})).len(), 1);
        assert_eq!(refused(json!({"generateName": "-", "name": "x"})).len(), 1);
    }

    #[test]
    fn a_finalizer_has_a_domain_or_is_known() {
        assert_eq!(refused(json!({"name": "a", "finalizers": ["orphan", "a.b/c"]})), [""; 0]);
        assert_eq!(
            refused(json!({"name": "a", "finalizers": ["mine"]})),
            [
                "metadata.finalizers[0]: Invalid value: \"mine\": name is neither a standard finalizer name nor is it fully qualified"
            ]
        );
        assert_eq!(
            refused(json!({"name": "a", "finalizers": ["orphan", "foregroundDeletion"]})),
            [
                "metadata.finalizers: Invalid value: []string{\"orphan\", \"foregroundDeletion\"}: finalizer orphan and foregroundDeletion cannot be both set"
            ]
        );
    }

    #[test]
    fn finalizers_added_to_an_object_on_its_way_out_are_named_in_order() {
        let old = json!({"deletionTimestamp": "2026-03-01T10:00:00Z", "finalizers": ["a/b"]});
        let new =
            json!({"deletionTimestamp": "2026-03-01T10:00:00Z", "finalizers": ["x/y", "c/d", "x/y", "a/b"]});
        let mut errors = Errors::new(Wording::Json);
        validate_metadata_update(&new, &old, &ServerVersion::V1_36, &mut errors);
        let texts: Vec<String> = errors.into_vec().iter().map(|error| error.to_string()).collect();
        assert_eq!(
            texts,
            [
                "metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{\"c/d\", \"x/y\"}"
            ]
        );
    }
}
