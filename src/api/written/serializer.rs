//! serde's side of the writer. Every method only hands on, so that it vanishes into the derived code.

use std::fmt;

use serde::ser::{self, Serialize, Serializer};
use serde_json::Value;

use super::Writer;

/// No value of this crate refuses to be written.
#[derive(Debug)]
pub enum Never {}

impl fmt::Display for Never {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: fmt::Display>(message: T) -> Never {
        unreachable!("a value refuses to be written: {message}")
    }
}

type Written = Result<(), Never>;

macro_rules! numbers {
    ($($method:ident($number:ty))*) => {
        $(fn $method(self, value: $number) -> Written {
            self.number(value.into());
            Ok(())
        })*
    };
}

impl<'w, 's> Serializer for &'w mut Writer<'s> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Open<'w, 's>;
    type SerializeTuple = Open<'w, 's>;
    type SerializeTupleStruct = Open<'w, 's>;
    type SerializeTupleVariant = Open<'w, 's>;
    type SerializeMap = Open<'w, 's>;
    type SerializeStruct = Open<'w, 's>;
    type SerializeStructVariant = Open<'w, 's>;

    numbers! {
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
    }

    fn serialize_f32(self, value: f32) -> Written {
        self.serialize_f64(value.into())
    }

    fn serialize_f64(self, value: f64) -> Written {
        self.sink.scalar(value.into());
        Ok(())
    }

    fn serialize_bool(self, value: bool) -> Written {
        self.sink.scalar(value.into());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Written {
        self.serialize_str(value.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, value: &str) -> Written {
        self.text(value);
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Written {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Written {
        self.absent();
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.sink.scalar(Value::Null);
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Written {
        self.begin(false);
        self.key(variant);
        let Ok(()) = value.serialize(&mut *self);
        self.end(false);
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(None, true))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(None, true))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(None, true))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(Some(variant), true))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(None, false))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(None, false))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'w, 's>, Never> {
        Ok(self.open(Some(variant), false))
    }
}

impl<'s> Writer<'s> {
    /// Begins a list or an object, for a variant inside an object whose one member is named after it.
    fn open<'w>(&'w mut self, variant: Option<&str>, is_list: bool) -> Open<'w, 's> {
        if let Some(variant) = variant {
            self.begin(false);
            self.key(variant);
        }
        self.begin(is_list);
        Open { writer: self, is_list, is_variant: variant.is_some() }
    }
}

/// A list or object of which more is to come.
pub struct Open<'w, 's> {
    writer: &'w mut Writer<'s>,
    is_list: bool,
    is_variant: bool,
}

impl Open<'_, '_> {
    fn close(self) -> Written {
        self.writer.end(self.is_list);
        if self.is_variant {
            self.writer.end(false);
        }
        Ok(())
    }
}

macro_rules! lists {
    ($($trait:ident::$method:ident)*) => {
        $(impl ser::$trait for Open<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Written {
                self.close()
            }
        })*
    };
}

lists! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}

macro_rules! objects {
    ($($trait:ident)*) => {
        $(impl ser::$trait for Open<'_, '_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Written {
                self.writer.key(name);
                value.serialize(&mut *self.writer)
            }

            fn end(self) -> Written {
                self.close()
            }
        })*
    };
}

objects! { SerializeStruct SerializeStructVariant }

impl ser::SerializeMap for Open<'_, '_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.writer.key_follows = true;
        key.serialize(&mut *self.writer)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        value.serialize(&mut *self.writer)
    }

    fn end(self) -> Written {
        self.close()
    }
}
