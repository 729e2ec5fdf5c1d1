//! Names and addresses: DNS, host aliases, host names.

use serde_json::Value;

use super::{NOTHING, address, shapes};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{boolean, get, list, text};
use crate::api::validation::names::{Check, check_dns1123_subdomain, validate_text};

const NAME_SERVERS_MAX: usize = 3;
const SEARCH_PATHS_MAX: usize = 32;
const SEARCH_LENGTH_MAX: usize = 2048;
const HOSTNAME_OVERRIDE_LENGTH_MAX: usize = 64;
const NOT_AN_ADDRESS: &str = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
const SUBDOMAIN_WITH_UNDERSCORE: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?(\\._?[a-z0-9]([-_a-z0-9]*[a-z0-9])?)*')";

/// Mirrors upstream `validatePodDNSConfig`.
pub fn validate_dns(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let config = get(spec, "dnsConfig");
    let servers = list(config.unwrap_or(NOTHING), "nameservers");
    let servers_path = path.field("nameservers");
    if text(spec, "dnsPolicy") == "None" {
        if config.is_none() {
            return errors.required(path, "must provide `dnsConfig` when `dnsPolicy` is None");
        }
        if servers.is_empty() {
            let detail = "must provide at least one DNS nameserver when `dnsPolicy` is None";
            return errors.required(servers_path, detail);
        }
    }
    let Some(config) = config else { return };
    if servers.len() > NAME_SERVERS_MAX {
        let (value, detail) = (config.get("nameservers"), "must not have more than 3 nameservers");
        shapes::invalid(value, shapes::TEXTS, detail, servers_path, errors);
    }
    for (index, server) in servers.iter().enumerate() {
        validate_address(server.as_str().unwrap_or_default(), servers_path.index(index), errors);
    }
    validate_searches(config, path.field("searches"), errors);
    for (index, option) in list(config, "options").iter().enumerate() {
        if text(option, "name").is_empty() {
            errors.required(path.field("options").index(index), "must not be empty");
        }
    }
}

fn validate_searches(config: &Value, path: Path<'_>, errors: &mut Errors) {
    let searches = list(config, "searches");
    let shown = config.get("searches");
    if searches.len() > SEARCH_PATHS_MAX {
        let detail = "must not have more than 32 search paths";
        shapes::invalid(shown, shapes::TEXTS, detail, path, errors);
    }
    let length: usize = searches.iter().map(|search| search.as_str().map_or(0, str::len) + 1).sum();
    if length > SEARCH_LENGTH_MAX + 1 {
        let detail = "must not have more than 2048 characters (including spaces) in the search list";
        shapes::invalid(shown, shapes::TEXTS, detail, path, errors);
    }
    for (index, search) in searches.iter().enumerate() {
        let search = search.as_str().unwrap_or_default();
        if search != "." {
            let search = search.strip_suffix('.').unwrap_or(search);
            validate_text(search, CHECK_SEARCH, path.index(index), errors);
        }
    }
}

/// `IsDNS1123SubdomainWithUnderscore`.
const CHECK_SEARCH: Check = |value, _, report| {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    let is_label = |label: &str| {
        let label = label.strip_prefix('_').unwrap_or(label);
        label.bytes().all(|byte| is_letter(byte) || matches!(byte, b'-' | b'_'))
            && label.bytes().next().is_some_and(is_letter)
            && label.bytes().last().is_some_and(is_letter)
    };
    if value.len() > 253 {
        report("must be no more than 253 characters");
    }
    if !value.split('.').all(is_label) {
        report(SUBDOMAIN_WITH_UNDERSCORE);
    }
};

/// Mirrors upstream `ValidateHostAliases`.
pub fn validate_host_aliases(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    for (index, alias) in list(spec, "hostAliases").iter().enumerate() {
        let path = path.index(index);
        validate_address(text(alias, "ip"), path.field("ip"), errors);
        for (index, name) in list(alias, "hostnames").iter().enumerate() {
            let name = name.as_str().unwrap_or_default();
            validate_text(name, check_dns1123_subdomain, path.field("hostnames").index(index), errors);
        }
    }
}

fn validate_address(written: &str, path: Path<'_>, errors: &mut Errors) {
    if address::parse(written).is_none() {
        errors.invalid(path, Shown::Text(written), NOT_AN_ADDRESS);
    }
}

/// Mirrors upstream `validatePodHostName`.
pub fn validate_hostname_override(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    let Some(name) = get(spec, "hostnameOverride").and_then(Value::as_str) else { return };
    for field in ["setHostnameAsFQDN", "hostNetwork"] {
        if boolean(spec, field) == Some(true) {
            errors.forbidden(path, &format!("may not be specified when {field} is true"));
        }
    }
    if name.len() > HOSTNAME_OVERRIDE_LENGTH_MAX {
        errors.too_long(path, HOSTNAME_OVERRIDE_LENGTH_MAX);
    }
    validate_text(name, check_dns1123_subdomain, path, errors);
}
