//! Time travel: the actions so far, checkpoints of the world, and a cursor that goes back and forth.
//!
//! Uses only the world's public interface. Acting in the past starts a branch; the old one stays.

mod branch;
mod conditions;
mod file;

use std::sync::Arc;

use serde::Serialize;

use crate::api::plain::{plain_struct, plain_words};
use crate::trace::Line;
use crate::world::{Action, World};
pub use conditions::ConditionSpan;
pub use file::{BranchTrace, TraceError, TraceFile};

use branch::Branch;

/// A place in a branch: after `note` notes of its `step`-th action. Step 0 is the world before any action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Position {
    pub step: u32,
    pub note: u32,
}

plain_struct!(Position { step: need, note: need });

/// How far one move goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Size {
    /// One note: one decision inside a sync.
    Note,
    /// One action; a whole turn of a worker counts as one.
    Sync,
    /// Until only time or the reader can go on.
    Quiet,
}

plain_words!(Size camel { Note, Sync, Quiet });

/// An action of a branch and what it did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub action: Action,
    pub lines: Vec<Line>,
    /// Virtual milliseconds since the start, after the action.
    pub elapsed_ms: i64,
}

/// How a branch came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BranchInfo {
    /// The branch that it left, and after which step; absent for the first.
    pub parent: Option<u32>,
    pub forked_at: u32,
    pub steps: u32,
}

/// More actions than this are never played in one go.
const QUIET_STEPS_MAX: u32 = 10_000;

#[derive(Clone, Debug)]
pub struct Timeline {
    branches: Vec<Branch>,
    current: usize,
    cursor: Position,
    /// The world before the action of the cursor, and after it. Both are the first world at step 0.
    before: Arc<World>,
    after: Arc<World>,
}

impl Timeline {
    pub fn new(first: World) -> Timeline {
        let first = Arc::new(first);
        Timeline {
            branches: vec![Branch::new(first.clone())],
            current: 0,
            cursor: Position::default(),
            before: first.clone(),
            after: first,
        }
    }

    /// In every world from now on the cluster checks manifests and updates, also in those kept: see
    /// [`WorldOptions::trusting`](crate::world::WorldOptions::trusting).
    pub fn check_specs(&mut self) {
        let kept = self.branches.iter_mut().flat_map(Branch::checkpoints_mut);
        for world in kept.chain([&mut self.before, &mut self.after]) {
            Arc::make_mut(world).check_specs();
        }
    }

    pub fn position(&self) -> Position {
        self.cursor
    }

    /// The last place of the branch.
    pub fn end(&self) -> Position {
        let step = self.branch().steps.len() as u32;
        Position { step, note: self.notes_in(step) }
    }

    pub fn is_at_end(&self) -> bool {
        self.cursor == self.end()
    }

    /// Every action of the branch, with what it did.
    pub fn steps(&self) -> &[Arc<Step>] {
        &self.branch().steps
    }

    /// The step of the cursor; `None` before the first action.
    pub fn step(&self) -> Option<&Arc<Step>> {
        self.step_at(self.cursor.step)
    }

    /// The lines of the cursor's step that it has passed.
    pub fn passed_lines(&self) -> &[Line] {
        self.step().map_or(&[], |step| &step.lines[..self.cursor.note as usize])
    }

    /// The world before the action of the cursor.
    pub fn before(&self) -> &World {
        &self.before
    }

    /// What an action would do now. Nothing happens.
    pub fn preview(&self, action: Action) -> Step {
        self.played(action).0
    }

    /// The step that an action would be after the cursor's, and the world that it leads to.
    fn played(&self, action: Action) -> (Step, World) {
        let mut world = World::clone(&self.after);
        let lines = world.apply(&action);
        let elapsed_ms = world.elapsed().ms();
        (Step { action, lines, elapsed_ms }, world)
    }

    /// The world after the action of the cursor: what is done next is done to it.
    pub fn after(&self) -> &World {
        &self.after
    }

    /// The world at the cursor: inside an action its changes so far are applied to the world before.
    pub fn world(&self) -> Arc<World> {
        if self.is_complete() {
            return self.after.clone();
        }
        let mut world = World::clone(&self.before);
        for change in self.passed_lines().iter().flat_map(|line| &line.changes) {
            world.replay(change);
        }
        Arc::new(world)
    }

    /// The cursor stands after its action, not inside it.
    pub fn is_complete(&self) -> bool {
        self.cursor.note == self.notes_in(self.cursor.step)
    }

    /// Makes something happen now. An action that is not the branch's next one starts a new branch; inside an action
    /// the rest of it happens first.
    pub fn act(&mut self, action: Action) {
        self.complete();
        let at = self.cursor.step;
        if self.step_at(at + 1).is_some_and(|next| next.action == action) {
            self.go(at + 1);
            return;
        }
        if (at as usize) < self.branch().steps.len() {
            self.fork();
        }
        let (step, world) = self.played(action);
        let world = Arc::new(world);
        self.branches[self.current].push(step, &world);
        self.before = std::mem::replace(&mut self.after, world);
        self.cursor = self.end();
    }

    /// One move on. False if nothing is left to happen by itself.
    pub fn forward(&mut self, size: Size) -> bool {
        match size {
            Size::Note => self.forward_note(),
            Size::Sync => self.forward_action(),
            Size::Quiet => self.forward_to_quiet(),
        }
    }

    /// One move back. False at the start.
    pub fn back(&mut self, size: Size) -> bool {
        let Position { step, note } = self.cursor;
        if step == 0 {
            return false;
        }
        match size {
            Size::Note if note > 1 => self.cursor.note = note - 1,
            Size::Note | Size::Sync => self.go(step - 1),
            Size::Quiet => {
                let quiet_end =
                    |step: &u32| matches!(self.action_at(step + 1), Some(Action::PassTime { .. }));
                let target = (1..step).rev().find(quiet_end).unwrap_or(0);
                self.go(target);
            }
        }
        true
    }

    /// Goes to a place of the branch, or the nearest one that it has.
    pub fn seek(&mut self, position: Position) {
        let step = position.step.min(self.branch().steps.len() as u32);
        self.go(step);
        if step == position.step && step > 0 {
            self.cursor.note = position.note.clamp(1, self.notes_in(step).max(1)).min(self.notes_in(step));
        }
    }

    /// Starts a new branch here and goes on in it. Returns its number.
    #[inline(never)]
    pub fn fork(&mut self) -> u32 {
        self.complete();
        let forked = self.branch().up_to(self.current as u32, self.cursor.step);
        self.branches.push(forked);
        self.current = self.branches.len() - 1;
        self.current as u32
    }

    pub fn branches(&self) -> Vec<BranchInfo> {
        self.branches.iter().map(Branch::info).collect()
    }

    /// When each condition of the Job was true along the branch, the earliest first.
    pub fn conditions(&self) -> &[ConditionSpan] {
        &self.branch().conditions
    }

    /// Where the controller last counted pods, and in which step.
    pub fn last_count(&self) -> Option<(Position, &Arc<Step>)> {
        let count = self.branch().count_until(self.cursor)?;
        self.step_at(count.step).map(|step| (count, step))
    }

    pub fn current_branch(&self) -> u32 {
        self.current as u32
    }

    /// Goes on in another branch: at the same step, if that is shared with this one, else at its end. False if there is
    /// no such branch.
    pub fn switch_to(&mut self, branch: u32) -> bool {
        let Some(other) = self.branches.get(branch as usize) else {
            return false;
        };
        let step = self.cursor.step as usize;
        let here = self.branch();
        let shared =
            here.steps.iter().zip(&other.steps).take_while(|(one, other)| Arc::ptr_eq(one, other)).count();
        let target = if step <= shared { step } else { other.steps.len() };
        self.current = branch as usize;
        self.go(target as u32);
        true
    }

    fn branch(&self) -> &Branch {
        &self.branches[self.current]
    }

    fn step_at(&self, step: u32) -> Option<&Arc<Step>> {
        self.branch().steps.get((step as usize).checked_sub(1)?)
    }

    fn action_at(&self, step: u32) -> Option<&Action> {
        self.step_at(step).map(|step| &step.action)
    }

    fn notes_in(&self, step: u32) -> u32 {
        self.step_at(step).map_or(0, |step| step.lines.len() as u32)
    }

    fn complete(&mut self) {
        self.cursor.note = self.notes_in(self.cursor.step);
    }

    /// Goes to the end of a step that the branch has.
    fn go(&mut self, step: u32) {
        let from = self.cursor.step;
        if step == from + 1 {
            self.before = self.after.clone();
            self.after = self.branch().after(step, Some((from, &self.before)));
        } else if step + 1 == from {
            self.after = self.before.clone();
            self.before = self.branch().after(step.saturating_sub(1), None);
        } else {
            self.before = self.branch().after(step.saturating_sub(1), None);
            self.after = if step == 0 {
                self.before.clone()
            } else {
                self.branch().after(step, Some((step - 1, &self.before)))
            };
        }
        self.cursor = Position { step, note: self.notes_in(step) };
    }

    /// What comes after the cursor's step: the recorded action, else what happens by itself.
    fn following(&self) -> Option<Action> {
        self.action_at(self.cursor.step + 1).cloned().or_else(|| self.after.next_action())
    }

    fn forward_note(&mut self) -> bool {
        if !self.is_complete() {
            self.cursor.note += 1;
            return true;
        }
        let moved = self.forward_action();
        if moved {
            self.cursor.note = self.notes_in(self.cursor.step).min(1);
        }
        moved
    }

    fn forward_action(&mut self) -> bool {
        if !self.is_complete() {
            self.complete();
            return true;
        }
        let following = self.following();
        let found = following.is_some();
        if let Some(action) = following {
            self.act(action);
        }
        found
    }

    fn forward_to_quiet(&mut self) -> bool {
        if !self.forward_action() {
            return false;
        }
        for _ in 0..QUIET_STEPS_MAX {
            if self.following().is_none_or(|action| matches!(action, Action::PassTime { .. })) {
                break;
            }
            self.forward_action();
        }
        true
    }
}
