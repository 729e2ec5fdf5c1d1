//! Manifests as kubectl and the API server read them: YAML 1.1 by go-yaml's rules, turned into Go's JSON.

mod create;
mod golden;
mod json;
mod kinds;
mod node;
mod number;
mod object_meta;
mod rfc3339;
mod scalar;
mod stream;
mod value;

pub use create::{Created, Document, apply, create};

use json::Json;

/// What kubectl would POST, or its words on stderr if it refuses anything itself.
pub fn documents(text: &str) -> Result<Vec<Document>, String> {
    let Created { documents, stderr } = create("manifest.yaml", text);
    if stderr.is_empty() { Ok(documents) } else { Err(stderr) }
}

/// Mirrors `YAMLToJSON` of sigs.k8s.io/yaml, also what the API server makes of an `application/yaml` body:
/// the first document as JSON, the last of repeated keys kept.
pub fn to_json(text: &str) -> Result<String, String> {
    Ok(read(text, false)?.to_string())
}

/// Mirrors `YAMLToJSONStrict`: an error for each key that is repeated.
pub fn to_json_strict(text: &str) -> Result<String, String> {
    Ok(read(text, true)?.to_string())
}

fn read(text: &str, strict: bool) -> Result<Json, String> {
    match node::compose(text)? {
        Some(tree) => value::decode(&tree, strict),
        None => Ok(Json::Null),
    }
}
