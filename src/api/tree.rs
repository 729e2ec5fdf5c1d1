//! Reading an object that is plain data: an absent field and its zero value are alike, as in Go.

use serde_json::{Map, Value};

use super::amount;
use crate::sorted::order;

/// The field, `None` where it is absent or null.
pub fn get<'a>(object: &'a Value, field: &str) -> Option<&'a Value> {
    object.get(field).filter(|value| !value.is_null())
}

/// The text of a field, empty where there is none.
pub fn text<'a>(object: &'a Value, field: &str) -> &'a str {
    object.get(field).and_then(Value::as_str).unwrap_or_default()
}

pub fn int(object: &Value, field: &str) -> Option<i64> {
    object.get(field).and_then(Value::as_i64)
}

pub fn boolean(object: &Value, field: &str) -> Option<bool> {
    object.get(field).and_then(Value::as_bool)
}

/// The items of a list, none where there is no list.
pub fn list<'a>(object: &'a Value, field: &str) -> &'a [Value] {
    object.get(field).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default()
}

pub fn map<'a>(object: &'a Value, field: &str) -> Option<&'a Map<String, Value>> {
    object.get(field).and_then(Value::as_object)
}

/// The object in a field, made there if it is absent or null.
pub fn object_mut<'a>(object: &'a mut Value, field: &str) -> &'a mut Map<String, Value> {
    if !object.is_object() {
        *object = Value::Object(Map::new());
    }
    let slot = &mut object[field];
    if !slot.is_object() {
        *slot = Value::Object(Map::new());
    }
    slot.as_object_mut().expect("it was made an object")
}

/// An object of these members.
pub fn object<const N: usize>(members: [(&str, Value); N]) -> Value {
    let mut object = Map::new();
    for (name, value) in members {
        object.insert(name.to_owned(), value);
    }
    Value::Object(object)
}

/// Sets a field that is absent or null.
pub fn set_default(object: &mut Map<String, Value>, field: &str, value: impl Into<Value>) {
    let slot = object.entry(field).or_insert(Value::Null);
    if slot.is_null() {
        *slot = value.into();
    }
}

/// Takes a field away, if it is there.
pub fn remove(object: &mut Value, field: &str) {
    if let Some(object) = object.as_object_mut() {
        take_off(object, field);
    }
}

/// The same for the members of an object.
pub fn take_off(object: &mut Map<String, Value>, field: &str) {
    if object.contains_key(field) {
        take_away(object, field);
    }
}

/// Here the WebAssembly module is cut in two, so it is never inlined.
#[inline(never)]
fn take_away(object: &mut Map<String, Value>, field: &str) {
    object.remove(field);
}

/// The items of a list, to change them.
pub fn list_mut<'a>(object: &'a mut Value, field: &str) -> &'a mut [Value] {
    object.get_mut(field).and_then(Value::as_array_mut).map(Vec::as_mut_slice).unwrap_or_default()
}

/// Sorts objects by the text of a field.
pub fn sort_by_text(objects: &mut [&Value], field: &str) {
    order::sort_by(objects, &|one, other| text(one, field).cmp(text(other, field)));
}

/// Whether two fields say the same, as upstream's semantic comparison has it: no list and an empty one are alike, and
/// so are quantities of one amount.
pub fn same(left: Option<&Value>, right: Option<&Value>) -> bool {
    let present = |value: Option<&Value>| {
        value.is_some_and(|value| !value.is_null() && *value != Value::Array(Vec::new()))
    };
    match (left, right) {
        (Some(Value::Object(fields)), Some(Value::Object(others))) => {
            let missing = others.keys().filter(|field| !fields.contains_key(*field));
            fields.keys().chain(missing).all(|field| {
                let (left, right) = (fields.get(field), others.get(field));
                same(left, right) || QUANTITIES.contains(&field.as_str()) && same_amounts(left, right)
            })
        }
        (Some(Value::Array(items)), Some(Value::Array(others))) => {
            items.len() == others.len()
                && items.iter().zip(others).all(|(left, right)| same(Some(left), Some(right)))
        }
        _ => left == right || !present(left) && !present(right),
    }
}

/// Fields that hold a quantity, or several by name.
const QUANTITIES: [&str; 5] = ["limits", "requests", "overhead", "sizeLimit", "divisor"];

fn same_amounts(left: Option<&Value>, right: Option<&Value>) -> bool {
    match (left, right) {
        (Some(Value::String(text)), Some(Value::String(other))) => {
            amount::parse(text) == amount::parse(other)
        }
        (Some(Value::Object(amounts)), Some(Value::Object(others))) => {
            amounts.len() == others.len()
                && amounts.iter().all(|(name, amount)| same_amounts(Some(amount), others.get(name)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn no_list_and_an_empty_one_say_the_same_and_so_do_equal_amounts() {
        let is_same = |left: Value, right: Value| same(Some(&left), Some(&right));
        assert!(is_same(json!({"rules": []}), json!({})));
        assert!(!is_same(json!({"rules": [1]}), json!({})));
        assert!(!is_same(json!({"securityContext": {}}), json!({})));
        assert!(is_same(json!({"limits": {"memory": "1Ki"}}), json!({"limits": {"memory": "1024"}})));
        assert!(!is_same(json!({"limits": {"memory": "1Ki"}}), json!({"limits": {"cpu": "1Ki"}})));
        assert!(!is_same(json!({"image": "1"}), json!({"image": "1.0"})));
    }
}
