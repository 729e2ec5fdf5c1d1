//! Typed values from plain data, such as a `Job` from a [`Value`]: one reader for everything that comes from outside.
//!
//! Members are named in camelCase. An absent member and null are alike. What a value has beyond its members is ignored,
//! unless its type says `only`. A misfit is told with its place.

mod fields;
mod shapes;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::{Map, Value};

use super::written::whole;
use crate::sorted::SortedMap;
use crate::time::Time;
pub(crate) use fields::{Fields, Word};
pub(crate) use shapes::{plain_field, plain_struct, plain_type, plain_variants, plain_words};

/// Why data has not the shape that it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// Where, such as `actions[3].pod`; empty for the data as a whole.
    pub path: String,
    pub message: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.path.is_empty() {
            return formatter.write_str(&self.message);
        }
        write!(formatter, "{}: {}", self.path, self.message)
    }
}

impl std::error::Error for Misfit {}

/// A type that is read from plain data.
pub trait FromPlain: Sized {
    /// `None`, or a value that does not matter, after the reader was told of a misfit.
    fn read(value: &Value, reader: &mut Reader) -> Option<Self>;

    fn from_plain(value: &Value) -> Result<Self, Misfit> {
        Self::from_member(value, "")
    }

    /// The same for data that is named so.
    fn from_member(value: &Value, name: &str) -> Result<Self, Misfit> {
        let mut reader = Reader { path: name.to_owned(), misfit: None };
        match Self::read(value, &mut reader) {
            Some(read) if reader.misfit.is_none() => Ok(read),
            _ => Err(reader.finish()),
        }
    }
}

/// Where reading is, and what did not fit first. Reading goes on after a misfit as far as that is simplest.
pub struct Reader {
    path: String,
    misfit: Option<Misfit>,
}

impl Reader {
    fn finish(mut self) -> Misfit {
        self.tell("does not fit".to_owned());
        self.misfit.unwrap_or(Misfit { path: self.path, message: String::new() })
    }

    pub(crate) fn tell(&mut self, message: String) {
        if self.misfit.is_none() {
            self.misfit = Some(Misfit { path: self.path.clone(), message });
        }
    }

    /// Tells of a member, which may be absent.
    fn tell_of(&mut self, member: &str, message: &str) {
        let mark = self.enter(member);
        self.tell(message.to_owned());
        self.leave(mark);
    }

    fn enter(&mut self, member: &str) -> usize {
        let mark = self.path.len();
        if mark > 0 {
            self.path.push('.');
        }
        self.path.push_str(member);
        mark
    }

    fn enter_item(&mut self, index: usize) -> usize {
        let mark = self.path.len();
        self.path.push_str(&format!("[{index}]"));
        mark
    }

    /// Back to where `enter` was called.
    fn leave(&mut self, mark: usize) {
        self.path.truncate(mark);
    }

    fn expected(&mut self, what: &str, found: &Value) {
        let found = match found {
            Value::Null => "null",
            Value::Bool(true) => "true",
            Value::Bool(false) => "false",
            Value::Number(number) => &whole(number),
            Value::String(_) => "text",
            Value::Array(_) => "a list",
            Value::Object(_) => "an object",
        };
        self.tell(format!("expected {what}, found {found}"));
    }

    pub(crate) fn text<'a>(&mut self, value: &'a Value) -> Option<&'a str> {
        let text = value.as_str();
        if text.is_none() {
            self.expected("text", value);
        }
        text
    }

    fn number(&mut self, value: &Value, min: i64, max: i64) -> Option<i64> {
        let number = value.as_i64();
        match number {
            Some(number) if (min..=max).contains(&number) => return Some(number),
            Some(number) => self.tell(format!("expected a number from {min} to {max}, found {number}")),
            None => self.expected("a whole number", value),
        }
        None
    }

    fn list<'a>(&mut self, value: &'a Value) -> &'a [Value] {
        match value {
            Value::Array(items) => items,
            _ => {
                self.expected("a list", value);
                &[]
            }
        }
    }

    fn object<'a>(&mut self, value: &'a Value) -> Option<&'a Map<String, Value>> {
        let members = value.as_object();
        if members.is_none() {
            self.expected("an object", value);
        }
        members
    }
}

impl FromPlain for bool {
    fn read(value: &Value, reader: &mut Reader) -> Option<bool> {
        let read = value.as_bool();
        if read.is_none() {
            reader.expected("true or false", value);
        }
        read
    }
}

impl FromPlain for i32 {
    fn read(value: &Value, reader: &mut Reader) -> Option<i32> {
        reader.number(value, i32::MIN.into(), i32::MAX.into()).map(|number| number as i32)
    }
}

impl FromPlain for u32 {
    fn read(value: &Value, reader: &mut Reader) -> Option<u32> {
        reader.number(value, 0, u32::MAX.into()).map(|number| number as u32)
    }
}

impl FromPlain for i64 {
    fn read(value: &Value, reader: &mut Reader) -> Option<i64> {
        reader.number(value, i64::MIN, i64::MAX)
    }
}

impl FromPlain for u64 {
    fn read(value: &Value, reader: &mut Reader) -> Option<u64> {
        reader.number(value, 0, i64::MAX).map(|number| number as u64)
    }
}

impl FromPlain for String {
    fn read(value: &Value, reader: &mut Reader) -> Option<String> {
        reader.text(value).map(str::to_owned)
    }
}

impl FromPlain for Arc<str> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Arc<str>> {
        reader.text(value).map(Arc::from)
    }
}

/// RFC 3339 text.
impl FromPlain for Time {
    fn read(value: &Value, reader: &mut Reader) -> Option<Time> {
        let text = reader.text(value)?;
        let time = Time::parse(text);
        if time.is_none() {
            reader.tell(format!("\"{text}\" is not an RFC 3339 time"));
        }
        time
    }
}

/// Kept as it is.
impl FromPlain for Value {
    fn read(value: &Value, _: &mut Reader) -> Option<Value> {
        Some(value.clone())
    }
}

impl<T: FromPlain> FromPlain for Arc<T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Arc<T>> {
        T::read(value, reader).map(Arc::new)
    }
}

impl<T: FromPlain> FromPlain for Vec<T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Vec<T>> {
        let mut items = Vec::new();
        for (index, value) in reader.list(value).iter().enumerate() {
            let mark = reader.enter_item(index);
            if let Some(item) = T::read(value, reader) {
                items.push(item);
            }
            reader.leave(mark);
        }
        Some(items)
    }
}

impl<T: FromPlain> FromPlain for Arc<[T]> {
    fn read(value: &Value, reader: &mut Reader) -> Option<Arc<[T]>> {
        Vec::read(value, reader).map(Arc::from)
    }
}

impl<K: for<'a> From<&'a str> + Ord + Clone, T: FromPlain + Clone> FromPlain for SortedMap<K, T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<SortedMap<K, T>> {
        let mut map = SortedMap::new();
        for (name, value) in reader.object(value)? {
            let mark = reader.enter(name);
            if let Some(value) = T::read(value, reader) {
                map.insert(&K::from(name), value);
            }
            reader.leave(mark);
        }
        Some(map)
    }
}

impl<K: for<'a> From<&'a str> + Ord, T: FromPlain> FromPlain for BTreeMap<K, T> {
    fn read(value: &Value, reader: &mut Reader) -> Option<BTreeMap<K, T>> {
        let mut map = BTreeMap::new();
        for (name, value) in reader.object(value)? {
            let mark = reader.enter(name);
            if let Some(value) = T::read(value, reader) {
                map.insert(K::from(name), value);
            }
            reader.leave(mark);
        }
        Some(map)
    }
}
