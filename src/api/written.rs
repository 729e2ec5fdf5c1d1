//! Typed values as plain data: as JSON text for JavaScript, as a [`Value`] for what works on plain objects.
//!
//! What serde derives is made for one serializer, which cannot fail, and so is small. A member without a value is left
//! out.

mod serializer;
mod sinks;

use serde::Serialize;
use serde_json::{Number, Value};

pub(crate) use sinks::whole;
use sinks::{Sink, Text, Tree};

/// The JSON text of a value.
pub fn text<T: Serialize + ?Sized>(value: &T) -> String {
    let mut text = Text::default();
    write(value, &mut text);
    text.finish()
}

/// A value as plain data.
pub fn plain<T: Serialize + ?Sized>(value: &T) -> Value {
    let mut tree = Tree::default();
    write(value, &mut tree);
    tree.finish()
}

fn write<T: Serialize + ?Sized>(value: &T, sink: &mut dyn Sink) {
    let Ok(()) = value.serialize(&mut Writer { sink, key_follows: false });
}

/// Takes values apart for a sink.
struct Writer<'s> {
    sink: &'s mut dyn Sink,
    /// What comes next is the key of an entry.
    key_follows: bool,
}

/// What the derived code calls again and again stays a call.
impl Writer<'_> {
    #[inline(never)]
    fn text(&mut self, text: &str) {
        match std::mem::take(&mut self.key_follows) {
            true => self.sink.key(text),
            false => self.sink.text(text),
        }
    }

    #[inline(never)]
    fn number(&mut self, number: Number) {
        match self.key_follows {
            true => self.text(&whole(&number)),
            false => self.sink.scalar(Value::Number(number)),
        }
    }

    #[inline(never)]
    fn key(&mut self, name: &str) {
        self.sink.key(name);
    }

    #[inline(never)]
    fn absent(&mut self) {
        self.sink.absent();
    }

    #[inline(never)]
    fn begin(&mut self, is_list: bool) {
        self.sink.begin(is_list);
    }

    #[inline(never)]
    fn end(&mut self, is_list: bool) {
        self.sink.end(is_list);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    struct Sample {
        list_of_pairs: Vec<(i32, bool)>,
        absent: Option<u32>,
        present: Option<&'static str>,
        by_number: BTreeMap<i64, Shape>,
        #[serde(flatten)]
        rest: BTreeMap<&'static str, Value>,
    }

    #[derive(Serialize)]
    #[serde(rename_all = "camelCase")]
    enum Shape {
        Empty,
        Wrapped(String),
        Sized { width: u64, height: Option<u8> },
    }

    fn sample() -> Sample {
        let sized = Shape::Sized { width: u64::MAX, height: None };
        Sample {
            list_of_pairs: vec![(-1, true), (0, false)],
            absent: None,
            present: Some("a \"b\" \\ \n \u{1} é😀"),
            by_number: BTreeMap::from([(-2, Shape::Empty), (0, Shape::Wrapped("[".into())), (7, sized)]),
            rest: BTreeMap::from([("none", Value::Null), ("many", json!([[], {}]))]),
        }
    }

    #[test]
    fn text_and_plain_data_are_what_serde_makes_without_the_absent_members() {
        let mut expected = serde_json::to_value(sample()).expect("plain data");
        expected.as_object_mut().and_then(|members| members.remove("absent")).expect("null");
        let sized = expected.pointer_mut("/byNumber/7/sized").and_then(Value::as_object_mut);
        sized.and_then(|members| members.remove("height")).expect("null");
        assert_eq!(plain(&sample()), expected);
        assert_eq!(serde_json::from_str::<Value>(&text(&sample())).expect("JSON"), expected);
    }

    #[test]
    fn members_keep_their_order_in_text() {
        assert_eq!(
            text(&sample()),
            concat!(
                r#"{"listOfPairs":[[-1,true],[0,false]],"present":"a \"b\" \\ \n \u0001 é😀","#,
                r#""byNumber":{"-2":"empty","0":{"wrapped":"["},"7":{"sized":{"width":18446744073709551615}}},"#,
                r#""many":[[],{}],"none":null}"#
            )
        );
        assert_eq!((text(&Some("x")), text(&None::<u32>)), ("\"x\"".to_owned(), "null".to_owned()));
        assert_eq!(text(&[Some(1), None]), "[1,null]");
    }
}
