//! Containers as descriptions of pods and pod templates show them: upstream `describeContainers`.

use serde_json::Value;

use super::Context;
use super::container_env::{environment, environment_sources};
use super::describe::{entries, number};
use super::duration::{date, time};
use super::layout::Writer;
use super::volumes::texts;
use crate::api::field::quote;
use crate::api::tree;

/// One list of containers to describe.
pub struct Containers<'a> {
    pub label: &'a str,
    pub list: &'a [Value],
    pub statuses: &'a [Value],
    /// The pod that field references read. A template has none.
    pub pod: Option<&'a Value>,
    /// What a pod template indents its lines by.
    pub space: &'a str,
}

pub fn containers(writer: &mut Writer, containers: &Containers<'_>, context: &Context) {
    let none = if containers.list.is_empty() { " <none>" } else { "" };
    writer.line(0, &format!("{}{}:{none}", containers.space, containers.label));
    for container in containers.list {
        let name = tree::text(container, "name");
        let status = containers.statuses.iter().rev().find(|status| tree::text(status, "name") == name);
        let name_indent = if containers.space.is_empty() { "" } else { " " };
        writer.line(1, &format!("{name_indent}{name}:"));
        basics(writer, container, status, context);
        for (label, field) in [("Command:", "command"), ("Args:", "args")] {
            lines(writer, label, &container[field]);
        }
        if let Some(status) = status {
            state(writer, status);
        }
        resources(writer, 2, &container["resources"]);
        for (label, field) in
            [("Liveness", "livenessProbe"), ("Readiness", "readinessProbe"), ("Startup", "startupProbe")]
        {
            if let Some(value) = tree::get(container, field) {
                writer.field(2, label, &probe(value));
            }
        }
        environment_sources(writer, container);
        environment(writer, container, containers.pod);
        mounts(writer, container);
    }
}

fn basics(writer: &mut Writer, container: &Value, status: Option<&Value>, context: &Context) {
    if let Some(status) = status {
        writer.field(2, "Container ID", tree::text(status, "containerID"));
    }
    writer.field(2, "Image", tree::text(container, "image"));
    if let Some(status) = status {
        writer.field(2, "Image ID", tree::text(status, "imageID"));
    }
    for (one, several, field) in [("Port", "Ports", "containerPort"), ("Host Port", "Host Ports", "hostPort")]
    {
        let text = ports(container, field, context.version.prints.port_names);
        match text.as_str() {
            "" => writer.field(2, one, "<none>"),
            text if text.contains(',') => writer.field(2, several, text),
            text => writer.field(2, one, text),
        }
    }
    seccomp(writer, 2, 3, container);
}

/// The seccomp profile of a pod or container, if it names one.
pub fn seccomp(writer: &mut Writer, level: usize, file_level: usize, object: &Value) {
    if let Some(profile) = tree::get(&object["securityContext"], "seccompProfile") {
        writer.field(level, "SeccompProfile", tree::text(profile, "type"));
        if tree::text(profile, "type") == "Localhost" {
            writer.field(file_level, "LocalhostProfile", tree::text(profile, "localhostProfile"));
        }
    }
}

fn ports(container: &Value, field: &str, names: bool) -> String {
    let mut ports = Vec::new();
    for port in tree::list(container, "ports") {
        let mut text = format!("{}/{}", number(port, field), tree::text(port, "protocol"));
        let name = tree::text(port, "name");
        if names && !name.is_empty() {
            text.push_str(&format!(" ({name})"));
        }
        ports.push(text);
    }
    ports.join(", ")
}

fn lines(writer: &mut Writer, label: &str, list: &Value) {
    let texts = texts(list);
    if !texts.is_empty() {
        writer.line(2, label);
    }
    for line in texts.iter().flat_map(|text| text.split('\n')) {
        writer.line(3, line);
    }
}

fn state(writer: &mut Writer, status: &Value) {
    describe_state(writer, "State", &status["state"]);
    let last = &status["lastState"];
    if tree::get(last, "terminated").is_some() {
        describe_state(writer, "Last State", last);
    }
    let is_ready = tree::boolean(status, "ready") == Some(true);
    writer.field(2, "Ready", if is_ready { "True" } else { "False" });
    writer.field(2, "Restart Count", &number(status, "restartCount"));
}

/// Mirrors upstream `describeStatus`.
fn describe_state(writer: &mut Writer, label: &str, state: &Value) {
    if let Some(running) = tree::get(state, "running") {
        writer.field(2, label, "Running");
        writer.field(3, "Started", &date(time(running, "startedAt")));
    } else if let Some(waiting) = tree::get(state, "waiting") {
        writer.field(2, label, "Waiting");
        writer.field_if_any(3, "Reason", tree::text(waiting, "reason"));
    } else if let Some(terminated) = tree::get(state, "terminated") {
        writer.field(2, label, "Terminated");
        writer.field_if_any(3, "Reason", tree::text(terminated, "reason"));
        writer.field_if_any(3, "Message", tree::text(terminated, "message"));
        writer.field(3, "Exit Code", &number(terminated, "exitCode"));
        if tree::int(terminated, "signal").is_some_and(|signal| signal > 0) {
            writer.field(3, "Signal", &number(terminated, "signal"));
        }
        writer.field(3, "Started", &date(time(terminated, "startedAt")));
        writer.field(3, "Finished", &date(time(terminated, "finishedAt")));
    } else {
        writer.field(2, label, "Waiting");
    }
}

/// Limits and requests, by name: upstream `describeResources`.
pub fn resources(writer: &mut Writer, level: usize, resources: &Value) {
    for (label, field) in [("Limits:", "limits"), ("Requests:", "requests")] {
        let entries = entries(resources, field);
        if !entries.is_empty() {
            writer.line(level, label);
        }
        for (name, quantity) in entries {
            writer.field(level + 1, name, quantity);
        }
    }
}

/// Mirrors upstream `DescribeProbe`.
fn probe(probe: &Value) -> String {
    let attributes = format!(
        "delay={}s timeout={}s period={}s #success={} #failure={}",
        number(probe, "initialDelaySeconds"),
        number(probe, "timeoutSeconds"),
        number(probe, "periodSeconds"),
        number(probe, "successThreshold"),
        number(probe, "failureThreshold"),
    );
    if let Some(exec) = tree::get(probe, "exec") {
        format!("exec [{}] {attributes}", texts(&exec["command"]).join(" "))
    } else if let Some(get) = tree::get(probe, "httpGet") {
        format!("http-get {} {attributes}", url(get))
    } else if let Some(socket) = tree::get(probe, "tcpSocket") {
        format!("tcp-socket {}:{} {attributes}", tree::text(socket, "host"), port(socket))
    } else if let Some(grpc) = tree::get(probe, "grpc") {
        format!("grpc <pod>:{} {} {attributes}", number(grpc, "port"), tree::text(grpc, "service"))
    } else {
        format!("unknown {attributes}")
    }
}

/// A port that is a number or a name.
fn port(object: &Value) -> String {
    match &object["port"] {
        Value::String(name) => name.clone(),
        _ => number(object, "port"),
    }
}

/// The URL of an HTTP probe as Go's `url.URL` writes it.
fn url(get: &Value) -> String {
    let host = tree::text(get, "host");
    let host = match port(get) {
        port if port.is_empty() => host.to_owned(),
        port if host.contains(':') => format!("[{host}]:{port}"),
        port => format!("{host}:{port}"),
    };
    let mut url = tree::text(get, "scheme").to_ascii_lowercase();
    if !url.is_empty() {
        url.push(':');
    }
    url.push_str("//");
    url.push_str(&host);
    let path = tree::text(get, "path");
    if !path.is_empty() && !path.starts_with('/') {
        url.push('/');
    }
    for byte in path.bytes() {
        match byte {
            b'-' | b'_' | b'.' | b'~' | b'$' | b'&' | b'+' | b',' | b'/' | b':' | b';' | b'=' | b'@' => {
                url.push(char::from(byte));
            }
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(byte)),
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

fn mounts(writer: &mut Writer, container: &Value) {
    let mut mounts: Vec<&Value> = tree::list(container, "volumeMounts").iter().collect();
    tree::sort_by_text(&mut mounts, "mountPath");
    let none = if mounts.is_empty() { "\t<none>" } else { "" };
    writer.line(2, &format!("Mounts:{none}"));
    for mount in mounts {
        let mut flags = if tree::boolean(mount, "readOnly") == Some(true) { "ro" } else { "rw" }.to_owned();
        let path = tree::text(mount, "subPath");
        if !path.is_empty() {
            flags.push_str(&format!(",path={}", quote(path)));
        }
        let (place, volume) = (tree::text(mount, "mountPath"), tree::text(mount, "name"));
        writer.line(3, &format!("{place} from {volume} ({flags})"));
    }
    let mut devices: Vec<&Value> = tree::list(container, "volumeDevices").iter().collect();
    tree::sort_by_text(&mut devices, "devicePath");
    if !devices.is_empty() {
        writer.line(2, &format!("Devices:{none}"));
    }
    for device in devices {
        writer.line(3, &format!("{} from {}", tree::text(device, "devicePath"), tree::text(device, "name")));
    }
}
