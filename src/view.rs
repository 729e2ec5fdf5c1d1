//! What the page is shown: plain data with typed fields, made from a timeline. Decides nothing.

mod pod_states;
mod pods;
mod queues;
mod snapshot;
mod status;

use std::sync::Arc;

use serde::{Serialize, Serializer};

use crate::api::{EventType, JobStatus, Kind, PodPhase, WatchEventType};
use crate::cluster::fault::Fault;
use crate::kubelet::outcome::OutcomePlan;
use crate::timeline::{BranchInfo, ConditionSpan, Position, Step};
use crate::trace::{ExpectationsMet, Note, QueueCause};
use crate::world::Action;

pub use pod_states::pod_states;
pub use pods::{pod, pod_page};
pub use snapshot::{SNAPSHOT_PODS_MAX, preview, snapshot};
pub use status::step_kind;

/// Everything that the page shows at one position. Times in `…Ms` are virtual milliseconds since the start.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Snapshot {
    pub position: Position,
    /// Notes of the current step, passed or not.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Note[]"))]
    pub notes: StepNotes,
    /// The action of the current step; absent before the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub action: Option<Action>,
    /// The last place of the branch.
    pub end: Position,
    pub branch: u32,
    pub branches: Vec<BranchInfo>,
    /// The last of them, along the whole branch.
    pub conditions: Vec<ConditionSpan>,
    pub profile: String,
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Time"))]
    pub started_at: String,
    pub elapsed_ms: i64,
    /// The Job that the page follows: the first by name. Absent without any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job: Option<JobView>,
    pub gap: Gap,
    /// Pods that exist or are cached, by name: the first of them. `podsTotal` says how many there are.
    pub pods: Vec<PodRow>,
    pub pods_total: u32,
    pub streams: Streams,
    pub queue: QueueView,
    pub orphan_queue: QueueView,
    pub expectations: ExpectationsView,
    pub accounting: Accounting,
    /// The sums that the controller used last; absent before it has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_count: Option<LastCount>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub backoff: Option<BackoffView>,
    /// Only where the profile reads its own writes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own_writes: Option<OwnWrites>,
    /// In order of recording: the last of them. `eventsTotal` says how many there are.
    pub events: Vec<EventView>,
    pub events_total: u32,
    pub faults: Vec<Fault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_after_requests: Option<u32>,
    pub plan: OutcomePlan,
    /// What may happen by itself now, soonest first.
    pub next: Vec<NextAction>,
}

/// The notes of a step, as a list. None before the first step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepNotes(Option<Arc<Step>>);

impl Serialize for StepNotes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let lines = self.0.as_ref().map_or(&[][..], |step| &step.lines);
        serializer.collect_seq(lines.iter().map(|line| &line.note))
    }
}

/// With which sums the controller last decided.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct LastCount {
    pub step: u32,
    /// A `counted`, `countedIndexed` or `countedLive`.
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Note"))]
    pub note: NoteOf,
}

/// One note of a step.
#[derive(Clone, Debug, PartialEq)]
pub struct NoteOf {
    step: Arc<Step>,
    note: usize,
}

impl NoteOf {
    pub fn note(&self) -> &Note {
        &self.step.lines[self.note].note
    }
}

impl Serialize for NoteOf {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.note().serialize(serializer)
    }
}

/// What an action would do.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Preview {
    #[cfg_attr(target_arch = "wasm32", tsify(type = "Note[]"))]
    pub notes: StepNotes,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct NextAction {
    pub action: Action,
    /// A held watch: happens only if the reader says so.
    pub held: bool,
}

/// The followed Job, as the API server has it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct JobView {
    /// `namespace/name`.
    pub key: String,
    pub name: String,
    pub uid: String,
    pub revision: u64,
    pub generation: u64,
    pub deleting: bool,
    pub suspended: bool,
    pub parallelism: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completions: Option<i32>,
    pub indexed: bool,
    pub backoff_limit: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active_deadline_seconds: Option<i64>,
    pub status: JobStatus,
    /// The status before the current step.
    pub status_before: JobStatus,
    /// What the controller's cache has of it; absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached: Option<CachedJob>,
    /// The Job is gone from the API server; this is the cache's copy.
    pub gone: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CachedJob {
    pub uid: String,
    pub revision: u64,
    pub generation: u64,
    pub deleting: bool,
    pub suspended: bool,
    pub status: JobStatus,
    /// The fields that the API server has otherwise, such as `spec.parallelism`; `status` for all of it.
    pub differs: Vec<String>,
}

/// Want, exist, see, counted: where these differ something is still to happen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Gap {
    /// Active pods that the spec and the counters call for.
    pub want_active: i32,
    /// Active pods at the API server.
    pub exist_active: i32,
    /// Active pods in the controller's cache.
    pub seen_active: i32,
    pub counted_succeeded: i32,
    pub counted_failed: i32,
}

/// A pod at the API server and in the cache, side by side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PodRow {
    /// `namespace/name`.
    pub key: String,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<i32>,
    /// Absent: removed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stored: Option<PodFace>,
    /// Absent: never seen, or seen to be gone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cached: Option<PodFace>,
    /// The current step changed it at the API server, or in the cache.
    pub changed: bool,
    pub cache_changed: bool,
    pub accounting: PodAccounting,
    /// What may be done to it now.
    pub actions: Vec<Action>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PodFace {
    pub uid: String,
    pub revision: u64,
    pub phase: PodPhase,
    pub ready: bool,
    pub scheduled: bool,
    pub deleting: bool,
    /// Carries the tracking finalizer.
    pub finalizer: bool,
    pub owned: bool,
    pub restarts: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub created_ms: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deletion_ms: Option<i64>,
}

/// How far the accounting of a pod has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PodAccounting {
    /// Not finished.
    Running,
    /// Finished, with the finalizer, and in no list of the status.
    Finished,
    /// In `uncountedTerminatedPods`, finalizer still there.
    Uncounted,
    /// In `uncountedTerminatedPods`, finalizer gone.
    Released,
    /// Finished, without finalizer, in no list: counted, or not to be.
    Settled,
    /// Finished, in a version without finalizers: counted anew in every sync.
    Live,
}

/// Undelivered watch events, a stream a kind.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct Streams {
    pub jobs: StreamView,
    pub pods: StreamView,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct StreamView {
    pub held: bool,
    /// The newest revision that the cache has seen of this kind.
    pub cache_revision: u64,
    /// Oldest first: the first of them.
    pub pending: Vec<PendingEvent>,
    pub pending_total: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PendingEvent {
    pub kind: Kind,
    pub r#type: WatchEventType,
    pub name: String,
    pub revision: u64,
    /// Came with the current step.
    pub new: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QueueView {
    /// FIFO.
    pub ready: Vec<ReadyItem>,
    pub processing: Vec<String>,
    pub dirty_again: Vec<ReadyItem>,
    /// Soonest first.
    pub waiting: Vec<WaitingItem>,
    pub failures: Vec<FailingItem>,
    /// What the current step changed.
    pub changed: ChangedCells,
}

/// Which lists of a queue are not as they were before the current step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChangedCells {
    pub ready: bool,
    pub processing: bool,
    pub dirty_again: bool,
    pub waiting: bool,
    pub failures: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ReadyItem {
    pub item: String,
    /// Further adds that this one stands for.
    pub merged: u32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct WaitingItem {
    pub item: String,
    pub due_ms: i64,
    pub left_ms: i64,
    pub merged: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cause: Option<QueueCause>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FailingItem {
    pub item: String,
    pub failures: u32,
    /// What the next failure would cost.
    pub next_delay_ms: i64,
}

/// The gate before `manageJob`, for the followed Job.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExpectationsView {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<ExpectationRecordView>,
    /// Why the gate is open; absent: it is closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open: Option<ExpectationsMet>,
    /// Names of pods (or UIDs, of pods that are gone) whose finalizer removal is awaited.
    pub finalizer_removals: Vec<String>,
    pub changed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ExpectationRecordView {
    pub creations: i64,
    pub deletions: i64,
    pub set_at_ms: i64,
    pub age_ms: i64,
    /// Until what is owed is given up; 0 when that is past.
    pub expires_in_ms: i64,
}

/// finished → uncounted → finalizer off → counted, for the followed Job.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Accounting {
    /// The version counts all pods anew in every sync: the first three numbers stay 0.
    pub live: bool,
    /// Finished pods that carry the finalizer and are in no list.
    pub finished: u32,
    /// UIDs in the lists whose pod carries the finalizer.
    pub uncounted: u32,
    /// UIDs in the lists whose pod has lost it, or is gone.
    pub released: u32,
    pub counted_succeeded: i32,
    pub counted_failed: i32,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct BackoffView {
    pub failures: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_failure_ms: Option<i64>,
    /// Before this no new pod replaces a failed one; absent once it has passed, and where each index has its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until_ms: Option<i64>,
}

/// Read your own writes: what the controller wrote last, and what its caches have seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct OwnWrites {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub job_revision: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod_revision: Option<u64>,
    pub cached_job_revision: u64,
    pub cached_pod_revision: u64,
    /// A sync now would be held back.
    pub behind: bool,
    /// The current step wrote, or showed the caches what was written.
    pub changed: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct EventView {
    pub r#type: EventType,
    pub reason: String,
    pub message: String,
    pub at_ms: i64,
    /// Recorded in the current step.
    pub new: bool,
}

/// A page of the pods.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct PodPage {
    pub offset: u32,
    pub total: u32,
    pub rows: Vec<PodRow>,
}

/// What a step was, for the marks of the scrubber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum StepKind {
    Time = 0,
    Delivery = 1,
    Sync = 2,
    OrphanSync = 3,
    Pod = 4,
    User = 5,
    Fault = 6,
    /// A sync that failed.
    FailedSync = 7,
    /// A sync that finished the Job.
    Finish = 8,
}
