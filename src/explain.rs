//! "Why not?": from a world to the first thing that stands in the way. Data, no prose.
//!
//! An answer about what a sync would do comes from a rehearsal: the world is copied, the sync is run on the copy, and
//! the note at which it stopped is the answer. So it cannot differ from what the controller will say.

use serde::Serialize;

use crate::api::plain::plain_variants;
use crate::api::{Job, JobConditionType, Kind, ObjectKey, Pod, PodPhase, TRACKING_FINALIZER, Text};
use crate::controllers::job::terminating_counts_as_failed;
use crate::trace::{CountedAs, ManageSkipped, Note, QueueCause};
use crate::world::{Action, World};

/// What somebody waits for in vain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "question", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Question {
    /// Why is no new pod created?
    NoNewPod { job: ObjectKey },
    /// Why is the Job not Complete?
    NotComplete { job: ObjectKey },
    /// Why is the Job not Failed?
    NotFailed { job: ObjectKey },
    /// Why is the Job not synced now?
    NotSynced { job: ObjectKey },
    /// Why does the pod stay?
    PodNotRemoved { pod: ObjectKey },
    /// Why does no counter of the status hold the pod?
    PodNotCounted { pod: ObjectKey },
}

plain_variants!(Question by "question" {
    NoNewPod { job: need },
    NotComplete { job: need },
    NotFailed { job: need },
    NotSynced { job: need },
    PodNotRemoved { pod: need },
    PodNotCounted { pod: need },
});

/// The first thing that stands in the way, and what the controller has not seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Answer {
    pub reason: Reason,
    /// The reason once everything that is on its way has arrived, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub once_seen: Option<Reason>,
    /// When the next sync of the Job comes; absent where no sync matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sync: Option<NextSync>,
    pub unseen: Unseen,
}

/// Why not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "why", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum Reason {
    NoSuchJob,
    NoSuchPod,
    /// It has happened.
    AlreadySo,
    /// A sync would say this, and stop there.
    WouldSay {
        note: Note,
        /// What the sync makes of it.
        #[serde(skip_serializing_if = "Option::is_none")]
        outcome: Option<Note>,
    },
    /// The next sync does it; what is missing is the sync.
    NeedsSync,
    /// The answer is in the queue.
    Queue,
    /// Nobody has deleted the pod; a finished one stays as a record.
    PodNotDeleted {
        finished: bool,
    },
    /// The pod is deleted, but these finalizers hold it.
    PodHeld {
        finalizers: Vec<Text>,
    },
    /// The pod is deleted and still ends its containers.
    PodTerminating {
        grace_seconds: i64,
    },
    /// The pod runs or waits: only finished pods count.
    PodNotFinished {
        phase: PodPhase,
    },
    /// The pod has finished, but the controller's cache still shows it otherwise.
    PodUnseen,
    /// The Job does not own the pod.
    PodNotOwned,
    /// The finalizer is off and no list of the status holds the pod: it was counted, or never will be.
    PodSettled,
    /// The pod stands in `uncountedTerminatedPods`; the write that moves it to the counters is still to come.
    PodUncounted,
}

/// Where the Job stands in the work queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "state", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum NextSync {
    /// A worker can take it, after this many others.
    Ready { ahead: u32 },
    /// A worker has it.
    Processing,
    /// Its timer fires later. Times in virtual milliseconds.
    Waiting { due_ms: i64, left_ms: i64, cause: Option<QueueCause> },
    /// It is in no queue: only a watch event can bring it in, and this many are on their way.
    NotQueued { events: u32, held: bool },
}

/// How far the caches are behind what the API server stores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Unseen {
    pub job_events: u32,
    pub pod_events: u32,
    /// Pods that have finished without the cache showing it.
    pub finished_pods: u32,
    /// A watch with undelivered events is held.
    pub held: bool,
}

/// Answers a question about the world as it is.
pub fn why_not(world: &World, question: &Question) -> Answer {
    match question {
        Question::NoNewPod { job } => about_job(world, job, no_new_pod),
        Question::NotComplete { job } => about_finish(world, job, JobConditionType::Complete, |note| {
            matches!(note, Note::CompletionsMissing { .. })
        }),
        Question::NotFailed { job } => {
            about_finish(world, job, JobConditionType::Failed, |note| matches!(note, Note::NoFinish { .. }))
        }
        Question::NotSynced { job } => about_job(world, job, |_, _| Reason::Queue),
        Question::PodNotRemoved { pod } => about_pod(world, pod, not_removed),
        Question::PodNotCounted { pod } => about_pod(world, pod, not_counted),
    }
}

fn about_job(world: &World, key: &ObjectKey, reason: impl Fn(&World, &ObjectKey) -> Reason) -> Answer {
    if world.cluster().job(key).is_none() && world.cache().job(key).is_none() {
        return Answer { reason: Reason::NoSuchJob, once_seen: None, sync: None, unseen: Unseen::default() };
    }
    let first = reason(world, key);
    let once_seen = match first {
        Reason::WouldSay { .. } => once_seen(world, key, &reason).filter(|later| *later != first),
        _ => None,
    };
    Answer { reason: first, once_seen, sync: Some(next_sync(world, key)), unseen: unseen(world) }
}

/// The same question to a copy in which the caches have caught up.
fn once_seen(
    world: &World,
    key: &ObjectKey,
    reason: &impl Fn(&World, &ObjectKey) -> Reason,
) -> Option<Reason> {
    let pending = Kind::ALL.into_iter().filter(|kind| world.cluster().streams().pending(*kind).len() > 0);
    let mut later = None;
    for kind in pending {
        later.get_or_insert_with(|| world.clone()).apply(&Action::Deliver { kind, count: None });
    }
    later.map(|later| reason(&later, key))
}

/// The first note at which a sync stops before it creates pods.
fn no_new_pod(world: &World, key: &ObjectKey) -> Reason {
    let notes = world.rehearse_sync(key);
    if notes.iter().any(|note| matches!(note, Note::PodCreated { .. })) {
        return Reason::NeedsSync;
    }
    let outcome = notes.iter().find(|note| matches!(note, Note::NothingToManage { .. })).cloned();
    let has_nothing_to_do = outcome.is_some();
    let stops = |note: &Note| match note {
        Note::ActiveWanted { .. } => has_nothing_to_do,
        Note::SuspendDeletes { .. }
        | Note::PodsRemoved { .. }
        | Note::BackoffPending { .. }
        | Note::IndexBackoffPending { .. }
        | Note::PodCreateFailed { .. }
        | Note::NoLabels => true,
        _ => is_decision(note) || is_gate(note),
    };
    match first(notes, stops) {
        Reason::WouldSay { note: note @ Note::ActiveWanted { .. }, .. } => Reason::WouldSay { note, outcome },
        other => other,
    }
}

fn about_finish(
    world: &World,
    key: &ObjectKey,
    condition: JobConditionType,
    is_missing: fn(&Note) -> bool,
) -> Answer {
    about_job(world, key, |world, key| {
        if world.cluster().job(key).is_some_and(|job| job.status.has(&condition)) {
            return Reason::AlreadySo;
        }
        let notes = world.rehearse_sync(key);
        let ends = |note: &Note| matches!(note, Note::JobFinished { condition: reached, .. } if *reached == condition);
        if notes.iter().any(ends) {
            return Reason::NeedsSync;
        }
        let other_end = |note: &Note| match note {
            Note::FinishDecided { condition: decided, .. } => !leads_to(decided, &condition),
            _ => false,
        };
        let stops = |note: &Note| {
            is_missing(note)
                || other_end(note)
                || is_gate(note)
                || matches!(
                    note,
                    Note::DecisionWithheld { .. }
                        | Note::FinishWaits { .. }
                        | Note::StatusRefused { .. }
                        | Note::FinalizerRemovalFailed { .. }
                )
        };
        first(notes, stops)
    })
}

/// The interim condition announces the terminal one.
fn leads_to(decided: &JobConditionType, end: &JobConditionType) -> bool {
    let announced = match end {
        JobConditionType::Complete => JobConditionType::SuccessCriteriaMet,
        _ => JobConditionType::FailureTarget,
    };
    decided == end || *decided == announced
}

fn is_decision(note: &Note) -> bool {
    matches!(note, Note::FinishDecided { .. } | Note::DecisionWithheld { .. })
}

/// A sync that comes to one of these goes no further, or leaves the pods alone.
fn is_gate(note: &Note) -> bool {
    matches!(
        note,
        Note::CacheBehind { .. }
            | Note::JobMissing { .. }
            | Note::ManagedByOther { .. }
            | Note::AlreadyFinished { .. }
            | Note::FinishUnseen { .. }
            | Note::CompletionModeUnknown { .. }
            | Note::ExpectationsOwed { .. }
            | Note::PodClaimFailed { .. }
            | Note::ManageSkipped { why: ManageSkipped::JobDeleting }
    )
}

fn first(notes: Vec<Note>, stops: impl Fn(&Note) -> bool) -> Reason {
    match notes.into_iter().find(stops) {
        Some(note) => Reason::WouldSay { note, outcome: None },
        None => Reason::NeedsSync,
    }
}

fn about_pod(world: &World, key: &ObjectKey, reason: fn(&World, &Pod, Option<&Job>) -> Reason) -> Answer {
    let Some(pod) = world.cluster().pod(key) else {
        return Answer { reason: Reason::NoSuchPod, once_seen: None, sync: None, unseen: unseen(world) };
    };
    let owner = pod.metadata.controller();
    let job = owner.and_then(|owner| world.cluster().job(&ObjectKey::new(&key.namespace, &owner.name)));
    let job = job.filter(|job| pod.metadata.is_controlled_by(&job.metadata.uid));
    Answer {
        reason: reason(world, pod, job.map(|job| &**job)),
        once_seen: None,
        sync: job.map(|job| next_sync(world, &job.key())),
        unseen: unseen(world),
    }
}

fn not_removed(_: &World, pod: &Pod, _: Option<&Job>) -> Reason {
    let metadata = &pod.metadata;
    if !metadata.is_deleting() {
        return Reason::PodNotDeleted { finished: pod.is_terminal() };
    }
    let grace_seconds = metadata.deletion_grace_period_seconds.unwrap_or_default();
    if grace_seconds > 0 && !pod.is_terminal() {
        return Reason::PodTerminating { grace_seconds };
    }
    Reason::PodHeld { finalizers: metadata.finalizers.to_vec() }
}

fn not_counted(world: &World, pod: &Pod, job: Option<&Job>) -> Reason {
    let Some(job) = job else {
        return Reason::PodNotOwned;
    };
    let counts_deleting = terminating_counts_as_failed(job, world.controller().profile());
    let has_ended = pod.is_terminal() || (counts_deleting && pod.metadata.is_deleting());
    if !has_ended {
        return Reason::PodNotFinished { phase: pod.status.phase };
    }
    if world.controller().profile().counts_live() {
        return not_counted_live(world, pod, job);
    }
    let uid = &pod.metadata.uid;
    let lists = job.status.uncounted_terminated_pods.as_ref();
    if lists.is_some_and(|lists| lists.succeeded.contains(uid) || lists.failed.contains(uid)) {
        return Reason::PodUncounted;
    }
    if !pod.metadata.has_finalizer(TRACKING_FINALIZER) {
        return Reason::PodSettled;
    }
    if !is_seen(world, pod) {
        return Reason::PodUnseen;
    }
    let key = pod.key();
    let notes = world.rehearse_sync(&job.key());
    let mine = |note: &Note| match note {
        Note::PodCounting { pod, counted_as, .. } if *pod == key => Some(*counted_as),
        _ => None,
    };
    match notes.iter().find_map(mine) {
        // It will leave the list of pods to count without a counter changing: that is the answer.
        Some(CountedAs::Nothing) => first(notes, |note| mine(note).is_some()),
        Some(_) => Reason::NeedsSync,
        None => first(notes, |note| {
            is_gate(note)
                || matches!(note, Note::PodKeptDelayed { pod, .. } if *pod == key)
                || matches!(note, Note::CountingCapped { .. } | Note::StatusRefused { .. })
        }),
    }
}

/// Where each sync counts the pods anew, a pod is counted once a sync has written what it saw.
fn not_counted_live(world: &World, pod: &Pod, job: &Job) -> Reason {
    if !is_seen(world, pod) {
        return Reason::PodUnseen;
    }
    let notes = world.rehearse_sync(&job.key());
    let counts = |note: &Note| match note {
        Note::CountedLive { succeeded, failed, in_status_succeeded, in_status_failed, .. } => {
            (succeeded, failed) != (in_status_succeeded, in_status_failed)
        }
        _ => false,
    };
    if notes.iter().any(counts) {
        return Reason::NeedsSync;
    }
    match first(notes, is_gate) {
        Reason::NeedsSync | Reason::WouldSay { note: Note::AlreadyFinished { .. }, .. } => Reason::AlreadySo,
        gate => gate,
    }
}

/// The cache shows the pod as ended as it is.
fn is_seen(world: &World, pod: &Pod) -> bool {
    world.cache().pod(&pod.key()).is_some_and(|cached| {
        cached.status.phase == pod.status.phase && cached.metadata.is_deleting() == pod.metadata.is_deleting()
    })
}

fn next_sync(world: &World, key: &ObjectKey) -> NextSync {
    let controller = world.controller();
    let queue = controller.queue();
    if queue.queue().processing().any(|item| item == key) {
        return NextSync::Processing;
    }
    if let Some(ahead) = queue.queue().ready().position(|item| item == key) {
        return NextSync::Ready { ahead: ahead as u32 };
    }
    if let Some((_, waiting)) = queue.delaying().waiting().find(|(item, _)| *item == key) {
        return NextSync::Waiting {
            due_ms: (waiting.at - world.started_at()).ms(),
            left_ms: (waiting.at - world.now()).ms(),
            cause: controller.waiting_for(key),
        };
    }
    let unseen = unseen(world);
    NextSync::NotQueued { events: unseen.job_events + unseen.pod_events, held: unseen.held }
}

fn unseen(world: &World) -> Unseen {
    let streams = world.cluster().streams();
    let pending = |kind| streams.pending(kind).len() as u32;
    let is_behind = |pod: &Pod| {
        pod.is_terminal() && world.cache().pod(&pod.key()).is_none_or(|cached| !cached.is_terminal())
    };
    let (job_events, pod_events) = (pending(Kind::Job), pending(Kind::Pod));
    let finished_pods = match pod_events {
        0 => 0,
        _ => world.cluster().pods().filter(|pod| is_behind(pod)).count() as u32,
    };
    let held = Kind::ALL.into_iter().any(|kind| pending(kind) > 0 && streams.is_held(kind));
    Unseen { job_events, pod_events, finished_pods, held }
}
