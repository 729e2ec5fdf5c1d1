//! Reading the table of structs.

use super::super::version::ServerVersion;
use super::table::STRUCTS;

/// A field of a Go struct.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub name: &'static str,
    pub pointer: bool,
    /// Written even when it is empty.
    pub always: bool,
    /// The embedded struct that it comes from; empty for the struct itself.
    pub embedded: &'static str,
    pub shape: Shape,
    pub base: Base,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    One,
    List,
    Map,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    Int32,
    Int64,
    Bool,
    /// With the name of its type, empty for `string`.
    Text(&'static str),
    Time,
    /// With the name of the map type that holds it.
    Quantity(&'static str),
    IntOrString,
    Raw,
    Struct(&'static str),
}

impl Field {
    /// Whether an empty value goes without saying: Go's `omitempty` of what is not a pointer. The values that are
    /// always written are left out as well, encoding puts them back. An empty list of scalars is kept where one must
    /// not be: the error shows whether it was there.
    pub fn drops_empty(&self) -> bool {
        match (self.shape, self.base) {
            (Shape::List, Base::Int32 | Base::Text(_)) => !self.always,
            (Shape::List | Shape::Map, _) => true,
            (Shape::One, Base::Struct(_) | Base::Time | Base::Quantity(_)) => self.always && !self.pointer,
            _ => !self.pointer,
        }
    }

    /// Go's name of the type as a whole.
    pub fn go_type(&self) -> String {
        match (self.shape, self.base) {
            (Shape::Map, Base::Quantity(name)) => qualified(name),
            (Shape::Map, base) => format!("map[string]{}", base.go_type()),
            (Shape::List, base) => format!("[]{}", base.go_type()),
            (Shape::One, base) => base.go_type(),
        }
    }
}

impl Base {
    pub fn go_type(self) -> String {
        match self {
            Base::Int32 | Base::IntOrString => "int32".to_owned(),
            Base::Int64 => "int64".to_owned(),
            Base::Bool => "bool".to_owned(),
            Base::Text(name) if !name.is_empty() => qualified(name),
            Base::Struct(name) => qualified(name),
            _ => "string".to_owned(),
        }
    }
}

fn qualified(name: &str) -> String {
    if name.contains('.') { name.to_owned() } else { format!("v1.{name}") }
}

/// The fields of a struct that a version knows.
pub(super) fn fields(name: &str, version: &ServerVersion) -> Vec<Field> {
    let row = STRUCTS.binary_search_by(|(known, _)| (*known).cmp(name)).ok().and_then(|at| STRUCTS.get(at));
    let mut embedded = "";
    let mut fields = Vec::new();
    for word in row.map_or("", |(_, row)| row).split(' ') {
        if let Some(name) = word.strip_prefix('/') {
            embedded = name;
        } else if let Some(field) = read(word, embedded, version) {
            fields.push(field);
        }
    }
    fields
}

fn read(word: &'static str, embedded: &'static str, version: &ServerVersion) -> Option<Field> {
    let (name, rest) = word.split_once(':')?;
    let kind = rest.trim_start_matches(['*', '!', '+']);
    let flags = rest.strip_suffix(kind)?;
    if flags.contains('+') && !version.fields_since_1_34 {
        return None;
    }
    let (shape, base) = match kind.strip_prefix('[') {
        Some(base) => (Shape::List, base),
        None => kind.strip_prefix('{').map_or((Shape::One, kind), |base| (Shape::Map, base)),
    };
    let type_name = base.get(1..)?;
    let base = match base.as_bytes().first()? {
        b'i' => Base::Int32,
        b'l' => Base::Int64,
        b'b' => Base::Bool,
        b's' => Base::Text(type_name),
        b't' => Base::Time,
        b'q' => Base::Quantity(type_name),
        b'o' => Base::IntOrString,
        b'@' => Base::Struct(type_name),
        _ => Base::Raw,
    };
    Some(Field { name, pointer: flags.contains('*'), always: flags.contains('!'), embedded, shape, base })
}
