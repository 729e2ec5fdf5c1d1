//! The snapshot of one position.

use std::sync::Arc;

use super::pods::pod_rows;
use super::queues;
use super::status::{accounting, followed, gap, job_view, no_accounting};
use super::{
    EventView, Gap, LastCount, NextAction, NoteOf, PendingEvent, Preview, Snapshot, StepNotes, StreamView,
    Streams,
};
use crate::api::Kind;
use crate::timeline::{Position, Step, Timeline};
use crate::trace::{Change, Line, StoreChange};
use crate::world::{Action, World};

/// A snapshot holds so many pods; the page asks for the others as it shows them.
pub const SNAPSHOT_PODS_MAX: usize = 120;
/// A snapshot holds so many undelivered events of a stream.
const PENDING_MAX: usize = 40;
/// A snapshot holds so many recorded Events.
const EVENTS_MAX: usize = 200;

/// A snapshot holds so many conditions of a branch.
const CONDITIONS_MAX: usize = 60;

/// Everything that the page shows at the cursor.
pub fn snapshot(timeline: &Timeline) -> Snapshot {
    let world = timeline.world();
    let lines = timeline.passed_lines();
    let followed = followed(&world);
    let job = followed.as_ref().map(|(job, _)| &**job);
    let key = job.map(|job| job.key());
    let page = pod_rows(&world, job, lines, 0, SNAPSHOT_PODS_MAX);
    Snapshot {
        position: timeline.position(),
        notes: StepNotes(timeline.step().cloned()),
        action: timeline.step().map(|step| step.action.clone()),
        end: timeline.end(),
        branch: timeline.current_branch(),
        branches: timeline.branches(),
        conditions: last(timeline.conditions(), CONDITIONS_MAX).to_vec(),
        profile: world.controller().profile().name.to_owned(),
        started_at: world.started_at().rfc3339(),
        elapsed_ms: world.elapsed().ms(),
        job: followed.as_ref().map(|(job, gone)| job_view(&world, timeline.before(), job, *gone)),
        gap: job.map_or_else(Gap::default, |job| gap(&world, job)),
        pods: page.rows,
        pods_total: page.total,
        streams: Streams { jobs: stream(&world, lines, Kind::Job), pods: stream(&world, lines, Kind::Pod) },
        queue: queues::job_queue(&world, timeline.before()),
        orphan_queue: queues::orphan_queue(&world, timeline.before()),
        expectations: queues::expectations(&world, key.as_ref(), lines),
        accounting: job.map_or_else(|| no_accounting(&world), |job| accounting(&world, job)),
        last_count: timeline.last_count().map(last_count),
        backoff: job.and_then(|job| queues::backoff(&world, job)),
        own_writes: queues::own_writes(&world, timeline.before(), key.as_ref()),
        events: events(&world, lines),
        events_total: world.cluster().events().len() as u32,
        faults: world.cluster().faults().armed().to_vec(),
        crash_after_requests: world.cluster().faults().crash_after(),
        plan: world.kubelet().plan().clone(),
        next: next(timeline.after()),
    }
}

fn last_count((at, step): (Position, &Arc<Step>)) -> LastCount {
    LastCount { step: at.step, note: NoteOf { step: step.clone(), note: at.note as usize - 1 } }
}

/// What the action would do at the end of the current step.
pub fn preview(timeline: &Timeline, action: Action) -> Preview {
    Preview { notes: StepNotes(Some(Arc::new(timeline.preview(action)))) }
}

fn last<T>(all: &[T], most: usize) -> &[T] {
    &all[all.len().saturating_sub(most)..]
}

fn next(world: &World) -> Vec<NextAction> {
    let held = |action: &Action| match action {
        Action::Deliver { kind, .. } => world.cluster().streams().is_held(*kind),
        _ => false,
    };
    world.steps().into_iter().map(|action| NextAction { held: held(&action), action }).collect()
}

fn stream(world: &World, lines: &[Line], kind: Kind) -> StreamView {
    let streams = world.cluster().streams();
    let new_since = lines
        .iter()
        .flat_map(|line| &line.changes)
        .find_map(|change| match change {
            Change::Store(StoreChange::Streamed(event)) => Some(event.revision()),
            _ => None,
        })
        .unwrap_or(u64::MAX);
    let pending = streams.pending(kind).take(PENDING_MAX).map(|event| PendingEvent {
        kind,
        r#type: event.r#type,
        name: event.object.metadata().name.to_string(),
        revision: event.revision(),
        new: event.revision() >= new_since,
    });
    StreamView {
        held: streams.is_held(kind),
        cache_revision: world.cache().revision(kind),
        pending: pending.collect(),
        pending_total: streams.pending(kind).len() as u32,
    }
}

fn events(world: &World, lines: &[Line]) -> Vec<EventView> {
    let is_event = |change: &&Change| matches!(change, Change::Store(StoreChange::Event(_)));
    let new = lines.iter().flat_map(|line| &line.changes).filter(is_event).count();
    let events = world.cluster().events();
    let old = events.len() - new;
    let view = |(number, event): (usize, &std::sync::Arc<crate::api::Event>)| EventView {
        r#type: event.r#type,
        reason: event.reason.to_string(),
        message: event.message.to_string(),
        at_ms: (event.at - world.started_at()).ms(),
        new: number >= old,
    };
    events.iter().enumerate().skip(events.len().saturating_sub(EVENTS_MAX)).map(view).collect()
}
