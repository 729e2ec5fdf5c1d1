//! The pod template of a Job as `kubectl describe job` shows it.

use serde_json::Value;

use super::Context;
use super::containers::{Containers, containers};
use super::describe::{self, entries};
use super::layout::Writer;
use super::volumes::volumes;
use crate::api::tree;

/// Mirrors upstream `DescribePodTemplate`.
pub fn pod_template(writer: &mut Writer, template: &Value, context: &Context) {
    let (metadata, spec) = (&template["metadata"], &template["spec"]);
    writer.line(0, "Pod Template:");
    describe::labels(writer, "  Labels", metadata, "labels");
    if !entries(metadata, "annotations").is_empty() {
        describe::annotations(writer, "  Annotations", metadata);
    }
    writer.field_if_any(1, "Service Account", tree::text(spec, "serviceAccountName"));
    let list = |label, field| Containers {
        label,
        list: tree::list(spec, field),
        statuses: &[],
        pod: None,
        space: "  ",
    };
    let init = list("Init Containers", "initContainers");
    if !init.list.is_empty() {
        containers(writer, &init, context);
    }
    containers(writer, &list("Containers", "containers"), context);
    volumes(writer, spec, "  ");
    describe::topology_spread(writer, "  Topology Spread Constraints", spec);
    writer.field_if_any(1, "Priority Class Name", tree::text(spec, "priorityClassName"));
    if context.version.prints.template_scheduling {
        describe::labels(writer, "  Node-Selectors", spec, "nodeSelector");
        describe::tolerations(writer, "  Tolerations", spec);
    }
}
