//! What Jobscope did in a step, in the form of a recorded `expect`: from the lines of the step and the world after it.

use std::collections::BTreeMap;

use jobscope::api::written;
use jobscope::api::{
    COMPLETION_INDEX, Container, Event, Exchange, Job, JobStatus, Kind, ObjectKey, Pod, PodPatch, Request,
    Requester, TRACKING_FINALIZER, Text,
};
use jobscope::time::{Span, Time};
use jobscope::trace::{Change, ControllerChange, Line, Note, QueueName, QueueOperation, StoreChange};
use jobscope::workqueue::rate_limiting::RateLimitedQueue;
use jobscope::world::World;
use serde_json::{Map, Value, json};

use super::recorded;

/// Reasons of the Events that upstream records while it sends requests at the same time.
const CONCURRENT_EVENTS: &[&str] = &["SuccessfulCreate", "FailedCreate", "SuccessfulDelete", "FailedDelete"];

/// Watches a world through a trace.
pub struct Observer {
    revisions: Revisions,
    /// The pods in the store, with their completion index.
    pods: BTreeMap<ObjectKey, Option<i32>>,
    orphan_error_prefix: &'static str,
}

/// The revisions as the recorded API server counts them.
enum Revisions {
    /// Each stored state of a Job is given its number among the states of that Job.
    OfEachObject {
        states: BTreeMap<Text, u64>,
        numbers: BTreeMap<u64, u64>,
    },
    OfTheStore,
}

impl Revisions {
    fn note(&mut self, job: &Job) {
        if let Revisions::OfEachObject { states, numbers } = self {
            let state = states.entry(job.metadata.uid.clone()).or_insert(0);
            *state += 1;
            numbers.insert(job.metadata.resource_version, *state);
        }
    }

    fn text(&self, revision: u64) -> String {
        match self {
            Revisions::OfEachObject { numbers, .. } => {
                numbers.get(&revision).copied().unwrap_or(0).to_string()
            }
            Revisions::OfTheStore => revision.to_string(),
        }
    }
}

/// What the lines of one step tell, member by member.
#[derive(Default)]
struct Step {
    members: Map<String, Value>,
    fired: Vec<Value>,
    queue_operations: Vec<Value>,
    writes: Vec<Write>,
    events: Vec<Value>,
}

struct Write {
    /// Where a write to a pod stands among those that count as sent at the same time; `None`: a status update.
    order: Option<(i32, String)>,
    value: Value,
}

impl Observer {
    pub fn new(trace: &recorded::Trace) -> Result<Observer, String> {
        let version = trace.version()?;
        let revisions = match version.revisions {
            recorded::Revisions::OfEachObject => {
                Revisions::OfEachObject { states: BTreeMap::new(), numbers: BTreeMap::new() }
            }
            recorded::Revisions::OfTheStore => Revisions::OfTheStore,
        };
        Ok(Observer { revisions, pods: BTreeMap::new(), orphan_error_prefix: version.orphan_error_prefix })
    }

    /// The whole `expect` of the step that had these lines and led to this world.
    pub fn observe(&mut self, lines: &[Line], world: &World) -> Value {
        let mut step = Step::default();
        let mut stored: Vec<&StoreChange> = Vec::new();
        for line in lines {
            for change in &line.changes {
                match change {
                    Change::Store(StoreChange::Event(event)) => step.events.push(event_value(event)),
                    Change::Store(change) => {
                        self.note_revision(change);
                        stored.push(change);
                    }
                    Change::Exchange(exchange) => {
                        if exchange.requester == Requester::JobController {
                            step.writes.extend(self.write(exchange, &stored));
                        }
                        self.note_pods(&mut stored);
                    }
                    Change::Controller(ControllerChange::Queue { operation, .. }) => {
                        step.queue_operations.extend(queue_operation("job", operation, &line.note));
                    }
                    Change::Controller(ControllerChange::OrphanQueue { operation, .. }) => {
                        step.queue_operations.extend(queue_operation("orphan", operation, &line.note));
                    }
                    _ => {}
                }
            }
            self.observe_note(&line.note, &mut step);
        }
        self.note_pods(&mut stored);
        let mut expect = step.into_members();
        expect.insert("state".to_owned(), self.state(world));
        Value::Object(expect)
    }

    fn observe_note(&self, note: &Note, step: &mut Step) {
        match note {
            Note::QueueEmpty { .. } => {
                step.members.insert("idle".to_owned(), true.into());
            }
            Note::WorkerTook { item, .. } => {
                step.members.insert("key".to_owned(), text(item));
            }
            Note::SyncRetried { queue, error, .. } => {
                let prefix = if *queue == QueueName::Orphan { self.orphan_error_prefix } else { "" };
                step.members.insert("syncError".to_owned(), format!("{prefix}{error}").into());
            }
            Note::TimerFired { queue, item, .. } => {
                step.fired.push(json!({ "q": queue_name(*queue), "key": text(item) }));
            }
            _ => {}
        }
    }

    fn note_revision(&mut self, change: &StoreChange) {
        if let StoreChange::Job { job: Some(job), .. } = change {
            self.revisions.note(job);
        }
    }

    /// Learns which pods are stored.
    fn note_pods(&mut self, stored: &mut Vec<&StoreChange>) {
        for change in stored.drain(..) {
            match change {
                StoreChange::Pod { key, pod: Some(pod), .. } => {
                    self.pods.insert(key.clone(), index_of(pod));
                }
                StoreChange::Pod { key, pod: None, .. } => {
                    self.pods.remove(key);
                }
                _ => {}
            }
        }
    }

    /// A request as the traces record it. `stored`: what it changed.
    fn write(&self, exchange: &Exchange, stored: &[&StoreChange]) -> Option<Write> {
        let (operation, mut members, order) = match &exchange.request {
            Request::CreatePod { pod } => {
                let name = stored.iter().find_map(|change| match change {
                    StoreChange::Pod { key, pod: Some(_), .. } => Some(key.name.to_string()),
                    _ => None,
                });
                let mut members = creation(pod);
                set(&mut members, "name", name.as_deref().map(Value::from));
                ("createPod", members, Some((index_of(pod), name.unwrap_or_default())))
            }
            Request::DeletePod { key, .. } => ("deletePod", self.target(key), Some(self.order(key))),
            Request::PatchPod { key, patch } => {
                let mut members = self.target(key);
                members.insert("changes".to_owned(), patch_changes(patch));
                ("patchPod", members, Some(self.order(key)))
            }
            Request::UpdateJobStatus { key, resource_version, status, .. } => {
                let mut members = Map::new();
                members.insert("name".to_owned(), text(&key.name));
                members.insert("resourceVersion".to_owned(), self.revisions.text(*resource_version).into());
                members.insert("status".to_owned(), status_value(&in_whole_seconds(status)));
                ("updateStatus", members, None)
            }
            _ => return None,
        };
        members.insert("op".to_owned(), operation.into());
        set(
            &mut members,
            "noChange",
            (is_patch_or_update(&exchange.request) && exchange.unchanged).then(|| true.into()),
        );
        let error = exchange.answer.as_ref().err();
        set(&mut members, "error", error.map(|error| format!("{:?}", error.reason).into()));
        let order = order.map(|(index, name)| (index.unwrap_or(-1), name));
        Some(Write { order, value: Value::Object(members) })
    }

    fn target(&self, pod: &ObjectKey) -> Map<String, Value> {
        let mut members = Map::new();
        members.insert("name".to_owned(), text(&pod.name));
        set(&mut members, "index", self.pods.get(pod).copied().flatten().map(Value::from));
        members
    }

    fn order(&self, pod: &ObjectKey) -> (Option<i32>, String) {
        (self.pods.get(pod).copied().flatten(), pod.name.to_string())
    }

    fn state(&self, world: &World) -> Value {
        let (cluster, controller) = (world.cluster(), world.controller());
        let since_start = |time: Time| (time - world.started_at()).ms();
        let pods = || cluster.pods();
        let mut state = Map::new();
        state.insert("tMs".to_owned(), world.elapsed().ms().into());
        set(&mut state, "queue", queue(controller.queue(), since_start));
        set(&mut state, "orphanQueue", queue(controller.orphan_queue(), since_start));
        state.insert("pendingJobEvents".to_owned(), cluster.streams().pending(Kind::Job).len().into());
        state.insert("pendingPodEvents".to_owned(), cluster.streams().pending(Kind::Pod).len().into());
        state.insert(
            "expectations".to_owned(),
            map(controller.expectations().iter(), |record| {
                let set_at = since_start(record.set_at);
                json!({ "add": record.creations, "del": record.deletions, "setAtMs": set_at })
            }),
        );
        state.insert(
            "finalizerExpectations".to_owned(),
            map(controller.finalizer_expectations().iter(), |uids| {
                uids.iter().map(|uid| uid.strip_prefix("uid-").unwrap_or(uid)).collect()
            }),
        );
        state.insert(
            "backoff".to_owned(),
            map(controller.backoff().iter(), |record| {
                json!({
                    "failuresAfterLastSuccess": record.failures,
                    "lastFailureTime": record.last_failure.map(Time::rfc3339),
                })
            }),
        );
        state.insert("jobs".to_owned(), self.jobs(world));
        state.insert(
            "pods".to_owned(),
            json!({
                "total": pods().len(),
                "withFinalizer": pods().filter(|pod| pod.metadata.has_finalizer(TRACKING_FINALIZER)).count(),
                "terminating": pods().filter(|pod| pod.metadata.is_deleting()).count(),
            }),
        );
        if matches!(self.revisions, Revisions::OfTheStore) {
            self.add_consistency(world, &mut state);
        }
        Value::Object(state)
    }

    fn jobs(&self, world: &World) -> Value {
        let jobs = world.cluster().jobs().map(|job| {
            let metadata = &job.metadata;
            let value = json!({
                "uid": text(&metadata.uid),
                "generation": metadata.generation,
                "resourceVersion": self.revisions.text(metadata.resource_version),
                "deletionTimestamp": metadata.deletion_timestamp.map(Time::rfc3339),
                "finalizers": metadata.finalizers,
                "status": status_value(&job.status),
            });
            (metadata.name.to_string(), value)
        });
        Value::Object(jobs.collect())
    }

    /// What the versions that read their own writes show besides.
    fn add_consistency(&self, world: &World, state: &mut Map<String, Value>) {
        let (cache, controller) = (world.cache(), world.controller());
        let revision = |kind| cache.revision(kind).to_string();
        let seen = json!({ "jobs": revision(Kind::Job), "pods": revision(Kind::Pod) });
        state.insert("cacheResourceVersion".to_owned(), seen);
        state.insert(
            "consistency".to_owned(),
            map(controller.written().iter(), |record| {
                json!({
                    "uid": text(&record.uid),
                    "jobs": record.job_revision.map(|revision| revision.to_string()),
                    "pods": record.pod_revision.map(|revision| revision.to_string()),
                })
            }),
        );
        state.insert("finishedJobs".to_owned(), controller.finish_unseen().iter().map(text).collect());
    }
}

impl Step {
    fn into_members(mut self) -> Map<String, Value> {
        sort_runs(&mut self.writes, |write| write.order.clone());
        sort_runs(&mut self.events, |event| {
            let member = |name: &str| event[name].as_str().unwrap_or_default().to_owned();
            let reason = member("reason");
            CONCURRENT_EVENTS.contains(&reason.as_str()).then(|| (reason, member("message")))
        });
        let mut members = self.members;
        let writes: Vec<Value> = self.writes.into_iter().map(|write| write.value).collect();
        for (name, values) in [
            ("fired", self.fired),
            ("queueOps", self.queue_operations),
            ("writes", writes),
            ("events", self.events),
        ] {
            members.insert(name.to_owned(), values.into());
        }
        members
    }
}

/// Sorts each longest run of values that have a key, and leaves the others where they are.
fn sort_runs<T, K: Ord>(values: &mut [T], key: impl Fn(&T) -> Option<K>) {
    for run in values.chunk_by_mut(|one, next| key(one).is_some() == key(next).is_some()) {
        run.sort_by_key(&key);
    }
}

fn set(members: &mut Map<String, Value>, name: &str, value: Option<Value>) {
    if let Some(value) = value {
        members.insert(name.to_owned(), value);
    }
}

fn map<'a, V: 'a>(
    records: impl Iterator<Item = (&'a ObjectKey, &'a V)>,
    value: impl Fn(&V) -> Value,
) -> Value {
    Value::Object(records.map(|(job, record)| (job.to_string(), value(record))).collect())
}

fn text(text: &Text) -> Value {
    Value::from(&**text)
}

fn queue_name(queue: QueueName) -> &'static str {
    match queue {
        QueueName::Job => "job",
        QueueName::Orphan => "orphan",
    }
}

/// A call on a queue. Timers that fire are no calls. The note of the call tells what it does not say itself.
fn queue_operation<K: ToString>(queue: &str, operation: &QueueOperation<K>, note: &Note) -> Option<Value> {
    let call = |name: &str, key: String, delay: Option<Span>| {
        let mut members = Map::new();
        members.insert("q".to_owned(), queue.into());
        members.insert("op".to_owned(), name.into());
        members.insert("key".to_owned(), key.into());
        set(&mut members, "delayMs", delay.map(|delay| delay.ms().into()));
        Some(Value::Object(members))
    };
    match operation {
        QueueOperation::Add { item } => call("add", item.to_string(), None),
        QueueOperation::AddAfter { item, delay } => call("addAfter", item.to_string(), Some(*delay)),
        QueueOperation::AddRateLimited { item } => match note {
            Note::SyncRetried { delay, .. } => call("addRateLimited", item.to_string(), Some(*delay)),
            _ => call("addRateLimited", item.to_string(), None),
        },
        QueueOperation::Forget { item } => call("forget", item.to_string(), None),
        QueueOperation::Done { item } => call("done", item.to_string(), None),
        QueueOperation::Get => match note {
            Note::WorkerTook { item, .. } => call("get", item.to_string(), None),
            _ => call("get", String::new(), None),
        },
        QueueOperation::Fire => None,
    }
}

fn queue<K: Ord + Clone + ToString>(
    queue: &RateLimitedQueue<K>,
    since_start: impl Fn(Time) -> i64,
) -> Option<Value> {
    let ready: Vec<Value> = queue.queue().ready().map(|item| item.to_string().into()).collect();
    let waiting = queue.delaying().waiting();
    let delayed: Map<String, Value> =
        waiting.map(|(item, entry)| (item.to_string(), since_start(entry.at).into())).collect();
    let requeues: Map<String, Value> =
        queue.all_failures().map(|(item, failures)| (item.to_string(), failures.into())).collect();
    let is_empty = ready.is_empty() && delayed.is_empty() && requeues.is_empty();
    (!is_empty).then(|| json!({ "ready": ready, "delayed": delayed, "requeues": requeues }))
}

fn index_of(pod: &Pod) -> Option<i32> {
    let index = pod.metadata.annotations.get(COMPLETION_INDEX).and_then(|text| text.parse().ok());
    index.filter(|index| *index >= 0)
}

/// As the request carries it: times in the API have whole seconds.
fn in_whole_seconds(status: &JobStatus) -> JobStatus {
    let mut status = status.clone();
    status.start_time = status.start_time.map(Time::truncated);
    status.completion_time = status.completion_time.map(Time::truncated);
    for condition in &mut status.conditions {
        condition.last_probe_time = condition.last_probe_time.map(Time::truncated);
        condition.last_transition_time = condition.last_transition_time.map(Time::truncated);
    }
    status
}

fn status_value(status: &JobStatus) -> Value {
    written::plain(status)
}

fn event_value(event: &Event) -> Value {
    json!({
        "object": format!("Job/{}", event.job.name),
        "type": format!("{:?}", event.r#type),
        "reason": text(&event.reason),
        "message": text(&event.message),
    })
}

fn creation(pod: &Pod) -> Map<String, Value> {
    let metadata = &pod.metadata;
    let value = json!({
        "generateName": text(&metadata.generate_name),
        "labels": *metadata.labels,
        "annotations": *metadata.annotations,
        "finalizers": metadata.finalizers,
        "ownerUID": metadata.controller().map(|owner| text(&owner.uid)),
        "hostname": text(&pod.spec.hostname),
        "env": pod.spec.containers.first().map(environment),
    });
    let mut members = match value {
        Value::Object(members) => members,
        _ => Map::new(),
    };
    set(&mut members, "index", index_of(pod).map(Value::from));
    members
}

fn environment(container: &Container) -> Value {
    let entries = container.env.iter().map(|entry| {
        let path = entry["valueFrom"]["fieldRef"]["fieldPath"].as_str();
        let value = match path {
            Some(path) => format!("fieldRef:{path}"),
            None => entry["value"].as_str().unwrap_or_default().to_owned(),
        };
        (entry["name"].as_str().unwrap_or_default().to_owned(), Value::from(value))
    });
    Value::Object(entries.collect())
}

fn patch_changes(patch: &PodPatch) -> Value {
    match patch {
        PodPatch::RemoveFinalizer => json!({ "removeFinalizers": [TRACKING_FINALIZER] }),
        PodPatch::Adopt { owner, .. } => {
            json!({ "addFinalizers": [TRACKING_FINALIZER], "addOwner": text(&owner.uid) })
        }
        PodPatch::Release { owner_uid, .. } => {
            json!({ "removeFinalizers": [TRACKING_FINALIZER], "removeOwner": text(owner_uid) })
        }
    }
}

fn is_patch_or_update(request: &Request) -> bool {
    matches!(request, Request::PatchPod { .. } | Request::UpdateJobStatus { .. })
}
