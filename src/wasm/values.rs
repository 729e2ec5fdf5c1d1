//! Arguments from JavaScript and results for it: plain data both ways, with errors that name the place.

use js_sys::{Error, JSON, Reflect};
use serde::Serialize;
use serde_json::Value;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::api::plain::FromPlain;
use crate::api::{document, written};

pub(super) fn manifest_text(manifest: &JsValue) -> Result<String, JsValue> {
    text_of(manifest, "manifest", "a manifest is the JSON text that kubectl would send, as a string")
}

pub(super) fn text_of(argument: &JsValue, name: &str, message: &str) -> Result<String, JsValue> {
    argument.as_string().ok_or_else(|| error("notText", name, message))
}

/// An argument as a value of its type; the error names the member that does not fit.
pub(super) fn read<T: FromPlain>(argument: &JsValue, name: &str) -> Result<T, JsValue> {
    fit(&plain(argument, name)?, name)
}

pub(super) fn fit<T: FromPlain>(argument: &Value, name: &str) -> Result<T, JsValue> {
    T::from_member(argument, name)
        .map_err(|misfit| error("invalidArgument", &misfit.path, &misfit.to_string()))
}

/// What JSON keeps of an argument: members that JSON does not have, such as functions, are absent.
pub(super) fn plain(argument: &JsValue, name: &str) -> Result<Value, JsValue> {
    let refused =
        |problem: &str| Err(error("notPlainData", name, &format!("the {name} is not plain data: {problem}")));
    let text = match JSON::stringify(argument) {
        Ok(text) => JsValue::from(text).as_string(),
        // It holds itself, or a bigint, or something that throws when it is read.
        Err(problem) => {
            let told = problem.dyn_ref::<Error>().map(|problem| JsValue::from(problem.message()));
            return refused(&told.and_then(|told| told.as_string()).unwrap_or("it cannot be read".into()));
        }
    };
    match text.as_deref().map(document::parse) {
        Some(Ok(node)) => {
            document::plain(node).or_else(|number| refused(&format!("{number} is not a whole number")))
        }
        Some(Err(problem)) => refused(&problem.message),
        None => refused("it is undefined, or a function"),
    }
}

pub(super) fn write<T: Tsify + Serialize>(value: &T) -> Result<Ts<T>, JsValue> {
    serialize(value).map(Ts::new_unchecked)
}

pub(super) fn serialize<T: Serialize>(value: &T) -> Result<JsValue, JsValue> {
    JSON::parse(&written::text(value))
}

pub(super) fn error(code: &str, path: &str, message: &str) -> JsValue {
    let error = Error::new(message);
    error.set_name("JobscopeError");
    for (member, value) in [("code", code), ("path", path)] {
        if Reflect::set(&error, &member.into(), &value.into()).is_err() {
            web_sys::console::warn_1(&format!("jobscope: an error could not carry its {member}").into());
        }
    }
    error.into()
}
