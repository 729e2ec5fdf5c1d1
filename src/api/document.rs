//! JSON text as a tree that keeps what a decoder can complain about: the order of the keys, repeated keys, and how
//! numbers were written.
//!
//! Mirrors the scanner of Go's `encoding/json`, with its error texts. The reader does not recurse.

use std::fmt;

use serde_json::{Map, Value};

/// A JSON value as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    Null,
    Bool(bool),
    /// The literal, such as `1000.0` or `1e2`.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order of the text, with repeated keys.
    Object(Vec<(String, Node)>),
}

impl Node {
    /// What Go calls such a value in its errors.
    pub fn go_name(&self) -> &'static str {
        match self {
            Node::Null => "null",
            Node::Bool(_) => "bool",
            Node::Number(_) => "number",
            Node::Text(_) => "string",
            Node::List(_) => "array",
            Node::Object(_) => "object",
        }
    }
}

/// The same as plain data; of repeated keys, the last one counts. `Err`: the literal of a number that is not whole, or is
/// beyond all bounds, which nothing has.
pub fn plain(node: Node) -> Result<Value, String> {
    Ok(match node {
        Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(value),
        Node::Number(literal) => literal.parse::<i64>().map_err(|_| literal)?.into(),
        Node::Text(text) => Value::String(text),
        Node::List(nodes) => {
            let mut items = Vec::with_capacity(nodes.len());
            for node in nodes {
                items.push(plain(node)?);
            }
            Value::Array(items)
        }
        Node::Object(entries) => {
            let mut members = Map::new();
            for (key, node) in entries {
                members.insert(key, plain(node)?);
            }
            Value::Object(members)
        }
    })
}

/// Why a text is not JSON, in the words of Go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The byte at which the reader gave up.
    pub offset: usize,
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for SyntaxError {}

/// Go reads no deeper.
const DEPTH_MAX: usize = 10_000;

/// What lies deeper is checked, and left out of the tree: no field of an API object is that deep, and whoever walks or
/// drops the tree recurses.
const DEPTH_KEPT: usize = 100;

/// Reads one JSON value.
pub fn parse(text: &str) -> Result<Node, SyntaxError> {
    let mut reader = Reader { bytes: text.as_bytes(), text, at: 0 };
    let mut open: Vec<Open> = Vec::new();
    'value: loop {
        let mut value = match reader.begin_value(&mut open)? {
            Some(value) => value,
            None => continue 'value,
        };
        loop {
            let depth = open.len();
            let byte = reader.next_token();
            let Some(container) = open.last_mut() else {
                return match byte {
                    None => Ok(value),
                    Some(_) => Err(reader.error("after top-level value")),
                };
            };
            let keep = depth <= DEPTH_KEPT;
            match container {
                Open::List(items) => {
                    if keep {
                        items.push(value);
                    }
                    match byte {
                        Some(b',') => {
                            reader.at += 1;
                            continue 'value;
                        }
                        Some(b']') => {}
                        _ => return Err(reader.error("after array element")),
                    }
                }
                Open::Object(fields, key) => {
                    if keep {
                        fields.push((std::mem::take(key), value));
                    }
                    match byte {
                        Some(b',') => {
                            reader.at += 1;
                            *key = reader.key()?;
                            continue 'value;
                        }
                        Some(b'}') => {}
                        _ => return Err(reader.error("after object key:value pair")),
                    }
                }
            }
            reader.at += 1;
            value = match open.pop() {
                Some(Open::List(items)) => Node::List(items),
                Some(Open::Object(fields, _)) => Node::Object(fields),
                None => Node::Null,
            };
        }
    }
}

/// A list or object whose end was not read yet; an object with the key that waits for its value.
enum Open {
    List(Vec<Node>),
    Object(Vec<(String, Node)>, String),
}

struct Reader<'a> {
    bytes: &'a [u8],
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    /// Reads a scalar or an empty list or object; opens a list or object that has something in it.
    fn begin_value(&mut self, open: &mut Vec<Open>) -> Result<Option<Node>, SyntaxError> {
        match self.next_token() {
            Some(bracket @ (b'{' | b'[')) => {
                if open.len() >= DEPTH_MAX {
                    return Err(self.error("exceeded max depth"));
                }
                self.at += 1;
                let end = if bracket == b'{' { b'}' } else { b']' };
                if self.next_token() == Some(end) {
                    self.at += 1;
                    return Ok(Some(if bracket == b'{' {
                        Node::Object(Vec::new())
                    } else {
                        Node::List(Vec::new())
                    }));
                }
                open.push(match bracket {
                    b'{' => Open::Object(Vec::new(), self.key()?),
                    _ => Open::List(Vec::new()),
                });
                Ok(None)
            }
            Some(b'"') => self.string().map(|text| Some(Node::Text(text))),
            Some(b'-' | b'0'..=b'9') => self.number().map(Some),
            Some(b't') => self.word("true", Node::Bool(true)).map(Some),
            Some(b'f') => self.word("false", Node::Bool(false)).map(Some),
            Some(b'n') => self.word("null", Node::Null).map(Some),
            _ => Err(self.error("looking for beginning of value")),
        }
    }

    /// A key and its colon.
    fn key(&mut self) -> Result<String, SyntaxError> {
        if self.next_token() != Some(b'"') {
            return Err(self.error("looking for beginning of object key string"));
        }
        let key = self.string()?;
        if self.next_token() != Some(b':') {
            return Err(self.error("after object key"));
        }
        self.at += 1;
        Ok(key)
    }

    fn word(&mut self, word: &str, value: Node) -> Result<Node, SyntaxError> {
        for expected in word.bytes() {
            if self.peek() != Some(expected) {
                return Err(self.error(&format!("in literal {word} (expecting '{}')", char::from(expected))));
            }
            self.at += 1;
        }
        Ok(value)
    }

    fn number(&mut self) -> Result<Node, SyntaxError> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            _ => self.digits("in numeric literal")?,
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits("after decimal point in numeric literal")?;
        }
        if let Some(b'e' | b'E') = self.peek() {
            self.at += 1;
            if let Some(b'+' | b'-') = self.peek() {
                self.at += 1;
            }
            self.digits("in exponent of numeric literal")?;
        }
        Ok(Node::Number(self.slice(start).to_owned()))
    }

    fn digits(&mut self, place: &str) -> Result<(), SyntaxError> {
        if !self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            return Err(self.error(place));
        }
        while self.peek().is_some_and(|byte| byte.is_ascii_digit()) {
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            let start = self.at;
            while self.peek().is_some_and(|byte| byte >= 0x20 && byte != b'"' && byte != b'\\') {
                self.at += 1;
            }
            text.push_str(self.slice(start));
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(b'\\') => {
                    self.at += 1;
                    text.push(self.escape()?);
                }
                _ => return Err(self.error("in string literal")),
            }
        }
    }

    /// What stands after a backslash. Half of a surrogate pair becomes U+FFFD.
    fn escape(&mut self) -> Result<char, SyntaxError> {
        let letter = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                return self.code_unit().map(|unit| self.completed(unit));
            }
            _ => return Err(self.error("in string escape code")),
        };
        self.at += 1;
        Ok(letter)
    }

    fn code_unit(&mut self) -> Result<u32, SyntaxError> {
        let mut unit = 0;
        for _ in 0..4 {
            match self.peek().and_then(|byte| char::from(byte).to_digit(16)) {
                Some(digit) => unit = unit * 16 + digit,
                None => return Err(self.error("in \\u hexadecimal character escape")),
            }
            self.at += 1;
        }
        Ok(unit)
    }

    /// The letter of a code unit, with the second half of its pair if that follows.
    fn completed(&mut self, unit: u32) -> char {
        let before = self.at;
        if (0xd800..0xdc00).contains(&unit) && self.bytes.get(before..before + 2) == Some(b"\\u") {
            self.at += 2;
            match self.code_unit() {
                Ok(low) if (0xdc00..0xe000).contains(&low) => {
                    let code = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
                    return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                }
                _ => self.at = before,
            }
        }
        char::from_u32(unit).unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The next byte that is not space.
    fn next_token(&mut self) -> Option<u8> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek() {
            self.at += 1;
        }
        self.peek()
    }

    fn slice(&self, start: usize) -> &str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    /// Go looks at single bytes, and shows one as the letter of that number.
    #[inline(never)]
    fn error(&self, place: &str) -> SyntaxError {
        let message = match self.peek() {
            None => "unexpected end of JSON input".to_owned(),
            Some(byte) => format!("invalid character {} {place}", shown(byte)),
        };
        SyntaxError { offset: self.at, message }
    }
}

fn shown(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        0x80..=0xa0 | 0xad => format!("'\\u{byte:04x}'"),
        _ => {
            let quoted = super::field::quote(char::from(byte).encode_utf8(&mut [0; 4]));
            format!("'{}'", quoted.get(1..quoted.len() - 1).unwrap_or_default())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error_of(text: &str) -> String {
        match parse(text) {
            Ok(node) => format!("{node:?}"),
            Err(error) => error.message,
        }
    }

    #[test]
    fn the_tree_keeps_order_repeated_keys_and_literals() {
        let text = |text: &str| Node::Text(text.to_owned());
        assert_eq!(
            parse(" {\"b\": [1.0, -0, 1e2, {}], \"a\": \"x\\n\\u00e9\\ud83d\\ude00\", \"b\": null}\n"),
            Ok(Node::Object(vec![
                (
                    "b".to_owned(),
                    Node::List(vec![
                        Node::Number("1.0".to_owned()),
                        Node::Number("-0".to_owned()),
                        Node::Number("1e2".to_owned()),
                        Node::Object(Vec::new()),
                    ])
                ),
                ("a".to_owned(), text("x\né😀")),
                ("b".to_owned(), Node::Null),
            ]))
        );
        assert_eq!(
            parse("\"\\ud800x\\udc00\\ud800\\ud83d\\ude00\""),
            Ok(text("\u{fffd}x\u{fffd}\u{fffd}😀"))
        );
    }

    #[test]
    fn errors_are_those_of_go() {
        let cases = [
            ("", "unexpected end of JSON input"),
            ("{\"a\": 1", "unexpected end of JSON input"),
            ("[1 2]", "invalid character '2' after array element"),
            ("[1,]", "invalid character ']' looking for beginning of value"),
            ("{\"a\" 1}", "invalid character '1' after object key"),
            ("{\"a\": 1,}", "invalid character '}' looking for beginning of object key string"),
            ("{'a': 1}", "invalid character '\\'' looking for beginning of object key string"),
            ("{\"a\": 01}", "invalid character '1' after object key:value pair"),
            ("1 x", "invalid character 'x' after top-level value"),
            ("-x", "invalid character 'x' in numeric literal"),
            ("1.x", "invalid character 'x' after decimal point in numeric literal"),
            ("1e+x", "invalid character 'x' in exponent of numeric literal"),
            ("trie", "invalid character 'i' in literal true (expecting 'u')"),
            ("nu", "unexpected end of JSON input"),
            ("\"\\x\"", "invalid character 'x' in string escape code"),
            ("\"\\u12g4\"", "invalid character 'g' in \\u hexadecimal character escape"),
            ("\"a\nb\"", "invalid character '\\n' in string literal"),
            ("é", "invalid character 'Ã' looking for beginning of value"),
            ("\u{feff}{}", "invalid character 'ï' looking for beginning of value"),
            ("[\"\"\u{7f}", "invalid character '\\x7f' after array element"),
        ];
        for (text, message) in cases {
            assert_eq!(error_of(text), message, "{text:?}");
        }
    }

    #[test]
    fn deep_nesting_is_read_to_the_depth_of_go() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse(&nested(DEPTH_MAX)).is_ok());
        assert_eq!(error_of(&nested(DEPTH_MAX + 1)), "invalid character '[' exceeded max depth");
    }
}
