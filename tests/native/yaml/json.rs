//! JSON as Go reads and writes it: keys sorted, numbers as their text, syntax errors in Go's words.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter, Write};

use super::number;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// The literal.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// In the order of the text; the last of repeated keys counts.
    Map(Vec<(String, Json)>),
}

impl Json {
    pub fn get(&self, key: &str) -> Option<&Json> {
        match self {
            Json::Map(map) => map.iter().rev().find(|(name, _)| name == key).map(|(_, value)| value),
            _ => None,
        }
    }

    pub fn text(&self) -> Option<&str> {
        match self {
            Json::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The word that Go's JSON errors have for the kind of a value.
    pub fn kind(&self) -> &'static str {
        match self {
            Json::Null => "null",
            Json::Bool(_) => "bool",
            Json::Number(_) => "number",
            Json::Text(_) => "string",
            Json::List(_) => "array",
            Json::Map(_) => "object",
        }
    }

    /// Numbers as an unstructured object holds them: an int64, or else a float64.
    ///
    /// # Errors
    /// Of a number that no float64 can hold, in Go's words.
    pub fn normalize(&mut self) -> Result<(), String> {
        match self {
            Json::Number(literal) => {
                if literal.parse::<i64>().is_err() {
                    let float: f64 = literal.parse().unwrap_or(f64::INFINITY);
                    if !float.is_finite() {
                        return Err(format!(
                            "json: cannot unmarshal number {literal} into Go value of type float64"
                        ));
                    }
                    *literal = number::json(float);
                } else if literal == "-0" {
                    *literal = "0".into();
                }
                Ok(())
            }
            Json::List(list) => list.iter_mut().try_for_each(Json::normalize),
            Json::Map(map) => map.iter_mut().try_for_each(|(_, value)| value.normalize()),
            _ => Ok(()),
        }
    }
}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(literal) => f.write_str(literal),
            Json::Text(text) => quoted(f, text),
            Json::List(list) => {
                f.write_char('[')?;
                for (index, item) in list.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma}{item}")?;
                }
                f.write_char(']')
            }
            Json::Map(map) => {
                f.write_char('{')?;
                let sorted: BTreeMap<&String, &Json> = map.iter().map(|(key, value)| (key, value)).collect();
                for (index, (key, value)) in sorted.into_iter().enumerate() {
                    f.write_str(if index > 0 { "," } else { "" })?;
                    quoted(f, key)?;
                    write!(f, ":{value}")?;
                }
                f.write_char('}')
            }
        }
    }
}

/// Go escapes what HTML or JavaScript could misread.
fn quoted(f: &mut Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            '\r' => f.write_str("\\r")?,
            '\t' => f.write_str("\\t")?,
            '\u{8}' => f.write_str("\\b")?,
            '\u{c}' => f.write_str("\\f")?,
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => write!(f, "\\u{:04x}", c as u32)?,
            c if c < ' ' => write!(f, "\\u{:04x}", c as u32)?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[derive(Debug, PartialEq)]
pub enum Refusal {
    /// Nothing but white space is left.
    End,
    /// The text ends inside of a value.
    UnexpectedEnd,
    /// The number of bytes up to and with the wrong one.
    Syntax { offset: usize, message: String },
}

/// The value at the start of the text, and where it ends. Mirrors `Decoder.Decode` of encoding/json.
pub fn parse(text: &str) -> Result<(Json, usize), Refusal> {
    let mut reader = Reader { bytes: text.as_bytes(), at: 0 };
    reader.skip_space();
    if reader.at == reader.bytes.len() {
        return Err(Refusal::End);
    }
    let value = reader.value()?;
    Ok((value, reader.at))
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn skip_space(&mut self) {
        while matches!(self.bytes.get(self.at), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    /// The next byte that is not white space.
    fn next(&mut self) -> Result<u8, Refusal> {
        self.skip_space();
        self.byte()
    }

    fn byte(&mut self) -> Result<u8, Refusal> {
        let byte = *self.bytes.get(self.at).ok_or(Refusal::UnexpectedEnd)?;
        self.at += 1;
        Ok(byte)
    }

    /// The byte read last is wrong.
    fn wrong<T>(&self, context: &str) -> Result<T, Refusal> {
        let byte = self.bytes[self.at - 1];
        let shown = match byte {
            b'\'' => r"'\''".to_string(),
            b'"' => "'\"'".to_string(),
            _ => go_char(char::from(byte)),
        };
        Err(Refusal::Syntax { offset: self.at, message: format!("invalid character {shown} {context}") })
    }

    fn value(&mut self) -> Result<Json, Refusal> {
        match self.next()? {
            b'{' => self.map(),
            b'[' => self.list(),
            b'"' => Ok(Json::Text(self.text()?)),
            b't' => self.word("true", Json::Bool(true)),
            b'f' => self.word("false", Json::Bool(false)),
            b'n' => self.word("null", Json::Null),
            b'-' | b'0'..=b'9' => self.number(),
            _ => self.wrong("looking for beginning of value"),
        }
    }

    fn word(&mut self, word: &str, value: Json) -> Result<Json, Refusal> {
        for expected in word.chars().skip(1) {
            if char::from(self.byte()?) != expected {
                return self.wrong(&format!("in literal {word} (expecting {})", go_char(expected)));
            }
        }
        Ok(value)
    }

    fn map(&mut self) -> Result<Json, Refusal> {
        let mut map = Vec::new();
        let mut first = true;
        loop {
            match self.next()? {
                b'}' if first => return Ok(Json::Map(map)),
                b'"' => {}
                _ => return self.wrong("looking for beginning of object key string"),
            }
            let key = self.text()?;
            if self.next()? != b':' {
                return self.wrong("after object key");
            }
            let value = self.value()?;
            map.push((key, value));
            match self.next()? {
                b',' => first = false,
                b'}' => return Ok(Json::Map(map)),
                _ => return self.wrong("after object key:value pair"),
            }
        }
    }

    fn list(&mut self) -> Result<Json, Refusal> {
        let mut list = Vec::new();
        self.skip_space();
        if self.bytes.get(self.at) == Some(&b']') {
            self.at += 1;
            return Ok(Json::List(list));
        }
        loop {
            list.push(self.value()?);
            match self.next()? {
                b',' => {}
                b']' => return Ok(Json::List(list)),
                _ => return self.wrong("after array element"),
            }
        }
    }

    fn number(&mut self) -> Result<Json, Refusal> {
        let start = self.at - 1;
        if self.bytes[start] == b'-' && !self.byte()?.is_ascii_digit() {
            return self.wrong("in numeric literal");
        }
        if self.bytes[self.at - 1] != b'0' {
            self.digits();
        }
        if self.bytes.get(self.at) == Some(&b'.') {
            self.at += 1;
            if !self.byte()?.is_ascii_digit() {
                return self.wrong("after decimal point in numeric literal");
            }
            self.digits();
        }
        if matches!(self.bytes.get(self.at), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.bytes.get(self.at), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if !self.byte()?.is_ascii_digit() {
                return self.wrong("in exponent of numeric literal");
            }
            self.digits();
        }
        Ok(Json::Number(String::from_utf8_lossy(&self.bytes[start..self.at]).into_owned()))
    }

    fn digits(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_digit) {
            self.at += 1;
        }
    }

    fn text(&mut self) -> Result<String, Refusal> {
        let mut units: Vec<u16> = Vec::new();
        let mut start = self.at;
        loop {
            let byte = self.byte()?;
            if byte != b'"' && byte != b'\\' && byte >= b' ' {
                continue;
            }
            units.extend(String::from_utf8_lossy(&self.bytes[start..self.at - 1]).encode_utf16());
            match byte {
                b'"' => return Ok(String::from_utf16_lossy(&units)),
                b'\\' => units.push(self.escape()?),
                _ => return self.wrong("in string literal"),
            }
            start = self.at;
        }
    }

    fn escape(&mut self) -> Result<u16, Refusal> {
        Ok(match self.byte()? {
            b'b' => 8,
            b'f' => 12,
            b'n' => 10,
            b'r' => 13,
            b't' => 9,
            b @ (b'"' | b'\\' | b'/') => u16::from(b),
            b'u' => {
                let mut unit = 0;
                for _ in 0..4 {
                    match char::from(self.byte()?).to_digit(16) {
                        Some(digit) => unit = unit * 16 + digit as u16,
                        None => return self.wrong("in \\u hexadecimal character escape"),
                    }
                }
                unit
            }
            _ => return self.wrong("in string escape code"),
        })
    }
}

/// A character in single quotes, as Go's syntax errors show a byte.
fn go_char(c: char) -> String {
    match c {
        '\n' => r"'\n'".into(),
        '\r' => r"'\r'".into(),
        '\t' => r"'\t'".into(),
        '\\' => r"'\\'".into(),
        '\u{7}' => r"'\a'".into(),
        '\u{8}' => r"'\b'".into(),
        '\u{b}' => r"'\v'".into(),
        '\u{c}' => r"'\f'".into(),
        c if c < ' ' || c == '\u{7f}' => format!("'\\x{:02x}'", c as u32),
        c if ('\u{80}'..'\u{a1}').contains(&c) || c == '\u{ad}' => format!("'\\u{:04x}'", c as u32),
        c => format!("'{c}'"),
    }
}
