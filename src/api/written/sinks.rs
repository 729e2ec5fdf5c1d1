//! Where written values go: into JSON text, or into a tree.

use serde_json::{Map, Number, Value};

/// Takes a value as it is walked.
pub trait Sink {
    /// A value that holds no others, and is no text.
    fn scalar(&mut self, value: Value);

    fn text(&mut self, text: &str);

    /// The name of the member that comes next.
    fn key(&mut self, name: &str);

    /// No value: there is no such member, or a null in a list.
    fn absent(&mut self);

    fn begin(&mut self, is_list: bool);

    fn end(&mut self, is_list: bool);
}

/// The text of a number. All numbers here are whole: of a fraction, nothing is left.
pub fn whole(number: &Number) -> String {
    match (number.as_i64(), number.as_u64()) {
        (Some(number), _) => number.to_string(),
        (_, Some(number)) => number.to_string(),
        _ => "null".to_owned(),
    }
}

/// JSON text, members in the order in which they come.
#[derive(Default)]
pub struct Text {
    json: String,
    /// Where the text of the last key begins.
    key_at: usize,
}

impl Text {
    pub fn finish(self) -> String {
        self.json
    }

    fn last(&self) -> Option<u8> {
        self.json.as_bytes().last().copied()
    }

    /// Parts a value from the one before it in its list.
    fn separate(&mut self) {
        if !matches!(self.last(), None | Some(b':' | b'[')) {
            self.json.push(',');
        }
    }

    fn quoted(&mut self, text: &str) {
        self.json.push('"');
        let mut rest = text;
        while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
            let (plain, special) = rest.split_at(at);
            self.json.push_str(plain);
            let mut letters = special.chars();
            match letters.next() {
                Some(letter @ ('"' | '\\')) => self.json.extend(['\\', letter]),
                Some('\n') => self.json.push_str("\\n"),
                Some('\r') => self.json.push_str("\\r"),
                Some('\t') => self.json.push_str("\\t"),
                Some('\x08') => self.json.push_str("\\b"),
                Some('\x0c') => self.json.push_str("\\f"),
                Some(letter) => self.json.push_str(&format!("\\u{:04x}", u32::from(letter))),
                None => {}
            }
            rest = letters.as_str();
        }
        self.json.push_str(rest);
        self.json.push('"');
    }
}

impl Sink for Text {
    fn scalar(&mut self, value: Value) {
        self.separate();
        match value {
            Value::Bool(true) => self.json.push_str("true"),
            Value::Bool(false) => self.json.push_str("false"),
            Value::Number(number) => self.json.push_str(&whole(&number)),
            _ => self.json.push_str("null"),
        }
    }

    fn text(&mut self, text: &str) {
        self.separate();
        self.quoted(text);
    }

    fn key(&mut self, name: &str) {
        self.key_at = self.json.len();
        if self.last() != Some(b'{') {
            self.json.push(',');
        }
        self.quoted(name);
        self.json.push(':');
    }

    fn absent(&mut self) {
        match self.last() {
            Some(b':') => self.json.truncate(self.key_at),
            _ => self.scalar(Value::Null),
        }
    }

    fn begin(&mut self, is_list: bool) {
        self.separate();
        self.json.push(if is_list { '[' } else { '{' });
    }

    fn end(&mut self, is_list: bool) {
        self.json.push(if is_list { ']' } else { '}' });
    }
}

/// A tree of plain data.
#[derive(Default)]
pub struct Tree {
    root: Value,
    /// Lists and objects of which more is to come, each with the key of what holds it.
    open: Vec<(String, Value)>,
    key: String,
}

impl Tree {
    pub fn finish(self) -> Value {
        self.root
    }
}

impl Sink for Tree {
    fn scalar(&mut self, value: Value) {
        match self.open.last_mut() {
            Some((_, Value::Array(items))) => items.push(value),
            Some((_, Value::Object(members))) => {
                members.insert(std::mem::take(&mut self.key), value);
            }
            _ => self.root = value,
        }
    }

    fn text(&mut self, text: &str) {
        self.scalar(text.into());
    }

    fn key(&mut self, name: &str) {
        self.key = name.to_owned();
    }

    fn absent(&mut self) {
        if !matches!(self.open.last(), Some((_, Value::Object(_)))) {
            self.scalar(Value::Null);
        }
    }

    fn begin(&mut self, is_list: bool) {
        let empty = if is_list { Value::Array(Vec::new()) } else { Value::Object(Map::new()) };
        self.open.push((std::mem::take(&mut self.key), empty));
    }

    fn end(&mut self, _: bool) {
        if let Some((key, value)) = self.open.pop() {
            self.key = key;
            self.scalar(value);
        }
    }
}
