//! A trace file: how a world starts and the actions of a branch. It replays to the same worlds, here and elsewhere.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{Position, Timeline};
use crate::api::plain::{FromPlain, Misfit, plain_struct};
use crate::controllers::job::Profile;
use crate::kubelet::outcome::OutcomePlan;
use crate::world::{Action, World, WorldOptions};

/// The version of the format, in the member `jobscope`.
const FORMAT: u32 = 1;

/// What is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TraceFile {
    pub jobscope: u32,
    pub profile: String,
    pub plan: OutcomePlan,
    pub actions: Vec<Action>,
    /// The place of the cursor.
    pub position: Position,
}

struct Read {
    jobscope: u32,
    profile: String,
    plan: OutcomePlan,
    actions: Vec<Action>,
    position: Option<Position>,
}

plain_struct!(Read only { jobscope: need, profile: need, actions: need, plan: empty, position: may });

/// Why a trace cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TraceError {
    /// It does not have the shape of a trace.
    Malformed(Misfit),
    /// It was written by a later Jobscope.
    UnknownFormat(u32),
    UnknownProfile(String),
}

impl fmt::Display for TraceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TraceError::Malformed(error) => write!(formatter, "this is not a Jobscope trace: {error}"),
            TraceError::UnknownFormat(format) => {
                write!(formatter, "the trace has format {format}; this Jobscope reads format {FORMAT}")
            }
            TraceError::UnknownProfile(name) => {
                write!(formatter, "the trace is of profile \"{name}\", which this Jobscope does not have")
            }
        }
    }
}

impl std::error::Error for TraceError {}

impl TraceError {
    /// The member that is wrong.
    pub fn path(&self) -> &str {
        match self {
            TraceError::Malformed(error) => &error.path,
            TraceError::UnknownFormat(_) => "jobscope",
            TraceError::UnknownProfile(_) => "profile",
        }
    }
}

impl Timeline {
    /// The current branch as a trace file.
    pub fn export(&self) -> TraceFile {
        let first = &self.branch().first().clone();
        TraceFile {
            jobscope: FORMAT,
            profile: first.controller().profile().name.to_owned(),
            plan: first.kubelet().plan().clone(),
            actions: self.steps().iter().map(|step| step.action.clone()).collect(),
            position: self.cursor,
        }
    }

    /// Plays a trace file, read as plain data, and goes to its position, or to its end.
    pub fn import(trace: &Value) -> Result<Timeline, TraceError> {
        let read: Read = Read::from_plain(trace).map_err(TraceError::Malformed)?;
        if read.jobscope != FORMAT {
            return Err(TraceError::UnknownFormat(read.jobscope));
        }
        let Some(profile) = Profile::named(&read.profile) else {
            return Err(TraceError::UnknownProfile(read.profile));
        };
        let options = WorldOptions { plan: read.plan, ..WorldOptions::new(profile) };
        let mut timeline = Timeline::new(World::new(options));
        for action in read.actions {
            timeline.act(action);
        }
        if let Some(position) = read.position {
            timeline.seek(position);
        }
        Ok(timeline)
    }
}
