//! Ports of containers and of the host.

use serde_json::Value;

use super::{NOTHING, range_text, validate_choice};
use crate::api::field::{Errors, Path, Shown};
use crate::api::tree::{boolean, int, list, text};
use crate::api::validation::names::{check_port_name, validate_text};

const PORT_MAX: i64 = 65535;

/// Mirrors upstream `validateContainerPorts`.
pub fn validate_ports(container: &Value, path: Path<'_>, errors: &mut Errors) {
    let mut names: Vec<&str> = Vec::new();
    for (index, port) in list(container, "ports").iter().enumerate() {
        let path = path.index(index);
        let (name, before) = (text(port, "name"), errors.len());
        if !name.is_empty() {
            validate_text(name, check_port_name, path.field("name"), errors);
        }
        if errors.len() == before && names.contains(&name) {
            errors.duplicate(path.field("name"), Shown::Text(name));
        } else if errors.len() == before && !name.is_empty() {
            names.push(name);
        }
        match int(port, "containerPort").unwrap_or_default() {
            0 => errors.required(path.field("containerPort"), ""),
            number => validate_number(number, path.field("containerPort"), errors),
        }
        match int(port, "hostPort").unwrap_or_default() {
            0 => {}
            number => validate_number(number, path.field("hostPort"), errors),
        }
        validate_choice(port, "protocol", &["SCTP", "TCP", "UDP"], path, errors);
    }
}

/// A port of the host can be taken once. Mirrors upstream `checkHostPortConflicts`.
pub fn validate_host_ports(containers: &[Value], path: Path<'_>, errors: &mut Errors) {
    let mut taken: Vec<String> = Vec::new();
    for (index, container) in containers.iter().enumerate() {
        let path = path.index(index);
        for (index, port) in list(container, "ports").iter().enumerate() {
            let number = int(port, "hostPort").unwrap_or_default();
            if number == 0 {
                continue;
            }
            let key = format!("{}/{}/{number}", text(port, "protocol"), text(port, "hostIP"));
            if taken.contains(&key) {
                errors.duplicate(path.field("ports").index(index).field("hostPort"), Shown::Text(&key));
            } else {
                taken.push(key);
            }
        }
    }
}

/// Mirrors upstream `validatePodHostNetworkDeps`. A template may leave the port of the host out.
pub fn validate_host_network(spec: &Value, path: Path<'_>, errors: &mut Errors) {
    if boolean(spec, "hostNetwork") != Some(true) {
        return;
    }
    for (index, container) in list(spec, "containers").iter().enumerate() {
        let path = path.index(index);
        for (index, port) in list(container, "ports").iter().enumerate() {
            let host_port = int(port, "hostPort").unwrap_or_default();
            if host_port != 0 && host_port != int(port, "containerPort").unwrap_or_default() {
                let detail = "must match `containerPort` when `hostNetwork` is true";
                let path = path.field("ports");
                errors.invalid(path.index(index).field("hostPort"), Shown::Number(host_port), detail);
            }
        }
    }
}

/// The port of a handler, by number or name. Mirrors upstream `ValidatePortNumOrName`.
pub fn validate_number_or_name(handler: &Value, path: Path<'_>, errors: &mut Errors) {
    match handler.get("port").unwrap_or(NOTHING) {
        Value::String(name) => validate_text(name, check_port_name, path.field("port"), errors),
        number => validate_number(number.as_i64().unwrap_or_default(), path.field("port"), errors),
    }
}

fn validate_number(number: i64, path: Path<'_>, errors: &mut Errors) {
    if !(1..=PORT_MAX).contains(&number) {
        errors.invalid(path, Shown::Number(number), &range_text(1, PORT_MAX));
    }
}
