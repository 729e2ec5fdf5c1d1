//! The text of `kubectl describe pod`.

use serde_json::Value;

use super::Context;
use super::containers::{Containers, containers, resources, seccomp};
use super::describe::{self, controller, number};
use super::duration::{date, since, time};
use super::layout::Writer;
use super::volumes::volumes;
use crate::api::{amount, tree};

/// Mirrors upstream `describePod`. `events` are those about this pod.
pub fn describe_pod(pod: &Value, events: &[&Value], context: &Context) -> String {
    let (spec, status) = (&pod["spec"], &pod["status"]);
    let mut writer = Writer::default();
    head(&mut writer, pod, context);
    if let Some(of_pod) = tree::get(spec, "resources") {
        writer.line(0, "Resources:");
        resources(&mut writer, 1, of_pod);
    }
    for (label, field, statuses) in [
        ("Init Containers", "initContainers", "initContainerStatuses"),
        ("Containers", "containers", "containerStatuses"),
        ("Ephemeral Containers", "ephemeralContainers", "ephemeralContainerStatuses"),
    ] {
        let list = tree::list(spec, field);
        if !list.is_empty() || field == "containers" {
            let statuses = tree::list(status, statuses);
            containers(
                &mut writer,
                &Containers { label, list, statuses, pod: Some(pod), space: "" },
                context,
            );
        }
    }
    conditions(&mut writer, pod);
    volumes(&mut writer, spec, "");
    writer.field(0, "QoS Class", qos_class(pod));
    describe::labels(&mut writer, "Node-Selectors", spec, "nodeSelector");
    describe::tolerations(&mut writer, "Tolerations", spec);
    describe::topology_spread(&mut writer, "Topology Spread Constraints", spec);
    describe::events(&mut writer, events, context.now);
    writer.finish()
}

fn head(writer: &mut Writer, pod: &Value, context: &Context) {
    let (metadata, spec, status) = (&pod["metadata"], &pod["spec"], &pod["status"]);
    writer.field(0, "Name", tree::text(metadata, "name"));
    writer.field(0, "Namespace", tree::text(metadata, "namespace"));
    if let Some(priority) = tree::int(spec, "priority") {
        writer.field(0, "Priority", &priority.to_string());
    }
    writer.field_if_any(0, "Priority Class Name", tree::text(spec, "priorityClassName"));
    writer.field_if_any(0, "Runtime Class Name", tree::text(spec, "runtimeClassName"));
    writer.field_if_any(0, "Service Account", tree::text(spec, "serviceAccountName"));
    match tree::text(spec, "nodeName") {
        "" => writer.field(0, "Node", "<none>"),
        node => writer.field(0, "Node", &format!("{node}/{}", tree::text(status, "hostIP"))),
    }
    let start = time(status, "startTime");
    if start.is_some() {
        writer.field(0, "Start Time", &date(start));
    }
    describe::labels(writer, "Labels", metadata, "labels");
    describe::annotations(writer, "Annotations", metadata);
    match tree::text(status, "phase") {
        phase if is_terminal(phase) || tree::get(metadata, "deletionTimestamp").is_none() => {
            writer.field(0, "Status", phase);
        }
        _ => {
            let age = since(time(metadata, "deletionTimestamp"), context.now);
            writer.field(0, "Status", &format!("Terminating (lasts {age})"));
            let grace = number(metadata, "deletionGracePeriodSeconds");
            writer.field(0, "Termination Grace Period", &format!("{grace}s"));
        }
    }
    writer.field_if_any(0, "Reason", tree::text(status, "reason"));
    writer.field_if_any(0, "Message", tree::text(status, "message"));
    seccomp(writer, 0, 0, spec);
    writer.field(0, "IP", tree::text(status, "podIP"));
    let addresses = tree::list(status, "podIPs");
    writer.line(0, if addresses.is_empty() { "IPs:\t<none>" } else { "IPs:" });
    for address in addresses {
        writer.field(1, "IP", tree::text(address, "ip"));
    }
    writer.field_if_any(0, "Controlled By", &controller(pod));
    writer.field_if_any(0, "NominatedNodeName", tree::text(status, "nominatedNodeName"));
}

/// The phase of a pod that will not run again.
pub fn is_terminal(phase: &str) -> bool {
    matches!(phase, "Succeeded" | "Failed")
}

fn conditions(writer: &mut Writer, pod: &Value) {
    let conditions = tree::list(&pod["status"], "conditions");
    let gates = tree::list(&pod["spec"], "readinessGates");
    if !gates.is_empty() {
        writer.line(0, "Readiness Gates:\n  Type\tStatus");
    }
    for gate in gates {
        let name = tree::text(gate, "conditionType");
        let condition = conditions.iter().find(|condition| tree::text(condition, "type") == name);
        let status = condition.map_or("<none>", |condition| tree::text(condition, "status"));
        writer.line(1, &format!("{name} \t{status} "));
    }
    if !conditions.is_empty() {
        writer.line(0, "Conditions:\n  Type\tStatus");
    }
    for condition in conditions {
        let (name, status) = (tree::text(condition, "type"), tree::text(condition, "status"));
        writer.line(1, &format!("{name} \t{status} "));
    }
}

/// The class in the status, or what upstream `ComputePodQOS` makes of the resources.
fn qos_class(pod: &Value) -> &str {
    const COUNTED: [&str; 2] = ["cpu", "memory"];
    let recorded = tree::text(&pod["status"], "qosClass");
    if !recorded.is_empty() {
        return recorded;
    }
    let spec = &pod["spec"];
    // Of each resource: all requests, all limits.
    let mut totals = [(0i128, 0i128); COUNTED.len()];
    let mut has_all_limits = true;
    for container in tree::list(spec, "containers").iter().chain(tree::list(spec, "initContainers")) {
        let resources = &container["resources"];
        let amount = |list: &str, name| amount::of(tree::text(&resources[list], name)).max(0);
        for (name, (requests, limits)) in COUNTED.iter().zip(&mut totals) {
            *requests = requests.saturating_add(amount("requests", name));
            let limit = amount("limits", name);
            *limits = limits.saturating_add(limit);
            has_all_limits &= limit > 0;
        }
    }
    if totals == [(0, 0); COUNTED.len()] {
        "BestEffort"
    } else if has_all_limits && totals.iter().all(|(requests, limits)| requests == limits) {
        "Guaranteed"
    } else {
        "Burstable"
    }
}
