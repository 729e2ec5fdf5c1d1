//! One branch: its steps, and the worlds kept along it.

use std::sync::Arc;

use super::conditions::{self, ConditionSpan};
use super::{BranchInfo, Step};
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
        self.steps.push(Arc::new(step));
        let number = self.steps.len() as u32;
        conditions::extend(&mut self.conditions, number, world);
        let last = self.checkpoints.last().map_or(0, |(step, _)| *step);
        if number - last >= STEPS_BETWEEN_CHECKPOINTS || self.notes >= NOTES_BETWEEN_CHECKPOINTS {
            self.checkpoints.push((number, world.clone()));
            self.notes = 0;
        }
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
