//! Projected volumes: several sources in one directory.

use serde_json::Value;

use super::file_paths::validate_not_reserved;
use super::validate_present;
use super::volume_sources::{validate_api_file, validate_item};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{get, int, list, text};

const CONFLICT: &str = "conflicting duplicate paths";

/// Mirrors upstream `validateProjectionSources`.
pub fn validate_projections<'a>(projected: &'a Value, path: Path<'_>, errors: &mut Errors) {
    let mut paths: Vec<&'a str> = Vec::new();
    for (index, source) in list(projected, "sources").iter().enumerate() {
        let sources_path = path.field("sources");
        let source_path = sources_path.index(index);
        let mut sources = 0;
        for field in ["secret", "configMap"] {
            let Some(value) = get(source, field) else { continue };
            sources += 1;
            let at = source_path.field(field);
            validate_present(value, "name", at, errors);
            for (index, item) in list(value, "items").iter().enumerate() {
                validate_item(item, at.field("items").index(index), errors);
                take_path(text(item, "path"), text(value, "name"), &mut paths, path, errors);
            }
        }
        if let Some(api) = get(source, "downwardAPI") {
            sources += 1;
            for file in list(api, "items") {
                validate_api_file(file, source_path.field("downwardAPI"), errors);
                take_path(text(file, "path"), text(file, "path"), &mut paths, path, errors);
            }
        }
        if let Some(token) = get(source, "serviceAccountToken") {
            sources += 1;
            validate_token(token, path, source_path.field("serviceAccountToken"), errors);
        }
        if sources > 1 {
            errors.forbidden(source_path, "may not specify more than 1 volume type per source");
        }
    }
}

fn take_path<'a>(file: &'a str, shown: &str, paths: &mut Vec<&'a str>, path: Path<'_>, errors: &mut Errors) {
    if file.is_empty() {
        return;
    }
    if paths.contains(&file) {
        errors.invalid(path, Shown::Text(shown), CONFLICT);
    } else {
        paths.push(file);
    }
}

fn validate_token(token: &Value, path: Path<'_>, at: Path<'_>, errors: &mut Errors) {
    let seconds = int(token, "expirationSeconds").unwrap_or_default();
    let detail = match seconds {
        ..600 => Some("may not specify a duration less than 10 minutes"),
        0x1_0000_0001.. => Some("may not specify a duration larger than 2^32 seconds"),
        _ => None,
    };
    if let Some(detail) = detail {
        errors.invalid(at.field("expirationSeconds"), Shown::Number(seconds), detail);
    }
    match text(token, "path") {
        "" => errors.required(path.field("path"), ""),
        file => validate_not_reserved(file, path.field("path"), errors),
    }
}
