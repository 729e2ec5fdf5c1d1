//! The controller's two work queues and the worker over them. Each call is an operation that can be recorded and
//! applied again.

use std::mem;

use super::client::Client;
use super::sync::{SyncError, Synced};
use super::{JobController, Surroundings, Turn};
use crate::api::{Job, ObjectKey, Text};
use crate::cluster::Cluster;
use crate::informer::Cache;
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

/// What stands in one of the two queues, and how it is synced.
pub(super) trait Item: Ord + Clone + ToString {
    const QUEUE: QueueName;

    fn queue(controller: &JobController) -> &RateLimitedQueue<Self>;

    fn queue_mut(controller: &mut JobController) -> &mut RateLimitedQueue<Self>;

    fn change(operation: QueueOperation<Self>, now: Time) -> ControllerChange;

    fn sync(
        &self,
        controller: &mut JobController,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Synced, SyncError>;

    /// Remembers why the item waits, where that is shown.
    fn waits(&self, controller: &mut JobController, cause: QueueCause, added: Added, trace: &mut Trace);
}

impl Item for ObjectKey {
    const QUEUE: QueueName = QueueName::Job;

    fn queue(controller: &JobController) -> &RateLimitedQueue<ObjectKey> {
        &controller.queue
    }

    fn queue_mut(controller: &mut JobController) -> &mut RateLimitedQueue<ObjectKey> {
        &mut controller.queue
    }

    fn change(operation: QueueOperation<ObjectKey>, now: Time) -> ControllerChange {
        ControllerChange::Queue { operation, now }
    }

    fn sync(
        &self,
        controller: &mut JobController,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Synced, SyncError> {
        controller.sync_job(self, cache, client, trace)
    }

    fn waits(&self, controller: &mut JobController, cause: QueueCause, added: Added, trace: &mut Trace) {
        controller.waits_for(self, cause, added, trace);
    }
}

impl Item for OrphanItem {
    const QUEUE: QueueName = QueueName::Orphan;

    fn queue(controller: &JobController) -> &RateLimitedQueue<OrphanItem> {
        &controller.orphan_queue
    }

    fn queue_mut(controller: &mut JobController) -> &mut RateLimitedQueue<OrphanItem> {
        &mut controller.orphan_queue
    }

    fn change(operation: QueueOperation<OrphanItem>, now: Time) -> ControllerChange {
        ControllerChange::OrphanQueue { operation, now }
    }

    fn sync(
        &self,
        controller: &mut JobController,
        cache: &Cache,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<Synced, SyncError> {
        controller.sync_orphan(self, cache, client, trace).map(|()| Synced::Forget)
    }

    fn waits(&self, _: &mut JobController, _: QueueCause, _: Added, _: &mut Trace) {}
}

impl JobController {
    /// Calls the queue of the item, and records the call.
    pub(super) fn operate<K: Item>(
        &mut self,
        operation: QueueOperation<K>,
        now: Time,
        trace: &mut Trace,
    ) -> Effect<K> {
        let effect = operate(K::queue_mut(self), &operation, now);
        trace.change(Change::Controller(K::change(operation, now)));
        effect
    }

    /// Adds every waiting item of a queue whose time has come.
    pub(super) fn fire<K: Item>(&mut self, now: Time, trace: &mut Trace) {
        while K::queue(self).delaying().next_deadline().is_some_and(|at| at <= now) {
            let effect = self.operate(QueueOperation::<K>::Fire, now, trace);
            trace.note(effect.fired(K::QUEUE, now));
        }
    }

    /// One turn of a worker: get, sync, forget or retry, done.
    pub(super) fn process<K: Item>(&mut self, around: &mut Surroundings<'_>) -> Turn {
        let (now, trace) = (around.now, &mut *around.trace);
        let queue = K::QUEUE;
        if K::queue(self).queue().ready().len() == 0 {
            trace.note(Note::QueueEmpty { queue });
            return Turn::Idle;
        }
        let Some(key) = self.operate(QueueOperation::<K>::Get, now, trace).item else {
            return Turn::Idle;
        };
        let item: Text = key.to_string().into();
        let failures = K::queue(self).failures(&key);
        let left = K::queue(self).queue().ready().len() as u32;
        trace.note(Note::WorkerTook { queue, item: item.clone(), left, failures });
        let mut client = self.open(around.cluster, now);
        let result = key.sync(self, around.cache, &mut client, trace);
        if let Some(after_requests) = self.close(client, trace) {
            return Turn::Crashed { after_requests };
        }
        match result {
            Ok(Synced::Forget) => {
                self.operate(QueueOperation::Forget { item: key.clone() }, now, trace);
                trace.note(Note::SyncForgotten { queue, item: item.clone(), failures });
            }
            Ok(Synced::KeepFailures) => {
                trace.note(Note::FailuresKept { queue, item: item.clone(), failures });
            }
            Err(error) => {
                let effect = self.operate(QueueOperation::AddRateLimited { item: key.clone() }, now, trace);
                key.waits(self, QueueCause::Retry, effect.added, trace);
                trace.note(Note::SyncRetried {
                    queue,
                    item: item.clone(),
                    error: told(&error),
                    failures: failures + 1,
                    delay: effect.delay,
                    added: effect.added,
                });
            }
        }
        let again = self.operate(QueueOperation::Done { item: key }, now, trace).again;
        trace.note(Note::WorkerDone { queue, item, again });
        Turn::Done
    }

    /// Syncs a Job whether it stands in the queue or not. For copies that are thrown away: the notes are all that is
    /// wanted, and an error stands among them.
    pub fn rehearse(&mut self, job: &ObjectKey, around: &mut Surroundings<'_>) {
        let mut client = self.open(around.cluster, around.now);
        let _ = self.sync_job(job, around.cache, &mut client, around.trace);
        self.close(client, around.trace);
    }

    /// For the requests of a turn; it has the own writes until `close`.
    fn open<'a>(&mut self, cluster: &'a mut Cluster, now: Time) -> Client<'a> {
        Client::new(cluster, now, mem::take(&mut self.written), self.profile.reads_own_writes)
    }

    /// Ends the requests of a turn. Some number of requests: the controller crashed after that many.
    fn close(&mut self, client: Client<'_>, trace: &mut Trace) -> Option<u32> {
        match client.close(trace) {
            Ok(own_writes) => {
                self.written = own_writes;
                None
            }
            Err(after_requests) => Some(after_requests),
        }
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
        let effect = self.operate(QueueOperation::Add { item: item.clone() }, now, trace);
        trace.note(Note::OrphanQueued { item, cause, added: effect.added });
    }

    /// Queues all pods that a Job's selector matches.
    pub(super) fn queue_orphans_of(&mut self, job: &Job, cause: OrphanCause, now: Time, trace: &mut Trace) {
        let selector = job.spec.selector.as_ref().map(ToString::to_string).unwrap_or_default().into();
        let namespace = job.metadata.namespace.clone();
        self.queue_orphan(OrphanItem::Selector { namespace, selector }, cause, now, trace);
    }
}

/// Here the WebAssembly module is cut in two, so it is never inlined.
#[inline(never)]
fn told(error: &SyncError) -> Text {
    error.to_string().into()
}
