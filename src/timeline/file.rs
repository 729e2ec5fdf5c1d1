//! A trace file: how a world starts, and the actions of every branch. It replays to the same worlds, here and elsewhere.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::{BranchInfo, Position, Timeline};
use crate::api::plain::{FromPlain, Misfit, plain_struct};
use crate::controllers::job::Profile;
use crate::kubelet::outcome::OutcomePlan;
use crate::world::{Action, World, WorldOptions};

/// The version of the format, in the member `jobscope`.
const FORMAT: u32 = 2;
/// The format that had the actions of one branch, without a list of branches.
const FORMAT_OF_ONE_BRANCH: u32 = 1;

/// What is written.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct TraceFile {
    pub jobscope: u32,
    pub profile: String,
    pub plan: OutcomePlan,
    pub branches: Vec<BranchTrace>,
    /// The branch of the cursor.
    pub branch: u32,
    /// The place of the cursor.
    pub position: Position,
}

/// A branch: where it left another one, and what happened then.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BranchTrace {
    /// A branch before this one in the list; absent for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u32>,
    /// How many steps it shares with its parent.
    pub forked_at: u32,
    pub actions: Vec<Action>,
}

struct Read {
    jobscope: u32,
    profile: String,
    plan: OutcomePlan,
    branches: Vec<BranchTrace>,
    branch: u32,
    /// Of the format of one branch.
    actions: Vec<Action>,
    position: Option<Position>,
}

plain_struct!(Read only {
    jobscope: need,
    profile: need,
    plan: empty,
    branches: empty,
    branch: empty,
    actions: empty,
    position: may
});

plain_struct!(BranchTrace only { actions: need, parent: may, forked_at: empty });

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
                write!(
                    formatter,
                    "the trace has format {format}; this Jobscope reads formats {FORMAT_OF_ONE_BRANCH} and {FORMAT}"
                )
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
    /// Every branch as a trace file.
    pub fn export(&self) -> TraceFile {
        let first = self.branch().first();
        let branches = self.branches.iter().map(|branch| {
            let BranchInfo { parent, forked_at, .. } = branch.info();
            let own = &branch.steps[forked_at as usize..];
            BranchTrace { parent, forked_at, actions: own.iter().map(|step| step.action.clone()).collect() }
        });
        TraceFile {
            jobscope: FORMAT,
            profile: first.controller().profile().name.to_owned(),
            plan: first.kubelet().plan().clone(),
            branches: branches.collect(),
            branch: self.current_branch(),
            position: self.cursor,
        }
    }

    /// Plays a trace file, read as plain data, and goes to its position, or to its end.
    pub fn import(trace: &Value) -> Result<Timeline, TraceError> {
        Timeline::play(trace, |options| options)
    }

    /// The same for a trace in which the cluster took every manifest and update of a Job, each in the form in which it
    /// reads them: nothing of them is checked until [`Timeline::check_specs`].
    pub fn import_trusted(trace: &Value) -> Result<Timeline, TraceError> {
        Timeline::play(trace, WorldOptions::trusting)
    }

    fn play(trace: &Value, start: fn(WorldOptions) -> WorldOptions) -> Result<Timeline, TraceError> {
        let mut read: Read = Read::from_plain(trace).map_err(TraceError::Malformed)?;
        match read.jobscope {
            FORMAT if !read.actions.is_empty() => {
                return Err(TraceError::Malformed(misfit("actions", "in this format they are in branches")));
            }
            FORMAT => {}
            FORMAT_OF_ONE_BRANCH if !read.branches.is_empty() => {
                return Err(TraceError::Malformed(misfit("branches", "this format has one branch")));
            }
            FORMAT_OF_ONE_BRANCH => {
                let actions = std::mem::take(&mut read.actions);
                read.branches = vec![BranchTrace { parent: None, forked_at: 0, actions }];
            }
            other => return Err(TraceError::UnknownFormat(other)),
        }
        let Some(profile) = Profile::named(&read.profile) else {
            return Err(TraceError::UnknownProfile(read.profile));
        };
        let options = WorldOptions { plan: read.plan, ..WorldOptions::new(profile) };
        let mut timeline = Timeline::new(World::new(start(options)));
        for (number, branch) in read.branches.into_iter().enumerate() {
            timeline.play_branch(number, branch).map_err(TraceError::Malformed)?;
        }
        if !timeline.switch_to(read.branch) {
            return Err(TraceError::Malformed(misfit("branch", "there is no such branch")));
        }
        if let Some(position) = read.position {
            timeline.seek(position);
        }
        Ok(timeline)
    }

    fn play_branch(&mut self, number: usize, branch: BranchTrace) -> Result<(), Misfit> {
        let wrong =
            |member: &str, message: &str| Err(misfit(&format!("branches[{number}].{member}"), message));
        match branch.parent {
            None if number > 0 => return wrong("parent", "only the first branch has no parent"),
            Some(_) if number == 0 => return wrong("parent", "the first branch has no parent"),
            None => {}
            Some(parent) => {
                if !self.switch_to(parent) {
                    return wrong("parent", "a parent comes before its branches");
                }
                if branch.forked_at > self.end().step {
                    return wrong("forkedAt", "the parent has fewer steps");
                }
                self.go(branch.forked_at);
                self.fork();
            }
        }
        for action in branch.actions {
            self.act(action);
        }
        Ok(())
    }
}

fn misfit(path: &str, message: &str) -> Misfit {
    Misfit { path: path.to_owned(), message: message.to_owned() }
}
