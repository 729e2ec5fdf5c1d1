//! The Go types behind a Job's JSON: decoding with the API server's errors, and encoding as it writes.
//!
//! The structs stand in the generated table `schema/table.rs`, one row each. A row lists the fields, in words such as
//! `containers:![@Container` that read `name:flags shape base`:
//!
//! | flag | means |
//! |---|---|
//! | `*` | a pointer, so that an explicit zero is kept; structs are pointers unless they have `!` |
//! | `!` | written even when it is empty |
//! | `+` | unknown to Kubernetes 1.33 |
//!
//! The shape is `[` for a list, `{` for a map, nothing otherwise. The base is `i` (int32), `l` (int64), `b` (bool),
//! `s` (string, followed by the name of its type if it has one), `t` (time), `q` (quantity, followed by the name of the
//! map type), `o` (int or string), `r` (raw JSON) or `@` and a struct. After `/Name`, fields come from an embedded
//! struct of that name.

mod body;
mod decode;
mod encode;
mod field;
mod instant;
mod kinds;
mod table;

pub use body::{Converted, Read, Strictness, read_converted_job, read_job};
pub use decode::{DecodeError, Decoded, StrictError, decode};
pub use encode::encode;
