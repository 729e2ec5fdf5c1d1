//! What `kubectl get pods` says of a pod's containers: READY, STATUS and RESTARTS.

use serde_json::Value;

use super::Context;
use super::describe_pod::is_terminal;
use super::duration::{since, time};
use super::get::has_condition;
use crate::api::tree;
use crate::time::Time;

/// Mirrors upstream `printPod`.
#[derive(Default)]
pub struct PodSummary {
    pub ready: usize,
    pub containers: usize,
    pub status: String,
    pub restarts: Restarts,
    /// Those of sidecars alone. They are part of `restarts` while init containers are still to be done.
    sidecar_restarts: Restarts,
}

impl PodSummary {
    pub fn of(pod: &Value, context: &Context) -> PodSummary {
        let (spec, status) = (&pod["spec"], &pod["status"]);
        let init = tree::list(spec, "initContainers");
        let sidecars = init.iter().filter(|container| is_sidecar(container)).count();
        let containers = tree::list(spec, "containers").len() + sidecars;
        let (phase, reason) = (tree::text(status, "phase"), tree::text(status, "reason"));
        let is_gated = tree::list(status, "conditions").iter().any(|condition| {
            tree::text(condition, "type") == "PodScheduled"
                && tree::text(condition, "reason") == "SchedulingGated"
        });
        let first = match reason {
            _ if is_gated => "SchedulingGated",
            "" => phase,
            reason => reason,
        };
        let mut summary = PodSummary { containers, status: first.to_owned(), ..PodSummary::default() };
        let is_initializing =
            summary.count_init_containers(init, tree::list(status, "initContainerStatuses"));
        if !is_initializing || has_condition(pod, "Initialized") {
            summary.count_containers(pod, context);
        }
        if tree::get(&pod["metadata"], "deletionTimestamp").is_some() {
            if reason == "NodeLost" {
                summary.status = "Unknown".to_owned();
            } else if !is_terminal(phase) {
                summary.status = "Terminating".to_owned();
            }
        }
        summary
    }

    /// Whether one of them is still to be done. The first such decides the status.
    fn count_init_containers(&mut self, init: &[Value], statuses: &[Value]) -> bool {
        for (index, status) in statuses.iter().enumerate() {
            let name = tree::text(status, "name");
            let container = init.iter().rev().find(|container| tree::text(container, "name") == name);
            let is_sidecar = container.is_some_and(is_sidecar);
            self.restarts.add(status);
            if is_sidecar {
                self.sidecar_restarts.add(status);
            }
            let state = &status["state"];
            let terminated = tree::get(state, "terminated");
            if terminated.is_some_and(|terminated| !has_failed(terminated)) {
                continue;
            }
            if is_sidecar && tree::boolean(status, "started") == Some(true) {
                self.ready += usize::from(tree::boolean(status, "ready") == Some(true));
                continue;
            }
            self.status = match (terminated, tree::text(&state["waiting"], "reason")) {
                (Some(terminated), _) => format!("Init:{}", ending(terminated)),
                (None, "" | "PodInitializing") => format!("Init:{index}/{}", init.len()),
                (None, reason) => format!("Init:{reason}"),
            };
            return true;
        }
        false
    }

    /// From the last to the first, so that the first has the last word.
    fn count_containers(&mut self, pod: &Value, context: &Context) {
        self.restarts = self.sidecar_restarts;
        let mut is_running = false;
        let mut error = None;
        for status in tree::list(&pod["status"], "containerStatuses").iter().rev() {
            self.restarts.add(status);
            let state = &status["state"];
            let waiting = tree::text(&state["waiting"], "reason");
            if !waiting.is_empty() {
                self.status = waiting.to_owned();
            } else if let Some(terminated) = tree::get(state, "terminated") {
                self.status = ending(terminated);
                if has_failed(terminated) {
                    error = Some(self.status.clone());
                }
            } else if tree::boolean(status, "ready") == Some(true) && tree::get(state, "running").is_some() {
                is_running = true;
                self.ready += 1;
            }
        }
        if self.status != "Completed" {
            return;
        }
        let error = error.filter(|_| context.version.prints.error_beside_completed);
        if is_running && has_condition(pod, "Ready") {
            self.status = "Running".to_owned();
        } else if let Some(error) = error {
            self.status = error;
        } else if is_running {
            self.status = "NotReady".to_owned();
        }
    }
}

fn is_sidecar(container: &Value) -> bool {
    tree::text(container, "restartPolicy") == "Always"
}

fn has_failed(terminated: &Value) -> bool {
    tree::int(terminated, "exitCode").unwrap_or(0) != 0
}

/// Why a container ended, in a word.
fn ending(terminated: &Value) -> String {
    let signal = tree::int(terminated, "signal").unwrap_or(0);
    match tree::text(terminated, "reason") {
        "" if signal != 0 => format!("Signal:{signal}"),
        "" => format!("ExitCode:{}", tree::int(terminated, "exitCode").unwrap_or(0)),
        reason => reason.to_owned(),
    }
}

/// How often containers were restarted, and when the last of them ended before.
#[derive(Clone, Copy, Default)]
pub struct Restarts {
    count: i64,
    last: Option<Time>,
}

impl Restarts {
    fn add(&mut self, status: &Value) {
        self.count = self.count.saturating_add(tree::int(status, "restartCount").unwrap_or(0));
        self.last = self.last.max(time(&status["lastState"]["terminated"], "finishedAt"));
    }

    pub fn text(self, context: &Context) -> String {
        match self.last {
            Some(last) if self.count != 0 && context.version.prints.restart_age => {
                format!("{} ({} ago)", self.count, since(Some(last), context.now))
            }
            _ => self.count.to_string(),
        }
    }
}
