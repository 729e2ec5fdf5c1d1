//! What is wrong with which field: paths, and the API server's error texts with the values as a version prints them.
//!
//! Mirrors upstream `apimachinery/pkg/util/validation/field`.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::plain::plain_words;
use super::written;

/// The path of a field, built from the outside in. It borrows its parents, so a step costs nothing until it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Path<'a> {
    parent: Option<&'a Path<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy, Debug)]
enum Step<'a> {
    Field(&'a str),
    Index(usize),
    Key(&'a str),
}

impl<'a> Path<'a> {
    /// A path of its own: `Path::new("spec")`.
    pub fn new(field: &'a str) -> Path<'a> {
        Path { parent: None, step: Step::Field(field) }
    }

    /// `spec.template`.
    #[inline(never)]
    pub fn field(&'a self, field: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Field(field) }
    }

    /// `containers[0]`.
    #[inline(never)]
    pub fn index(&'a self, index: usize) -> Path<'a> {
        Path { parent: Some(self), step: Step::Index(index) }
    }

    /// `labels[job-name]`.
    #[inline(never)]
    pub fn key(&'a self, key: &'a str) -> Path<'a> {
        Path { parent: Some(self), step: Step::Key(key) }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            parent.fmt(formatter)?;
        }
        match self.step {
            Step::Field(field) if self.parent.is_none() => formatter.write_str(field),
            Step::Field(field) => write!(formatter, ".{field}"),
            Step::Index(index) => write!(formatter, "[{index}]"),
            Step::Key(key) => write!(formatter, "[{key}]"),
        }
    }
}

/// What is wrong with one field.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// Such as `spec.template.spec.restartPolicy`.
    pub path: String,
    pub reason: FieldErrorReason,
    /// Without the path, such as `Invalid value: -1: must be greater than or equal to 0`.
    pub message: String,
}

impl fmt::Display for FieldError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

/// The reason of a cause, as the `details.causes` of a Status object name it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub enum FieldErrorReason {
    FieldValueNotFound,
    FieldValueRequired,
    FieldValueDuplicate,
    FieldValueInvalid,
    FieldValueNotSupported,
    FieldValueForbidden,
    FieldValueTooLong,
    FieldValueTooMany,
}

plain_words!(FieldErrorReason {
    FieldValueNotFound,
    FieldValueRequired,
    FieldValueDuplicate,
    FieldValueInvalid,
    FieldValueNotSupported,
    FieldValueForbidden,
    FieldValueTooLong,
    FieldValueTooMany,
});

impl FieldErrorReason {
    fn text(self) -> &'static str {
        match self {
            FieldErrorReason::FieldValueNotFound => "Not found",
            FieldErrorReason::FieldValueRequired => "Required value",
            FieldErrorReason::FieldValueDuplicate => "Duplicate value",
            FieldErrorReason::FieldValueInvalid => "Invalid value",
            FieldErrorReason::FieldValueNotSupported => "Unsupported value",
            FieldErrorReason::FieldValueForbidden => "Forbidden",
            FieldErrorReason::FieldValueTooLong => "Too long",
            FieldErrorReason::FieldValueTooMany => "Too many",
        }
    }
}

/// How a version prints values, and counts lengths, in its error texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wording {
    /// Go syntax for what is not a number or text, lengths in "characters": up to 1.33.
    Go,
    /// JSON, lengths in "bytes": from 1.34 on.
    Json,
}

impl Wording {
    /// The unit of a length limit in texts such as `must be no more than 63 characters`.
    pub fn length_unit(self) -> &'static str {
        match self {
            Wording::Go => "characters",
            Wording::Json => "bytes",
        }
    }
}

/// A value as an error text shows it.
#[derive(Clone, Copy, Debug)]
pub enum Shown<'a> {
    Number(i64),
    Bool(bool),
    /// Quoted.
    Text(&'a str),
    /// As it is: what Go prints with its own `String` method.
    Bare(&'a str),
    /// A pointer to nothing: `"null"` with its quotes in Go wording.
    Null,
    /// As it is in any wording: what was printed before. Empty where the API server shows no value.
    Written(&'a str),
    /// A map, list or struct. `go` is its Go syntax, written only where the wording asks for it.
    Composite {
        json: &'a Value,
        go: &'a str,
    },
}

/// The errors of one object, in the order in which the API server finds them.
#[derive(Clone, Debug)]
pub struct Errors {
    pub wording: Wording,
    errors: Vec<FieldError>,
}

impl Errors {
    pub fn new(wording: Wording) -> Errors {
        Errors { wording, errors: Vec::new() }
    }

    pub fn is_empty(&self) -> bool {
        self.errors.is_empty()
    }

    pub fn len(&self) -> usize {
        self.errors.len()
    }

    pub fn into_vec(self) -> Vec<FieldError> {
        self.errors
    }

    pub fn required(&mut self, path: Path<'_>, detail: &str) {
        self.add(path, FieldErrorReason::FieldValueRequired, "", detail);
    }

    pub fn forbidden(&mut self, path: Path<'_>, detail: &str) {
        self.add(path, FieldErrorReason::FieldValueForbidden, "", detail);
    }

    pub fn invalid(&mut self, path: Path<'_>, value: Shown<'_>, detail: &str) {
        let value = self.show(value);
        self.add(path, FieldErrorReason::FieldValueInvalid, &value, detail);
    }

    pub fn duplicate(&mut self, path: Path<'_>, value: Shown<'_>) {
        let value = self.show(value);
        self.add(path, FieldErrorReason::FieldValueDuplicate, &value, "");
    }

    pub fn not_found(&mut self, path: Path<'_>, value: Shown<'_>) {
        let value = self.show(value);
        self.add(path, FieldErrorReason::FieldValueNotFound, &value, "");
    }

    /// With a detail, which `NotFound` has upstream only where it is added by hand.
    pub fn not_found_among(&mut self, path: Path<'_>, value: Shown<'_>, detail: &str) {
        let value = self.show(value);
        self.add(path, FieldErrorReason::FieldValueNotFound, &value, detail);
    }

    /// `supported` in the order in which the text lists them.
    pub fn unsupported(&mut self, path: Path<'_>, value: Shown<'_>, supported: &[&str]) {
        let value = self.show(value);
        let quoted: Vec<String> = supported.iter().map(|text| quote(text)).collect();
        let detail = format!("supported values: {}", quoted.join(", "));
        self.add(path, FieldErrorReason::FieldValueNotSupported, &value, &detail);
    }

    pub fn too_long(&mut self, path: Path<'_>, most_bytes: usize) {
        let detail = format!("may not be more than {most_bytes} bytes");
        self.add(path, FieldErrorReason::FieldValueTooLong, "", &detail);
    }

    pub fn too_many(&mut self, path: Path<'_>, actual: usize, most: usize) {
        let detail = format!("must have at most {most} items");
        self.add(path, FieldErrorReason::FieldValueTooMany, &actual.to_string(), &detail);
    }

    fn show(&self, value: Shown<'_>) -> String {
        match (value, self.wording) {
            (Shown::Number(number), _) => number.to_string(),
            (Shown::Bool(value), _) => value.to_string(),
            (Shown::Text(text), _) => quote(text),
            (Shown::Bare(text), Wording::Go) => text.to_owned(),
            (Shown::Bare(text), Wording::Json) => quote(text),
            (Shown::Written(text), _) => text.to_owned(),
            (Shown::Null, Wording::Go) => "\"null\"".to_owned(),
            (Shown::Null, Wording::Json) => "null".to_owned(),
            (Shown::Composite { go, .. }, Wording::Go) => go.to_owned(),
            (Shown::Composite { json, .. }, Wording::Json) => written::text(json),
        }
    }

    #[inline(never)]
    fn add(&mut self, path: Path<'_>, reason: FieldErrorReason, value: &str, detail: &str) {
        let mut message = reason.text().to_owned();
        for part in [value, detail] {
            if !part.is_empty() {
                message.push_str(": ");
                message.push_str(part);
            }
        }
        self.errors.push(FieldError { path: path.to_string(), reason, message });
    }
}

/// Text in double quotes as Go's `%q` writes it.
pub fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{b}' => quoted.push_str("\\v"),
            '\u{c}' => quoted.push_str("\\f"),
            control if u32::from(control) < 0x20 || u32::from(control) == 0x7f => {
                quoted.push_str(&format!("\\x{:02x}", u32::from(control)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}
