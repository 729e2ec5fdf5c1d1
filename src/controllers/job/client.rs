//! The controller's requests, one after the other: noted, counted, and cut off where the controller crashes.

use std::sync::Arc;

use super::written::{OwnWrites, Written};
use crate::api::{ApiError, ErrorReason, Event, Kind, Object, Request, Requester};
use crate::cluster::Cluster;
use crate::time::Time;
use crate::trace::{Note, Trace};

/// Sends the requests of one turn of a worker.
pub(super) struct Client<'a> {
    cluster: &'a mut Cluster,
    pub now: Time,
    sent: u32,
    /// The controller is gone: nothing is sent any more, and nothing noted.
    crashed: bool,
    /// The pod requests after this revision count as sent at the same time.
    batch_since: u64,
    /// Pod writes of the batch, while their revisions may change.
    batch: Vec<Written>,
    remembers: bool,
    /// The controller's, for the length of the turn.
    pub own_writes: OwnWrites,
}

impl<'a> Client<'a> {
    /// `remembers`: writes are added to the own writes.
    pub fn new(cluster: &'a mut Cluster, now: Time, own_writes: OwnWrites, remembers: bool) -> Client<'a> {
        let batch_since = cluster.revision();
        Client {
            cluster,
            now,
            sent: 0,
            crashed: false,
            batch_since,
            batch: Vec::new(),
            remembers,
            own_writes,
        }
    }

    /// Sends a request. `note` makes the note of it from the answer and from whether nothing changed.
    pub fn send(
        &mut self,
        request: Request,
        trace: &mut Trace,
        note: impl FnOnce(&Result<Object, ApiError>, bool) -> Note,
    ) -> Result<Object, ApiError> {
        if self.crashed {
            return Err(ApiError::new(ErrorReason::InternalError, "the controller has crashed"));
        }
        let writes_status = matches!(request, Request::UpdateJobStatus { .. });
        if writes_status {
            self.end_batch(trace);
        }
        let handled = self.cluster.handle(Requester::JobController, request, self.now, trace);
        if self.remembers
            && let Ok(object) = &handled.answer
        {
            self.remember(&handled.request, object, trace);
        }
        trace.note(note(&handled.answer, handled.unchanged));
        if writes_status {
            self.batch_since = self.cluster.revision();
        }
        self.sent += 1;
        if self.cluster.faults().crash_after() == Some(self.sent) {
            self.crashed = true;
            trace.mute();
        }
        handled.answer.clone()
    }

    /// Records an Event. It goes its own way: it is no request of the sync, and nothing waits for it.
    pub fn record(&mut self, event: Arc<Event>, trace: &mut Trace) {
        if self.crashed {
            return;
        }
        let note = Note::EventRecorded {
            r#type: event.r#type,
            reason: event.reason.clone(),
            message: event.message.clone(),
        };
        self.cluster.handle(Requester::JobController, Request::RecordEvent { event }, self.now, trace);
        trace.note(note);
    }

    /// The own writes or, if the controller crashed, after how many requests.
    pub fn close(mut self, trace: &mut Trace) -> Result<OwnWrites, u32> {
        if self.crashed {
            return Err(self.sent);
        }
        self.end_batch(trace);
        Ok(self.own_writes)
    }

    /// Lets the pod requests since the last status write take their revisions in the order of index and name, where
    /// the cluster does so.
    fn end_batch(&mut self, trace: &mut Trace) {
        if !self.cluster.options().numbered {
            return;
        }
        let has_written = self.cluster.revision() != self.batch_since;
        let renumbered = has_written.then(|| self.cluster.resequence_since(self.batch_since, trace));
        for mut written in self.batch.drain(..) {
            if let Some(renumbered) = &renumbered {
                written.revision = renumbered.get(written.revision);
            }
            self.own_writes.remember(&written, trace);
        }
        self.batch_since = self.cluster.revision();
    }

    fn remember(&mut self, request: &Request, answer: &Object, trace: &mut Trace) {
        match Written::of(request, answer) {
            Some(written) if self.cluster.options().numbered && written.kind == Kind::Pod => {
                self.batch.push(written);
            }
            Some(written) => self.own_writes.remember(&written, trace),
            None => {}
        }
    }
}
