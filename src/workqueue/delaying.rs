//! The delaying queue: items that become ready at a time. One entry an item, and the earliest time wins.

use std::collections::{BTreeMap, BTreeSet};

use super::{Added, Queue};
use crate::time::{Span, Time};

/// A queue whose items may wait. Nothing can postpone or cancel a waiting item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayingQueue<K: Ord> {
    queue: Queue<K>,
    waiting: BTreeMap<K, Waiting>,
    /// The same entries by time, then by order of first insertion: what fires first is first.
    deadlines: BTreeSet<(Time, u64, K)>,
    inserted: u64,
}

/// One waiting item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    pub at: Time,
    /// Further delayed adds that were merged into this entry.
    pub merged: u32,
    order: u64,
}

impl<K: Ord + Clone> DelayingQueue<K> {
    pub fn new() -> DelayingQueue<K> {
        DelayingQueue {
            queue: Queue::new(),
            waiting: BTreeMap::new(),
            deadlines: BTreeSet::new(),
            inserted: 0,
        }
    }

    pub fn add(&mut self, item: K) -> Added {
        self.queue.add(item)
    }

    /// Adds the item once `delay` has passed. A delay that is not positive adds it now and leaves a waiting entry alone.
    pub fn add_after(&mut self, item: K, delay: Span, now: Time) -> Added {
        if self.queue.shutting_down {
            return Added::Dropped;
        }
        if delay <= Span::ZERO {
            return self.queue.add(item);
        }
        let at = now + delay;
        if let Some(entry) = self.waiting.get_mut(&item) {
            entry.merged += 1;
            if entry.at <= at {
                return Added::KeptEarlier { at: entry.at };
            }
            let from = std::mem::replace(&mut entry.at, at);
            self.deadlines.remove(&(from, entry.order, item.clone()));
            self.deadlines.insert((at, entry.order, item));
            return Added::MovedEarlier { from, at };
        }
        let order = self.inserted;
        self.inserted += 1;
        self.waiting.insert(item.clone(), Waiting { at, merged: 0, order });
        self.deadlines.insert((at, order, item));
        Added::Waiting { at }
    }

    /// Adds the first waiting item whose time has come. Call until `None`.
    pub fn fire_next(&mut self, now: Time) -> Option<(K, Time, Added)> {
        if self.deadlines.first()?.0 > now {
            return None;
        }
        let (at, _, item) = self.deadlines.pop_first()?;
        self.waiting.remove(&item);
        let added = self.queue.add(item.clone());
        Some((item, at, added))
    }

    pub fn get(&mut self) -> Option<K> {
        self.queue.get()
    }

    pub fn done(&mut self, item: &K) -> bool {
        self.queue.done(item)
    }

    pub fn shut_down(&mut self) {
        self.queue.shut_down();
    }

    /// The queue below: ready, dirty and processing items.
    pub fn queue(&self) -> &Queue<K> {
        &self.queue
    }

    pub fn next_deadline(&self) -> Option<Time> {
        self.deadlines.first().map(|(at, _, _)| *at)
    }

    /// Waiting items, soonest first.
    pub fn waiting(&self) -> impl Iterator<Item = (&K, &Waiting)> {
        self.deadlines.iter().filter_map(|(_, _, item)| Some((item, self.waiting.get(item)?)))
    }
}

impl<K: Ord + Clone> Default for DelayingQueue<K> {
    fn default() -> DelayingQueue<K> {
        DelayingQueue::new()
    }
}
