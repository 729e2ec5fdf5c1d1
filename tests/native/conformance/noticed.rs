//! The comparison itself: no recorded member may be changed, left out or added without a difference being found.

use std::collections::BTreeSet;

use serde_json::Value;

use super::recorded::Trace;
use super::replay;

/// Tries each kind of member once. `tried` holds the paths of those that were, without positions.
pub fn check(mut trace: Trace, tried: &mut BTreeSet<String>) -> Result<(), String> {
    for number in 0..trace.steps.len() {
        let recorded = trace.steps[number].expect.clone();
        for pointer in pointers(&recorded) {
            if !tried.insert(without_positions(&pointer)) {
                continue;
            }
            for falsified in falsified(&recorded, &pointer) {
                trace.steps[number].expect = falsified;
                if replay::run(&trace).is_ok() {
                    return Err(format!("step {number}: nothing notices a change of {pointer}"));
                }
            }
        }
        trace.steps[number].expect = recorded;
    }
    Ok(())
}

/// The places of all values inside a value, as JSON pointers.
fn pointers(value: &Value) -> Vec<String> {
    let mut found = Vec::new();
    visit(value, String::new(), &mut found);
    found
}

fn visit(value: &Value, pointer: String, found: &mut Vec<String>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                visit(member, format!("{pointer}/{name}"), found);
            }
        }
        Value::Array(values) => {
            for (at, value) in values.iter().enumerate() {
                visit(value, format!("{pointer}/{at}"), found);
            }
        }
        _ => {}
    }
    found.push(pointer);
}

fn without_positions(pointer: &str) -> String {
    let is_position = |part: &&str| part.parse::<usize>().is_err();
    pointer.split('/').filter(is_position).collect::<Vec<_>>().join("/")
}

/// The recorded value with one place changed, in every way that must be noticed.
fn falsified(recorded: &Value, pointer: &str) -> Vec<Value> {
    let with = |change: &dyn Fn(&mut Value)| {
        let mut value = recorded.clone();
        value.pointer_mut(pointer).into_iter().for_each(change);
        value
    };
    let mut found = vec![with(&|value| match value {
        Value::Null => *value = true.into(),
        Value::Bool(flag) => *flag = !*flag,
        Value::Number(number) => *value = (number.as_i64().unwrap_or(0) + 1).into(),
        Value::String(text) => text.push('~'),
        Value::Array(values) => values.push("added".into()),
        Value::Object(members) => {
            members.insert("added".to_owned(), "added".into());
        }
    })];
    if recorded.pointer(pointer).is_some_and(|value| !is_zero(value)) {
        found.extend(without(recorded, pointer));
    }
    found
}

fn without(recorded: &Value, pointer: &str) -> Option<Value> {
    let (parent, name) = pointer.rsplit_once('/')?;
    let name = name.replace("~1", "/").replace("~0", "~");
    let mut value = recorded.clone();
    match value.pointer_mut(parent)? {
        Value::Object(members) => drop(members.remove(&name)),
        Value::Array(values) => drop(values.remove(name.parse().ok()?)),
        _ => return None,
    }
    Some(value)
}

/// An absent member means this.
fn is_zero(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false))
        || *value == 0
        || *value == ""
        || value.as_array().is_some_and(Vec::is_empty)
        || value.as_object().is_some_and(serde_json::Map::is_empty)
}
