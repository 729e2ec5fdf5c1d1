//! The informer: the controller's late copy of the cluster. List, then watch; one notification a delivery.
//!
//! The cache changes first, then handlers are told. Never talks to the API server on behalf of a controller.

mod cache;

use crate::api::{Kind, Object, ObjectKey, WatchEventType};
use crate::cluster::Cluster;
use crate::trace::{CacheChange, Change, Note, Trace};

pub use cache::{Cache, Listed};

/// What a handler is told. A tombstone stands for a deletion that the watch missed; it holds the last cached state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notification {
    Added(Object),
    Updated { old: Object, new: Object },
    Deleted { object: Object, tombstone: bool },
}

impl Notification {
    fn event_type(&self) -> WatchEventType {
        match self {
            Notification::Added(_) => WatchEventType::Added,
            Notification::Updated { .. } => WatchEventType::Modified,
            Notification::Deleted { .. } => WatchEventType::Deleted,
        }
    }

    fn object(&self) -> &Object {
        match self {
            Notification::Added(object) | Notification::Deleted { object, .. } => object,
            Notification::Updated { new, .. } => new,
        }
    }
}

impl Cache {
    /// Takes the oldest event of a stream into the cache.
    pub fn deliver(&mut self, cluster: &mut Cluster, kind: Kind, trace: &mut Trace) -> Option<Notification> {
        let Some(event) = cluster.take_event(kind, trace) else {
            trace.note(Note::NothingToDeliver { kind });
            return None;
        };
        let left = cluster.streams().pending(kind).len() as u32;
        let (r#type, object, revision) = (event.r#type, event.object.key(), event.revision());
        let before = self.take(&event.object, r#type, trace);
        let notification = match (r#type, before) {
            (WatchEventType::Deleted, _) => Notification::Deleted { object: event.object, tombstone: false },
            (_, Some(old)) => Notification::Updated { old, new: event.object },
            (_, None) => Notification::Added(event.object),
        };
        self.commit(CacheChange::Revision { kind, revision }, trace);
        trace.note(Note::Delivered { kind, event: r#type, object, revision, left });
        Some(notification)
    }

    /// Drops what the stream holds and lists anew. What differs is returned; each is to be accepted and then handled.
    pub fn relist(&mut self, cluster: &mut Cluster, kind: Kind, trace: &mut Trace) -> Vec<Notification> {
        let dropped = cluster.streams().pending(kind).len() as u32;
        cluster.drop_stream(kind, trace);
        self.commit(CacheChange::Revision { kind, revision: cluster.revision() }, trace);
        trace.note(Note::Relisted { kind, dropped });
        let stored: Vec<Object> = match kind {
            Kind::Job => cluster.jobs().cloned().map(Object::Job).collect(),
            Kind::Pod => cluster.pods().cloned().map(Object::Pod).collect(),
        };
        let found = stored.into_iter().filter_map(|new| match self.get(kind, &new.key()) {
            None => Some(Notification::Added(new)),
            Some(old) if differs(&old, &new) => Some(Notification::Updated { old, new }),
            Some(_) => None,
        });
        let mut notifications: Vec<Notification> = found.collect();
        let gone = self.keys(kind).into_iter().filter(|key| match kind {
            Kind::Job => cluster.job(key).is_none(),
            Kind::Pod => cluster.pod(key).is_none(),
        });
        let gone = gone.filter_map(|key| self.get(kind, &key));
        notifications.extend(gone.map(|object| Notification::Deleted { object, tombstone: true }));
        notifications
    }

    /// Notes a difference that a list found and takes it into the cache.
    pub fn accept_listed(&mut self, notification: &Notification, trace: &mut Trace) {
        let object = notification.object();
        self.take(object, notification.event_type(), trace);
        trace.note(Note::RelistFound {
            kind: object.kind(),
            event: notification.event_type(),
            object: object.key(),
            tombstone: matches!(notification, Notification::Deleted { tombstone: true, .. }),
        });
    }

    /// Forgets everything of a kind, as a new process does.
    pub fn clear(&mut self, kind: Kind, trace: &mut Trace) {
        self.commit(CacheChange::Cleared { kind }, trace);
    }

    /// Takes an object into the cache, or out of it. Returns the one that was there.
    fn take(&mut self, object: &Object, event: WatchEventType, trace: &mut Trace) -> Option<Object> {
        let stays = event != WatchEventType::Deleted;
        let change = match object {
            Object::Job(job) => CacheChange::Job { key: job.key(), job: stays.then(|| job.clone()) },
            Object::Pod(pod) => CacheChange::Pod { key: pod.key(), pod: stays.then(|| pod.clone()) },
        };
        self.commit(change, trace)
    }

    fn commit(&mut self, change: CacheChange, trace: &mut Trace) -> Option<Object> {
        let replaced = self.apply(&change);
        trace.change(Change::Cache(change));
        replaced
    }

    fn get(&self, kind: Kind, key: &ObjectKey) -> Option<Object> {
        match kind {
            Kind::Job => self.job(key).cloned().map(Object::Job),
            Kind::Pod => self.pod(key).cloned().map(Object::Pod),
        }
    }

    fn keys(&self, kind: Kind) -> Vec<ObjectKey> {
        match kind {
            Kind::Job => self.jobs().map(|job| job.key()).collect(),
            Kind::Pod => self.pods().map(|pod| pod.key()).collect(),
        }
    }
}

fn differs(old: &Object, new: &Object) -> bool {
    let (old, new) = (old.metadata(), new.metadata());
    old.resource_version != new.resource_version || old.uid != new.uid
}
