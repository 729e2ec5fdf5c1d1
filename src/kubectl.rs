//! What `kubectl` prints: tables, descriptions, and its form of the API server's answers.
//!
//! The texts are those of kubectl and of the server's table printers, byte for byte. Objects are plain data as the
//! API returns them; what an object does not have is printed as kubectl prints a missing field. Never decides or
//! changes anything.

pub mod answers;
mod container_env;
mod containers;
mod describe;
mod describe_job;
mod describe_pod;
pub mod dry_run;
mod duration;
mod get;
mod layout;
mod pod_summary;
mod pod_template;
mod volumes;

use serde_json::Value;

use crate::api::version::ServerVersion;
use crate::api::{ApiError, Event, EventType, Kind, ObjectMeta, Pod, tree, written};
use crate::time::Time;
use crate::world::World;

pub use answers::{Answer, Printed, Verb, answer};
pub use describe_job::describe_job;
pub use describe_pod::describe_pod;
pub use get::{TableOptions, get_jobs, get_pods};

/// What a text depends on beside the objects.
#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub now: Time,
    pub version: ServerVersion,
}

/// What `kubectl COMMAND` prints, given the objects that the API server lists for it. `None`: no command of these:
/// `get jobs|pods [NAME] [-o wide] [-A] [--no-headers]`, `describe job|pod [NAME]`.
pub fn run(
    command: &str,
    jobs: &[Value],
    pods: &[Value],
    events: &[Value],
    now: Time,
    version: &ServerVersion,
) -> Option<String> {
    let command = Command::parse(command)?;
    let context = Context { now, version: *version };
    let objects = match command.kind {
        Kind::Job => jobs,
        Kind::Pod => pods,
    };
    Some(command.print(objects, events, &context))
}

/// What `kubectl COMMAND` prints in this world, now. Objects of a world have no more fields than it keeps: what a real
/// kubelet would have reported beyond them is missing.
pub fn run_in(world: &World, command: &str) -> Option<String> {
    let asked = Command::parse(command)?;
    let cluster = world.cluster();
    let is_listed =
        |metadata: &ObjectMeta| asked.options.namespaces || &*metadata.namespace == asked.namespace;
    let objects: Vec<Value> = match asked.kind {
        Kind::Job => {
            cluster.jobs().filter(|job| is_listed(&job.metadata)).map(|job| written::plain(&**job)).collect()
        }
        Kind::Pod => {
            cluster.pods().filter(|pod| is_listed(&pod.metadata)).map(|pod| plain_pod(pod)).collect()
        }
    };
    let events: Vec<Value> = match asked.kind {
        Kind::Job if asked.describes => {
            cluster.events().iter().filter_map(|event| plain_event(world, event)).collect()
        }
        _ => Vec::new(),
    };
    Some(asked.print(&objects, &events, &Context { now: world.now(), version: cluster.options().version }))
}

/// A pod as the API returns it. A world keeps readiness only of the whole pod, so its running containers share it, and
/// does not play init containers that succeed, so one that never reported is left out.
fn plain_pod(pod: &Pod) -> Value {
    let mut plain = written::plain(pod);
    for field in ["containerStatuses", "initContainerStatuses"] {
        let statuses = plain.pointer_mut(&format!("/status/{field}")).and_then(Value::as_array_mut);
        let Some(statuses) = statuses else {
            continue;
        };
        statuses.retain(|status| field == "containerStatuses" || status["state"].is_object());
        for status in statuses {
            if tree::get(&status["state"], "running").is_some() {
                status["started"] = true.into();
                status["ready"] = pod.is_ready().into();
            }
        }
    }
    plain
}

/// An Event as the API returns it, if it is about a Job that is still there.
fn plain_event(world: &World, event: &Event) -> Option<Value> {
    let metadata = &world.cluster().job(&event.job)?.metadata;
    if metadata.creation_timestamp.is_some_and(|created| event.at < created) {
        return None;
    }
    let at = event.at.truncated().rfc3339();
    let involved = tree::object([
        ("kind", "Job".into()),
        ("namespace", (*event.job.namespace).into()),
        ("name", (*event.job.name).into()),
        ("uid", (*metadata.uid).into()),
    ]);
    let r#type = if event.r#type == EventType::Normal { "Normal" } else { "Warning" };
    Some(tree::object([
        ("involvedObject", involved),
        ("type", r#type.into()),
        ("reason", (*event.reason).into()),
        ("message", (*event.message).into()),
        ("firstTimestamp", at.as_str().into()),
        ("lastTimestamp", at.as_str().into()),
        ("count", 1.into()),
        ("source", tree::object([("component", "job-controller".into())])),
    ]))
}

/// A command that is known.
struct Command<'a> {
    describes: bool,
    kind: Kind,
    name: Option<&'a str>,
    namespace: &'a str,
    options: TableOptions,
}

impl<'a> Command<'a> {
    fn parse(command: &'a str) -> Option<Command<'a>> {
        let mut options = TableOptions::default();
        let mut namespace = "default";
        let mut positional = Vec::new();
        let mut words = command.split_whitespace().skip_while(|word| *word == "kubectl");
        while let Some(word) = words.next() {
            match word {
                "-A" | "--all-namespaces" => options.namespaces = true,
                "-n" | "--namespace" => namespace = words.next()?,
                "--no-headers" => options.no_headers = true,
                "-owide" | "-o=wide" => options.wide = true,
                "-o" if words.next() == Some("wide") => options.wide = true,
                flag if flag.starts_with('-') => return None,
                word => positional.push(word),
            }
        }
        let (verb, kind, name) = match positional.as_slice() {
            [verb, kind] => match kind.split_once('/') {
                Some((kind, name)) => (*verb, kind, Some(name)),
                None => (*verb, *kind, None),
            },
            [verb, kind, name] => (*verb, *kind, Some(*name)),
            _ => return None,
        };
        let kind = match kind {
            "job" | "jobs" | "job.batch" | "jobs.batch" => Kind::Job,
            "po" | "pod" | "pods" => Kind::Pod,
            _ => return None,
        };
        let describes = match verb {
            "get" => false,
            "describe" if !options.wide && !options.no_headers => true,
            _ => return None,
        };
        Some(Command { describes, kind, name, namespace, options })
    }

    fn print(&self, objects: &[Value], events: &[Value], context: &Context) -> String {
        let is_named =
            |object: &&Value| self.name.is_none_or(|name| tree::text(&object["metadata"], "name") == name);
        let objects: Vec<&Value> = objects.iter().filter(is_named).collect();
        match (self.name, self.kind) {
            (Some(name), kind) if objects.is_empty() => {
                answers::answer(Verb::Read, "", Err((&ApiError::not_found(kind, name), &[]))).stderr
            }
            (None, _) if objects.is_empty() && self.options.namespaces => "No resources found\n".to_owned(),
            (None, _) if objects.is_empty() => {
                format!("No resources found in {} namespace.\n", self.namespace)
            }
            (_, Kind::Job) if !self.describes => get_jobs(&objects, self.options, context),
            (_, Kind::Pod) if !self.describes => get_pods(&objects, self.options, context),
            (_, kind) => {
                let describe = if kind == Kind::Job { describe_job } else { describe_pod };
                let texts: Vec<String> = objects
                    .iter()
                    .map(|object| describe(object, &events_of(kind, object, events), context))
                    .collect();
                texts.join("\n\n")
            }
        }
    }
}

/// The Events about one object, in their order: of this kind and name, and of its UID if it has one.
fn events_of<'a>(kind: Kind, object: &Value, events: &'a [Value]) -> Vec<&'a Value> {
    let kind = if kind == Kind::Job { "Job" } else { "Pod" };
    let metadata = &object["metadata"];
    let is_about = |event: &&Value| {
        let about = &event["involvedObject"];
        let uid = tree::text(metadata, "uid");
        tree::text(about, "kind") == kind
            && ["name", "namespace"]
                .iter()
                .all(|field| tree::text(about, field) == tree::text(metadata, field))
            && (uid.is_empty() || tree::text(about, "uid") == uid)
    };
    events.iter().filter(is_about).collect()
}
