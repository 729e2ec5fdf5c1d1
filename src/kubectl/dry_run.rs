//! What the API server would answer to a manifest, and kubectl's form of it, before anything is sent.

use serde::Serialize;
use serde_json::Value;

use super::answers::{Verb, answer};
use crate::api::schema::{Strictness, read_job};
use crate::api::strategy::{Accepted, Refused};
use crate::api::{ApiError, apply, manifest, tree};
use crate::world::World;

/// Where kubectl reads the manifest from, as its texts name it.
const FILE: &str = "manifest.yaml";

/// An answer that was not asked for in earnest.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct DryRun {
    pub accepted: bool,
    /// Why it was refused. Its fields name the places in the manifest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ApiError>,
    pub warnings: Vec<String>,
    /// What kubectl prints: warnings, then the answer.
    pub kubectl: String,
    /// A real API server does not come to this answer: its handler panics.
    pub real_server_panics: bool,
}

/// The answer to `kubectl create -f`. `text` is the body that kubectl would send: JSON.
pub fn create(world: &World, text: &str) -> DryRun {
    answered(world, text, Verb::Create, |job| world.cluster().try_creation(job, world.now()))
}

/// The answer to `kubectl apply -f`: a creation, where there is no such Job.
pub fn apply(world: &World, text: &str) -> DryRun {
    let version = &world.cluster().options().version;
    let Ok(read) = read_job(text, Strictness::Strict, version) else {
        return create(world, text);
    };
    let Some(stored) = world.cluster().job(&manifest::key_of(&read.value)) else {
        return create(world, text);
    };
    let live = manifest::to_value(stored);
    let merged = apply::merged(world.applied(&stored.key()), &read.value, live.clone());
    let verb = if merged == live { Verb::Keep } else { Verb::Configure };
    answered(world, text, verb, |_| world.cluster().try_update(stored, merged.clone(), world.now()))
}

fn answered(
    world: &World,
    text: &str,
    verb: Verb,
    send: impl Fn(Value) -> Result<Accepted, Refused>,
) -> DryRun {
    let version = &world.cluster().options().version;
    let read = match read_job(text, Strictness::Strict, version) {
        Ok(read) => read,
        Err(error) => return refused(verb, error, Vec::new(), false),
    };
    let mut warnings = read.warnings;
    match send(read.value) {
        Ok(accepted) => {
            warnings.extend(accepted.warnings);
            let name = tree::text(&accepted.object["metadata"], "name");
            let printed = answer(verb, FILE, Ok((name, &warnings)));
            DryRun {
                accepted: true,
                error: None,
                kubectl: printed.stderr + &printed.stdout,
                warnings,
                real_server_panics: false,
            }
        }
        Err(Refused { error, warnings: more, real_server_panics }) => {
            warnings.extend(more);
            refused(verb, error, warnings, real_server_panics)
        }
    }
}

fn refused(verb: Verb, error: ApiError, warnings: Vec<String>, real_server_panics: bool) -> DryRun {
    let printed = answer(verb, FILE, Err((&error, &warnings)));
    DryRun { accepted: false, error: Some(error), kubectl: printed.stderr, warnings, real_server_panics }
}
