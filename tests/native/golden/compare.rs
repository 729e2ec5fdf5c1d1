//! Comparing an answer with the recorded one, as exactly as the record allows.

use std::collections::BTreeSet;

use jobscope::api::field::FieldError;
use jobscope::api::request::ErrorReason;
use serde_json::Value;

use super::server::Given;

/// What differs, in words; `None` if nothing does. `stored` is the Job before an update.
pub fn difference(
    recorded: &Value,
    given: &Given,
    stored: Option<&Value>,
    is_newest: bool,
) -> Option<String> {
    let mut found = Vec::new();
    let mut expect = |what: &str, recorded: &Value, given: &Value| {
        if recorded != given {
            found.push(format!("  {what}\n    recorded {recorded}\n    given    {given}"));
        }
    };
    if recorded["panic"] == true {
        expect("panic", &true.into(), &given.real_server_panics.into());
    } else {
        let empty = Value::Array(Vec::new());
        let warnings = recorded.get("warnings").unwrap_or(&empty);
        expect("warnings", warnings, &given.warnings.clone().into());
        match &given.outcome {
            Ok(object) => {
                let code = if stored.is_some() { 200 } else { 201 };
                expect("http", &recorded["http"], &code.into());
                if recorded["accepted"] == true {
                    expect("object", &without_absent_times(&recorded["object"], is_newest), object);
                }
                if let Some(stored) = stored.filter(|_| recorded["accepted"] == true) {
                    let changed = without_revision(stored, is_newest) != *object;
                    let told = [
                        ("generation", &object["metadata"]["generation"]),
                        ("objectChanged", &changed.into()),
                    ];
                    for (what, given) in told.into_iter().filter(|(what, _)| !recorded[what].is_null()) {
                        expect(what, &recorded[what], given);
                    }
                }
            }
            Err(error) => {
                expect("http", &recorded["http"], &error.reason.code().into());
                if !recorded["reason"].is_null() {
                    expect("reason", &recorded["reason"], &format!("{:?}", error.reason).into());
                }
                let causes = recorded["errors"].as_array().map(Vec::as_slice).unwrap_or_default();
                let varies = recorded["orderVaries"] == true;
                if !varies && causes.iter().all(|cause| cause["composite"] != true) {
                    expect("message", &recorded["message"], &Value::from(&*error.message));
                }
                if error.reason == ErrorReason::Invalid {
                    let mut recorded: Vec<Value> = causes.iter().map(cause_of_record).collect();
                    let mut given: Vec<Value> =
                        error.fields.iter().map(|field| cause_of_answer(field, causes)).collect();
                    if varies {
                        recorded = sorted(recorded);
                        given = sorted(given);
                    }
                    expect("errors", &recorded.into(), &given.into());
                }
            }
        }
    }
    if found.is_empty() { None } else { Some(found.join("\n")) }
}

/// A cause; of composite values, the text is left out.
fn cause_of_record(cause: &Value) -> Value {
    let field = cause["field"].as_str().unwrap_or_default();
    let reason = cause["reason"].as_str().unwrap_or_default();
    let text = |member: &str| cause[member].as_str().unwrap_or_default();
    let message = match cause["composite"] == true {
        true => format!("{}: …: {}", text("type"), text("detail")),
        false => text("message").to_owned(),
    };
    format!("{field}: {reason}: {message}").into()
}

/// The same of an answer. A value is left out where a record of the same field leaves it out.
fn cause_of_answer(error: &FieldError, causes: &[Value]) -> Value {
    let FieldError { path, reason, message } = error;
    let composite = causes.iter().filter(|cause| cause["composite"] == true && cause["field"] == **path);
    for cause in composite {
        let [kind, detail] = ["type", "detail"].map(|member| cause[member].as_str().unwrap_or_default());
        if message.starts_with(kind) && message.ends_with(&format!(": {detail}")) {
            return format!("{path}: {reason:?}: {kind}: …: {detail}").into();
        }
    }
    format!("{path}: {reason:?}: {message}").into()
}

/// A set: what comes from a Go map is in no order.
fn sorted(causes: Vec<Value>) -> Vec<Value> {
    let texts: BTreeSet<String> = causes.iter().map(Value::to_string).collect();
    texts.into_iter().map(Value::from).collect()
}

/// A record as the newest version would have given it: without the absent times of templates.
fn without_absent_times(object: &Value, is_newest: bool) -> Value {
    let mut object = object.clone();
    if is_newest {
        remove_absent_times(&mut object);
    }
    object
}

fn remove_absent_times(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|key, value| key != "creationTimestamp" || !value.is_null());
            map.values_mut().for_each(remove_absent_times);
        }
        Value::Array(items) => items.iter_mut().for_each(remove_absent_times),
        _ => {}
    }
}

fn without_revision(stored: &Value, is_newest: bool) -> Value {
    let mut stored = without_absent_times(stored, is_newest);
    if let Some(metadata) = stored["metadata"].as_object_mut() {
        metadata.remove("resourceVersion");
    }
    stored
}
