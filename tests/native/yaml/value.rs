//! Nodes to JSON: aliases, merges and repeated keys as go-yaml decodes them into untyped values.

use std::collections::BTreeSet;

use super::json::Json;
use super::node::{Data, Id, Node, Tree};
use super::number;
use super::scalar::{self, Scalar};

#[derive(Clone, Debug)]
enum Value {
    Scalar(Scalar),
    List(Vec<Value>),
    /// In the order of the first appearance of each key.
    Map(Vec<(Scalar, Value)>),
}

pub fn decode(tree: &Tree, strict: bool) -> Result<Json, String> {
    let mut decoder =
        Decoder { tree, strict, repeated: Vec::new(), open: BTreeSet::new(), steps: Steps::default() };
    let value = decoder.value(0)?;
    if !decoder.repeated.is_empty() {
        let lines: Vec<String> = decoder.repeated.iter().map(|line| format!("\n  {line}")).collect();
        return Err(format!("yaml: unmarshal errors:{}", lines.concat()));
    }
    json(&value)
}

/// How much of the work is following aliases: go-yaml gives up on documents that explode.
#[derive(Default)]
struct Steps {
    all: u32,
    aliased: u32,
    depth: u32,
}

impl Steps {
    fn excessive(&mut self) -> bool {
        self.all += 1;
        self.aliased += u32::from(self.depth > 0);
        let allowed = match f64::from(self.all) {
            all if all <= 400_000.0 => 0.99,
            all if all >= 4_000_000.0 => 0.10,
            all => 0.99 - 0.89 * (all - 400_000.0) / 3_600_000.0,
        };
        self.aliased > 100 && self.all > 1000 && f64::from(self.aliased) / f64::from(self.all) > allowed
    }
}

struct Decoder<'a> {
    tree: &'a Tree,
    strict: bool,
    repeated: Vec<String>,
    /// Aliases that are being followed.
    open: BTreeSet<Id>,
    steps: Steps,
}

impl<'a> Decoder<'a> {
    fn node(&self, id: Id) -> &'a Node {
        &self.tree.0[id]
    }

    fn value(&mut self, id: Id) -> Result<Value, String> {
        if self.steps.excessive() {
            return Err("yaml: document contains excessive aliasing".into());
        }
        let node = self.node(id);
        match &node.data {
            Data::Scalar { text, plain } => Ok(Value::Scalar(scalar_of(node, text, *plain)?)),
            Data::Alias { name, of } => self.followed(id, name, |decoder| decoder.value(*of)),
            Data::List(items) => {
                Ok(Value::List(items.iter().map(|item| self.value(*item)).collect::<Result<_, _>>()?))
            }
            Data::Map(_) => {
                let mut map = Vec::new();
                self.fill(id, &mut map)?;
                Ok(Value::Map(map))
            }
        }
    }

    fn followed<T>(
        &mut self,
        alias: Id,
        name: &str,
        follow: impl FnOnce(&mut Self) -> Result<T, String>,
    ) -> Result<T, String> {
        if !self.open.insert(alias) {
            return Err(format!("yaml: anchor '{name}' value contains itself"));
        }
        self.steps.depth += 1;
        let result = follow(self);
        self.steps.depth -= 1;
        self.open.remove(&alias);
        result
    }

    fn fill(&mut self, id: Id, map: &mut Vec<(Scalar, Value)>) -> Result<(), String> {
        let Data::Map(pairs) = &self.node(id).data else { return Err(NO_MAP.into()) };
        for pair in pairs.chunks_exact(2) {
            let (key, value) = (pair[0], pair[1]);
            if self.is_merge(key) {
                self.merge(value, map)?;
                continue;
            }
            let key = match self.value(key)? {
                Value::Scalar(key) => key,
                other => return Err(format!("yaml: invalid map key: {}", go_syntax(&other))),
            };
            let line = self.node(value).line;
            let value = self.value(value)?;
            match map.iter_mut().find(|(known, _)| same(known, &key)) {
                Some(_) if self.strict => {
                    let shown = go_syntax(&Value::Scalar(key));
                    self.repeated.push(format!("line {line}: key {shown} already set in map"));
                }
                Some((_, known)) => *known = value,
                None => map.push((key, value)),
            }
        }
        Ok(())
    }

    fn is_merge(&self, key: Id) -> bool {
        let node = self.node(key);
        matches!(&node.data, Data::Scalar { text, plain } if text == "<<" && (*plain || node.tag == "!!merge"))
    }

    /// What is merged comes in at its place: it replaces what stands before it, and is replaced by what follows.
    fn merge(&mut self, id: Id, map: &mut Vec<(Scalar, Value)>) -> Result<(), String> {
        match &self.node(id).data {
            // Of several maps the first ones win.
            Data::List(maps) => maps.iter().rev().try_for_each(|map_id| self.merge_one(*map_id, map)),
            _ => self.merge_one(id, map),
        }
    }

    fn merge_one(&mut self, id: Id, map: &mut Vec<(Scalar, Value)>) -> Result<(), String> {
        if self.steps.excessive() {
            return Err("yaml: document contains excessive aliasing".into());
        }
        match &self.node(id).data {
            Data::Alias { name, of } => self.followed(id, name, |decoder| {
                decoder.steps.all += 1;
                decoder.fill(*of, map)
            }),
            _ => self.fill(id, map),
        }
    }
}

const NO_MAP: &str = "yaml: map merge requires map or sequence of maps as the value";

fn scalar_of(node: &Node, text: &str, plain: bool) -> Result<Scalar, String> {
    if node.tag.is_empty() && !plain {
        return Ok(Scalar::Text(text.into()));
    }
    if node.tag == "!!binary" {
        let bytes = base64(text).ok_or("yaml: !!binary value contains invalid base64 data")?;
        return Ok(Scalar::Text(String::from_utf8_lossy(&bytes).into_owned()));
    }
    scalar::resolve(&node.tag, text).map_err(|words| format!("yaml: {words}"))
}

fn same(one: &Scalar, other: &Scalar) -> bool {
    match (one, other) {
        (Scalar::Date(one) | Scalar::Text(one), Scalar::Date(other) | Scalar::Text(other)) => one == other,
        _ => one == other,
    }
}

/// Standard encoding, with padding; line breaks do not count.
fn base64(text: &str) -> Option<Vec<u8>> {
    let text: Vec<u8> = text.bytes().filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let padding = text.iter().rev().take_while(|byte| **byte == b'=').count();
    if padding > 2 {
        return None;
    }
    let mut bytes = Vec::new();
    for four in text[..text.len() - padding].chunks(4) {
        let mut bits = 0u32;
        for byte in four {
            let value = match byte {
                b'A'..=b'Z' => byte - b'A',
                b'a'..=b'z' => byte - b'a' + 26,
                b'0'..=b'9' => byte - b'0' + 52,
                b'+' => 62,
                b'/' => 63,
                _ => return None,
            };
            bits = bits << 6 | u32::from(value);
        }
        bits <<= 6 * (4 - four.len());
        bytes.extend(&bits.to_be_bytes()[1..four.len()]);
    }
    Some(bytes)
}

fn json(value: &Value) -> Result<Json, String> {
    Ok(match value {
        Value::Scalar(Scalar::Null) => Json::Null,
        Value::Scalar(Scalar::Bool(value)) => Json::Bool(*value),
        Value::Scalar(Scalar::Int(value)) => Json::Number(value.to_string()),
        Value::Scalar(Scalar::Uint(value)) => Json::Number(value.to_string()),
        Value::Scalar(Scalar::Float(value)) if value.is_nan() => {
            return Err("json: unsupported value: NaN".into());
        }
        Value::Scalar(Scalar::Float(value)) if value.is_infinite() => {
            let sign = if *value > 0.0 { '+' } else { '-' };
            return Err(format!("json: unsupported value: {sign}Inf"));
        }
        Value::Scalar(Scalar::Float(value)) => Json::Number(number::json(*value)),
        Value::Scalar(Scalar::Text(text) | Scalar::Date(text)) => Json::Text(text.clone()),
        Value::List(items) => Json::List(items.iter().map(json).collect::<Result<_, _>>()?),
        Value::Map(pairs) => {
            let mut map = Vec::new();
            for (key, value) in pairs {
                map.push((key_text(key, value)?, json(value)?));
            }
            Json::Map(map)
        }
    })
}

fn key_text(key: &Scalar, value: &Value) -> Result<String, String> {
    let type_name = match key {
        Scalar::Text(text) | Scalar::Date(text) => return Ok(text.clone()),
        Scalar::Int(key) => return Ok(key.to_string()),
        Scalar::Bool(key) => return Ok(key.to_string()),
        Scalar::Float(key) => return Ok(number::key(*key)),
        Scalar::Null => "%!s(<nil>)",
        Scalar::Uint(_) => "uint64",
    };
    let key = go_syntax(&Value::Scalar(key.clone()));
    Err(format!("unsupported map key of type: {type_name}, key: {key}, value: {}", go_syntax(value)))
}

/// A value as Go's verb `%#v` prints it.
fn go_syntax(value: &Value) -> String {
    match value {
        Value::Scalar(Scalar::Null) => "<nil>".into(),
        Value::Scalar(Scalar::Bool(value)) => value.to_string(),
        Value::Scalar(Scalar::Int(value)) => value.to_string(),
        Value::Scalar(Scalar::Uint(value)) => format!("{value:#x}"),
        Value::Scalar(Scalar::Float(value)) => number::general(*value),
        Value::Scalar(Scalar::Text(text) | Scalar::Date(text)) => format!("{text:?}"),
        Value::List(items) => {
            let items: Vec<String> = items.iter().map(inner_syntax).collect();
            format!("[]interface {{}}{{{}}}", items.join(", "))
        }
        Value::Map(pairs) => {
            let mut pairs: Vec<String> = pairs
                .iter()
                .map(|(key, value)| {
                    format!("{}:{}", go_syntax(&Value::Scalar(key.clone())), inner_syntax(value))
                })
                .collect();
            pairs.sort();
            format!("map[interface {{}}]interface {{}}{{{}}}", pairs.join(", "))
        }
    }
}

fn inner_syntax(value: &Value) -> String {
    match value {
        Value::Scalar(Scalar::Null) => "interface {}(nil)".into(),
        _ => go_syntax(value),
    }
}
