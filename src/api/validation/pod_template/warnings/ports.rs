//! Ports that several containers, or one container twice, lay claim to.

use serde_json::Value;

use super::Warnings;
use crate::api::field::{Path, quote};
use crate::api::tree::{int, list, text};

struct Port<'a> {
    path: String,
    number: i64,
    protocol: &'a str,
    host_ip: &'a str,
    host_port: i64,
}

pub fn warn_of_ports(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let mut seen: Vec<Port<'_>> = Vec::new();
    super::for_each_container(spec, path, &mut |container, path| {
        for (index, port) in list(container, "ports").iter().enumerate() {
            let path = path.field("ports");
            let port = Port {
                path: path.index(index).to_string(),
                number: int(port, "containerPort").unwrap_or_default(),
                protocol: text(port, "protocol"),
                host_ip: text(port, "hostIP"),
                host_port: int(port, "hostPort").unwrap_or_default(),
            };
            if !port.host_ip.is_empty() && port.host_port == 0 {
                let name =
                    list(container, "ports").get(index).map(|port| text(port, "name")).unwrap_or_default();
                warnings.texts.push(format!(
                    "{}: hostIP set without hostPort: {{Name:{name} HostPort:0 ContainerPort:{} Protocol:{} HostIP:{}}}",
                    port.path, port.number, port.protocol, port.host_ip
                ));
            }
            for other in
                seen.iter().filter(|other| other.number == port.number && other.protocol == port.protocol)
            {
                if let Some(relation) = relation(&port, other) {
                    warnings
                        .texts
                        .push(format!("{}: {relation} port definition with {}", port.path, other.path));
                }
            }
            seen.push(port);
        }
    });
    warn_of_names(spec, path, warnings);
}

fn relation(port: &Port<'_>, other: &Port<'_>) -> Option<&'static str> {
    if port.host_ip == other.host_ip && port.host_port == other.host_port {
        return Some("duplicate");
    }
    if port.host_port == 0 || other.host_port == 0 {
        return Some("overlapping");
    }
    let is_ambiguous =
        port.host_port == other.host_port && port.host_ip.is_empty() != other.host_ip.is_empty();
    is_ambiguous.then_some("dangerously ambiguous")
}

/// Names of ports of sidecars and containers. A plain init container ends upstream's walk, so after one nothing is
/// warned of.
fn warn_of_names(spec: &Value, path: Path<'_>, warnings: &mut Warnings) {
    let mut seen: Vec<(&str, String)> = Vec::new();
    for field in ["initContainers", "containers"] {
        for (index, container) in list(spec, field).iter().enumerate() {
            if field == "initContainers" && text(container, "restartPolicy") != "Always" {
                return;
            }
            let path = path.field(field);
            let path = path.index(index);
            let path = path.field("ports");
            for (index, port) in list(container, "ports").iter().enumerate() {
                let (name, path) = (text(port, "name"), path.index(index));
                match seen.iter().find(|(other, _)| *other == name) {
                    _ if name.is_empty() => {}
                    Some((_, other)) => warnings.add(
                        path,
                        &format!(
                            "duplicate port name {} with {other}, services and probes that select ports by name will use {other}",
                            quote(name)
                        ),
                    ),
                    None => seen.push((name, path.to_string())),
                }
            }
        }
    }
}
