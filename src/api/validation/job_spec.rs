//! What the spec of a Job may hold.
//!
//! Mirrors upstream `ValidateJob` from the generated selector on, `ValidateJobSpec` and `validateJobSpec`, in their
//! order.

use serde_json::{Map, Value};

use super::names::{check_dns1123_label, validate_domain_prefixed_path};
use super::policies::{
    validate_pod_failure_policy, validate_pod_replacement_policy, validate_success_policy,
};
use super::selector::{matches, validate_label_selector};
use super::{metadata, pod_template};
use crate::api::field::{Errors, Path, Shown};
use crate::api::printed::{LABEL_SELECTOR, LABELS, SUCCESS_POLICY, printed};
use crate::api::tree::{boolean, get, int, map, text};
use crate::api::version::ServerVersion;
use crate::api::{CONTROLLER_UID, JOB_NAME, LEGACY_CONTROLLER_UID, LEGACY_JOB_NAME};

const INDEXED_PARALLELISM_MAX: i64 = 100_000;
const FAILED_INDEXES_MAX: i64 = 100_000;
/// Above so many completions with a back-off limit per index, parallelism and failed indexes are held lower.
const HIGH_COMPLETIONS: i64 = 100_000;
const HIGH_COMPLETIONS_LIMIT: i64 = 10_000;
const MANAGED_BY_LENGTH_MAX: usize = 63;

/// What differs for a Job that is replaced, because of what its stored form has already.
#[derive(Clone, Copy, Debug)]
pub struct SpecOptions {
    pub prefixed_labels_required: bool,
    pub any_selector_values: bool,
}

impl SpecOptions {
    pub const CREATION: SpecOptions =
        SpecOptions { prefixed_labels_required: true, any_selector_values: false };
}

/// A whole Job that was defaulted, and whose selector was generated.
pub fn validate_job(job: &Value, options: SpecOptions, version: &ServerVersion, errors: &mut Errors) {
    let metadata = &job["metadata"];
    let spec = &job["spec"];
    metadata::validate_kube_metadata(metadata, version, errors);
    validate_generated_selector(metadata, spec, options, errors);
    validate_job_spec(spec, options, version, errors);
    let completions = int(spec, "completions").filter(|completions| *completions > 0);
    if let Some(completions) = completions.filter(|_| is_indexed(spec)) {
        let name = text(metadata, "name");
        let last_hostname = format!("{name}-{}", completions - 1);
        let mut is_refused = false;
        check_dns1123_label(&last_hostname, errors.wording, &mut |_| is_refused = true);
        if is_refused {
            let detail = format!("will not able to create pod with invalid DNS label: {last_hostname}");
            errors.invalid(Path::new("metadata").field("name"), Shown::Text(name), &detail);
        }
    }
}

/// A spec with its selector.
pub fn validate_job_spec(spec: &Value, options: SpecOptions, version: &ServerVersion, errors: &mut Errors) {
    let path = &Path::new("spec");
    validate_fields(spec, path, version, errors);
    let selector = get(spec, "selector");
    match selector {
        None => errors.required(path.field("selector"), ""),
        Some(selector) => {
            validate_label_selector(selector, options.any_selector_values, path.field("selector"), errors);
        }
    }
    let labels = template_labels(spec);
    if matches(selector, labels.unwrap_or(&Map::new())) == Some(false) {
        let shown = shown_template_labels(spec, errors);
        let path = path.field("template");
        let path = path.field("metadata");
        errors.invalid(
            path.field("labels"),
            Shown::Written(&shown),
            "`selector` does not match template `labels`",
        );
    }
}

pub fn is_indexed(spec: &Value) -> bool {
    text(spec, "completionMode") == "Indexed"
}

pub fn template_labels(spec: &Value) -> Option<&Map<String, Value>> {
    map(&spec["template"]["metadata"], "labels")
}

/// The number of a field, if it is there, is not below zero.
pub fn validate_not_negative(number: Option<i64>, path: Path<'_>, errors: &mut Errors) {
    if let Some(number) = number.filter(|number| *number < 0) {
        errors.invalid(path, Shown::Number(number), "must be greater than or equal to 0");
    }
}

fn validate_generated_selector(metadata: &Value, spec: &Value, options: SpecOptions, errors: &mut Errors) {
    let Some(selector) = get(spec, "selector").filter(|_| boolean(spec, "manualSelector") != Some(true))
    else {
        return;
    };
    let (name, uid) = (text(metadata, "name"), text(metadata, "uid"));
    if uid.is_empty() {
        errors.required(Path::new("metadata").field("uid"), "");
    }
    let expected =
        [(LEGACY_CONTROLLER_UID, uid), (LEGACY_JOB_NAME, name), (CONTROLLER_UID, uid), (JOB_NAME, name)];
    let count = if options.prefixed_labels_required { 4 } else { 2 };
    let mut labels = Map::new();
    for (key, value) in expected.into_iter().take(count) {
        validate_has_label(spec, key, value, errors);
        labels.insert(key.to_owned(), value.into());
    }
    if matches(Some(selector), &labels) == Some(false) {
        let shown = printed(Some(selector), &LABEL_SELECTOR, errors.wording);
        errors.invalid(
            Path::new("spec").field("selector"),
            Shown::Written(&shown),
            "`selector` not auto-generated",
        );
    }
}

fn validate_has_label(spec: &Value, key: &str, expected: &str, errors: &mut Errors) {
    let path = &Path::new("spec");
    let path = &path.field("template");
    let path = &path.field("metadata");
    let path = &path.field("labels");
    let detail = format!("must be '{expected}'");
    match template_labels(spec).and_then(|labels| labels.get(key)) {
        None => errors.required(path.key(key), &detail),
        Some(value) if value == expected => {}
        Some(_) => {
            let shown = shown_template_labels(spec, errors);
            errors.invalid(path.key(key), Shown::Written(&shown), &detail);
        }
    }
}

fn shown_template_labels(spec: &Value, errors: &Errors) -> String {
    printed(get(&spec["template"]["metadata"], "labels"), &LABELS, errors.wording)
}

fn validate_fields(spec: &Value, path: &Path<'_>, version: &ServerVersion, errors: &mut Errors) {
    const NUMBERS: [&str; 7] = [
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes",
    ];
    for field in NUMBERS {
        validate_not_negative(int(spec, field), path.field(field), errors);
    }
    if int(spec, "maxFailedIndexes").is_some() && int(spec, "backoffLimitPerIndex").is_none() {
        errors.required(path.field("backoffLimitPerIndex"), "when maxFailedIndexes is specified");
    }
    if let Some(managed_by) = get(spec, "managedBy").and_then(Value::as_str) {
        validate_domain_prefixed_path(managed_by, path.field("managedBy"), errors);
        if managed_by.len() > MANAGED_BY_LENGTH_MAX {
            errors.too_long(path.field("managedBy"), MANAGED_BY_LENGTH_MAX);
        }
    }
    validate_completion_mode(spec, path, errors);
    if let Some(policy) = get(spec, "podFailurePolicy") {
        validate_pod_failure_policy(policy, spec, path.field("podFailurePolicy"), errors);
    }
    if let Some(policy) = get(spec, "successPolicy") {
        let path = path.field("successPolicy");
        if is_indexed(spec) {
            validate_success_policy(policy, int(spec, "completions"), path, errors);
        } else {
            let shown = printed(Some(policy), &SUCCESS_POLICY, errors.wording);
            errors.invalid(path, Shown::Written(&shown), "requires indexed completion mode");
        }
    }
    validate_pod_replacement_policy(spec, path.field("podReplacementPolicy"), errors);
    pod_template::validate_pod_template(&spec["template"], path.field("template"), version, errors);
    validate_restart_policy(spec, path, errors);
}

fn validate_completion_mode(spec: &Value, path: &Path<'_>, errors: &mut Errors) {
    match get(spec, "completionMode").and_then(Value::as_str).unwrap_or("NonIndexed") {
        "Indexed" => validate_indexed(spec, path, errors),
        "NonIndexed" => {
            for field in ["backoffLimitPerIndex", "maxFailedIndexes"] {
                if let Some(number) = int(spec, field) {
                    let path = path.field(field);
                    errors.invalid(path, Shown::Number(number), "requires indexed completion mode");
                }
            }
        }
        other => {
            let path = path.field("completionMode");
            errors.unsupported(path, Shown::Text(other), &["NonIndexed", "Indexed"]);
        }
    }
}

fn validate_indexed(spec: &Value, path: &Path<'_>, errors: &mut Errors) {
    let completions = int(spec, "completions");
    if completions.is_none() {
        errors.required(path.field("completions"), "when completion mode is Indexed");
    }
    let detail = "must be less than or equal to 100000 when completion mode is Indexed";
    validate_at_most(spec, "parallelism", INDEXED_PARALLELISM_MAX, detail, path, errors);
    if let Some(completions) = completions {
        let detail = "must be less than or equal to completions";
        validate_at_most(spec, "maxFailedIndexes", completions, detail, path, errors);
    }
    let detail = "must be less than or equal to 100000";
    validate_at_most(spec, "maxFailedIndexes", FAILED_INDEXES_MAX, detail, path, errors);
    let is_high = completions.is_some_and(|completions| completions > HIGH_COMPLETIONS);
    if is_high && int(spec, "backoffLimitPerIndex").is_some() {
        if int(spec, "maxFailedIndexes").is_none() {
            let detail = "must be specified when completions is above 100000";
            errors.required(path.field("maxFailedIndexes"), detail);
        }
        let detail = "must be less than or equal to 10000 when completions are above 100000 and used with backoff limit per index";
        for field in ["parallelism", "maxFailedIndexes"] {
            validate_at_most(spec, field, HIGH_COMPLETIONS_LIMIT, detail, path, errors);
        }
    }
}

fn validate_at_most(
    spec: &Value,
    field: &str,
    most: i64,
    detail: &str,
    path: &Path<'_>,
    errors: &mut Errors,
) {
    if let Some(number) = int(spec, field).filter(|number| *number > most) {
        errors.invalid(path.field(field), Shown::Number(number), detail);
    }
}

/// Absent and `Always` are alike here: an absent policy was defaulted to `Always`.
fn validate_restart_policy(spec: &Value, path: &Path<'_>, errors: &mut Errors) {
    let path = &path.field("template");
    let path = &path.field("spec");
    let path = path.field("restartPolicy");
    match text(&spec["template"]["spec"], "restartPolicy") {
        "" | "Always" => errors.required(path, "valid values: \"OnFailure\", \"Never\""),
        "OnFailure" if get(spec, "podFailurePolicy").is_some() => errors.invalid(
            path,
            Shown::Text("OnFailure"),
            "only \"Never\" is supported when podFailurePolicy is specified",
        ),
        "OnFailure" | "Never" => {}
        other => errors.unsupported(path, Shown::Text(other), &["OnFailure", "Never"]),
    }
}
