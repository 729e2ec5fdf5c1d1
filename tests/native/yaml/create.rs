//! `kubectl create -f` and `kubectl apply -f` up to the first request: what it sends, and what it refuses without asking the server.

use jobscope::api::field::quote;

use super::json::{self, Json};
use super::kinds::{Scope, scope};
use super::object_meta;
use super::stream::Stream;

#[derive(Debug, PartialEq)]
pub struct Document {
    pub api_version: String,
    pub kind: String,
    /// Empty if there is none.
    pub name: String,
    /// The body of the request.
    pub text: String,
}

#[derive(Debug)]
pub struct Created {
    /// What is sent, in order.
    pub documents: Vec<Document>,
    /// What kubectl says of everything else; empty if there is nothing.
    pub stderr: String,
}

pub fn create(file: &str, text: &str) -> Created {
    run("create", file, text)
}

pub fn apply(file: &str, text: &str) -> Created {
    run("apply", file, text)
}

fn run(verb: &str, file: &str, text: &str) -> Created {
    let mut visitor = Visitor { verb, file, documents: Vec::new(), errors: Vec::new() };
    visitor.visit(text);
    let Visitor { documents, mut errors, .. } = visitor;
    if documents.is_empty() && errors.is_empty() {
        errors.push(Error::Alone(format!("no objects passed to {verb}")));
    }
    let stderr = match errors.as_slice() {
        [Error::Alone(words)] => format!("error: {words}\n"),
        [Error::OfItems(list)] => list.iter().map(|words| format!("{words}\n")).collect(),
        several => several.iter().map(|error| format!("{}\n", error.words())).collect(),
    };
    Created { documents, stderr }
}

enum Error {
    Alone(String),
    /// What is wrong with items of a list.
    OfItems(Vec<String>),
}

impl Error {
    fn words(&self) -> String {
        match self {
            Error::Alone(words) => words.clone(),
            Error::OfItems(list) => aggregate(list),
        }
    }
}

/// Several errors as one text, each once.
fn aggregate(list: &[String]) -> String {
    let mut distinct: Vec<&str> = Vec::new();
    for words in list {
        if !distinct.contains(&words.as_str()) {
            distinct.push(words);
        }
    }
    match distinct.as_slice() {
        [one] => (*one).into(),
        several => format!("[{}]", several.join(", ")),
    }
}

struct Visitor<'a> {
    verb: &'a str,
    file: &'a str,
    documents: Vec<Document>,
    errors: Vec<Error>,
}

impl Visitor<'_> {
    /// Ends at the first document that cannot be read, but goes on after one that cannot be sent.
    fn visit(&mut self, text: &str) {
        let mut stream = Stream::new(text);
        loop {
            let body = match stream.next() {
                Ok(Some(body)) if body == "null" => continue,
                Ok(Some(body)) => body,
                Ok(None) => return,
                Err(words) => {
                    return self.errors.push(Error::Alone(format!("error parsing {}: {words}", self.file)));
                }
            };
            let object = match validated(&body) {
                Ok(object) => object,
                Err(words) => {
                    return self.errors.push(Error::Alone(format!(
                        "error validating {}: error validating data: {words}; if you choose to ignore these errors, \
                         turn validation off with --validate=false",
                        quote(self.file)
                    )));
                }
            };
            if let Err(error) = self.object(object, &body) {
                self.errors.push(error);
            }
        }
    }

    /// Mirrors `infoForData` of the resource builder, and sends what it gives.
    fn object(&mut self, object: Json, body: &str) -> Result<(), Error> {
        let of_file = |words: String| Error::Alone(format!("unable to decode {}: {words}", quote(self.file)));
        let items = items_of(&object).map_err(of_file)?;
        let (api_version, kind) = type_of(&object);
        if kind.is_empty() {
            return Err(of_file(format!("Object 'Kind' is missing in '{body}'")));
        }
        object_meta::check(&object).map_err(of_file)?;
        let Some(scope) = scope(&api_version, &kind) else {
            let (name, namespace) = (quote(&meta(&object, "name")), quote(&meta(&object, "namespace")));
            return Err(Error::Alone(format!(
                "resource mapping not found for name: {name} namespace: {namespace} from {}: {}\nensure CRDs are \
                 installed first",
                quote(self.file),
                no_match(&api_version, &kind)
            )));
        };
        match items {
            Some(items) => self.items(items, &api_version, kind.strip_suffix("List").unwrap_or(&kind)),
            None => {
                self.send(object, api_version, kind, scope);
                Ok(())
            }
        }
    }

    /// Mirrors `FlattenListVisitor`.
    fn items(&mut self, items: Vec<Json>, api_version: &str, kind: &str) -> Result<(), Error> {
        if items.iter().any(|item| matches!(item.get("items"), Some(Json::List(_)))) {
            return Err(Error::Alone(
                "*unstructured.Unstructured is not a list: no Items field in this object".into(),
            ));
        }
        let mut errors = Vec::new();
        for mut item in items {
            let known = type_of(&item);
            if let (Json::Map(fields), true) = (&mut item, known.0.is_empty() && known.1.is_empty()) {
                fields.push(("apiVersion".into(), Json::Text(api_version.into())));
                fields.push(("kind".into(), Json::Text(kind.into())));
            }
            let (api_version, kind) = type_of(&item);
            let missing = "unable to get type info from the object \"*unstructured.Unstructured\": Object";
            if kind.is_empty() {
                errors.push(format!("{missing} 'Kind' is missing in 'object has no kind field '"));
            } else if api_version.is_empty() {
                errors.push(format!("{missing} 'apiVersion' is missing in 'object has no apiVersion field'"));
            } else if let Some(scope) = scope(&api_version, &kind) {
                self.send(item, api_version, kind, scope);
            } else {
                errors.push(format!("unable to recognize {}", no_match(&api_version, &kind)));
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(Error::OfItems(errors)) }
    }

    fn send(&mut self, mut object: Json, api_version: String, kind: String, scope: Scope) {
        in_namespace(&mut object, scope);
        let name = meta(&object, "name");
        if self.verb == "apply" && name.is_empty() {
            let words = without_name(self.file, &object, &api_version, &kind);
            return self.errors.push(Error::Alone(words));
        }
        self.documents.push(Document { api_version, kind, name, text: object.to_string() });
    }
}

/// What is applied is looked up first, and therefore needs a name. The plural is that of the kinds of `batch`.
fn without_name(file: &str, object: &Json, api_version: &str, kind: &str) -> String {
    let prefix = meta(object, "generateName");
    if !prefix.is_empty() {
        return format!("from {prefix}: cannot use generate name with apply");
    }
    let (file, plural) = (quote(file), kind.to_ascii_lowercase() + "s");
    let namespace = meta(object, "namespace");
    let namespace = if namespace.is_empty() { "default" } else { &namespace };
    format!(
        "error when retrieving current configuration of:\nResource: \"{api_version}, Resource={plural}\", \
         GroupVersionKind: \"{api_version}, Kind={kind}\"\nName: \"\", Namespace: \"{namespace}\"\nfrom server \
         for: {file}: resource name may not be empty"
    )
}

/// Mirrors `paramVerifyingSchema`: whether the text says what it is. What a list holds is checked by kubectl itself,
/// here as far as that its items say what they are.
fn validated(body: &str) -> Result<Json, String> {
    let (mut object, _) = json::parse(body).map_err(|refusal| format!("{refusal:?}"))?;
    object.normalize()?;
    let mut errors = wrong_type(&object);
    if errors.is_empty() && type_of(&object) == ("v1".into(), "List".into()) {
        match object.get("items") {
            Some(Json::List(items)) => errors = items.iter().flat_map(wrong_type).collect(),
            _ => errors.push("invalid object to validate".into()),
        }
    }
    if errors.is_empty() { Ok(object) } else { Err(aggregate(&errors)) }
}

fn wrong_type(object: &Json) -> Vec<String> {
    let Json::Map(_) = object else { return vec!["invalid object to validate".into()] };
    let mut errors = Vec::new();
    for name in ["apiVersion", "kind"] {
        match object.get(name) {
            None | Some(Json::Null) => errors.push(format!("{name} not set")),
            Some(Json::Text(text)) if name == "apiVersion" && text.matches('/').count() > 1 => {
                errors.push(format!("unexpected GroupVersion string: {text}"));
            }
            Some(Json::Text(_)) => {}
            Some(_) => errors.push(format!("{name} isn't string type")),
        }
    }
    errors
}

/// What an object with `items` holds; it is a list whatever its kind.
fn items_of(object: &Json) -> Result<Option<Vec<Json>>, String> {
    let items = match object.get("items") {
        None => return Ok(None),
        Some(Json::Null) => return Ok(Some(Vec::new())),
        Some(Json::List(items)) => items,
        Some(other) => {
            let kind = other.kind();
            return Err(format!(
                "json: cannot unmarshal {kind} into Go struct field decodeList.items of type []json.RawMessage"
            ));
        }
    };
    match items.iter().find(|item| !matches!(item, Json::Map(_) | Json::Null)) {
        Some(other) => Err(format!(
            "json: cannot unmarshal {} into Go value of type map[string]interface {{}}",
            other.kind()
        )),
        None => Ok(Some(items.clone())),
    }
}

fn type_of(object: &Json) -> (String, String) {
    let text = |name: &str| object.get(name).and_then(Json::text).unwrap_or("").to_string();
    let api_version = text("apiVersion");
    (api_version.strip_prefix('/').unwrap_or(&api_version).into(), text("kind"))
}

fn meta(object: &Json, name: &str) -> String {
    let value = object.get("metadata").and_then(|meta| meta.get(name));
    value.and_then(Json::text).unwrap_or("").into()
}

fn no_match(api_version: &str, kind: &str) -> String {
    format!("no matches for kind {} in version {}", quote(kind), quote(api_version))
}

/// Mirrors `SetNamespace`: what has no namespace gets the default one, and what cannot have one loses it.
fn in_namespace(object: &mut Json, scope: Scope) {
    let empty = meta(object, "namespace").is_empty();
    let Json::Map(fields) = object else { return };
    if scope == Scope::Namespace && empty && !fields.iter().any(|(name, _)| name == "metadata") {
        fields.push(("metadata".into(), Json::Map(Vec::new())));
    }
    for (name, value) in fields {
        if let (Json::Map(meta), "metadata", false) =
            (value, name.as_str(), (scope == Scope::Cluster) == empty)
        {
            meta.retain(|(name, _)| name != "namespace");
            if scope == Scope::Namespace {
                meta.push(("namespace".into(), Json::Text("default".into())));
            }
        }
    }
}
