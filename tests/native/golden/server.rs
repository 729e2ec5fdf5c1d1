//! What Jobscope answers to a recorded request.

use jobscope::api::Kind;
use jobscope::api::request::ApiError;
use jobscope::api::schema::{Converted, Read, Strictness, encode, read_converted_job, read_job};
use jobscope::api::strategy::{self, Env};
use jobscope::api::version::ServerVersion;
use jobscope::time::Time;
use serde_json::Value;

use crate::yaml;

/// What the recorded server gave a new Job.
const UID: &str = "1ad3ad83-9f2b-4dff-8f4c-6e3a5b7c0001";
const NOW: &str = "2026-03-01T12:00:00Z";

/// A request of a record, with the recorded answer.
pub struct Request<'a> {
    /// The member of the record that holds the answer.
    pub key: &'static str,
    pub recorded: &'a Value,
    pub body: String,
    is_yaml: bool,
    path: String,
    pub strictness: Strictness,
    /// The Job that a PUT replaces.
    pub stored: Option<&'a Value>,
}

/// An answer as far as records show it.
pub struct Given {
    /// The Job as it is printed.
    pub outcome: Result<Value, ApiError>,
    pub warnings: Vec<String>,
    /// A real server does not come to an answer.
    pub real_server_panics: bool,
}

/// The requests that a record holds the answers to.
pub fn requests(record: &Value) -> Vec<Request<'_>> {
    if let Some(documents) = record["documents"].as_array() {
        let jobs = documents.iter().filter(|document| document["kind"] == "Job");
        return jobs.flat_map(|document| creations(document, document)).collect();
    }
    match &record["request"] {
        Value::Null => creations(record, &record["input"]),
        sent => {
            let stored = Some(&record["stored"]);
            vec![Request { stored, ..Request::new("result", record, sent, Strictness::Strict) }]
        }
    }
}

fn creations<'a>(record: &'a Value, sent: &Value) -> Vec<Request<'a>> {
    let asked = [("strict", Strictness::Strict), ("warn", Strictness::Warn)];
    let recorded = asked.into_iter().filter(|(key, _)| !record[key].is_null());
    recorded.map(|(key, strictness)| Request::new(key, record, sent, strictness)).collect()
}

impl<'a> Request<'a> {
    fn new(key: &'static str, record: &'a Value, sent: &Value, strictness: Strictness) -> Request<'a> {
        let body = match (&sent["text"], &sent["textBase64"]) {
            (Value::String(text), _) => text.clone(),
            (_, Value::String(encoded)) => String::from_utf8_lossy(&from_base64(encoded)).into_owned(),
            _ => panic!("a request has a text: {sent}"),
        };
        let is_yaml = sent["contentType"] == "application/yaml";
        let path = sent["path"].as_str().unwrap_or_default().to_owned();
        Request { key, recorded: &record[key], body, is_yaml, path, strictness, stored: None }
    }

    /// The Job of the body.
    fn read(&self, version: &ServerVersion) -> Result<Read, ApiError> {
        if !self.is_yaml {
            return read_job(&self.body, self.strictness, version);
        }
        let json = yaml::to_json(&self.body);
        let strict = yaml::to_json_strict(&self.body).err();
        let body = Converted {
            original: &self.body,
            json: json.as_deref().map_err(String::as_str),
            strict: strict.as_deref(),
        };
        read_converted_job(body, self.strictness, version)
    }
}

pub fn answer(request: &Request<'_>, version: &ServerVersion) -> Given {
    match request.read(version) {
        Ok(read) => carry_out(request, read, version),
        Err(error) => Given { outcome: Err(error), warnings: Vec::new(), real_server_panics: false },
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for letter in text.bytes().filter(|letter| *letter != b'=') {
        let digit = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}

/// Where a PUT goes: `…/jobs/NAME` or `…/jobs/NAME/status`.
fn target(path: &str) -> (&str, bool) {
    let name = path.rsplit_once("/jobs/").map_or("", |(_, name)| name);
    match name.strip_suffix("/status") {
        Some(name) => (name, true),
        None => (name, false),
    }
}

/// The store has no Job of that name, though the request fits it.
fn is_missing(job: &Value, stored: &Value, name: &str) -> bool {
    job["metadata"]["name"] == name && stored["metadata"]["name"] != name
}

/// Where and when the recorded server answered.
pub fn env(version: &ServerVersion) -> Env<'_> {
    let now = Time::parse(NOW).expect("it is a time");
    Env { namespace: "default", uid: UID, now, suffix: "xxxxx", version, validates: true }
}

/// Carries out what a Job was read for.
fn carry_out(request: &Request<'_>, read: Read, version: &ServerVersion) -> Given {
    let env = env(version);
    let outcome = match request.stored {
        None => strategy::create(read.value, &env),
        Some(stored) => {
            let stored =
                read_job(&stored.to_string(), Strictness::Ignore, version).expect("it was stored").value;
            let (name, is_status) = target(&request.path);
            if is_missing(&read.value, &stored, name) {
                let error = ApiError::not_found(Kind::Job, name);
                return Given { outcome: Err(error), warnings: read.warnings, real_server_panics: false };
            }
            match is_status {
                true => strategy::update_status(&stored, read.value, name, &env),
                false => strategy::update(&stored, read.value, name, &env),
            }
        }
    };
    let mut warnings = read.warnings;
    match outcome {
        Ok(accepted) => {
            warnings.extend(accepted.warnings);
            let mut object = encode(&accepted.object, version);
            // Records leave it out.
            object["metadata"].as_object_mut().expect("a Job has metadata").remove("resourceVersion");
            Given { outcome: Ok(object), warnings, real_server_panics: false }
        }
        Err(refused) => {
            warnings.extend(refused.warnings);
            Given { outcome: Err(refused.error), warnings, real_server_panics: refused.real_server_panics }
        }
    }
}
