//! The text of `kubectl describe job`.

use serde_json::Value;

use super::Context;
use super::describe::{self, controller, number, selector_text};
use super::duration::{date, human, time};
use super::layout::Writer;
use super::pod_template::pod_template;
use crate::api::tree;

/// Mirrors upstream `describeJob`. `events` are those about this Job.
pub fn describe_job(job: &Value, events: &[&Value], context: &Context) -> String {
    let (metadata, spec) = (&job["metadata"], &job["spec"]);
    let mut writer = Writer::default();
    writer.field(0, "Name", tree::text(metadata, "name"));
    writer.field(0, "Namespace", tree::text(metadata, "namespace"));
    let selector = selector_text(tree::get(spec, "selector"), context.version.wording);
    writer.field(0, "Selector", &selector.unwrap_or_else(|error| format!("Failed to get selector: {error}")));
    describe::labels(&mut writer, "Labels", metadata, "labels");
    describe::annotations(&mut writer, "Annotations", metadata);
    writer.field_if_any(0, "Controlled By", &controller(job));
    describe_spec(&mut writer, spec, context);
    describe_status(&mut writer, job, context);
    pod_template(&mut writer, &spec["template"], context);
    describe::events(&mut writer, events, context.now);
    writer.finish()
}

fn describe_spec(writer: &mut Writer, spec: &Value, context: &Context) {
    let prints = context.version.prints;
    if tree::int(spec, "parallelism").is_some() {
        writer.field(0, "Parallelism", &number(spec, "parallelism"));
    }
    match tree::int(spec, "completions") {
        Some(completions) => writer.field(0, "Completions", &completions.to_string()),
        None => writer.field(0, "Completions", "<unset>"),
    }
    if prints.completion_mode {
        writer.field_if_any(0, "Completion Mode", tree::text(spec, "completionMode"));
    }
    if !prints.job_limits {
        return;
    }
    if let Some(suspend) = tree::boolean(spec, "suspend") {
        writer.field(0, "Suspend", if suspend { "true" } else { "false" });
    }
    for (label, field) in
        [("Backoff Limit", "backoffLimit"), ("TTL Seconds After Finished", "ttlSecondsAfterFinished")]
    {
        if tree::int(spec, field).is_some() {
            writer.field(0, label, &number(spec, field));
        }
    }
}

fn describe_status(writer: &mut Writer, job: &Value, context: &Context) {
    let (spec, status, prints) = (&job["spec"], &job["status"], context.version.prints);
    let (start, completion) = (time(status, "startTime"), time(status, "completionTime"));
    if start.is_some() {
        writer.field(0, "Start Time", &date(start));
    }
    if completion.is_some() {
        writer.field(0, "Completed At", &date(completion));
    }
    if let (Some(start), Some(completion)) = (start, completion) {
        writer.field(0, "Duration", &human(completion - start));
    }
    if let Some(seconds) = tree::int(spec, "activeDeadlineSeconds") {
        writer.field(0, "Active Deadline Seconds", &format!("{seconds}s"));
    }
    let ready = match tree::int(status, "ready") {
        Some(ready) if prints.active_pods => format!(" ({ready} Ready)"),
        _ => String::new(),
    };
    let statuses = format!(
        "{} {}{ready} / {} Succeeded / {} Failed",
        number(status, "active"),
        if prints.active_pods { "Active" } else { "Running" },
        number(status, "succeeded"),
        number(status, "failed"),
    );
    writer.field(0, "Pods Statuses", &statuses);
    if prints.completion_mode && tree::text(spec, "completionMode") == "Indexed" {
        writer.field(0, "Completed Indexes", &capped(tree::text(status, "completedIndexes")));
    }
}

/// Upstream `capIndexesListOrNone`: cut after the first comma that stands at the fiftieth byte or later.
fn capped(indexes: &str) -> String {
    const BYTES_SOFT_MAX: usize = 50;
    let comma = indexes.bytes().skip(BYTES_SOFT_MAX).position(|byte| byte == b',');
    match comma.and_then(|comma| indexes.get(..=BYTES_SOFT_MAX + comma)) {
        _ if indexes.is_empty() => "<none>".to_owned(),
        Some(start) => format!("{start}..."),
        None => indexes.to_owned(),
    }
}
