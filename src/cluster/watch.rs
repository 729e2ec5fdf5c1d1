//! Watch streams: one a kind, in order inside the kind only. The reader delivers their events, or holds them.

use std::collections::VecDeque;

use crate::api::{Kind, WatchEvent};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Streams {
    jobs: Stream,
    pods: Stream,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Stream {
    /// Not yet delivered, oldest first.
    pending: VecDeque<WatchEvent>,
    held: bool,
}

impl Streams {
    /// Events of a kind that the informer has not seen, oldest first.
    pub fn pending(&self, kind: Kind) -> impl ExactSizeIterator<Item = &WatchEvent> {
        self.of(kind).pending.iter()
    }

    /// Held streams deliver nothing by themselves.
    pub fn is_held(&self, kind: Kind) -> bool {
        self.of(kind).held
    }

    pub fn next(&self, kind: Kind) -> Option<&WatchEvent> {
        self.of(kind).pending.front()
    }

    pub(super) fn append(&mut self, event: WatchEvent) {
        self.of_mut(event.object.kind()).pending.push_back(event);
    }

    pub(super) fn take(&mut self, kind: Kind) -> Option<WatchEvent> {
        self.of_mut(kind).pending.pop_front()
    }

    pub(super) fn drop_all(&mut self, kind: Kind) {
        self.of_mut(kind).pending.clear();
    }

    pub(super) fn hold(&mut self, kind: Kind, held: bool) {
        self.of_mut(kind).held = held;
    }

    /// Takes the events after a revision out, in order.
    pub(super) fn drain_since(&mut self, kind: Kind, since: u64) -> Vec<WatchEvent> {
        let pending = &mut self.of_mut(kind).pending;
        let first = pending.iter().position(|event| event.revision() > since).unwrap_or(pending.len());
        pending.split_off(first).into()
    }

    fn of(&self, kind: Kind) -> &Stream {
        match kind {
            Kind::Job => &self.jobs,
            Kind::Pod => &self.pods,
        }
    }

    fn of_mut(&mut self, kind: Kind) -> &mut Stream {
        match kind {
            Kind::Job => &mut self.jobs,
            Kind::Pod => &mut self.pods,
        }
    }
}
