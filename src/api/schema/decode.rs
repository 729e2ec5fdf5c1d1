//! From a JSON tree to the plain data of a Go struct, as `sigs.k8s.io/json` decodes: in document order, going on after
//! an error of type, stopping at the first value that a type of its own refuses.

use std::fmt;

use serde_json::{Map, Value};

use super::super::document::Node;
use super::super::field::quote;
use super::super::quantity::Quantity;
use super::super::version::ServerVersion;
use super::field::{Base, Field, Shape, fields};
use super::instant;

/// What a document holds, with the fields that a strict reader refuses.
#[derive(Clone, Debug, PartialEq)]
pub struct Decoded {
    /// In the shape of the versioned object: null fields and empty values are left out, except explicit zeros of
    /// pointers.
    pub value: Value,
    /// Unknown and repeated fields, in the order of the document.
    pub strict: Vec<StrictError>,
}

/// A field that a lenient reader skips, or reads once more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StrictError {
    /// With indexes, such as `spec.template.spec.containers[0].imag`.
    pub path: String,
    pub message: String,
}

/// Why a document does not fit the struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// With indexes, such as `spec.template.spec.containers[0].image`.
    pub path: String,
    pub message: String,
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for DecodeError {}

/// So many strict errors are kept.
const STRICT_MAX: usize = 100;

/// Decodes a struct of the table, such as `Job`.
pub fn decode(name: &'static str, node: &Node, version: &ServerVersion) -> Result<Decoded, DecodeError> {
    let mut decoder = Decoder {
        version,
        path: String::new(),
        go_path: String::new(),
        go_struct: "",
        first_error: None,
        strict: Vec::new(),
    };
    let mut value = Value::Null;
    decoder.one(node, Base::Struct(name), false, &mut value)?;
    match decoder.first_error {
        Some(error) => Err(error),
        None => {
            if value.is_null() {
                value = Value::Object(Map::new());
            }
            Ok(Decoded { value, strict: decoder.strict })
        }
    }
}

struct Decoder<'a> {
    version: &'a ServerVersion,
    /// Where the decoder is, with indexes and keys.
    path: String,
    /// The same as Go's errors of type say it: fields only.
    go_path: String,
    /// The struct of the innermost field.
    go_struct: &'static str,
    first_error: Option<DecodeError>,
    strict: Vec<StrictError>,
}

/// `Err` ends the decoding, as an error of a type's own `UnmarshalJSON` does.
type Step = Result<(), DecodeError>;

impl Decoder<'_> {
    /// Decodes into what an earlier field of the same name left: Go merges them.
    fn field(&mut self, node: &Node, field: &Field, slot: &mut Value) -> Step {
        match (field.shape, node) {
            (Shape::One, _) => self.one(node, field.base, field.pointer || !field.always, slot),
            (_, Node::Null) => {
                *slot = Value::Null;
                Ok(())
            }
            (Shape::List, Node::List(nodes)) => self.list(nodes, field.base, slot),
            (Shape::Map, Node::Object(entries)) => self.map(entries, field.base, slot),
            _ => {
                self.mismatch(node, false, &field.go_type());
                Ok(())
            }
        }
    }

    fn list(&mut self, nodes: &[Node], base: Base, slot: &mut Value) -> Step {
        let mut items = match slot.take() {
            Value::Array(items) => items,
            _ => Vec::new(),
        };
        items.resize(nodes.len(), Value::Null);
        for (index, (node, item)) in nodes.iter().zip(&mut items).enumerate() {
            let length = self.path.len();
            self.path.push_str(&format!("[{index}]"));
            self.element(node, base, item)?;
            self.path.truncate(length);
        }
        *slot = Value::Array(items);
        Ok(())
    }

    fn map(&mut self, entries: &[(String, Node)], base: Base, slot: &mut Value) -> Step {
        let mut map = match slot.take() {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        for (at, (key, node)) in entries.iter().enumerate() {
            let length = self.enter(key);
            if entries.iter().take(at).any(|(earlier, _)| earlier == key) {
                self.complain("duplicate");
            }
            let mut item = Value::Null;
            self.element(node, base, &mut item)?;
            map.insert(key.clone(), item);
            self.path.truncate(length);
        }
        *slot = Value::Object(map);
        Ok(())
    }

    /// An item of a list or map has a zero value, never none.
    fn element(&mut self, node: &Node, base: Base, slot: &mut Value) -> Step {
        self.one(node, base, false, slot)?;
        if slot.is_null() {
            *slot = match base {
                Base::Struct(_) => Value::Object(Map::new()),
                Base::Int32 | Base::Int64 | Base::IntOrString => 0.into(),
                Base::Bool => false.into(),
                Base::Quantity(_) => "0".into(),
                Base::Text(_) | Base::Time | Base::Raw => "".into(),
            };
        }
        Ok(())
    }

    fn structure(&mut self, entries: &[(String, Node)], name: &'static str, slot: &mut Value) -> Step {
        let known = fields(name, self.version);
        let mut map = match slot.take() {
            Value::Object(map) => map,
            _ => Map::new(),
        };
        let outer = self.go_struct;
        for (at, (key, node)) in entries.iter().enumerate() {
            let length = self.enter(key);
            if let Some(field) = known.iter().find(|field| field.name == key) {
                if entries.iter().take(at).any(|(earlier, _)| earlier == key) {
                    self.complain("duplicate");
                }
                let go_length = self.go_path.len();
                if self.version.names_embedded_structs && !field.embedded.is_empty() {
                    self.enter_go(field.embedded);
                }
                self.enter_go(field.name);
                self.go_struct = name;
                let mut value = map.remove(key).unwrap_or_default();
                self.field(node, field, &mut value)?;
                let left_out = value.is_null() || (field.drops_empty() && is_empty(&value, field.base));
                if !left_out {
                    map.insert(key.clone(), value);
                }
                self.go_path.truncate(go_length);
                self.go_struct = outer;
            } else {
                self.complain("unknown");
            }
            self.path.truncate(length);
        }
        *slot = Value::Object(map);
        Ok(())
    }

    /// Null makes a pointer nil, and leaves other values alone, unless the type has its own idea.
    fn one(&mut self, node: &Node, base: Base, pointer: bool, slot: &mut Value) -> Step {
        if matches!(node, Node::Null) {
            if pointer || matches!(base, Base::Time | Base::Quantity(_) | Base::IntOrString | Base::Raw) {
                *slot = Value::Null;
            }
            return Ok(());
        }
        match (base, node) {
            (Base::Struct(name), Node::Object(entries)) => return self.structure(entries, name, slot),
            (Base::Text(_) | Base::IntOrString, Node::Text(text)) => *slot = text.as_str().into(),
            (Base::Bool, Node::Bool(value)) => *slot = (*value).into(),
            (Base::Int32, Node::Number(literal)) if literal.parse::<i32>().is_ok() => {
                *slot = literal.parse::<i32>().unwrap_or_default().into();
            }
            (Base::Int64, Node::Number(literal)) if literal.parse::<i64>().is_ok() => {
                *slot = literal.parse::<i64>().unwrap_or_default().into();
            }
            (Base::IntOrString, Node::Number(literal)) if literal.parse::<i32>().is_ok() => {
                *slot = literal.parse::<i32>().unwrap_or_default().into();
            }
            (Base::Time, Node::Text(text)) => {
                *slot = instant::parse(text).map_err(|error| self.stop(error))?.into()
            }
            (Base::Quantity(_), _) => {
                let text = match node {
                    Node::Text(text) | Node::Number(text) => text.trim(),
                    // No other JSON is a quantity: it is refused for its first letter.
                    _ => "?",
                };
                let quantity = Quantity::parse(text).map_err(|error| self.stop(error.to_string()))?;
                *slot = quantity.text().into();
            }
            (Base::Raw, _) => {}
            (Base::Time | Base::IntOrString, _) => {
                return Err(self.type_error(node, base == Base::IntOrString, &base.go_type()));
            }
            _ => self.mismatch(node, matches!(base, Base::Int32 | Base::Int64), &base.go_type()),
        }
        Ok(())
    }

    fn enter(&mut self, key: &str) -> usize {
        let length = self.path.len();
        if length > 0 {
            self.path.push('.');
        }
        self.path.push_str(key);
        length
    }

    fn enter_go(&mut self, name: &str) {
        if !self.go_path.is_empty() {
            self.go_path.push('.');
        }
        self.go_path.push_str(name);
    }

    /// Notes that the field at hand is unknown or stands there again.
    fn complain(&mut self, what: &str) {
        if self.strict.len() >= STRICT_MAX {
            return;
        }
        let message = format!("{what} field {}", quote(&self.path));
        if self.strict.iter().all(|error| error.message != message) {
            self.strict.push(StrictError { path: self.path.clone(), message });
        }
    }

    /// Notes an error of type. Go goes on, and tells the first.
    fn mismatch(&mut self, node: &Node, is_number: bool, go_type: &str) {
        if self.first_error.is_none() {
            self.first_error = Some(self.type_error(node, is_number, go_type));
        }
    }

    /// A number is shown only where one was wanted.
    fn type_error(&self, node: &Node, is_number: bool, go_type: &str) -> DecodeError {
        let found = node.go_name();
        let literal = match node {
            Node::Number(literal) if is_number => format!(" {literal}"),
            _ => String::new(),
        };
        let place = match self.go_struct {
            "" => "value".to_owned(),
            name => format!("struct field {name}.{}", self.go_path),
        };
        self.stop(format!("json: cannot unmarshal {found}{literal} into Go {place} of type {go_type}"))
    }

    fn stop(&self, message: String) -> DecodeError {
        DecodeError { path: self.path.clone(), message }
    }
}

/// Whether Go would leave it out, or write it without being asked.
fn is_empty(value: &Value, base: Base) -> bool {
    match value {
        Value::Null => true,
        Value::Bool(value) => !value,
        Value::Number(number) => number.as_i64() == Some(0),
        Value::String(text) => match base {
            Base::Time => text == instant::ZERO,
            Base::Quantity(_) => text == "0",
            _ => text.is_empty(),
        },
        Value::Array(items) => items.is_empty(),
        Value::Object(map) => map.is_empty(),
    }
}
