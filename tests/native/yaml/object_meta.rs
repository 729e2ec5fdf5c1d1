//! What kubectl checks of an object before it asks the server: that its metadata can be read.

use super::json::Json;
use super::rfc3339::time;

enum Type {
    Text(&'static str),
    Int,
    Bool,
    Time,
    Texts,
    TextMap,
    List(&'static str, Fields),
    Anything,
}

type Fields = &'static [(&'static str, Type)];

const STRING: Type = Type::Text("string");

const OBJECT_META: Fields = &[
    ("name", STRING),
    ("generateName", STRING),
    ("namespace", STRING),
    ("selfLink", STRING),
    ("uid", Type::Text("types.UID")),
    ("resourceVersion", STRING),
    ("generation", Type::Int),
    ("creationTimestamp", Type::Time),
    ("deletionTimestamp", Type::Time),
    ("deletionGracePeriodSeconds", Type::Int),
    ("labels", Type::TextMap),
    ("annotations", Type::TextMap),
    ("ownerReferences", Type::List("OwnerReference", OWNER_REFERENCE)),
    ("finalizers", Type::Texts),
    ("managedFields", Type::List("ManagedFieldsEntry", MANAGED_FIELDS)),
];

const OWNER_REFERENCE: Fields = &[
    ("apiVersion", STRING),
    ("kind", STRING),
    ("name", STRING),
    ("uid", Type::Text("types.UID")),
    ("controller", Type::Bool),
    ("blockOwnerDeletion", Type::Bool),
];

const MANAGED_FIELDS: Fields = &[
    ("manager", STRING),
    ("operation", Type::Text("v1.ManagedFieldsOperationType")),
    ("apiVersion", STRING),
    ("time", Type::Time),
    ("fieldsType", STRING),
    ("fieldsV1", Type::Anything),
    ("subresource", STRING),
];

/// Mirrors `metadataValidatingDecoder`: reads on after a wrong type and tells the first, but a wrong time ends it.
pub fn check(object: &Json) -> Result<(), String> {
    let Json::Map(fields) = object else { return Ok(()) };
    let mut reader = Reader { first: None };
    for (name, value) in fields {
        if name != "metadata" {
            continue;
        }
        match value {
            Json::Map(fields) => reader.fields("ObjectMeta", "metadata", fields, OBJECT_META)?,
            Json::Null => {}
            other => reader.wrong("metadataOnlyObject", "metadata", other.kind(), "v1.ObjectMeta"),
        }
    }
    reader.first.map_or(Ok(()), Err)
}

struct Reader {
    first: Option<String>,
}

fn words(holder: &str, path: &str, kind: &str, wanted: &str) -> String {
    format!("json: cannot unmarshal {kind} into Go struct field {holder}.{path} of type {wanted}")
}

impl Reader {
    fn wrong(&mut self, holder: &str, path: &str, kind: &str, wanted: &str) {
        self.first.get_or_insert_with(|| words(holder, path, kind, wanted));
    }

    fn fields(
        &mut self,
        holder: &str,
        around: &str,
        values: &[(String, Json)],
        known: Fields,
    ) -> Result<(), String> {
        for (name, value) in values {
            if let Some((_, wanted)) = known.iter().find(|(field, _)| field == name) {
                self.value(holder, &format!("{around}.{name}"), value, wanted)?;
            }
        }
        Ok(())
    }

    fn value(&mut self, holder: &str, path: &str, value: &Json, wanted: &Type) -> Result<(), String> {
        let kind = value.kind();
        match (wanted, value) {
            (_, Json::Null) | (Type::Anything, _) => {}
            (Type::Text(_), Json::Text(_)) | (Type::Bool, Json::Bool(_)) => {}
            (Type::Text(name), _) => self.wrong(holder, path, kind, name),
            (Type::Bool, _) => self.wrong(holder, path, kind, "bool"),
            (Type::Int, Json::Number(literal)) => {
                if literal.parse::<i64>().is_err() {
                    self.wrong(holder, path, &format!("number {literal}"), "int64");
                }
            }
            (Type::Int, _) => self.wrong(holder, path, kind, "int64"),
            (Type::Time, Json::Text(text)) => time(text)?,
            (Type::Time, _) => return Err(words(holder, path, kind, "string")),
            (Type::Texts, Json::List(items)) => {
                for item in items {
                    self.value(holder, path, item, &STRING)?;
                }
            }
            (Type::Texts, _) => self.wrong(holder, path, kind, "[]string"),
            (Type::TextMap, Json::Map(pairs)) => {
                for (_, item) in pairs {
                    self.value(holder, path, item, &STRING)?;
                }
            }
            (Type::TextMap, _) => self.wrong(holder, path, kind, "map[string]string"),
            (Type::List(name, known), Json::List(items)) => {
                for item in items {
                    match item {
                        Json::Map(values) => self.fields(name, path, values, known)?,
                        Json::Null => {}
                        other => self.wrong(holder, path, other.kind(), &format!("v1.{name}")),
                    }
                }
            }
            (Type::List(name, _), _) => self.wrong(holder, path, kind, &format!("[]v1.{name}")),
        }
        Ok(())
    }
}
