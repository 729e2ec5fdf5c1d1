//! Comparing what was recorded with what Jobscope did, member by member.

use serde_json::Value;

/// What agrees by its meaning only, and what cannot be compared at all. Everything else must be the same.
///
/// By meaning, with the place that translates:
///
/// - revisions, where the recorded API server counted those of each object by itself: the k-th stored state of an
///   object is k (`observe::Revisions`);
/// - the names of awaited pods in `finalizerExpectations`: their UIDs are `uid-NAME` (`observe`);
/// - an absent member is a zero value, except where only its presence tells something (`PRESENCE_TELLS`).
///
/// Not at all:
pub const NOT_COMPARED: &[(&str, &str, usize, &str)] = &[
    // Two requests that upstream sends at the same time fail differently, and the error of the sync is that of the one
    // that happened to answer first. That there is an error is compared.
    ("v1.33.12", "random-03613", 61, "syncError"),
    ("v1.33.12", "random-04709", 29, "syncError"),
    ("v1.33.12", "random-05159", 49, "syncError"),
    ("v1.33.12", "random-06644", 26, "syncError"),
    ("v1.33.12", "random-07388", 13, "syncError"),
];

/// Members that are written although they are zero, or left out to say that there is no value; and the statuses, whose
/// every member is like that.
const PRESENCE_TELLS: &[&str] = &["index", "delayMs", "status"];

/// One member that differs.
pub struct Difference {
    path: String,
    expected: Option<Value>,
    got: Option<Value>,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text =
            |value: &Option<Value>| value.as_ref().map_or_else(|| "nothing".to_owned(), Value::to_string);
        write!(
            formatter,
            "{}\n    expected {}\n    got      {}",
            self.path,
            text(&self.expected),
            text(&self.got)
        )
    }
}

/// All differences of two values.
pub fn differences(expected: &Value, got: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare("", Some(expected), Some(got), false, &mut found);
    found
}

fn compare(
    path: &str,
    expected: Option<&Value>,
    got: Option<&Value>,
    strict: bool,
    found: &mut Vec<Difference>,
) {
    match (expected, got) {
        (Some(Value::Object(left)), Some(Value::Object(right))) => {
            let names = left.keys().chain(right.keys().filter(|name| !left.contains_key(*name)));
            for name in names {
                let strict = strict || PRESENCE_TELLS.contains(&name.as_str());
                compare(&join(path, name), left.get(name), right.get(name), strict, found);
            }
        }
        (Some(Value::Array(left)), Some(Value::Array(right))) => {
            for at in 0..left.len().max(right.len()) {
                let (left, right) = (left.get(at), right.get(at));
                let is_missing = left.is_none() || right.is_none();
                compare(&format!("{path}[{at}]"), left, right, strict || is_missing, found);
            }
        }
        (Some(left), Some(right)) if left == right => {}
        (Some(value), None) | (None, Some(value)) if !strict && is_zero(value) => {}
        _ => found.push(Difference { path: path.to_owned(), expected: expected.cloned(), got: got.cloned() }),
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

fn is_zero(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => text.is_empty(),
        Value::Array(values) => values.is_empty(),
        Value::Object(members) => members.is_empty(),
    }
}
