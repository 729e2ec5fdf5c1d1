//! kubectl's texts and its form of answers, byte for byte as recorded.

use std::collections::BTreeMap;
use std::fmt;

use jobscope::api::plain::FromPlain;
use jobscope::api::version::ServerVersion;
use jobscope::api::{ApiError, ErrorReason, FieldError, FieldErrorReason};
use jobscope::kubectl::{self, Verb};
use jobscope::time::Time;
use serde_json::Value;

use super::files::records;

/// How many texts agree, by kind of command, and where the others part.
#[derive(Default)]
struct Tally {
    kinds: BTreeMap<String, (usize, usize)>,
    failures: Vec<String>,
}

impl Tally {
    fn count(&mut self, kind: &str, title: &str, expected: &str, actual: Option<&str>) {
        let (agreeing, all) = self.kinds.entry(kind.to_owned()).or_default();
        *all += 1;
        if actual == Some(expected) {
            *agreeing += 1;
        } else {
            self.failures.push(format!("{title}: {}", difference(expected, actual.unwrap_or("no text"))));
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums =
            self.kinds.values().fold((0, 0), |sums, (agreeing, all)| (sums.0 + agreeing, sums.1 + all));
        write!(formatter, "{} of {} agree", sums.0, sums.1)?;
        for (kind, (agreeing, all)) in &self.kinds {
            write!(formatter, "\n  {kind}: {agreeing} of {all}")?;
        }
        Ok(())
    }
}

/// The first line that differs.
fn difference(expected: &str, actual: &str) -> String {
    let lines = expected.split('\n').zip(actual.split('\n'));
    match lines.enumerate().find(|(_, (expected, actual))| expected != actual) {
        Some((number, (expected, actual))) => {
            format!("line {}\n  expected {expected:?}\n  printed  {actual:?}", number + 1)
        }
        None => format!("{} bytes expected, {} printed", expected.len(), actual.len()),
    }
}

/// Prints every recorded text again.
fn check(records: &[Value], version: &ServerVersion) -> Tally {
    let mut tally = Tally::default();
    for record in records {
        let list = |field: &str| record[field].as_array().cloned().unwrap_or_default();
        let now = record["now"].as_str().and_then(Time::parse).expect("a record has a time");
        let (jobs, pods, events) = (list("jobs"), list("pods"), list("events"));
        for (command, expected) in record["out"].as_object().expect("a record has texts") {
            let kind: Vec<&str> = command.split(' ').take(2).collect();
            let printed = kubectl::run(command, &jobs, &pods, &events, now, version);
            let title = format!("{} {command}", record["id"]);
            tally.count(&kind.join(" "), &title, expected.as_str().expect("a text"), printed.as_deref());
        }
    }
    tally
}

#[test]
fn recorded_texts_are_printed_again() {
    let mut texts = records(&["kubectl"]);
    if texts.is_empty() {
        // A folder of other answers.
        return;
    }
    let earlier = check(&texts, &ServerVersion::V1_33);
    println!("kubectl: {earlier}");
    for newer in records(&["v136-differences"]) {
        let Some(text) = texts.iter_mut().find(|text| text["id"] == newer["id"]) else {
            continue;
        };
        for (command, expected) in newer["out"].as_object().into_iter().flatten() {
            text["out"][command] = expected.clone();
        }
    }
    let later = check(&texts, &ServerVersion::V1_36);
    println!("kubectl 1.36: {later}");
    let failures = [earlier.failures, later.failures].concat();
    assert!(failures.is_empty(), "\n{}\n", failures.join("\n"));
}

/// The recorded answer and what kubectl made of it, if both saw the same request: kubectl refuses some files itself and
/// sends others with sorted keys and rewritten numbers, which the decoder then answers in another way.
fn check_answer(record: &Value, tally: &mut Tally) {
    let (verb, kind, answer, printed) = match record.get("kubectl replace") {
        Some(printed) => (Verb::Replace, "replace", &record["result"], printed),
        None if record.get("kubectl").is_some() => {
            (Verb::Create, "create", &record["strict"], &record["kubectl"])
        }
        None => return,
    };
    let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let (stdout, stderr) = (text(printed, "stdout"), text(printed, "stderr"));
    let message = text(answer, "message");
    if stderr.starts_with("error:") || (answer["http"] == 400 && !stderr.contains(&message)) {
        return;
    }
    let warnings: Vec<String> = serde_json::from_value(answer["warnings"].clone()).unwrap_or_default();
    let name = text(&answer["object"]["metadata"], "name");
    let error = (answer["accepted"] != true).then(|| api_error(answer));
    let result = match &error {
        None => Ok((name.as_str(), warnings.as_slice())),
        Some(error) => Err((error, warnings.as_slice())),
    };
    let ours = kubectl::answer(verb, "manifest.yaml", result);
    let expected = format!("{stdout}{stderr}exit {}", printed["exit"]);
    let actual = format!("{}{}exit {}", ours.stdout, ours.stderr, ours.exit);
    tally.count(kind, &record["id"].to_string(), &expected, Some(&actual));
}

fn api_error(answer: &Value) -> ApiError {
    let reason = ErrorReason::from_plain(&answer["reason"]).expect("a known reason");
    let name = answer["name"].as_str().unwrap_or_default();
    let fields = answer["errors"].as_array().into_iter().flatten().map(|error| FieldError {
        path: error["field"].as_str().unwrap_or_default().to_owned(),
        reason: FieldErrorReason::from_plain(&error["reason"]).expect("a known reason"),
        message: error["message"].as_str().unwrap_or_default().to_owned(),
    });
    match reason {
        ErrorReason::Invalid => ApiError::invalid("Job.batch", name, fields.collect()),
        _ => ApiError::new(reason, answer["message"].as_str().unwrap_or_default()),
    }
}

#[test]
fn recorded_answers_are_worded_again() {
    let mut tally = Tally::default();
    for record in records(&["create-hand", "create-random", "update"]) {
        check_answer(&record, &mut tally);
    }
    println!("kubectl answers: {tally}");
    assert!(tally.failures.is_empty(), "\n{}\n", tally.failures.join("\n"));
}
