//! What descriptions of Jobs and pods have in common: labels, annotations, tolerations, spread, Events.
//!
//! Mirrors `k8s.io/kubectl/pkg/describe`.

use serde_json::{Map, Value};

use super::duration::{since, time};
use super::layout::Writer;
use crate::api::field::Wording;
use crate::api::plain::FromPlain;
use crate::api::{LabelSelector, tree};
use crate::sorted::order;
use crate::time::Time;

/// Bytes of an annotation that fit on its line.
const ANNOTATION_BYTES_MAX: usize = 140;

const LAST_APPLIED: &str = "kubectl.kubernetes.io/last-applied-configuration";

/// A number as Go prints it: 0 where there is none.
pub fn number(object: &Value, field: &str) -> String {
    tree::int(object, field).unwrap_or(0).to_string()
}

/// `KIND/NAME` of the controlling owner, empty if there is none: upstream `printController`.
pub fn controller(object: &Value) -> String {
    let owners = tree::list(&object["metadata"], "ownerReferences");
    let controller = owners.iter().find(|owner| tree::boolean(owner, "controller") == Some(true));
    controller
        .map(|owner| format!("{}/{}", tree::text(owner, "kind"), tree::text(owner, "name")))
        .unwrap_or_default()
}

/// One line each of `values`, the first beside the label.
pub fn several(writer: &mut Writer, level: usize, label: &str, values: &[String]) {
    writer.write(level, &format!("{label}:\t"));
    if values.is_empty() {
        writer.line(0, "<none>");
    }
    for (index, value) in values.iter().enumerate() {
        if index > 0 {
            writer.write(level, "");
            writer.write(level, "\t");
        }
        writer.line(level, value);
    }
}

/// The entries of a map of texts, sorted by key.
pub fn entries<'a>(object: &'a Value, field: &str) -> Vec<(&'a str, &'a str)> {
    let entries = tree::map(object, field).into_iter().flat_map(Map::iter);
    let mut entries: Vec<(&str, &str)> =
        entries.map(|(key, value)| (key.as_str(), value.as_str().unwrap_or_default())).collect();
    order::sort(&mut entries);
    entries
}

/// The map of texts in a field, a line `key=value` each: upstream `printLabelsMultiline`.
pub fn labels(writer: &mut Writer, label: &str, object: &Value, field: &str) {
    let values: Vec<String> =
        entries(object, field).iter().map(|(key, value)| format!("{key}={value}")).collect();
    several(writer, 0, label, &values);
}

/// Upstream `printAnnotationsMultiline`: long or broken values begin on a line of their own.
pub fn annotations(writer: &mut Writer, label: &str, metadata: &Value) {
    let mut values = Vec::new();
    for (key, value) in entries(metadata, "annotations") {
        if key == LAST_APPLIED {
            continue;
        }
        let value = value.strip_suffix('\n').unwrap_or(value);
        if key.len() + value.len() + 2 <= ANNOTATION_BYTES_MAX && !value.contains('\n') {
            values.push(format!("{key}: {value}"));
            continue;
        }
        let mut text = format!("{key}:");
        for line in value.split('\n') {
            text.push_str("\n\t  ");
            text.push_str(&shorten(line, ANNOTATION_BYTES_MAX - 2));
        }
        values.push(text);
    }
    several(writer, 0, label, &values);
}

/// At most so many bytes, with an ellipsis if some were cut off. Bytes of a letter cut in two show as such.
pub fn shorten(text: &str, bytes_max: usize) -> String {
    if text.len() <= bytes_max {
        return text.to_owned();
    }
    let whole = (0..=bytes_max).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    let mut short = text.get(..whole).unwrap_or_default().to_owned();
    short.extend(std::iter::repeat_n(char::REPLACEMENT_CHARACTER, bytes_max - whole));
    short.push_str("...");
    short
}

/// Upstream `printPodTolerationsMultiline`.
pub fn tolerations(writer: &mut Writer, label: &str, spec: &Value) {
    let mut tolerations: Vec<&Value> = tree::list(spec, "tolerations").iter().collect();
    tree::sort_by_text(&mut tolerations, "key");
    let values: Vec<String> = tolerations.into_iter().map(toleration).collect();
    several(writer, 0, label, &values);
}

fn toleration(toleration: &Value) -> String {
    let mut text = tree::text(toleration, "key").to_owned();
    let (value, effect) = (tree::text(toleration, "value"), tree::text(toleration, "effect"));
    for (separator, part) in [("=", value), (":", effect)] {
        if !part.is_empty() {
            text.push_str(separator);
            text.push_str(part);
        }
    }
    if tree::text(toleration, "operator") == "Exists" && value.is_empty() {
        let separator = if text.is_empty() { "" } else { " " };
        text.push_str(separator);
        text.push_str("op=Exists");
    }
    if let Some(seconds) = tree::int(toleration, "tolerationSeconds") {
        text.push_str(&format!(" for {seconds}s"));
    }
    text
}

/// Upstream `describeTopologySpreadConstraints`: nothing where there are none.
pub fn topology_spread(writer: &mut Writer, label: &str, spec: &Value) {
    let mut constraints: Vec<&Value> = tree::list(spec, "topologySpreadConstraints").iter().collect();
    tree::sort_by_text(&mut constraints, "topologyKey");
    let mut values = Vec::new();
    for constraint in constraints {
        let mut text = format!(
            "{}:{} when max skew {} is exceeded",
            tree::text(constraint, "topologyKey"),
            tree::text(constraint, "whenUnsatisfiable"),
            number(constraint, "maxSkew"),
        );
        if let Some(selector) = tree::get(constraint, "labelSelector") {
            text.push_str(" for selector ");
            text.push_str(&selector_cell(Some(selector)));
        }
        values.push(text);
    }
    if !values.is_empty() {
        several(writer, 0, label, &values);
    }
}

/// Upstream `metav1.FormatLabelSelector`.
pub fn selector_cell(selector: Option<&Value>) -> String {
    match selector_text(selector, Wording::Go) {
        Ok(text) if text.is_empty() => "<none>".to_owned(),
        Ok(text) => text,
        Err(_) => "<error>".to_owned(),
    }
}

/// Upstream `metav1.LabelSelectorAsSelector` as text, or why it is no selector.
pub fn selector_text(selector: Option<&Value>, wording: Wording) -> Result<String, String> {
    let Some(selector) = selector else {
        return Ok(String::new());
    };
    let no_selector = |_| "the selector cannot be read".to_owned();
    let selector = LabelSelector::from_plain(selector).map_err(no_selector)?;
    for requirement in &selector.match_expressions {
        let has_values = !requirement.values.is_empty();
        match requirement.operator.as_str() {
            "In" | "NotIn" if has_values => {}
            "In" | "NotIn" => {
                let shown = if wording == Wording::Go { "[]string{}" } else { "[]" };
                let demand = "for 'in', 'notin' operators, values set can't be empty";
                return Err(format!("values: Invalid value: {shown}: {demand}"));
            }
            "Exists" | "DoesNotExist" if !has_values => {}
            "Exists" | "DoesNotExist" => {
                let demand = "values set must be empty for exists and does not exist";
                return Err(format!("values: Invalid value: {:?}: {demand}", requirement.values));
            }
            operator => return Err(format!("{operator:?} is not a valid label selector operator")),
        }
    }
    Ok(selector.to_string())
}

/// Upstream `DescribeEvents`: by the time of the last occurrence, those of one time as the API lists them, by name.
pub fn events(writer: &mut Writer, events: &[&Value], now: Time) {
    if events.is_empty() {
        writer.line(0, "Events:\t<none>");
        return;
    }
    let mut events = events.to_vec();
    order::sort_by(&mut events, &|one, other| {
        let name = |event: &'_ Value| tree::text(&event["metadata"], "name").to_owned();
        let by_time = time(one, "lastTimestamp").cmp(&time(other, "lastTimestamp"));
        by_time.then_with(|| name(one).cmp(&name(other)))
    });
    writer.line(0, "Events:\n  Type\tReason\tAge\tFrom\tMessage");
    writer.line(1, "----\t------\t----\t----\t-------");
    for event in events {
        let component = tree::text(&event["source"], "component");
        let from = if component.is_empty() { tree::text(event, "reportingComponent") } else { component };
        let line = format!(
            "{}\t{}\t{}\t{from}\t{}",
            tree::text(event, "type"),
            tree::text(event, "reason"),
            age(event, now),
            tree::text(event, "message").trim(),
        );
        writer.line(1, &line);
    }
}

fn age(event: &Value, now: Time) -> String {
    let first = since(time(event, "eventTime").or_else(|| time(event, "firstTimestamp")), now);
    let (last, count) = match tree::get(event, "series") {
        Some(series) => (time(series, "lastObservedTime"), tree::int(series, "count").unwrap_or(0)),
        None => match tree::int(event, "count") {
            Some(count) if count > 1 => (time(event, "lastTimestamp"), count),
            _ => return first,
        },
    };
    format!("{} (x{count} over {first})", since(last, now))
}
