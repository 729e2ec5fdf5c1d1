//! A file as kubectl cuts it into documents: JSON values one after the other, or YAML between lines of `---`.
//!
//! Mirrors `YAMLOrJSONDecoder` of apimachinery: what begins with a brace is tried as JSON first.

use super::json::{self, Refusal};
use super::to_json;

/// So much of a file is looked at for a brace.
const LOOK_AHEAD: usize = 4096;

pub struct Stream<'a> {
    text: &'a str,
    at: usize,
    /// The number of values so far, while the file may be JSON.
    as_json: Option<usize>,
}

impl<'a> Stream<'a> {
    pub fn new(text: &'a str) -> Self {
        let body = text.trim_start();
        let is_json = body.starts_with('{') && text.len() - body.len() < LOOK_AHEAD;
        Stream { text, at: 0, as_json: is_json.then_some(0) }
    }

    /// The JSON text of the next document; nothing at the end of the file.
    pub fn next(&mut self) -> Result<Option<String>, String> {
        let Some(count) = self.as_json else { return self.next_yaml() };
        let (offset, message) = match json::parse(&self.text[self.at..]) {
            Ok((_, length)) => {
                let text = self.text[self.at..self.at + length].trim_ascii_start();
                self.at += length;
                self.as_json = Some(count + 1);
                return Ok(Some(text.into()));
            }
            Err(Refusal::End) => return Ok(None),
            Err(Refusal::UnexpectedEnd) => (None, "unexpected EOF".to_string()),
            Err(Refusal::Syntax { offset, message }) => (Some(self.at + offset), message),
        };
        // Only one value, or none, may turn out to be YAML after all.
        if count > 1 {
            return Err(message);
        }
        let refusal = offset.map_or(message.clone(), |offset| format!("json: offset {offset}: {message}"));
        self.as_json = None;
        if !self.skip_space() {
            return Err(refusal);
        }
        self.next_yaml().map_err(|_| refusal)
    }

    /// Up to the end of the line. Fails near the end of the file, as it wants to see four bytes.
    fn skip_space(&mut self) -> bool {
        loop {
            let rest = &self.text[self.at..];
            match rest.chars().next() {
                Some(char::REPLACEMENT_CHARACTER) | None => return false,
                Some(_) if rest.len() < 4 => return false,
                Some(c) => {
                    if c.is_whitespace() {
                        self.at += c.len_utf8();
                    }
                    if c == '\n' || !c.is_whitespace() {
                        return true;
                    }
                }
            }
        }
    }

    fn next_yaml(&mut self) -> Result<Option<String>, String> {
        match self.chunk()? {
            Some(chunk) => match to_json(&chunk) {
                Ok(text) => Ok(Some(text)),
                Err(words) => Err(format!("error converting YAML to JSON: {words}")),
            },
            None => Ok(None),
        }
    }

    /// The lines up to a separator. One that comes first stays in, so that lines count from it.
    fn chunk(&mut self) -> Result<Option<String>, String> {
        let mut chunk = String::new();
        while self.at < self.text.len() {
            let rest = &self.text[self.at..];
            let length = rest.find('\n').map_or(rest.len(), |at| at + 1);
            let line = rest[..length].trim_end_matches('\n');
            let line = line.strip_suffix('\r').unwrap_or(line);
            self.at += length;
            if let Some(after) = line.strip_prefix("---") {
                let after = after.trim();
                if !after.is_empty() && !after.starts_with('#') {
                    return Err(format!("invalid Yaml document separator: {after}"));
                }
                if !chunk.is_empty() {
                    return Ok(Some(chunk));
                }
            }
            chunk.push_str(line);
            chunk.push('\n');
        }
        Ok((!chunk.is_empty()).then_some(chunk))
    }
}
