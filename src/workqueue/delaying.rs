//! The delaying queue: items that become ready at a time. One entry an item, and the earliest time wins.

use super::{Added, Queue};
use crate::sorted;
use crate::time::{Span, Time};

/// A queue whose items may wait. Nothing can postpone or cancel a waiting item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DelayingQueue<K: Ord + Clone> {
    queue: Queue<K>,
    /// By time, then by order of first insertion: what fires first is first.
    waiting: Vec<(K, Waiting)>,
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
        DelayingQueue { queue: Queue::new(), waiting: Vec::new(), inserted: 0 }
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
        if let Some(position) = self.waiting.iter().position(|(waiting, _)| *waiting == item) {
            let entry = &mut self.waiting[position].1;
            entry.merged += 1;
            if entry.at <= at {
                return Added::KeptEarlier { at: entry.at };
            }
            let from = std::mem::replace(&mut entry.at, at);
            let (item, entry) = self.waiting.remove(position);
            self.wait(item, entry);
            return Added::MovedEarlier { from, at };
        }
        let order = self.inserted;
        self.inserted += 1;
        self.wait(item, Waiting { at, merged: 0, order });
        Added::Waiting { at }
    }

    fn wait(&mut self, item: K, entry: Waiting) {
        let place = sorted::search(self.waiting.len(), &|position| {
            let other = &self.waiting[position].1;
            (other.at, other.order).cmp(&(entry.at, entry.order))
        });
        let (Ok(place) | Err(place)) = place;
        self.waiting.insert(place, (item, entry));
    }

    /// Adds the first waiting item whose time has come. Call until `None`.
    pub fn fire_next(&mut self, now: Time) -> Option<(K, Time, Added)> {
        if self.next_deadline()? > now {
            return None;
        }
        let (item, Waiting { at, .. }) = self.waiting.remove(0);
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
        self.waiting.first().map(|(_, entry)| entry.at)
    }

    /// Waiting items, soonest first.
    pub fn waiting(&self) -> impl Iterator<Item = (&K, &Waiting)> {
        self.waiting.iter().map(|(item, entry)| (item, entry))
    }
}

impl<K: Ord + Clone> Default for DelayingQueue<K> {
    fn default() -> DelayingQueue<K> {
        DelayingQueue::new()
    }
}
