//! The record of an action: notes, which say what happened and why, and the changes that each made.
//!
//! A note id is a public interface: catalogues of sentences, links and documents name it. There is no prose here.
//! Every change of a world is a [`Change`], applied by the same code that made it, so the states inside a sync can be
//! walked without computing anything again.

mod note;

use std::fmt;
use std::ops::Deref;
use std::slice;
use std::sync::Arc;

use serde::Serialize;

pub use note::*;

use crate::api::{Event, Exchange, Job, Kind, ObjectKey, Pod, Text, WatchEvent};
use crate::time::{Span, Time};

/// One note with the changes that came with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub note: Note,
    pub changes: Changes,
}

/// The changes that came with one note. All changes of an action stand in one list, which its lines share.
#[derive(Clone)]
pub struct Changes {
    /// Absent while the action still goes on.
    all: Option<Arc<Vec<Change>>>,
    first: u32,
    end: u32,
}

impl Deref for Changes {
    type Target = [Change];

    fn deref(&self) -> &[Change] {
        let all = self.all.as_deref().map(Vec::as_slice).unwrap_or_default();
        all.get(self.first as usize..self.end as usize).unwrap_or_default()
    }
}

impl<'a> IntoIterator for &'a Changes {
    type Item = &'a Change;
    type IntoIter = slice::Iter<'a, Change>;

    fn into_iter(self) -> slice::Iter<'a, Change> {
        self.iter()
    }
}

impl From<Vec<Change>> for Changes {
    fn from(all: Vec<Change>) -> Changes {
        Changes { first: 0, end: all.len() as u32, all: Some(Arc::new(all)) }
    }
}

impl PartialEq for Changes {
    fn eq(&self, other: &Changes) -> bool {
        **self == **other
    }
}

impl Eq for Changes {}

impl fmt::Debug for Changes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_list().entries(&**self).finish()
    }
}

/// Collects the lines of one action, in order. Changes come first, then the note that tells of them: it names their
/// outcome.
#[derive(Debug, Default)]
pub struct Trace {
    lines: Vec<Line>,
    /// Those after the last line's wait for their note.
    changes: Vec<Change>,
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
            self.changes.push(change);
        }
    }

    /// Tells what the changes since the last note were, or what was decided.
    pub fn note(&mut self, note: Note) {
        if !self.muted {
            let (first, end) = (self.noted(), self.changes.len() as u32);
            self.lines.push(Line { note, changes: Changes { all: None, first, end } });
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
        let count = self.changes.len() as u32;
        debug_assert!(self.noted() == count, "changes without a note: {:?}", self.changes.last());
        if let Some(last) = self.lines.last_mut() {
            last.changes.end = count;
        }
        let all = Arc::new(self.changes);
        for line in &mut self.lines {
            line.changes.all = Some(all.clone());
        }
        self.lines
    }

    /// How many of the changes have their note.
    fn noted(&self) -> u32 {
        self.lines.last().map_or(0, |line| line.changes.end)
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
        record: Option<Box<WrittenRecord>>,
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ExpectationRecord {
    pub creations: i64,
    pub deletions: i64,
    pub set_at: Time,
}

/// Pod failures since the last success, and when the last of them ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
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
