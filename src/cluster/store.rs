//! How a change of the store is applied: the one place where the state of the API server is written.

use std::sync::Arc;

use super::Cluster;
use crate::api::{Kind, Object, Pod, WatchEvent};
use crate::sorted;
use crate::sorted::order;
use crate::trace::StoreChange;

/// New revisions by old ones, in order.
pub struct Renumbered(Vec<(u64, u64)>);

impl Renumbered {
    /// The new revision, or the old one where there is none.
    pub fn get(&self, old: u64) -> u64 {
        let found = sorted::search(self.0.len(), &|position| self.0[position].0.cmp(&old));
        found.map_or(old, |position| self.0[position].1)
    }
}

impl Cluster {
    /// Applies a change that this or an equal cluster made before.
    pub fn apply(&mut self, change: &StoreChange) {
        match change {
            StoreChange::Job { key, job, revision } => {
                self.revision = *revision;
                match job {
                    Some(job) => {
                        if self.jobs.insert(key, job.clone()).is_none() {
                            self.names.job_created();
                        }
                    }
                    None => {
                        self.jobs.remove(key);
                    }
                }
            }
            StoreChange::Pod { key, pod, revision } => {
                self.revision = *revision;
                match pod {
                    Some(pod) => {
                        if self.pods.insert(key, pod.clone()).is_none() {
                            self.names.pod_created(pod);
                        }
                    }
                    None => {
                        self.pods.remove(key);
                    }
                }
            }
            StoreChange::Event(event) => self.events.push(event.clone()),
            StoreChange::Streamed(event) => self.streams.append(event.clone()),
            StoreChange::Taken { kind } => {
                self.streams.take(*kind);
            }
            StoreChange::Dropped { kind } => self.streams.drop_all(*kind),
            StoreChange::Held { kind, held } => self.streams.hold(*kind, *held),
            StoreChange::Resequenced { since } => self.resequence(*since),
        }
    }

    /// The revisions that [`StoreChange::Resequenced`] gives to the pod changes after `since`, old to new.
    pub fn resequencing(&self, since: u64) -> Renumbered {
        let events = self.streams.pending(Kind::Pod).filter(|event| event.revision() > since);
        let mut order: Vec<(i32, &str, u64)> = events.filter_map(sequence_key).collect();
        let mut revisions: Vec<u64> = order.iter().map(|(_, _, revision)| *revision).collect();
        order::sort(&mut revisions);
        order::sort_by(&mut order, &|left, right| (left.0, left.1).cmp(&(right.0, right.1)));
        let mut renumbered: Vec<(u64, u64)> = order.iter().map(|(_, _, old)| *old).zip(revisions).collect();
        order::sort(&mut renumbered);
        Renumbered(renumbered)
    }

    /// Only recorded runs do so: the WebAssembly module is cut in two here, so it is never inlined.
    #[inline(never)]
    fn resequence(&mut self, since: u64) {
        let renumbered = self.resequencing(since);
        let mut pods: Vec<(u64, WatchEvent)> = Vec::new();
        for event in self.streams.drain_since(Kind::Pod, since) {
            let old = event.revision();
            let new = renumbered.get(old);
            pods.push((new, with_revision(event, new)));
        }
        order::sort_by(&mut pods, &|one, other| one.0.cmp(&other.0));
        for (_, event) in pods {
            if let Object::Pod(pod) = &event.object
                && let Some(stored) = self.pods.get_mut(&pod.key())
                && stored.metadata.uid == pod.metadata.uid
            {
                *stored = pod.clone();
            }
            self.streams.append(event);
        }
    }
}

/// Pod changes of one batch count as concurrent: index first (−1 without), then name.
fn sequence_key(event: &WatchEvent) -> Option<(i32, &str, u64)> {
    match &event.object {
        Object::Pod(pod) => {
            let index = pod.completion_index();
            Some((index.unwrap_or(-1), &pod.metadata.name, event.revision()))
        }
        Object::Job(_) => None,
    }
}

fn with_revision(mut event: WatchEvent, revision: u64) -> WatchEvent {
    if let Object::Pod(pod) = &mut event.object {
        Arc::<Pod>::make_mut(pod).metadata.resource_version = revision;
    }
    event
}
