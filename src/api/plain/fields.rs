//! The members of an object and the words of a closed set, by the names that they have in Rust.

use std::collections::BTreeMap;
use std::str::FromStr;

use serde_json::{Map, Value};

use super::{FromPlain, Reader};

/// An object whose members are read one by one. Names are given in snake_case.
pub(crate) struct Fields<'a, 'r> {
    members: &'a Map<String, Value>,
    reader: &'r mut Reader,
}

impl<'a, 'r> Fields<'a, 'r> {
    pub fn of(value: &'a Value, reader: &'r mut Reader) -> Option<Fields<'a, 'r>> {
        reader.object(value).map(|members| Fields { members, reader })
    }

    /// The same, if it has no members but these.
    pub fn only(value: &'a Value, reader: &'r mut Reader, names: &[&str]) -> Option<Fields<'a, 'r>> {
        let fields = Fields::of(value, reader)?;
        for member in fields.members.keys() {
            if !is_among(member, names) {
                fields.reader.tell_of(member, "there is no such member");
            }
        }
        Some(fields)
    }

    /// The members that have none of these names.
    pub fn rest(&self, names: &[&str]) -> BTreeMap<String, Value> {
        let mut rest = BTreeMap::new();
        for (member, value) in self.members {
            if !is_among(member, names) {
                rest.insert(member.clone(), value.clone());
            }
        }
        rest
    }

    fn value(&self, name: &str) -> Option<&'a Value> {
        self.members.get(&camel(name)).filter(|value| !value.is_null())
    }

    /// Its value, if it has one, and the mark at which its path ends.
    fn enter(&mut self, name: &str) -> Option<(&'a Value, usize)> {
        let value = self.value(name)?;
        Some((value, self.reader.enter(&camel(name))))
    }

    /// A member that may be absent.
    #[inline(never)]
    pub fn may<T: FromPlain>(&mut self, name: &str) -> Option<T> {
        let (value, mark) = self.enter(name)?;
        let read = T::read(value, self.reader);
        self.reader.leave(mark);
        read
    }

    /// A member that must be there.
    pub fn need<T: FromPlain>(&mut self, name: &str) -> Option<T> {
        let read = self.may(name);
        if read.is_none() {
            self.missing(name);
        }
        read
    }

    /// Tells that a member is missing, unless it is there and does not fit.
    fn missing(&mut self, name: &str) {
        self.reader.tell_of(&camel(name), "is missing");
    }

    /// A member with a value that it has where it is absent.
    pub fn or<T: FromPlain>(&mut self, name: &str, usual: T) -> T {
        self.may(name).unwrap_or(usual)
    }

    /// A member with an empty or zero value where it is absent.
    pub fn empty<T: FromPlain + Default>(&mut self, name: &str) -> T {
        self.may(name).unwrap_or_default()
    }

    /// A member of which null says something else than its absence.
    pub fn nullable<T: FromPlain>(&mut self, name: &str) -> Option<Option<T>> {
        if self.members.get(&camel(name)).is_some_and(Value::is_null) {
            return Some(None);
        }
        self.may(name).map(Some)
    }

    /// A number that stands there as text.
    pub fn digits<T: FromStr + Default>(&mut self, name: &str) -> T {
        let Some(text) = self.may::<String>(name) else {
            return T::default();
        };
        text.parse().unwrap_or_else(|_| {
            self.reader.tell_of(&camel(name), "expected a number as text");
            T::default()
        })
    }
}

/// One word of a closed set, under the name of a variant.
pub(crate) struct Word<'a> {
    text: &'a str,
    /// The words are the variants' names in camelCase, not the names as they are.
    is_camel: bool,
}

impl<'a> Word<'a> {
    pub fn of(value: &'a Value, reader: &mut Reader, is_camel: bool) -> Option<Word<'a>> {
        reader.text(value).map(|text| Word { text, is_camel })
    }

    /// The word that says which variant an object is.
    pub fn tag(value: &'a Value, reader: &mut Reader, member: &str) -> Option<Word<'a>> {
        let mut fields = Fields::of(value, reader)?;
        let Some((tag, mark)) = fields.enter(member) else {
            fields.missing(member);
            return None;
        };
        let word = Word::of(tag, reader, true);
        reader.leave(mark);
        word
    }

    pub fn text(&self) -> &'a str {
        self.text
    }

    #[inline(never)]
    pub fn is(&self, variant: &str) -> bool {
        if self.is_camel { decapitalized(variant) == self.text } else { variant == self.text }
    }

    pub fn unknown(&self, reader: &mut Reader, variants: &[&str]) {
        let mut message = "expected one of".to_owned();
        for (position, variant) in variants.iter().enumerate() {
            message.push_str(if position > 0 { ", " } else { " " });
            let word = if self.is_camel { decapitalized(variant) } else { (*variant).to_owned() };
            message.push_str(&word);
        }
        message.push_str(", found ");
        message.push_str(self.text);
        reader.tell(message);
    }

    /// The same where the word is a member.
    pub fn unknown_tag(&self, reader: &mut Reader, member: &str, variants: &[&str]) {
        let mark = reader.enter(member);
        self.unknown(reader, variants);
        reader.leave(mark);
    }
}

fn is_among(member: &str, names: &[&str]) -> bool {
    names.iter().any(|name| camel(name) == member)
}

fn decapitalized(name: &str) -> String {
    let mut word = name.to_owned();
    if let Some(first) = word.get_mut(..1) {
        first.make_ascii_lowercase();
    }
    word
}

/// `backoff_limit` as `backoffLimit`, `r#type` as `type`.
fn camel(name: &str) -> String {
    let mut word = String::with_capacity(name.len());
    let mut starts_part = false;
    for letter in name.strip_prefix("r#").unwrap_or(name).chars() {
        match (letter, starts_part) {
            ('_', _) => {}
            (_, true) => word.push(letter.to_ascii_uppercase()),
            _ => word.push(letter),
        }
        starts_part = letter == '_';
    }
    word
}
