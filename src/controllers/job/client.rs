//! The controller's requests, one after the other: noted, counted, and cut off where the controller crashes.

use std::sync::Arc;

use super::written::Written;
use crate::api::{ApiError, ErrorReason, Event, Kind, Object, ObjectKey, Request, Requester};
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
    written: Vec<Written>,
}

impl<'a> Client<'a> {
    pub fn new(cluster: &'a mut Cluster, now: Time) -> Client<'a> {
        let batch_since = cluster.revision();
        Client { cluster, now, sent: 0, crashed: false, batch_since, written: Vec::new() }
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
        trace.note(note(&handled.answer, handled.unchanged));
        if writes_status {
            self.batch_since = self.cluster.revision();
        }
        if let Ok(object) = &handled.answer {
            self.remember(&handled.request, object);
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

    /// What was written and, if the controller crashed, after how many requests.
    pub fn close(mut self, trace: &mut Trace) -> (Vec<Written>, Option<u32>) {
        if self.crashed {
            return (Vec::new(), Some(self.sent));
        }
        self.end_batch(trace);
        (self.written, None)
    }

    /// Lets the pod requests since the last status write take their revisions in the order of index and name, where
    /// the cluster does so.
    fn end_batch(&mut self, trace: &mut Trace) {
        if !self.cluster.options().numbered || self.cluster.revision() == self.batch_since {
            return;
        }
        let renumbered = self.cluster.resequence_since(self.batch_since, trace);
        for written in self.written.iter_mut().filter(|written| written.kind == Kind::Pod) {
            written.revision = renumbered.get(written.revision);
        }
        self.batch_since = self.cluster.revision();
    }

    fn remember(&mut self, request: &Request, answer: &Object) {
        let (metadata, kind) = (answer.metadata(), answer.kind());
        let (job, uid) = match request {
            Request::UpdateJobStatus { key, uid, .. } => (key.clone(), uid.clone()),
            Request::CreatePod { .. } | Request::PatchPod { .. } => match metadata.controller() {
                Some(owner) => {
                    let key = ObjectKey { namespace: metadata.namespace.clone(), name: owner.name.clone() };
                    (key, owner.uid.clone())
                }
                None => return,
            },
            _ => return,
        };
        self.written.push(Written { job, uid, kind, revision: metadata.resource_version });
    }
}
