//! How a type says what its plain data looks like.

/// A struct: each member with the method of [`Fields`](super::Fields) that reads it. `only` refuses other members, `rest`
/// keeps them in the field of that name. Members that must be there stand first: without them, nothing else is read.
macro_rules! plain_struct {
    ($type:ident { $($field:ident: $how:ident $(($usual:expr))?),* $(,)? }) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let mut fields = $crate::api::plain::Fields::of(value, reader)?;
            Some($type { $($field: $crate::api::plain::plain_field!(fields $how $field $(, $usual)?)),* })
        });
    };
    ($type:ident only { $($field:ident: $how:ident $(($usual:expr))?),* $(,)? }) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let mut fields = $crate::api::plain::Fields::only(value, reader, &[$(stringify!($field)),*])?;
            Some($type { $($field: $crate::api::plain::plain_field!(fields $how $field $(, $usual)?)),* })
        });
    };
    ($type:ident rest { $($field:ident: $how:ident $(($usual:expr))?),* $(,)? }) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let mut fields = $crate::api::plain::Fields::of(value, reader)?;
            Some($type {
                $($field: $crate::api::plain::plain_field!(fields $how $field $(, $usual)?),)*
                rest: fields.rest(&[$(stringify!($field)),*]).into(),
            })
        });
    };
}

/// An enum whose variants are told apart by a member. A variant of one value in parentheses has the members of that value.
macro_rules! plain_variants {
    ($type:ident by $tag:literal { $($variant:ident $shape:tt),* $(,)? }) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let tag = $crate::api::plain::Word::tag(value, reader, $tag)?;
            $(if tag.is(stringify!($variant)) {
                return $crate::api::plain::plain_variants!(@ $type $variant value reader $shape);
            })*
            tag.unknown_tag(reader, $tag, &[$(stringify!($variant)),*]);
            None
        });
    };
    (@ $type:ident $variant:ident $value:ident $reader:ident {}) => {
        Some($type::$variant {})
    };
    (@ $type:ident $variant:ident $value:ident $reader:ident ($inner:ty)) => {
        <$inner as $crate::api::plain::FromPlain>::read($value, $reader).map($type::$variant)
    };
    (@ $type:ident $variant:ident $value:ident $reader:ident {
        $($field:ident: $how:ident $(($usual:expr))?),* $(,)?
    }) => {{
        let mut fields = $crate::api::plain::Fields::of($value, $reader)?;
        Some($type::$variant { $($field: $crate::api::plain::plain_field!(fields $how $field $(, $usual)?)),* })
    }};
}

/// One member of a struct or a variant.
macro_rules! plain_field {
    ($fields:ident need $field:ident) => {
        $fields.need(stringify!($field))?
    };
    ($fields:ident $how:ident $field:ident $(, $usual:expr)?) => {
        $fields.$how(stringify!($field) $(, $usual)?)
    };
}

/// An enum of words: the names of the variants as they are or, with `camel`, in camelCase. `else` takes every other word.
macro_rules! plain_words {
    ($type:ident { $($variant:ident),* $(,)? }) => {
        $crate::api::plain::plain_words!(@ $type false $($variant)*);
    };
    ($type:ident camel { $($variant:ident),* $(,)? }) => {
        $crate::api::plain::plain_words!(@ $type true $($variant)*);
    };
    ($type:ident { $($variant:ident),*; else $other:ident }) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let word = $crate::api::plain::Word::of(value, reader, false)?;
            $(if word.is(stringify!($variant)) {
                return Some($type::$variant);
            })*
            Some($type::$other(word.text().into()))
        });
    };
    (@ $type:ident $is_camel:literal $($variant:ident)*) => {
        $crate::api::plain::plain_type!($type, value, reader, {
            let word = $crate::api::plain::Word::of(value, reader, $is_camel)?;
            $(if word.is(stringify!($variant)) {
                return Some($type::$variant);
            })*
            word.unknown(reader, &[$(stringify!($variant)),*]);
            None
        });
    };
}

/// The reader of a type, which the others make of its shape.
macro_rules! plain_type {
    ($type:ident, $value:ident, $reader:ident, $read:block) => {
        impl $crate::api::plain::FromPlain for $type {
            fn read($value: &serde_json::Value, $reader: &mut $crate::api::plain::Reader) -> Option<$type> {
                $read
            }
        }
    };
}

pub(crate) use {plain_field, plain_struct, plain_type, plain_variants, plain_words};
