//! kubectl's form of the API server's answers: what it says when a request was carried out or refused.
//!
//! Mirrors `cmdutil.CheckErr`, `AddSourceToErr` and the writer of warnings.

use crate::api::{ApiError, ErrorReason};

/// What kubectl asked for, by what it says then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// `create`, and `apply` of an object that was not there.
    Create,
    /// `apply` of an object that was there and became another.
    Configure,
    /// `apply` that changed nothing.
    Keep,
    Replace,
    /// `get` and `describe`: nothing is said of what was found.
    Read,
}

impl Verb {
    /// What was done, and what was being done when it failed.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Verb::Create => ("created", "creating"),
            Verb::Configure => ("configured", "applying"),
            Verb::Keep => ("unchanged", "applying"),
            Verb::Replace => ("replaced", "replacing"),
            Verb::Read => ("", "retrieving"),
        }
    }
}

/// What a command of kubectl leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Printed {
    pub stdout: String,
    pub stderr: String,
    pub exit: i32,
}

/// An answer about a Job: its name, or why not, each with the warnings that came along.
pub type Answer<'a> = Result<(&'a str, &'a [String]), (&'a ApiError, &'a [String])>;

/// What kubectl prints of an answer. `file` is where the object was read from, empty if it was named on the command
/// line.
pub fn answer(verb: Verb, file: &str, answer: Answer<'_>) -> Printed {
    let warnings = answer.map_or_else(|(_, warnings)| warnings, |(_, warnings)| warnings);
    let mut printed = Printed::default();
    for (index, warning) in warnings.iter().enumerate() {
        if !warnings.iter().take(index).any(|earlier| earlier == warning) {
            printed.stderr.push_str(&format!("Warning: {warning}\n"));
        }
    }
    match answer {
        Ok((name, _)) => {
            let (done, _) = verb.words();
            if !done.is_empty() {
                printed.stdout = format!("job.batch/{name} {done}\n");
            }
        }
        Err((error, _)) => {
            printed.exit = 1;
            printed.stderr.push_str(&error_text(verb, file, error));
        }
    }
    printed
}

fn error_text(verb: Verb, file: &str, error: &ApiError) -> String {
    if error.reason == ErrorReason::Invalid {
        return invalid_text(error);
    }
    let (_, doing) = verb.words();
    let place = match file {
        "" => String::new(),
        file => format!("error when {doing} \"{file}\": "),
    };
    // A variant's name is the reason as a Status object has it.
    format!("Error from server ({:?}): {place}{}\n", error.reason, error.message)
}

/// The distinct errors, each on its line if there are several.
fn invalid_text(error: &ApiError) -> String {
    // `Job.batch "pi" is invalid: …`
    let subject = error.message.split_once(" is invalid").map_or("", |(subject, _)| subject);
    let (kind, name) = subject.split_once(' ').unwrap_or((subject, "\"\""));
    let kind = kind.split('.').next().unwrap_or_default();
    let mut lines: Vec<String> = Vec::new();
    for field in &error.fields {
        let line = field.to_string();
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    let start = format!("The {kind} {name} is invalid");
    match lines.as_slice() {
        [] => format!("{start}\n"),
        [line] => format!("{start}: {line}\n"),
        lines => format!("{start}: \n* {}\n", lines.join("\n* ")),
    }
}
