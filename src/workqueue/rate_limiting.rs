//! The rate-limited queue: each failure of an item doubles its delay, until it is forgotten.

use super::delaying::DelayingQueue;
use super::{Added, Queue};
use crate::sorted::SortedMap;
use crate::time::{Span, Time};

/// The queue that a controller works with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateLimitedQueue<K: Ord + Clone> {
    delaying: DelayingQueue<K>,
    /// Failures since the item was last forgotten. Absent means none.
    failures: SortedMap<K, u32>,
    base: Span,
    max: Span,
}

impl<K: Ord + Clone> RateLimitedQueue<K> {
    /// The delay of the first failure is `base`, of each further one twice the former, at most `max`.
    pub fn new(base: Span, max: Span) -> RateLimitedQueue<K> {
        RateLimitedQueue { delaying: DelayingQueue::new(), failures: SortedMap::new(), base, max }
    }

    pub fn add(&mut self, item: K) -> Added {
        self.delaying.add(item)
    }

    pub fn add_after(&mut self, item: K, delay: Span, now: Time) -> Added {
        self.delaying.add_after(item, delay, now)
    }

    /// Adds the item after the delay that its failures call for, and counts one more. Returns the delay too.
    pub fn add_rate_limited(&mut self, item: K, now: Time) -> (Span, Added) {
        let delay = self.next_delay(&item);
        self.failures.insert(&item, self.failures(&item) + 1);
        (delay, self.delaying.add_after(item, delay, now))
    }

    /// The delay that the next failure of the item would get.
    pub fn next_delay(&self, item: &K) -> Span {
        self.base.doubled(self.failures(item), self.max)
    }

    /// Clears the failure count. Neither removes a queued or waiting item nor replaces `done`.
    pub fn forget(&mut self, item: &K) {
        self.failures.remove(item);
    }

    pub fn failures(&self, item: &K) -> u32 {
        self.failures.get(item).copied().unwrap_or(0)
    }

    pub fn all_failures(&self) -> impl Iterator<Item = (&K, u32)> {
        self.failures.iter().map(|(item, count)| (item, *count))
    }

    pub fn get(&mut self) -> Option<K> {
        self.delaying.get()
    }

    pub fn done(&mut self, item: &K) -> bool {
        self.delaying.done(item)
    }

    pub fn shut_down(&mut self) {
        self.delaying.shut_down();
    }

    pub fn fire_next(&mut self, now: Time) -> Option<(K, Time, Added)> {
        self.delaying.fire_next(now)
    }

    pub fn delaying(&self) -> &DelayingQueue<K> {
        &self.delaying
    }

    pub fn queue(&self) -> &Queue<K> {
        self.delaying.queue()
    }
}
