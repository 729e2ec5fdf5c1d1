//! Paths of files that a pod may name.

use crate::api::field::{Errors, Path, Shown};

/// Mirrors upstream `validatePathNoBacksteps`.
pub fn validate_no_backsteps(target: &str, path: Path<'_>, errors: &mut Errors) {
    if has_backsteps(target) {
        errors.invalid(path, Shown::Text(target), "must not contain '..'");
    }
}

pub fn has_backsteps(target: &str) -> bool {
    target.split('/').any(|part| part == "..")
}

/// Mirrors upstream `validateLocalDescendingPath`.
pub fn validate_descending(target: &str, path: Path<'_>, errors: &mut Errors) {
    if target.starts_with('/') {
        errors.invalid(path, Shown::Text(target), "must be a relative path");
    }
    validate_no_backsteps(target, path, errors);
}

/// Mirrors upstream `ValidateLocalNonReservedPath`.
pub fn validate_not_reserved(target: &str, path: Path<'_>, errors: &mut Errors) {
    validate_descending(target, path, errors);
    if target.starts_with("..") && !target.starts_with("../") {
        errors.invalid(path, Shown::Text(target), "must not start with '..'");
    }
}
