//! From plain data to the JSON that the API server writes.

use serde_json::{Map, Value};

use super::super::version::ServerVersion;
use super::field::{Base, Field, Shape, fields};
use super::instant;

/// A Job as the API server prints it: with the fields that Go always writes, and times in whole seconds.
pub fn encode(job: &Value, version: &ServerVersion) -> Value {
    structure(job, "Job", version)
}

fn structure(value: &Value, name: &'static str, version: &ServerVersion) -> Value {
    let mut map = Map::new();
    for field in fields(name, version) {
        let always =
            field.always && (field.name != "creationTimestamp" || version.writes_absent_creation_timestamp);
        match value.get(field.name).filter(|value| !value.is_null()) {
            Some(value) => {
                map.insert(field.name.to_owned(), written(value, &field, version));
            }
            None if always => {
                map.insert(field.name.to_owned(), empty(&field, version));
            }
            None => {}
        }
    }
    Value::Object(map)
}

fn written(value: &Value, field: &Field, version: &ServerVersion) -> Value {
    match (field.shape, value) {
        (Shape::List, Value::Array(items)) => {
            items.iter().map(|item| one(item, field.base, version)).collect()
        }
        (Shape::One, _) => one(value, field.base, version),
        _ => value.clone(),
    }
}

fn one(value: &Value, base: Base, version: &ServerVersion) -> Value {
    match (base, value) {
        (Base::Struct(name), _) => structure(value, name, version),
        (Base::Time, Value::String(text)) => instant::in_whole_seconds(text),
        _ => value.clone(),
    }
}

fn empty(field: &Field, version: &ServerVersion) -> Value {
    match (field.shape, field.base) {
        (Shape::List | Shape::Map, _) => Value::Null,
        _ if field.pointer => Value::Null,
        (_, Base::Struct(name)) => structure(&Value::Null, name, version),
        (_, Base::Time | Base::Raw) => Value::Null,
        (_, Base::Quantity(_)) => "0".into(),
        (_, Base::Text(_)) => "".into(),
        (_, Base::Bool) => false.into(),
        (_, Base::Int32 | Base::Int64 | Base::IntOrString) => 0.into(),
    }
}
