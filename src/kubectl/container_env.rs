//! The environment of a container as descriptions show it.

use serde_json::Value;

use super::layout::Writer;
use crate::api::{amount, tree};

/// Upstream `describeContainerEnvFrom`: nothing where there is none.
pub fn environment_sources(writer: &mut Writer, container: &Value) {
    let sources = tree::list(container, "envFrom");
    if !sources.is_empty() {
        writer.line(2, "Environment Variables from:");
    }
    for source in sources {
        let references = [("configMapRef", "ConfigMap"), ("secretRef", "Secret")];
        let found = references.iter().find_map(|(field, kind)| Some((tree::get(source, field)?, *kind)));
        let (reference, kind) = found.unwrap_or((&Value::Null, ""));
        let prefix = match tree::text(source, "prefix") {
            "" => String::new(),
            prefix => format!(" with prefix '{prefix}'"),
        };
        let name = tree::text(reference, "name");
        writer.line(3, &format!("{name}\t{kind}{prefix}\tOptional: {}", is_optional(reference)));
    }
}

fn is_optional(reference: &Value) -> bool {
    tree::boolean(reference, "optional").unwrap_or(false)
}

/// Mirrors upstream `describeContainerEnvVars`.
pub fn environment(writer: &mut Writer, container: &Value, pod: Option<&Value>) {
    let variables = tree::list(container, "env");
    let none = if variables.is_empty() { "\t<none>" } else { "" };
    writer.line(2, &format!("Environment:{none}"));
    for variable in variables {
        let name = tree::text(variable, "name");
        match tree::get(variable, "valueFrom") {
            None => writer.field(3, name, &tree::text(variable, "value").replace('\n', "\n      \t")),
            Some(from) => {
                if let Some(value) = reference(from, container, pod) {
                    writer.field(3, name, &value);
                }
            }
        }
    }
}

fn reference(from: &Value, container: &Value, pod: Option<&Value>) -> Option<String> {
    if let Some(field) = tree::get(from, "fieldRef") {
        let path = tree::text(field, "fieldPath");
        let version = match tree::text(field, "apiVersion") {
            "" => "v1",
            version => version,
        };
        // Of all paths kubectl resolves only these.
        let value = match (pod, path) {
            (Some(pod), "metadata.name") => tree::text(&pod["metadata"], "name"),
            (Some(pod), "metadata.namespace") => tree::text(&pod["metadata"], "namespace"),
            _ => "",
        };
        return Some(format!("{value} ({version}:{path})"));
    }
    if let Some(field) = tree::get(from, "resourceFieldRef") {
        let resource = tree::text(field, "resource");
        let value = resource_value(field, container).unwrap_or_default();
        let value = match (value.as_str(), resource) {
            ("0", "limits.cpu" | "limits.memory") => "node allocatable",
            (value, _) => value,
        };
        return Some(format!("{value} ({resource})"));
    }
    for (field, kind) in [("secretKeyRef", "in secret"), ("configMapKeyRef", "of config map")] {
        if let Some(reference) = tree::get(from, field) {
            let (key, name) = (tree::text(reference, "key"), tree::text(reference, "name"));
            let optional = is_optional(reference);
            return Some(format!("<set to the key '{key}' {kind} '{name}'>\tOptional: {optional}"));
        }
    }
    None
}

/// Upstream `ExtractContainerResourceValue`: in units of the divisor, rounded up.
fn resource_value(field: &Value, container: &Value) -> Option<String> {
    let (list, name) = tree::text(field, "resource").split_once('.')?;
    let is_known = matches!(name, "cpu" | "memory" | "ephemeral-storage") || name.starts_with("hugepages-");
    if !is_known || !matches!(list, "limits" | "requests") {
        return None;
    }
    // Only processors are divided in thousandths.
    let counted = if name == "cpu" { amount::milli } else { amount::units };
    let quantity = counted(amount::of(tree::text(&container["resources"][list], name)));
    let divisor = match counted(amount::of(tree::text(field, "divisor"))) {
        none if none <= 0 => counted(amount::of("1")),
        divisor => divisor,
    };
    let rest = i128::from(quantity % divisor > 0);
    Some((quantity / divisor + rest).to_string())
}
