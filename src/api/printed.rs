//! Small composite values as the API server prints them in its errors: in Go syntax, or as JSON of its internal types.

use serde_json::Value;

use super::field::{Wording, quote};
use super::written;

/// How a value of the API server's internal types looks.
pub enum Shape {
    /// Text or a number; absent text is empty.
    Scalar,
    /// A pointer to a scalar of the named Go type.
    Pointer(&'static str),
    /// The Go type of the items, and how they look.
    List(&'static str, &'static Shape),
    /// `map[string]string`.
    Map,
    Struct(&'static Struct),
    StructPointer(&'static Struct),
}

/// A Go struct: its type, and its members in their order.
pub struct Struct {
    pub go: &'static str,
    pub members: &'static [Member],
}

/// Made by [`internal`] or, for types of apimachinery, here.
pub struct Member {
    go: &'static str,
    /// The member in versioned data.
    data: &'static str,
    /// The name in printed JSON: that of Go for internal types.
    json: &'static str,
    omit_empty: bool,
    shape: Shape,
}

/// A member of an internal type.
pub const fn internal(go: &'static str, data: &'static str, shape: Shape) -> Member {
    Member { go, data, json: go, omit_empty: false, shape }
}

/// A member of a type of apimachinery, which has one form only.
const fn machinery(go: &'static str, json: &'static str, omit_empty: bool, shape: Shape) -> Member {
    Member { go, data: json, json, omit_empty, shape }
}

pub const LABELS: Shape = Shape::Map;

pub const EXIT_CODES: Shape = Shape::List("int32", &Shape::Scalar);

pub const LABEL_SELECTOR: Shape = Shape::Struct(&Struct {
    go: "v1.LabelSelector",
    members: &[
        machinery("MatchLabels", "matchLabels", true, Shape::Map),
        machinery(
            "MatchExpressions",
            "matchExpressions",
            true,
            Shape::List("v1.LabelSelectorRequirement", &Shape::Struct(&REQUIREMENT)),
        ),
    ],
});

const REQUIREMENT: Struct = Struct {
    go: "v1.LabelSelectorRequirement",
    members: &[
        machinery("Key", "key", false, Shape::Scalar),
        machinery("Operator", "operator", false, Shape::Scalar),
        machinery("Values", "values", true, Shape::List("string", &Shape::Scalar)),
    ],
};

pub const OWNER_REFERENCES: Shape = Shape::List("v1.OwnerReference", &OWNER_REFERENCE);

pub const OWNER_REFERENCE: Shape = Shape::Struct(&Struct {
    go: "v1.OwnerReference",
    members: &[
        machinery("APIVersion", "apiVersion", false, Shape::Scalar),
        machinery("Kind", "kind", false, Shape::Scalar),
        machinery("Name", "name", false, Shape::Scalar),
        machinery("UID", "uid", false, Shape::Scalar),
        machinery("Controller", "controller", true, Shape::Pointer("bool")),
        machinery("BlockOwnerDeletion", "blockOwnerDeletion", true, Shape::Pointer("bool")),
    ],
});

pub const FINALIZERS: Shape = Shape::List("string", &Shape::Scalar);

pub const POD_FAILURE_POLICY: Shape = Shape::Struct(&Struct {
    go: "batch.PodFailurePolicy",
    members: &[internal(
        "Rules",
        "rules",
        Shape::List("batch.PodFailurePolicyRule", &Shape::Struct(&POD_FAILURE_POLICY_RULE)),
    )],
});

const POD_FAILURE_POLICY_RULE: Struct = Struct {
    go: "batch.PodFailurePolicyRule",
    members: &[
        internal("Action", "action", Shape::Scalar),
        internal("OnExitCodes", "onExitCodes", Shape::StructPointer(&ON_EXIT_CODES)),
        internal(
            "OnPodConditions",
            "onPodConditions",
            Shape::List("batch.PodFailurePolicyOnPodConditionsPattern", &Shape::Struct(&ON_POD_CONDITION)),
        ),
    ],
};

const ON_EXIT_CODES: Struct = Struct {
    go: "batch.PodFailurePolicyOnExitCodesRequirement",
    members: &[
        internal("ContainerName", "containerName", Shape::Pointer("string")),
        internal("Operator", "operator", Shape::Scalar),
        internal("Values", "values", EXIT_CODES),
    ],
};

const ON_POD_CONDITION: Struct = Struct {
    go: "batch.PodFailurePolicyOnPodConditionsPattern",
    members: &[internal("Type", "type", Shape::Scalar), internal("Status", "status", Shape::Scalar)],
};

pub const SUCCESS_POLICY: Shape = Shape::Struct(&Struct {
    go: "batch.SuccessPolicy",
    members: &[internal(
        "Rules",
        "rules",
        Shape::List("batch.SuccessPolicyRule", &Shape::Struct(&SUCCESS_POLICY_RULE)),
    )],
});

const SUCCESS_POLICY_RULE: Struct = Struct {
    go: "batch.SuccessPolicyRule",
    members: &[
        internal("SucceededIndexes", "succeededIndexes", Shape::Pointer("string")),
        internal("SucceededCount", "succeededCount", Shape::Pointer("int32")),
    ],
};

pub const UNCOUNTED_PODS: Shape = Shape::Struct(&Struct {
    go: "batch.UncountedTerminatedPods",
    members: &[
        internal("Succeeded", "succeeded", Shape::List("types.UID", &Shape::Scalar)),
        internal("Failed", "failed", Shape::List("types.UID", &Shape::Scalar)),
    ],
});

/// The value, `None` for nothing there, as this wording prints it. An address in memory is `0xADDR`.
pub fn printed(value: Option<&Value>, shape: &Shape, wording: Wording) -> String {
    let mut text = String::new();
    match wording {
        Wording::Go => write_go(value, shape, &mut text),
        Wording::Json => write_json(value, shape, &mut text),
    }
    text
}

fn write_go(value: Option<&Value>, shape: &Shape, text: &mut String) {
    match shape {
        Shape::Scalar => write_scalar(value, text),
        Shape::Pointer(go) | Shape::StructPointer(Struct { go, .. }) => {
            let address = if value.is_some() { "0xADDR" } else { "nil" };
            text.push_str(&format!("(*{go})({address})"));
        }
        Shape::List(go, item) => {
            text.push_str("[]");
            text.push_str(go);
            let Some(items) = value.and_then(Value::as_array) else { return text.push_str("(nil)") };
            text.push('{');
            for (index, value) in items.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                write_go(Some(value), item, text);
            }
            text.push('}');
        }
        Shape::Map => {
            text.push_str("map[string]string");
            if value.is_none() {
                return text.push_str("(nil)");
            }
            write_map(value, ", ", text);
        }
        Shape::Struct(shape) => {
            text.push_str(shape.go);
            text.push('{');
            for (index, member) in shape.members.iter().enumerate() {
                text.push_str(if index > 0 { ", " } else { "" });
                text.push_str(member.go);
                text.push(':');
                write_go(member_of(value, member), &member.shape, text);
            }
            text.push('}');
        }
    }
}

fn write_json(value: Option<&Value>, shape: &Shape, text: &mut String) {
    match (shape, value) {
        (Shape::Scalar, _) | (Shape::Pointer(_), Some(_)) => write_scalar(value, text),
        (Shape::Pointer(_) | Shape::StructPointer(_) | Shape::List(..) | Shape::Map, None) => {
            text.push_str("null");
        }
        (Shape::List(_, item), Some(value)) => {
            text.push('[');
            for (index, value) in value.as_array().into_iter().flatten().enumerate() {
                text.push_str(if index > 0 { "," } else { "" });
                write_json(Some(value), item, text);
            }
            text.push(']');
        }
        (Shape::Map, Some(_)) => write_map(value, ",", text),
        (Shape::Struct(shape) | Shape::StructPointer(shape), _) => {
            text.push('{');
            let mut separator = "";
            for member in shape.members {
                let value = member_of(value, member);
                if value.is_some() || !member.omit_empty {
                    text.push_str(separator);
                    text.push_str(&quote(member.json));
                    text.push(':');
                    write_json(value, &member.shape, text);
                    separator = ",";
                }
            }
            text.push('}');
        }
    }
}

fn member_of<'a>(value: Option<&'a Value>, member: &Member) -> Option<&'a Value> {
    value.and_then(|value| value.get(member.data)).filter(|value| !value.is_null())
}

fn write_scalar(value: Option<&Value>, text: &mut String) {
    match value {
        Some(Value::String(value)) => text.push_str(&quote(value)),
        Some(value) => text.push_str(&written::text(value)),
        None => text.push_str("\"\""),
    }
}

fn write_map(value: Option<&Value>, separator: &str, text: &mut String) {
    text.push('{');
    for (index, (key, value)) in value.and_then(Value::as_object).into_iter().flatten().enumerate() {
        text.push_str(if index > 0 { separator } else { "" });
        text.push_str(&quote(key));
        text.push(':');
        write_scalar(Some(value), text);
    }
    text.push('}');
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_policy_prints_as_each_version_has_it() {
        let policy = json!({"rules": [
            {"action": "FailJob", "onExitCodes": {"operator": "In", "values": [7]}},
            {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]},
        ]});
        assert_eq!(
            printed(Some(&policy), &POD_FAILURE_POLICY, Wording::Go),
            "batch.PodFailurePolicy{Rules:[]batch.PodFailurePolicyRule{\
             batch.PodFailurePolicyRule{Action:\"FailJob\", \
             OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(0xADDR), \
             OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern(nil)}, \
             batch.PodFailurePolicyRule{Action:\"Ignore\", \
             OnExitCodes:(*batch.PodFailurePolicyOnExitCodesRequirement)(nil), \
             OnPodConditions:[]batch.PodFailurePolicyOnPodConditionsPattern{\
             batch.PodFailurePolicyOnPodConditionsPattern{Type:\"DisruptionTarget\", Status:\"True\"}}}}}"
        );
        assert_eq!(
            printed(Some(&policy), &POD_FAILURE_POLICY, Wording::Json),
            r#"{"Rules":[{"Action":"FailJob","OnExitCodes":{"ContainerName":null,"Operator":"In","Values":[7]},"OnPodConditions":null},{"Action":"Ignore","OnExitCodes":null,"OnPodConditions":[{"Type":"DisruptionTarget","Status":"True"}]}]}"#
        );
    }

    #[test]
    fn nothing_and_the_empty_list_are_told_apart() {
        let empty = json!([]);
        assert_eq!(printed(None, &EXIT_CODES, Wording::Go), "[]int32(nil)");
        assert_eq!(printed(Some(&empty), &EXIT_CODES, Wording::Go), "[]int32{}");
        assert_eq!(printed(None, &EXIT_CODES, Wording::Json), "null");
        assert_eq!(printed(Some(&empty), &EXIT_CODES, Wording::Json), "[]");
        assert_eq!(printed(None, &LABELS, Wording::Go), "map[string]string(nil)");
    }
}
