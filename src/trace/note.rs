//! `Note`: one variant for each thing worth telling, with its inputs as typed fields.

use serde::Serialize;

use super::{BackoffRecord, OrphanItem};
use crate::api::plain::plain_words;
use crate::api::{
    ApiError, ConditionStatus, ErrorReason, EventType, JobConditionType, Kind, ObjectKey, Propagation,
    Requester, Text, WatchEventType,
};
use crate::time::{Span, Time};
use crate::workqueue::Added;

/// What happened, or was decided, and the values that it depended on. Serialized with its id as the tag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "id", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Note {
    // The world: time, users, the kubelet, the garbage collector, faults.
    /// The clock moved; nothing else did by itself.
    TimePassed {
        from: Time,
        to: Time,
    },
    /// A waiting item came due and was added to its queue.
    TimerFired {
        queue: QueueName,
        item: Text,
        due: Time,
        merged: bool,
    },
    JobCreated {
        job: ObjectKey,
        generation: u64,
    },
    JobUpdated {
        job: ObjectKey,
        fields: Vec<ChangedField>,
        generation_before: u64,
        generation: u64,
    },
    /// The update would have changed nothing.
    JobUnchanged {
        job: ObjectKey,
    },
    /// The Job is gone from the API server.
    JobRemoved {
        job: ObjectKey,
        propagation: Option<Propagation>,
    },
    /// A DELETE only marked the Job: finalizers of the garbage collector hold it.
    JobDeletionMarked {
        job: ObjectKey,
        propagation: Propagation,
        generation: u64,
    },
    /// The API server refused a request of somebody other than the controller.
    RequestRefused {
        requester: Requester,
        error: ApiError,
    },
    /// The action is not possible in this state.
    NotPossible {
        obstacle: Obstacle,
        object: Text,
    },
    PodMade {
        pod: ObjectKey,
    },
    PodReported {
        pod: ObjectKey,
        report: PodReport,
    },
    PodEdited {
        pod: ObjectKey,
        edit: PodEdit,
    },
    PodDeletionMarked {
        pod: ObjectKey,
        requester: Requester,
        grace_seconds: i64,
        finalizers: Vec<Text>,
    },
    PodRemoved {
        pod: ObjectKey,
        requester: Requester,
    },
    /// The DELETE found nothing left to do.
    PodDeletionUnchanged {
        pod: ObjectKey,
        requester: Requester,
    },
    OutcomePlanned,
    GarbageNothing,
    GarbageDependentDeleted {
        pod: ObjectKey,
        job: ObjectKey,
    },
    GarbageDependentOrphaned {
        pod: ObjectKey,
        job: ObjectKey,
    },
    GarbageOwnerless {
        pod: ObjectKey,
        owner: Text,
    },
    FaultArmed {
        fault: FaultSummary,
    },
    FaultsCleared {
        count: u32,
    },
    CrashArmed {
        after_requests: u32,
    },
    FaultHit {
        fault: FaultSummary,
        error: ApiError,
    },
    ControllerCrashed {
        after_requests: Option<u32>,
    },
    ControllerStarted,

    // Watch streams and caches.
    WatchHeld {
        kind: Kind,
        held: bool,
    },
    Delivered {
        kind: Kind,
        event: WatchEventType,
        object: ObjectKey,
        revision: u64,
        left: u32,
    },
    NothingToDeliver {
        kind: Kind,
    },
    Relisted {
        kind: Kind,
        dropped: u32,
    },
    RelistFound {
        kind: Kind,
        event: WatchEventType,
        object: ObjectKey,
        tombstone: bool,
    },

    // Handlers.
    HandlerIgnored {
        object: ObjectKey,
        why: IgnoredEvent,
    },
    CreationObserved {
        job: ObjectKey,
        pod: ObjectKey,
        creations: Option<i64>,
    },
    DeletionObserved {
        job: ObjectKey,
        pod: ObjectKey,
        deletions: Option<i64>,
    },
    FinalizerRemovalObserved {
        job: ObjectKey,
        pod: ObjectKey,
        left: u32,
    },
    JobQueued {
        job: ObjectKey,
        cause: QueueCause,
        delay: Span,
        added: Added,
    },
    OrphanQueued {
        item: OrphanItem,
        cause: OrphanCause,
        added: Added,
    },
    BackoffForgotten {
        job: ObjectKey,
    },

    // The worker.
    QueueEmpty {
        queue: QueueName,
    },
    WorkerTook {
        queue: QueueName,
        item: Text,
        left: u32,
        failures: u32,
    },
    SyncForgotten {
        queue: QueueName,
        item: Text,
        failures: u32,
    },
    /// The sync succeeded, but the failures of its key stay counted.
    FailuresKept {
        queue: QueueName,
        item: Text,
        failures: u32,
    },
    SyncRetried {
        queue: QueueName,
        item: Text,
        error: Text,
        failures: u32,
        delay: Span,
        added: Added,
    },
    WorkerDone {
        queue: QueueName,
        item: Text,
        again: bool,
    },

    // A sync: should it run at all?
    CacheBehind {
        job: ObjectKey,
        kind: Kind,
        read: u64,
        written: u64,
    },
    CacheCaughtUp {
        job: ObjectKey,
    },
    JobMissing {
        job: ObjectKey,
    },
    ManagedByOther {
        job: ObjectKey,
        managed_by: Text,
    },
    AlreadyFinished {
        job: ObjectKey,
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        condition: JobConditionType,
    },
    FinishUnseen {
        job: ObjectKey,
    },
    CompletionModeUnknown {
        job: ObjectKey,
        mode: Text,
    },
    ExpectationsMet {
        job: ObjectKey,
        why: ExpectationsMet,
        creations: i64,
        deletions: i64,
        age: Span,
    },
    ExpectationsOwed {
        job: ObjectKey,
        creations: i64,
        deletions: i64,
        age: Span,
        expires_in: Span,
    },

    // Claiming.
    PodsClaimed {
        pods: u32,
        active: u32,
        ready: u32,
        terminating: u32,
        finished: u32,
        awaiting_removal: u32,
    },
    PodAdopted {
        pod: ObjectKey,
    },
    PodReleased {
        pod: ObjectKey,
    },
    PodClaimFailed {
        pod: ObjectKey,
        adopting: bool,
        error: Text,
    },
    PodVanished {
        pod: ObjectKey,
    },
    /// Before the first adoption of a sync the API server is asked whether the Job may still adopt.
    AdoptionRechecked {
        job: ObjectKey,
        allowed: bool,
    },

    // Counting and deciding.
    Counted {
        succeeded: CountedSide,
        failed: CountedSide,
        completions: Option<i32>,
        backoff_limit: i32,
        ignored: u32,
    },
    /// Pods that the cache shows now were counted; failed syncs of the key are what the limit is about.
    CountedLive {
        succeeded: i32,
        failed: i32,
        in_status_succeeded: i32,
        in_status_failed: i32,
        previous_retries: u32,
        backoff_limit: i32,
    },
    CountedIndexed {
        completed_indexes: Text,
        failed_indexes: Option<Text>,
        succeeded: i32,
        failed: CountedSide,
        completions: i32,
        backoff_limit: i32,
        ignored: u32,
    },
    StartTimeSet {
        at: Time,
    },
    FinishDecided {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        condition: JobConditionType,
        reason: Text,
        message: Text,
        rule: FinishRule,
    },
    NoFinish {
        failed: i32,
        backoff_limit: i32,
        restarts: Option<i32>,
        deadline_left: Option<Span>,
    },
    DeadlineArmed {
        active_deadline: Span,
        elapsed: Span,
        remaining: Span,
        added: Added,
    },
    FinishDeletes {
        active: u32,
    },
    DecisionWithheld {
        why: Withheld,
        deleted: u32,
        active: u32,
    },

    // Managing pods.
    ManageSkipped {
        why: ManageSkipped,
    },
    ActiveWanted {
        wanted: i32,
        active: i32,
        terminating: i32,
        completions: Option<i32>,
        succeeded: i32,
        parallelism: i32,
        rule: WantedRule,
    },
    NothingToManage {
        active: i32,
        wanted: i32,
        terminating: i32,
    },
    SuspendDeletes {
        active: u32,
    },
    PodsRemoved {
        surplus: i32,
        chosen: Vec<Text>,
        invalid: u32,
        capped: bool,
    },
    BackoffPending {
        failures: u32,
        last_failure: Option<Time>,
        delay: Span,
        remaining: Span,
        added: Added,
    },
    BackoffPassed {
        failures: u32,
        last_failure: Option<Time>,
        delay: Span,
    },
    IndexBackoffPending {
        indexes: Vec<i32>,
        remaining: Span,
        added: Added,
    },
    PodsWanted {
        count: i32,
        wanted: i32,
        active: i32,
        terminating: i32,
        indexes: Option<Text>,
        batches: Vec<u32>,
        capped: bool,
    },
    NoLabels,
    ExpectationsSet {
        job: ObjectKey,
        creations: i64,
        deletions: i64,
    },
    PodCreated {
        pod: ObjectKey,
        index: Option<i32>,
        batch: u32,
    },
    PodCreateFailed {
        index: Option<i32>,
        error: ApiError,
    },
    /// The creation will not be seen, so it is not owed any more.
    CreationGivenUp {
        creations: Option<i64>,
    },
    SlowStartStopped {
        skipped: u32,
        creations: Option<i64>,
    },
    PodDeleted {
        pod: ObjectKey,
        why: DeletedBecause,
    },
    PodDeleteFailed {
        pod: ObjectKey,
        error: ApiError,
        counts_as_deleted: bool,
    },
    FinalizerRemoved {
        pod: ObjectKey,
        why: FinalizerBecause,
        unchanged: bool,
    },
    FinalizerRemovalFailed {
        pod: ObjectKey,
        error: ApiError,
        counts_as_removed: bool,
    },
    CompletionsMissing {
        succeeded: i32,
        completions: Option<i32>,
        active: i32,
    },
    JobSuspended,
    JobResumed {
        start_time: Time,
    },

    // Tracking.
    StatusCompared {
        differs: Vec<Text>,
    },
    Drained {
        succeeded: u32,
        failed: u32,
        total_succeeded: i32,
        total_failed: i32,
    },
    PodCounting {
        pod: ObjectKey,
        counted_as: CountedAs,
        why: CountedBecause,
    },
    PodKeptDelayed {
        pod: ObjectKey,
        index: i32,
    },
    CountingCapped {
        limit: u32,
    },
    InterimCondition {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        condition: JobConditionType,
        reason: Text,
    },
    StatusWritten {
        write: StatusWrite,
        revision: u64,
        unchanged: bool,
    },
    StatusRefused {
        write: StatusWrite,
        error: ApiError,
    },
    NothingToWrite,
    /// The removal of these finalizers is expected from here on.
    RemovalsExpected {
        pods: u32,
    },
    BackoffRecorded {
        job: ObjectKey,
        record: BackoffRecord,
    },
    FinishWaits {
        why: FinishWaits,
        count: i32,
    },
    JobFinished {
        #[cfg_attr(target_arch = "wasm32", tsify(type = "string"))]
        condition: JobConditionType,
        reason: Text,
        message: Text,
    },
    EventRecorded {
        r#type: EventType,
        reason: Text,
        message: Text,
    },
    NewFailureRetried {
        failed: i32,
    },
    ConflictSwallowed {
        delay: Span,
        added: Added,
    },

    // The orphan worker.
    OrphanGone {
        pod: ObjectKey,
    },
    OrphanKept {
        pod: ObjectKey,
        why: OrphanKept,
    },
    OrphanClean {
        pod: ObjectKey,
    },
    SelectorMatched {
        selector: Text,
        pods: u32,
    },
    SelectorErrorLogged {
        pod: ObjectKey,
        error: ApiError,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum QueueName {
    Job,
    Orphan,
}

/// Why a Job's key was added to the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum QueueCause {
    JobAdded,
    JobSpecChanged,
    JobStatusChanged,
    JobDeleted,
    DeadlineChanged,
    PodAdded,
    PodChanged,
    PodFailed,
    PodDeleted,
    PodReleased,
    OrphanMayMatch,
    Deadline,
    Backoff,
    Retry,
    Conflict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum OrphanCause {
    PodWithoutOwner,
    JobFinished,
    JobDeleted,
    OwnerFinishedOrGone,
    Retry,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Obstacle {
    NoSuchPod,
    NoSuchJob,
    PodFinished,
    PodNotPending,
    PodNotDeleting,
    NoSuchContainer,
    ClockMayNotGoBack,
}

/// What the kubelet (or whoever speaks for it) reported about a pod.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "what", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PodReport {
    Scheduled {
        node: Text,
    },
    Running,
    Ready,
    NotReady,
    Condition {
        condition: Text,
        status: ConditionStatus,
    },
    Succeeded,
    Failed {
        exit_code: Option<i32>,
        reason: Option<Text>,
    },
    Evicted,
    ContainerRestarted {
        container: Text,
        restarts: i32,
    },
    ContainerExited {
        container: Text,
        exit_code: i32,
    },
    /// The report changed nothing.
    Unchanged,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum PodEdit {
    Labels,
    OwnerRemoved,
    FinalizersRemoved,
}

/// A fault as notes and the page name it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct FaultSummary {
    pub verb: FaultVerb,
    pub reason: ErrorReason,
    /// The request takes effect although it answers with an error.
    pub after_effect: bool,
    /// Requests still to be hit; absent: until cleared.
    pub left: Option<u32>,
}

/// Which requests of the controller a fault hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FaultVerb {
    CreatePod,
    DeletePod,
    PatchPod,
    UpdateStatus,
    GetJob,
}

plain_words!(FaultVerb camel { CreatePod, DeletePod, PatchPod, UpdateStatus, GetJob });

/// Why a handler did nothing with a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum IgnoredEvent {
    SameRevision,
    OwnerUnknown,
    OwnerFinished,
    NoOwnerNoMatch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ExpectationsMet {
    NoRecord,
    Fulfilled,
    Expired,
}

/// How one side of the count was summed up: `status + uncounted + new`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct CountedSide {
    pub total: i32,
    pub in_status: i32,
    pub uncounted: i32,
    pub new: i32,
}

/// The first test that decided how a Job ends, with its numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "test", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum FinishRule {
    /// An interim condition was stored by an earlier sync.
    Stored,
    FailurePolicy {
        pod: Text,
    },
    BackoffLimit {
        failed: i32,
        limit: i32,
    },
    /// Failed syncs of the key, where these are what the limit counts.
    Retries {
        previous_retries: u32,
        limit: i32,
    },
    Restarts {
        restarts: i32,
        limit: i32,
    },
    Deadline {
        elapsed: Span,
        limit: Span,
    },
    MaxFailedIndexes {
        failed_indexes: i32,
        limit: i32,
    },
    FailedIndexes {
        failed_indexes: i32,
        succeeded: i32,
        completions: i32,
    },
    SuccessPolicy,
    Completions {
        succeeded: i32,
        completions: Option<i32>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum Withheld {
    DeletesFailed,
    ExpectationsOwed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum ManageSkipped {
    ExpectationsOwed,
    JobDeleting,
}

/// Which rule gave the number of pods wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum WantedRule {
    /// Completions unset, nothing succeeded yet: parallelism.
    WorkQueue,
    /// Completions unset, something succeeded: whatever runs, nothing new.
    WorkQueueDraining,
    /// The completions still missing.
    Remaining,
    /// More are missing than parallelism allows.
    Parallelism,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum DeletedBecause {
    Suspended,
    Surplus,
    Finishing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FinalizerBecause {
    /// Its end is recorded in the status.
    Counted,
    /// It is about to be deleted and will not be counted.
    Deleting,
    Orphan,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CountedAs {
    Succeeded,
    Failed,
    Index,
    /// The finalizer goes, no counter changes.
    Nothing,
    /// Recorded by an earlier sync already.
    Already,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum CountedBecause {
    Phase,
    Terminating,
    JobFailing,
    JobSucceeding,
    JobDeleting,
    IgnoredByPolicy,
    InvalidIndex,
}

/// Which of the status writes of a sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum StatusWrite {
    /// Before finalizers go: uncounted pods, interim condition.
    First,
    /// After: counters, terminal condition.
    Second,
    /// In versions without finalizers.
    Only,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum FinishWaits {
    Terminating,
    Uncounted,
    Capped,
    PatchFailed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub enum OrphanKept {
    OtherKind,
    ManagedByOther,
    JobUnfinished,
}

/// A field of a Job that an update changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ChangedField {
    /// Such as `spec.parallelism`.
    pub field: Text,
    /// Before and after, where they fit in a word; an absent field has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<Text>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<Text>,
}
