//! The tables of `kubectl get jobs` and `kubectl get pods`.
//!
//! Mirrors upstream `pkg/printers/internalversion` for the cells, and the table printer of kubectl for the rest.

use serde_json::Value;

use super::Context;
use super::describe::{number, selector_cell};
use super::duration::{human, since, time};
use super::layout::{Columns, escape};
use super::pod_summary::PodSummary;
use crate::api::tree;
use crate::time::Time;

/// What to print of each object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// `-o wide`
    pub wide: bool,
    /// `-A`: the namespace is the first column.
    pub namespaces: bool,
    /// `--no-headers`
    pub no_headers: bool,
}

/// `kubectl get jobs`.
pub fn get_jobs(jobs: &[&Value], options: TableOptions, context: &Context) -> String {
    let has_status = context.version.prints.job_status;
    let headers = match (has_status, options.wide) {
        (true, false) => "NAME\tSTATUS\tCOMPLETIONS\tDURATION\tAGE",
        (true, true) => "NAME\tSTATUS\tCOMPLETIONS\tDURATION\tAGE\tCONTAINERS\tIMAGES\tSELECTOR",
        (false, false) => "NAME\tCOMPLETIONS\tDURATION\tAGE",
        (false, true) => "NAME\tCOMPLETIONS\tDURATION\tAGE\tCONTAINERS\tIMAGES\tSELECTOR",
    };
    table(headers, jobs, options, |job| {
        let mut cells = vec![tree::text(&job["metadata"], "name").to_owned()];
        if has_status {
            cells.push(job_status(job, context).to_owned());
        }
        cells.push(completions(job));
        cells.push(job_duration(job, context.now));
        cells.push(since(time(&job["metadata"], "creationTimestamp"), context.now));
        if options.wide {
            let containers = tree::list(&job["spec"]["template"]["spec"], "containers");
            for field in ["name", "image"] {
                let texts: Vec<&str> = containers.iter().map(|one| tree::text(one, field)).collect();
                cells.push(texts.join(","));
            }
            cells.push(selector_cell(tree::get(&job["spec"], "selector")));
        }
        cells
    })
}

/// `kubectl get pods`.
pub fn get_pods(pods: &[&Value], options: TableOptions, context: &Context) -> String {
    let headers = match options.wide {
        false => "NAME\tREADY\tSTATUS\tRESTARTS\tAGE",
        true => "NAME\tREADY\tSTATUS\tRESTARTS\tAGE\tIP\tNODE\tNOMINATED NODE\tREADINESS GATES",
    };
    table(headers, pods, options, |pod| {
        let (metadata, spec, status) = (&pod["metadata"], &pod["spec"], &pod["status"]);
        let summary = PodSummary::of(pod, context);
        let mut cells = vec![
            tree::text(metadata, "name").to_owned(),
            format!("{}/{}", summary.ready, summary.containers),
            summary.status,
            summary.restarts.text(context),
            since(time(metadata, "creationTimestamp"), context.now),
        ];
        if options.wide {
            let address = tree::list(status, "podIPs").first();
            let texts = [
                address.map_or("", |address| tree::text(address, "ip")),
                tree::text(spec, "nodeName"),
                tree::text(status, "nominatedNodeName"),
            ];
            cells.extend(texts.map(|text| if text.is_empty() { "<none>" } else { text }.to_owned()));
            cells.push(readiness_gates(pod));
        }
        cells
    })
}

fn table(
    headers: &str,
    objects: &[&Value],
    options: TableOptions,
    cells: impl Fn(&Value) -> Vec<String>,
) -> String {
    let mut text = String::new();
    if !options.no_headers {
        text.push_str(if options.namespaces { "NAMESPACE\t" } else { "" });
        text.push_str(headers);
        text.push('\n');
    }
    for object in objects {
        let mut cells = cells(object);
        if options.namespaces {
            cells.insert(0, tree::text(&object["metadata"], "namespace").to_owned());
        }
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                text.push('\t');
            }
            // A cell ends with its first line.
            match cell.split_once(['\u{c}', '\n', '\r']) {
                None => text.push_str(&escape(cell)),
                Some((line, _)) => {
                    text.push_str(&escape(line));
                    text.push_str("...");
                }
            }
        }
        text.push('\n');
    }
    Columns::TABLE.lay_out(&text)
}

/// The condition is True.
pub fn has_condition(object: &Value, name: &str) -> bool {
    tree::list(&object["status"], "conditions")
        .iter()
        .any(|condition| tree::text(condition, "type") == name && tree::text(condition, "status") == "True")
}

fn job_status(job: &Value, context: &Context) -> &'static str {
    let is_deleting = tree::get(&job["metadata"], "deletionTimestamp").is_some();
    let prints = context.version.prints;
    match () {
        _ if has_condition(job, "Complete") => "Complete",
        _ if has_condition(job, "Failed") => "Failed",
        _ if is_deleting => "Terminating",
        _ if has_condition(job, "Suspended") => "Suspended",
        _ if has_condition(job, "FailureTarget") => "FailureTarget",
        _ if prints.success_criteria_met && has_condition(job, "SuccessCriteriaMet") => "SuccessCriteriaMet",
        _ => "Running",
    }
}

fn completions(job: &Value) -> String {
    let succeeded = number(&job["status"], "succeeded");
    match (tree::int(&job["spec"], "completions"), tree::int(&job["spec"], "parallelism")) {
        (Some(completions), _) => format!("{succeeded}/{completions}"),
        (None, Some(parallelism)) if parallelism > 1 => format!("{succeeded}/1 of {parallelism}"),
        (None, _) => format!("{succeeded}/1"),
    }
}

/// Of a Job without a completion time it keeps growing, also of a failed one.
fn job_duration(job: &Value, now: Time) -> String {
    let start = time(&job["status"], "startTime");
    let end = time(&job["status"], "completionTime").unwrap_or(now);
    start.map(|start| human(end - start)).unwrap_or_default()
}

fn readiness_gates(pod: &Value) -> String {
    let gates = tree::list(&pod["spec"], "readinessGates");
    let open = gates.iter().filter(|gate| has_condition(pod, tree::text(gate, "conditionType"))).count();
    if gates.is_empty() { "<none>".to_owned() } else { format!("{open}/{}", gates.len()) }
}
