//! The nodes of the first document of a text: libyaml's events, joined as go-yaml joins them.

use std::collections::BTreeMap;

use libyaml_safer::{Error, ErrorKind, Event, EventData, Parser, ScalarStyle};

pub type Id = usize;

#[derive(Debug)]
pub struct Node {
    /// From 1.
    pub line: u64,
    /// Short, such as `!!int`; empty if there is none.
    pub tag: String,
    pub data: Data,
}

#[derive(Debug)]
pub enum Data {
    /// `plain` scalars without a tag have the meaning that their text has.
    Scalar {
        text: String,
        plain: bool,
    },
    List(Vec<Id>),
    /// Keys and values in turn.
    Map(Vec<Id>),
    Alias {
        name: String,
        of: Id,
    },
}

/// The root is the first node.
#[derive(Debug)]
pub struct Tree(pub Vec<Node>);

/// Nothing if the text holds no document.
pub fn compose(text: &str) -> Result<Option<Tree>, String> {
    if text.chars().any(is_control) {
        return Err("yaml: control characters are not allowed".into());
    }
    let mut input = text.as_bytes();
    let mut parser = Parser::new();
    parser.set_input_string(&mut input);
    let mut composer = Composer { parser, nodes: Vec::new(), anchors: BTreeMap::new() };
    composer.next()?;
    if composer.next()?.data == EventData::StreamEnd {
        return Ok(None);
    }
    let first = composer.next()?;
    composer.node(first)?;
    composer.next()?;
    Ok(Some(Tree(composer.nodes)))
}

fn is_control(c: char) -> bool {
    !matches!(c, '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

struct Composer<'a> {
    parser: Parser<&'a mut &'a [u8]>,
    nodes: Vec<Node>,
    anchors: BTreeMap<String, Id>,
}

impl Composer<'_> {
    fn next(&mut self) -> Result<Event, String> {
        self.parser.parse().map_err(|error| words(&error))
    }

    fn node(&mut self, event: Event) -> Result<Id, String> {
        let id = self.nodes.len();
        let line = event.start_mark.line + 1;
        let (anchor, tag, data) = match event.data {
            EventData::Alias { anchor } => {
                let of = *self
                    .anchors
                    .get(&anchor)
                    .ok_or_else(|| format!("yaml: unknown anchor '{anchor}' referenced"))?;
                (None, None, Data::Alias { name: anchor, of })
            }
            EventData::Scalar { anchor, tag, value, plain_implicit, style, .. } => {
                let plain = plain_implicit && style == ScalarStyle::Plain;
                (anchor, tag, Data::Scalar { text: value, plain })
            }
            EventData::SequenceStart { anchor, tag, .. } => (anchor, tag, Data::List(Vec::new())),
            EventData::MappingStart { anchor, tag, .. } => (anchor, tag, Data::Map(Vec::new())),
            other => return Err(format!("yaml: attempted to parse unknown event: {other:?}")),
        };
        let holds = matches!(data, Data::List(_) | Data::Map(_));
        self.nodes.push(Node { line, tag: short(tag.as_deref().unwrap_or("")), data });
        if let Some(anchor) = anchor {
            self.anchors.insert(anchor, id);
        }
        if holds {
            self.children(id)?;
        }
        Ok(id)
    }

    fn children(&mut self, parent: Id) -> Result<(), String> {
        loop {
            let event = self.next()?;
            if matches!(event.data, EventData::SequenceEnd | EventData::MappingEnd) {
                return Ok(());
            }
            let child = self.node(event)?;
            match &mut self.nodes[parent].data {
                Data::List(children) | Data::Map(children) => children.push(child),
                Data::Scalar { .. } | Data::Alias { .. } => {}
            }
        }
    }
}

fn short(tag: &str) -> String {
    tag.strip_prefix("tag:yaml.org,2002:").map_or_else(|| tag.to_string(), |name| format!("!!{name}"))
}

/// Mirrors `parser.fail` of go-yaml v2: lines count from 1 for the scanner and from 0 for the parser, and line 0 is
/// never told.
fn words(error: &Error) -> String {
    let problem = error.problem_mark().map_or(0, |mark| mark.line);
    let context = error.context_mark().map_or(0, |mark| mark.line);
    let line = match problem {
        0 => context,
        _ => problem + u64::from(error.kind() == ErrorKind::Scanner),
    };
    let place = if line > 0 { format!("line {line}: ") } else { String::new() };
    format!("yaml: {place}{}", error.problem())
}
