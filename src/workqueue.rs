//! client-go's work queue: FIFO, dirty set and processing set.
//!
//! Three small queues composed: this one, [`delaying`] over it, [`rate_limiting`] over that. The clock is handed in.
//! Never knows what a key means.

pub mod delaying;
pub mod rate_limiting;

use std::collections::VecDeque;

use serde::Serialize;

use crate::sorted::{self, SortedMap};
use crate::time::Time;

/// The base queue. However often a key is added during a sync, it runs once more, not many times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Queue<K: Ord + Clone> {
    /// FIFO, without duplicates. An item in `dirty` and not in `processing` is also here, once.
    ready: VecDeque<K>,
    /// Items that need a sync, with the number of further adds that were merged into this one.
    dirty: SortedMap<K, u32>,
    /// Items that a worker holds, in order: one a worker. Never also in `ready`.
    processing: Vec<K>,
    shutting_down: bool,
}

/// What an add did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "result", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Added {
    /// Appended to the ready items.
    Ready,
    /// Already marked: nothing changes but the count of merged adds.
    Merged { times: u32 },
    /// A worker holds the item; it will be ready again when the worker is done.
    DirtyAgain,
    /// The queue is shutting down and takes nothing more.
    Dropped,
    /// Waits for its time.
    Waiting { at: Time },
    /// Was waiting already, for an earlier or equal time, which is kept.
    KeptEarlier { at: Time },
    /// Was waiting for a later time, which is given up.
    MovedEarlier { from: Time, at: Time },
}

impl<K: Ord + Clone> Queue<K> {
    pub fn new() -> Queue<K> {
        Queue {
            ready: VecDeque::new(),
            dirty: SortedMap::new(),
            processing: Vec::new(),
            shutting_down: false,
        }
    }

    pub fn add(&mut self, item: K) -> Added {
        if self.shutting_down {
            return Added::Dropped;
        }
        if let Some(merged) = self.dirty.get_mut(&item) {
            *merged += 1;
            return Added::Merged { times: *merged };
        }
        self.dirty.insert(&item, 0);
        if self.processing.contains(&item) {
            return Added::DirtyAgain;
        }
        self.ready.push_back(item);
        Added::Ready
    }

    /// Hands the first ready item to a worker. Its dirty mark goes now, before the sync, so that an add during the
    /// sync is not lost. `None`: nothing is ready.
    pub fn get(&mut self) -> Option<K> {
        let item = self.ready.pop_front()?;
        self.dirty.remove(&item);
        if let Err(place) = self.place(&item) {
            self.processing.insert(place, item.clone());
        }
        Some(item)
    }

    /// The worker is finished with the item. True if it was marked again meanwhile and is ready anew, at the tail.
    pub fn done(&mut self, item: &K) -> bool {
        if let Ok(place) = self.place(item) {
            self.processing.remove(place);
        }
        let again = self.dirty.contains_key(item);
        if again {
            self.ready.push_back(item.clone());
        }
        again
    }

    /// Where among the processing items this one is, or else belongs.
    fn place(&self, item: &K) -> Result<usize, usize> {
        sorted::search(self.processing.len(), &|position| self.processing[position].cmp(item))
    }

    /// Takes nothing more; what is ready is still handed out.
    pub fn shut_down(&mut self) {
        self.shutting_down = true;
    }

    /// Shutting down and nothing left to hand out: a worker that asks is told to stop.
    pub fn is_drained(&self) -> bool {
        self.shutting_down && self.ready.is_empty()
    }

    pub fn ready(&self) -> impl ExactSizeIterator<Item = &K> {
        self.ready.iter()
    }

    pub fn processing(&self) -> impl ExactSizeIterator<Item = &K> {
        self.processing.iter()
    }

    pub fn is_dirty(&self, item: &K) -> bool {
        self.dirty.contains_key(item)
    }

    /// Items that a worker holds and that were marked again.
    pub fn dirty_again(&self) -> impl Iterator<Item = &K> {
        self.processing.iter().filter(|item| self.dirty.contains_key(item))
    }

    /// How many adds were merged into the pending one.
    pub fn merged(&self, item: &K) -> u32 {
        self.dirty.get(item).copied().unwrap_or(0)
    }
}

impl<K: Ord + Clone> Default for Queue<K> {
    fn default() -> Queue<K> {
        Queue::new()
    }
}
