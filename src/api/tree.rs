//! Reading an object that is plain data: an absent field and its zero value are alike, as in Go.

use serde_json::{Map, Value};

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

/// Sets a field that is absent or null.
pub fn set_default(object: &mut Map<String, Value>, field: &str, value: impl Into<Value>) {
    let slot = object.entry(field).or_insert(Value::Null);
    if slot.is_null() {
        *slot = value.into();
    }
}
