//! What names, label keys and the like may look like, with the texts of the API server for those that do not.
//!
//! Mirrors upstream `apimachinery/pkg/util/validation` and `apimachinery/pkg/api/validate/content`. Lengths are bytes,
//! whatever the text calls them.

use serde_json::{Map, Value};

use crate::api::field::{Errors, Path, Shown, Wording};

/// Looks at a value and reports each thing that is wrong with it.
pub type Check = fn(&str, Wording, &mut dyn FnMut(&str));

const LABEL_LENGTH_MAX: usize = 63;
const SUBDOMAIN_LENGTH_MAX: usize = 253;
const PORT_NAME_LENGTH_MAX: usize = 15;
const ANNOTATIONS_SIZE_MAX: usize = 256 * 1024;

const DNS1123_LABEL: &str = "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const DNS1123_SUBDOMAIN: &str = "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
const DNS1035_LABEL: &str = "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
const QUALIFIED_NAME: &str = "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const LABEL_VALUE: &str = "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
const CONFIG_MAP_KEY: &str = "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
const HTTP_HEADER_NAME: &str = "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', regex used for validation is '[-A-Za-z0-9]+')";
const HTTP_PATH: &str = "Invalid path (regex used for validation is '[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+')";
const DOMAIN_PREFIXED_PATH: &str = "must be a domain-prefixed path (such as \"acme.io/foo\")";
const ENV_VAR_NAME: &str =
    "a valid environment variable name must consist only of printable ASCII characters other than '='";

/// Adds an error for each thing that the check reports about the value.
pub fn validate_text(value: &str, check: Check, path: Path<'_>, errors: &mut Errors) {
    validate_shown(value, value, check, path, errors);
}

fn validate_shown(value: &str, shown: &str, check: Check, path: Path<'_>, errors: &mut Errors) {
    check(value, errors.wording, &mut |message| errors.invalid(path, Shown::Text(shown), message));
}

/// `IsDNS1123Label`.
pub fn check_dns1123_label(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    check_length(value, LABEL_LENGTH_MAX, report);
    if is_dns_label(value) {
        return;
    }
    report(if is_dns_subdomain(value) { "must not contain dots" } else { DNS1123_LABEL });
}

/// `IsDNS1123Subdomain`.
pub fn check_dns1123_subdomain(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    check_length(value, SUBDOMAIN_LENGTH_MAX, report);
    if !is_dns_subdomain(value) {
        report(DNS1123_SUBDOMAIN);
    }
}

/// `IsDNS1035Label`.
pub fn check_dns1035_label(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    check_length(value, LABEL_LENGTH_MAX, report);
    if !is_dns_label(value) || value.starts_with(|first: char| first.is_ascii_digit()) {
        report(DNS1035_LABEL);
    }
}

/// `IsQualifiedName`: the key of a label, with an optional prefix.
pub fn check_qualified_name(value: &str, wording: Wording, report: &mut dyn FnMut(&str)) {
    let mut parts = value.split('/');
    let (first, second, third) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
    if third.is_some() {
        let what = match wording {
            Wording::Go => "a qualified name",
            Wording::Json => "a valid label key",
        };
        const PREFIX: &str = "with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
        return report(&format!("{what} {QUALIFIED_NAME} {PREFIX}"));
    }
    let name = second.unwrap_or(first);
    if second.is_some() && first.is_empty() {
        report("prefix part must be non-empty");
    } else if second.is_some() {
        check_dns1123_subdomain(first, wording, &mut |message| report(&format!("prefix part {message}")));
    }
    if name.is_empty() {
        report("name part must be non-empty");
    } else if name.len() > LABEL_LENGTH_MAX {
        report(&format!("name part {}", too_long(LABEL_LENGTH_MAX, wording.length_unit())));
    }
    if !is_name(name) {
        report(&format!("name part {QUALIFIED_NAME}"));
    }
}

/// `IsValidLabelValue`.
pub fn check_label_value(value: &str, wording: Wording, report: &mut dyn FnMut(&str)) {
    if value.len() > LABEL_LENGTH_MAX {
        report(&too_long(LABEL_LENGTH_MAX, wording.length_unit()));
    }
    if !value.is_empty() && !is_name(value) {
        report(LABEL_VALUE);
    }
}

/// `IsConfigMapKey`.
pub fn check_config_map_key(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    check_length(value, SUBDOMAIN_LENGTH_MAX, report);
    if value.is_empty() || !is_made_of(value, "-._") {
        report(CONFIG_MAP_KEY);
    }
    match value {
        "." => report("must not be '.'"),
        ".." => report("must not be '..'"),
        _ if value.starts_with("..") => report("must not start with '..'"),
        _ => {}
    }
}

/// `IsRelaxedEnvVarName`, which all versions here use.
pub fn check_env_var_name(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    if value.is_empty() {
        report("environment variable name must be non-empty");
    }
    if !value.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'=') {
        report(ENV_VAR_NAME);
    }
}

/// `IsValidPortName`.
pub fn check_port_name(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    check_length(value, PORT_NAME_LENGTH_MAX, report);
    let is_lower = |byte: u8| byte.is_ascii_lowercase();
    if value.is_empty() || !value.bytes().all(|byte| is_lower(byte) || byte.is_ascii_digit() || byte == b'-')
    {
        report("must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    }
    if !value.bytes().any(is_lower) {
        report("must contain at least one letter (a-z)");
    }
    if value.contains("--") {
        report("must not contain consecutive hyphens");
    }
    if value.starts_with('-') || value.ends_with('-') {
        report("must not begin or end with a hyphen");
    }
}

/// `IsHTTPHeaderName`.
pub fn check_http_header_name(value: &str, _: Wording, report: &mut dyn FnMut(&str)) {
    if value.is_empty() || !is_made_of(value, "-") {
        report(HTTP_HEADER_NAME);
    }
}

/// Keys and values of labels. Mirrors upstream `ValidateLabels`, in the order of the keys.
pub fn validate_labels(labels: Option<&Map<String, Value>>, path: Path<'_>, errors: &mut Errors) {
    for (key, value) in labels.into_iter().flatten() {
        validate_text(key, check_qualified_name, path, errors);
        validate_text(value.as_str().unwrap_or_default(), check_label_value, path, errors);
    }
}

/// Small letters, as far as they may stand in a name: those of ASCII, whose large ones are not all of ASCII.
pub fn lowercase(text: &str) -> String {
    let small = |letter: char| match letter {
        '\u{212a}' => 'k',
        '\u{130}' => 'i',
        letter => letter.to_ascii_lowercase(),
    };
    text.chars().map(small).collect()
}

/// Keys of annotations, whose case is free, and the size of them all. Mirrors upstream `ValidateAnnotations`.
pub fn validate_annotations(annotations: Option<&Map<String, Value>>, path: Path<'_>, errors: &mut Errors) {
    let mut size = 0;
    for (key, value) in annotations.into_iter().flatten() {
        validate_shown(&lowercase(key), key, check_qualified_name, path, errors);
        size += key.len() + value.as_str().map_or(0, str::len);
    }
    if size > ANNOTATIONS_SIZE_MAX {
        errors.too_long(path, ANNOTATIONS_SIZE_MAX);
    }
}

/// `IsDomainPrefixedPath`: such as `acme.io/foo`.
pub fn validate_domain_prefixed_path(value: &str, path: Path<'_>, errors: &mut Errors) {
    if value.is_empty() {
        return errors.required(path, "");
    }
    match value.split_once('/') {
        Some((host, rest)) if !host.is_empty() && !rest.is_empty() => {
            validate_text(host, check_dns1123_subdomain, path, errors);
            if !is_made_of(rest, "/-._~%!$&'()*+,;=:") {
                errors.invalid(path, Shown::Text(rest), HTTP_PATH);
            }
        }
        _ => errors.invalid(path, Shown::Text(value), DOMAIN_PREFIXED_PATH),
    }
}

fn check_length(value: &str, most: usize, report: &mut dyn FnMut(&str)) {
    if value.len() > most {
        report(&too_long(most, "characters"));
    }
}

fn too_long(most: usize, unit: &str) -> String {
    format!("must be no more than {most} {unit}")
}

fn is_dns_label(value: &str) -> bool {
    let is_edge = |byte: Option<u8>| byte.is_some_and(|byte| byte != b'-');
    value.bytes().all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-'))
        && is_edge(value.bytes().next())
        && is_edge(value.bytes().last())
}

fn is_dns_subdomain(value: &str) -> bool {
    value.split('.').all(is_dns_label)
}

/// Letters, digits, `-`, `_`, `.`, with a letter or digit at both ends.
fn is_name(value: &str) -> bool {
    let is_edge = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
    is_made_of(value, "-_.") && is_edge(value.bytes().next()) && is_edge(value.bytes().last())
}

/// Nothing but ASCII letters, digits and the others named.
fn is_made_of(value: &str, others: &str) -> bool {
    value.bytes().all(|byte| byte.is_ascii_alphanumeric() || others.as_bytes().contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reports(check: Check, value: &str, wording: Wording) -> Vec<String> {
        let mut reports = Vec::new();
        check(value, wording, &mut |message| {
            let end = message.find(" (e.g.").unwrap_or(message.len());
            reports.push(message.get(..end).unwrap_or_default().to_owned());
        });
        reports
    }

    #[test]
    fn a_name_is_refused_for_each_thing_that_is_wrong_with_it() {
        let long = "x".repeat(64);
        let go = |check: Check, value: &str| reports(check, value, Wording::Go);
        for fits in ["a", "a-1", "0", &"x".repeat(63)] {
            assert_eq!(go(check_dns1123_label, fits), [""; 0], "{fits}");
        }
        assert_eq!(go(check_dns1123_label, "a.b"), ["must not contain dots"]);
        assert_eq!(go(check_dns1123_label, &long), ["must be no more than 63 characters"]);
        assert_eq!(go(check_dns1123_label, &format!("{long}-")).len(), 2);
        assert_eq!(go(check_dns1123_subdomain, "a..b").len(), 1);
        assert_eq!(go(check_dns1123_subdomain, "a\n").len(), 1);
        assert_eq!(go(check_dns1035_label, "1a").len(), 1);
        assert_eq!(go(check_port_name, "").len(), 2);
        assert_eq!(go(check_port_name, "a--b-").len(), 2);
        assert_eq!(go(check_env_var_name, "a b"), [""; 0]);
        assert_eq!(go(check_env_var_name, "ä").len(), 1);
        assert_eq!(go(check_config_map_key, "..x"), ["must not start with '..'"]);
    }

    #[test]
    fn the_parts_of_a_label_key_are_refused_each() {
        let key = |value: &str| reports(check_qualified_name, value, Wording::Go);
        assert_eq!(key("example.com/My_name"), [""; 0]);
        assert_eq!(key("/"), ["prefix part must be non-empty", "name part must be non-empty", NAME_PART]);
        assert_eq!(key("/a"), ["prefix part must be non-empty"]);
        assert_eq!(key("a/b/c").len(), 1);
        let long = "x".repeat(64);
        assert_eq!(key(&long), ["name part must be no more than 63 characters"]);
        let in_bytes = reports(check_qualified_name, &long, Wording::Json);
        assert_eq!(in_bytes, ["name part must be no more than 63 bytes"]);
    }

    const NAME_PART: &str = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";

    #[test]
    fn a_domain_prefixed_path_shows_the_part_that_is_wrong() {
        let refused = |value: &str| {
            let mut errors = Errors::new(Wording::Go);
            validate_domain_prefixed_path(value, Path::new("x"), &mut errors);
            errors.into_vec().into_iter().map(|error| error.to_string()).collect::<Vec<_>>()
        };
        assert_eq!(refused("acme.io/foo/bar"), [""; 0]);
        assert_eq!(refused(""), ["x: Required value"]);
        assert_eq!(refused("abc"), [format!("x: Invalid value: \"abc\": {DOMAIN_PREFIXED_PATH}")]);
        assert_eq!(refused("a/b c"), [format!("x: Invalid value: \"b c\": {HTTP_PATH}")]);
    }
}
