//! The record of an action: notes, which say what happened and why, and the changes that each made.
//!
//! A note id is a public interface: catalogues of sentences, links and documents name it. There is no prose here.
//! Every change of a world is a [`Change`], applied by the same code that made it, so the states inside a sync can be
//! walked without computing anything again.

mod note;

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use note::*;

use crate::api::{Event, Exchange, Job, Kind, ObjectKey, Pod, Text, WatchEvent};
use crate::time::{Span, Time};

/// One note with the changes that came with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub note: Note,
    pub changes: Vec<Change>,
}

/// Collects the lines of one action, in order. Changes come first, then the note that tells of them: it names their
/// outcome.
#[derive(Debug, Default)]
pub struct Trace {
    lines: Vec<Line>,
    /// Changes that wait for their note.
    pending: Vec<Change>,
    /// The writer has crashed: what it would have noted from here on did not happen.
    muted: bool,
}

impl Trace {
    pub fn new() -> Trace {
        Trace::default()
    }

    /// Records a change. The next note takes it.
    pub fn change(&mut self, change: Change) {
        if !self.muted {
            self.pending.push(change);
        }
    }

    /// Tells what the changes since the last note were, or what was decided.
    pub fn note(&mut self, note: Note) {
        if !self.muted {
            self.lines.push(Line { note, changes: std::mem::take(&mut self.pending) });
        }
    }

    /// The notes alone, where the changes are of no interest.
    pub fn into_notes(self) -> Vec<Note> {
        self.lines.into_iter().map(|line| line.note).collect()
    }

    pub fn mute(&mut self) {
        self.muted = true;
    }

    pub fn unmute(&mut self) {
        self.muted = false;
    }

    pub fn into_lines(mut self) -> Vec<Line> {
        debug_assert!(self.pending.is_empty(), "changes without a note: {:?}", self.pending);
        if let Some(last) = self.lines.last_mut() {
            last.changes.append(&mut self.pending);
        }
        self.lines
    }
}

/// A change of one cell of a world.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    Clock {
        now: Time,
    },
    Store(StoreChange),
    Cache(CacheChange),
    Controller(ControllerChange),
    /// A request of the controller and its answer. Changes nothing by itself.
    Exchange(Arc<Exchange>),
}

/// A change inside the API server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreChange {
    /// An object was stored (`Some`) or removed (`None`), at this revision.
    Job {
        key: ObjectKey,
        job: Option<Arc<Job>>,
        revision: u64,
    },
    Pod {
        key: ObjectKey,
        pod: Option<Arc<Pod>>,
        revision: u64,
    },
    Event(Arc<Event>),
    /// A watch event was appended to the stream of its kind.
    Streamed(WatchEvent),
    /// The oldest event of a stream was handed to the informer.
    Taken {
        kind: Kind,
    },
    /// All events of a stream were dropped: the watch broke.
    Dropped {
        kind: Kind,
    },
    Held {
        kind: Kind,
        held: bool,
    },
    /// The pod changes after this revision were put in the order of index and name.
    Resequenced {
        since: u64,
    },
}

/// A change of an informer's cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CacheChange {
    Job {
        key: ObjectKey,
        job: Option<Arc<Job>>,
    },
    Pod {
        key: ObjectKey,
        pod: Option<Arc<Pod>>,
    },
    /// The newest revision that the cache has seen of a kind.
    Revision {
        kind: Kind,
        revision: u64,
    },
    Cleared {
        kind: Kind,
    },
}

/// A change of the Job controller's memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControllerChange {
    Queue {
        operation: QueueOperation<ObjectKey>,
        now: Time,
    },
    OrphanQueue {
        operation: QueueOperation<OrphanItem>,
        now: Time,
    },
    /// Why the item waits in the Job queue, if it does.
    WaitingFor {
        job: ObjectKey,
        cause: QueueCause,
    },
    Expectations {
        job: ObjectKey,
        record: Option<ExpectationRecord>,
    },
    /// The removal of these pods' finalizers is awaited, too.
    FinalizersExpected {
        job: ObjectKey,
        uids: Vec<Text>,
    },
    FinalizerObserved {
        job: ObjectKey,
        uid: Text,
    },
    FinalizersForgotten {
        job: ObjectKey,
    },
    Backoff {
        job: ObjectKey,
        record: Option<BackoffRecord>,
    },
    /// The UID of a Job whose final status was written and not yet seen in the cache.
    FinishUnseen {
        uid: Text,
        unseen: bool,
    },
    Written {
        job: ObjectKey,
        record: Option<WrittenRecord>,
    },
    /// Everything in memory is lost; a new controller starts.
    Restarted,
}

/// A call on a work queue.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueueOperation<K> {
    Add {
        item: K,
    },
    AddAfter {
        item: K,
        delay: Span,
    },
    AddRateLimited {
        item: K,
    },
    /// The first waiting item has come due.
    Fire,
    Get,
    Forget {
        item: K,
    },
    Done {
        item: K,
    },
}

/// An item of the orphan queue: one pod, or all pods that a selector matches.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OrphanItem {
    Pod(ObjectKey),
    Selector { namespace: Text, selector: Text },
}

/// `pod:default/pi-x2k4q` or `selector:default/batch.kubernetes.io/controller-uid=…`.
impl fmt::Display for OrphanItem {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrphanItem::Pod(key) => write!(formatter, "pod:{key}"),
            OrphanItem::Selector { namespace, selector } => {
                write!(formatter, "selector:{namespace}/{selector}")
            }
        }
    }
}

impl Serialize for OrphanItem {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Pods that a Job's controller asked for and has not seen yet. Each observed one is paid off, expected or not, so the
/// numbers may go below zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExpectationRecord {
    pub creations: i64,
    pub deletions: i64,
    pub set_at: Time,
}

/// Pod failures since the last success, and when the last of them ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct BackoffRecord {
    pub failures: u32,
    pub last_failure: Option<Time>,
}

/// The highest revisions that the controller wrote for one Job and whose caches have not been found caught up since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenRecord {
    pub uid: Text,
    pub job_revision: Option<u64>,
    pub pod_revision: Option<u64>,
}
