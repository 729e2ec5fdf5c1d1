//! What differs between the API server's versions in what it answers: named switches, in one place.

use super::field::Wording;

/// How one version of the API server decodes, defaults, validates and words its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerVersion {
    pub wording: Wording,
}

impl ServerVersion {
    pub const V1_33: ServerVersion = ServerVersion { wording: Wording::Go };
    pub const V1_36: ServerVersion = ServerVersion { wording: Wording::Json };
}
