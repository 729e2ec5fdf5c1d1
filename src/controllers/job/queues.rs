//! The controller's two work queues: each call is an operation that can be recorded and applied again.

use super::JobController;
use crate::api::{Job, ObjectKey};
use crate::time::{Span, Time};
use crate::trace::{
    Change, ControllerChange, Note, OrphanCause, OrphanItem, QueueCause, QueueName, QueueOperation, Trace,
};
use crate::workqueue::Added;
use crate::workqueue::rate_limiting::RateLimitedQueue;

/// What an operation on a queue did. Only the fields that the operation concerns have a meaning.
pub(super) struct Effect<K> {
    /// The item that was handed out or came due.
    pub item: Option<K>,
    pub added: Added,
    pub delay: Span,
    /// When the item that came due was due.
    pub due: Option<Time>,
    /// The item was marked again while it was processed.
    pub again: bool,
}

impl<K: ToString> Effect<K> {
    pub fn fired(&self, queue: QueueName, now: Time) -> Note {
        Note::TimerFired {
            queue,
            item: self.item.as_ref().map(K::to_string).unwrap_or_default().into(),
            due: self.due.unwrap_or(now),
            merged: self.added != Added::Ready,
        }
    }
}

pub(super) fn operate<K: Ord + Clone>(
    queue: &mut RateLimitedQueue<K>,
    operation: &QueueOperation<K>,
    now: Time,
) -> Effect<K> {
    let mut effect = Effect { item: None, added: Added::Dropped, delay: Span::ZERO, due: None, again: false };
    match operation {
        QueueOperation::Add { item } => effect.added = queue.add(item.clone()),
        QueueOperation::AddAfter { item, delay } => {
            effect.delay = *delay;
            effect.added = queue.add_after(item.clone(), *delay, now);
        }
        QueueOperation::AddRateLimited { item } => {
            (effect.delay, effect.added) = queue.add_rate_limited(item.clone(), now);
        }
        QueueOperation::Fire => {
            if let Some((item, due, added)) = queue.fire_next(now) {
                (effect.item, effect.due, effect.added) = (Some(item), Some(due), added);
            }
        }
        QueueOperation::Get => effect.item = queue.get(),
        QueueOperation::Forget { item } => queue.forget(item),
        QueueOperation::Done { item } => effect.again = queue.done(item),
    }
    effect
}

impl JobController {
    pub(super) fn operate(
        &mut self,
        operation: QueueOperation<ObjectKey>,
        now: Time,
        trace: &mut Trace,
    ) -> Effect<ObjectKey> {
        let effect = operate(&mut self.queue, &operation, now);
        trace.change(Change::Controller(ControllerChange::Queue { operation, now }));
        effect
    }

    pub(super) fn operate_orphans(
        &mut self,
        operation: QueueOperation<OrphanItem>,
        now: Time,
        trace: &mut Trace,
    ) -> Effect<OrphanItem> {
        let effect = operate(&mut self.orphan_queue, &operation, now);
        trace.change(Change::Controller(ControllerChange::OrphanQueue { operation, now }));
        effect
    }

    /// `AddAfter` of a Job's key, with a note of its own.
    pub(super) fn queue_job(
        &mut self,
        job: &ObjectKey,
        cause: QueueCause,
        delay: Span,
        now: Time,
        trace: &mut Trace,
    ) {
        let added = self.add_after(job, cause, delay, now, trace);
        trace.note(Note::JobQueued { job: job.clone(), cause, delay, added });
    }

    /// `AddAfter` of a Job's key; the caller's next note tells of it.
    pub(super) fn add_after(
        &mut self,
        job: &ObjectKey,
        cause: QueueCause,
        delay: Span,
        now: Time,
        trace: &mut Trace,
    ) -> Added {
        let added = self.operate(QueueOperation::AddAfter { item: job.clone(), delay }, now, trace).added;
        self.waits_for(job, cause, added, trace);
        added
    }

    /// Remembers why a Job waits, if the add made it wait.
    pub(super) fn waits_for(&mut self, job: &ObjectKey, cause: QueueCause, added: Added, trace: &mut Trace) {
        if matches!(added, Added::Waiting { .. } | Added::MovedEarlier { .. }) {
            self.commit(ControllerChange::WaitingFor { job: job.clone(), cause }, trace);
        }
    }

    pub(super) fn queue_orphan(
        &mut self,
        item: OrphanItem,
        cause: OrphanCause,
        now: Time,
        trace: &mut Trace,
    ) {
        let effect = self.operate_orphans(QueueOperation::Add { item: item.clone() }, now, trace);
        trace.note(Note::OrphanQueued { item, cause, added: effect.added });
    }

    /// Queues all pods that a Job's selector matches.
    pub(super) fn queue_orphans_of(&mut self, job: &Job, cause: OrphanCause, now: Time, trace: &mut Trace) {
        let selector = job.spec.selector.as_ref().map(ToString::to_string).unwrap_or_default().into();
        let namespace = job.metadata.namespace.clone();
        self.queue_orphan(OrphanItem::Selector { namespace, selector }, cause, now, trace);
    }
}
