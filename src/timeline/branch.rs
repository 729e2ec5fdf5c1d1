//! One branch: its steps, and the worlds kept along it.

use std::sync::Arc;

use super::conditions::{self, ConditionSpan};
use super::{BranchInfo, Position, Step};
use crate::trace::Note;
use crate::world::World;

/// A world is kept after so many actions, or after so many notes.
const STEPS_BETWEEN_CHECKPOINTS: u32 = 16;
const NOTES_BETWEEN_CHECKPOINTS: usize = 400;

#[derive(Clone, Debug)]
pub(super) struct Branch {
    parent: Option<u32>,
    forked_at: u32,
    pub steps: Vec<Arc<Step>>,
    /// Worlds after some of the steps, in their order; always the one after step 0.
    checkpoints: Vec<(u32, Arc<World>)>,
    /// Notes since the last checkpoint.
    notes: usize,
    pub conditions: Vec<ConditionSpan>,
    /// The steps in which the controller counted pods, and where among their notes.
    counts: Vec<Position>,
}

impl Branch {
    pub fn new(first: Arc<World>) -> Branch {
        Branch {
            parent: None,
            forked_at: 0,
            steps: Vec::new(),
            checkpoints: vec![(0, first)],
            notes: 0,
            conditions: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// A new branch that shares everything up to a step.
    pub fn up_to(&self, own_number: u32, step: u32) -> Branch {
        Branch {
            parent: Some(own_number),
            forked_at: step,
            steps: self.steps[..step as usize].to_vec(),
            checkpoints: self.checkpoints[..self.checkpoints_until(step)].to_vec(),
            notes: 0,
            conditions: conditions::up_to(&self.conditions, step),
            counts: self.counts.iter().copied().filter(|count| count.step <= step).collect(),
        }
    }

    /// The world before any action.
    pub fn first(&self) -> &Arc<World> {
        &self.checkpoints[0].1
    }

    pub fn checkpoints_mut(&mut self) -> impl Iterator<Item = &mut Arc<World>> {
        self.checkpoints.iter_mut().map(|(_, world)| world)
    }

    /// How many worlds are kept up to a step.
    fn checkpoints_until(&self, step: u32) -> usize {
        self.checkpoints.partition_point(|(at, _)| *at <= step)
    }

    pub fn info(&self) -> BranchInfo {
        BranchInfo { parent: self.parent, forked_at: self.forked_at, steps: self.steps.len() as u32 }
    }

    /// Adds a step that led to this world.
    pub fn push(&mut self, step: Step, world: &Arc<World>) {
        self.notes += step.lines.len();
        let number = self.steps.len() as u32 + 1;
        let last_count = step.lines.iter().rposition(|line| is_count(&line.note));
        self.counts.extend(last_count.map(|place| Position { step: number, note: place as u32 + 1 }));
        self.steps.push(Arc::new(step));
        conditions::extend(&mut self.conditions, number, world);
        let last = self.checkpoints.last().map_or(0, |(step, _)| *step);
        if number - last >= STEPS_BETWEEN_CHECKPOINTS || self.notes >= NOTES_BETWEEN_CHECKPOINTS {
            self.checkpoints.push((number, world.clone()));
            self.notes = 0;
        }
    }

    /// Where up to a place the controller last counted pods.
    pub fn count_until(&self, until: Position) -> Option<Position> {
        let passed = self.counts.partition_point(|count| *count <= until);
        self.counts[..passed].last().copied()
    }

    /// The world after a step: played from the nearest world before it, be it a checkpoint or the one handed in.
    pub fn after(&self, step: u32, known: Option<(u32, &Arc<World>)>) -> Arc<World> {
        let checkpoint = self.checkpoints[..self.checkpoints_until(step)].last();
        let checkpoint = checkpoint.map(|(at, world)| (*at, world));
        let nearest =
            checkpoint.into_iter().chain(known).filter(|(at, _)| *at <= step).max_by_key(|(at, _)| *at);
        let Some((from, nearest)) = nearest else {
            unreachable!("the world before the first step is always kept");
        };
        if from == step {
            return nearest.clone();
        }
        let mut world = World::clone(nearest);
        for step in &self.steps[from as usize..step as usize] {
            world.apply(&step.action);
        }
        Arc::new(world)
    }
}

/// Which successes and failures a sync goes by.
fn is_count(note: &Note) -> bool {
    matches!(note, Note::Counted { .. } | Note::CountedIndexed { .. } | Note::CountedLive { .. })
}
