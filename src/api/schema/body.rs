//! The body of a request that creates or replaces a Job: which kind it says it is, whether it can be read as a Job,
//! and the refusals of the API server for those that can't.

use serde_json::Value;

use super::super::document::{self, Node};
use super::super::field::{FieldError, FieldErrorReason, quote};
use super::super::request::{ApiError, ErrorReason};
use super::super::version::ServerVersion;
use super::decode::{DecodeError, StrictError, decode};
use super::kinds;

/// What becomes of unknown and repeated fields: the request's `fieldValidation`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strictness {
    /// The request is refused, as `kubectl` asks for.
    Strict,
    /// The request is carried out with warnings, as for a request that says nothing.
    Warn,
    Ignore,
}

/// A Job as a request gave it, before defaults.
#[derive(Clone, Debug, PartialEq)]
pub struct Read {
    pub value: Value,
    pub warnings: Vec<String>,
}

/// A body in YAML, as its reader left it.
#[derive(Clone, Copy, Debug)]
pub struct Converted<'a> {
    pub original: &'a str,
    /// The body as JSON, or why it is no YAML.
    pub json: Result<&'a str, &'a str>,
    /// What a strict reader of YAML refuses: repeated keys.
    pub strict: Option<&'a str>,
}

/// Reads a body in JSON. Here the WebAssembly module is cut in two, so it is never inlined.
#[inline(never)]
pub fn read_job(text: &str, strictness: Strictness, version: &ServerVersion) -> Result<Read, ApiError> {
    read_converted_job(Converted { original: text, json: Ok(text), strict: None }, strictness, version)
}

/// Reads a body in YAML.
pub fn read_converted_job(
    body: Converted<'_>,
    strictness: Strictness,
    version: &ServerVersion,
) -> Result<Read, ApiError> {
    let unrecognized = |error: String| {
        let summary = summary(body.original);
        bad_request(format!("the object provided is unrecognized (must be of type Job): {error} ({summary})"))
    };
    let json = body.json.map_err(|error| unrecognized(error.to_owned()))?;
    let node = document::parse(json).map_err(|error| unrecognized(no_kind(&error.message)))?;
    let kind = TypeMeta::of(&node).map_err(unrecognized)?;
    let refused = |error: &str| {
        let version = quote(&kind.version);
        bad_request(format!("{} in version {version} cannot be handled as a Job: {error}", kind.kind))
    };
    if !kind.is_job() {
        return Err(refused(&kind.problem(body.original)));
    }
    let decoded = decode("Job", &node, version).map_err(|DecodeError { path, message }| {
        let error = refused(&message);
        ApiError { fields: vec![field_error(path, message)], ..error }
    })?;
    let mut strict: Vec<StrictError> = Vec::new();
    if let Some(message) = body.strict {
        strict.push(StrictError { path: String::new(), message: message.to_owned() });
    }
    strict.extend(decoded.strict);
    if strictness == Strictness::Strict && !strict.is_empty() {
        let messages: Vec<&str> = strict.iter().map(|error| error.message.as_str()).collect();
        let error = refused(&format!("strict decoding error: {}", messages.join(", ")));
        let fields = strict.into_iter().map(|error| field_error(error.path, error.message)).collect();
        return Err(ApiError { fields, ..error });
    }
    let mut value = decoded.value;
    value["apiVersion"] = "batch/v1".into();
    value["kind"] = "Job".into();
    // The server keeps its own record of who set which field.
    if let Some(metadata) = value.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
    }
    let warnings = match strictness {
        Strictness::Ignore => Vec::new(),
        _ => strict.into_iter().map(|error| error.message).collect(),
    };
    Ok(Read { value, warnings })
}

/// What a body says it is, with the endpoint's own where it says nothing.
struct TypeMeta {
    group: String,
    version: String,
    kind: String,
}

impl TypeMeta {
    /// Mirrors `SimpleMetaFactory.Interpret` and `gvkWithDefaults`. Here the names of the fields are read without
    /// regard to case.
    fn of(node: &Node) -> Result<TypeMeta, String> {
        let entries = match node {
            Node::Object(entries) => entries.as_slice(),
            Node::Null => &[],
            _ => {
                const GO_TYPE: &str = "struct { APIVersion string \"json:\\\"apiVersion,omitempty\\\"\"; Kind string \"json:\\\"kind,omitempty\\\"\" }";
                return Err(no_kind(&format!(
                    "json: cannot unmarshal {} into Go value of type {GO_TYPE}",
                    node.go_name()
                )));
            }
        };
        let [mut api_version, mut kind] = [const { String::new() }; 2];
        let mut first_error = None;
        for (key, value) in entries {
            let (name, slot) = match folded(key).as_str() {
                "apiversion" => ("apiVersion", &mut api_version),
                "kind" => ("kind", &mut kind),
                _ => continue,
            };
            match value {
                Node::Text(text) => slot.clone_from(text),
                Node::Null => {}
                other if first_error.is_none() => {
                    first_error = Some(format!(
                        "json: cannot unmarshal {} into Go struct field .{name} of type string",
                        other.go_name()
                    ));
                }
                _ => {}
            }
        }
        if let Some(error) = first_error {
            return Err(no_kind(&error));
        }
        let (group, version) = match api_version.split_once('/') {
            _ if api_version == "/" => ("", ""),
            Some((_, version)) if version.contains('/') => {
                return Err(format!("unexpected GroupVersion string: {api_version}"));
            }
            Some(parts) => parts,
            None => ("", api_version.as_str()),
        };
        let (group, version) = match (group, version) {
            ("", "") | ("batch", "") => ("batch", "v1"),
            given => given,
        };
        let kind = if kind.is_empty() { "Job".to_owned() } else { kind };
        Ok(TypeMeta { group: group.to_owned(), version: version.to_owned(), kind })
    }

    fn is_job(&self) -> bool {
        self.group == "batch" && self.version == "v1" && self.kind == "Job"
    }

    /// Why this is no Job.
    fn problem(&self, body: &str) -> String {
        if self.version.is_empty() {
            return format!("Object 'apiVersion' is missing in '{body}'");
        }
        let group_version = match self.group.as_str() {
            "" => self.version.clone(),
            group => format!("{group}/{}", self.version),
        };
        if kinds::is_known(&group_version, &self.kind) {
            return format!("converting ({}.{}) to (batch.Job): unknown conversion", self.version, self.kind);
        }
        let (kind, group_version) = (quote(&self.kind), quote(&group_version));
        format!(
            "no kind {kind} is registered for version {group_version} in scheme \"pkg/api/legacyscheme/scheme.go:30\""
        )
    }
}

fn no_kind(error: &str) -> String {
    format!("couldn't get version/kind; json parse error: {error}")
}

/// Lower case, with the two letters beyond ASCII that Go takes for the same.
fn folded(name: &str) -> String {
    let fold = |letter: char| match letter {
        '\u{17f}' => 's',
        '\u{212a}' => 'k',
        _ => letter.to_ascii_lowercase(),
    };
    name.chars().map(fold).collect()
}

/// Mirrors `summarizeData`: the first bytes of the body, in hexadecimal unless it begins like JSON.
fn summary(body: &str) -> String {
    const LENGTH_MAX: usize = 30;
    let bytes = body.as_bytes();
    let start = bytes.get(..LENGTH_MAX).unwrap_or(bytes);
    let more = if bytes.len() > LENGTH_MAX { " ..." } else { "" };
    match start.first() {
        None => "<empty>".to_owned(),
        Some(b'{') => format!("{}{more}", String::from_utf8_lossy(start)),
        Some(_) => {
            let mut text: String = start.iter().map(|byte| format!("{byte:02x}")).collect();
            text.push_str(more);
            text
        }
    }
}

fn bad_request(message: String) -> ApiError {
    ApiError::new(ErrorReason::BadRequest, message)
}

fn field_error(path: String, message: String) -> FieldError {
    FieldError { path, reason: FieldErrorReason::FieldValueInvalid, message }
}
