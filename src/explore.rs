//! Exploration: what must hold in every run, whatever happens, checked beside the world step by step.
//!
//! A [`Property`](property::Property) is a named predicate with the assumption under which it is claimed. A
//! [`Checker`] watches a run through the world's public interface and its lines, remembers what no world holds (which
//! pod was counted, which answer was lost) and names the properties that a step breaks. It takes nothing from the
//! controller's own notes that it can tell from objects, caches and requests.

mod ghost;
pub mod property;
mod step;

use crate::controllers::job::Profile;
use crate::trace::Line;
use crate::world::{Action, World};
use ghost::Ghost;
use property::{Check, PROPERTIES};
use step::{Moment, Step, Store};

/// A property that a step broke, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Such as `S1`.
    pub property: &'static str,
    pub detail: String,
}

/// Watches one run.
#[derive(Clone, Debug)]
pub struct Checker {
    profile: Profile,
    ghost: Ghost,
}

impl Checker {
    pub fn new(profile: Profile) -> Checker {
        Checker { profile, ghost: Ghost::default() }
    }

    /// Claims every property even where its assumption does not hold: what it then reports are the upstream exceptions.
    pub fn without_assumptions(mut self) -> Checker {
        self.ghost.strict = true;
        self
    }

    /// Takes in what an action did between two worlds. Steps come in their order, none left out.
    pub fn observe(
        &mut self,
        before: &World,
        action: &Action,
        lines: &[Line],
        after: &World,
    ) -> Vec<Violation> {
        let step = Step::new(&self.profile, before, action, lines, after);
        let mut found = Vec::new();
        let mut store = Store::of(before.cluster());
        for sent in &step.requests {
            let held = store.clone();
            store.apply(sent);
            let moment = Moment { step: &step, sent, store: &store, held: &held };
            for property in PROPERTIES {
                if let Check::Request(check) = property.check {
                    report(property.id, check(&moment, &self.ghost), &mut found);
                }
            }
            self.ghost.learn_request(&moment);
        }
        for property in PROPERTIES {
            if let Check::Step(check) = property.check {
                report(property.id, check(&step, &self.ghost), &mut found);
            }
        }
        self.ghost.learn_step(&step);
        found
    }
}

fn report(property: &'static str, verdict: Result<(), String>, found: &mut Vec<Violation>) {
    if let Err(detail) = verdict {
        found.push(Violation { property, detail });
    }
}
