//! The pod failure back-off: 10 s, 20 s, 40 s … after failures since the last success.

use std::sync::Arc;

use super::Profile;
use super::pods::finish_time;
use crate::api::Pod;
use crate::time::{Span, Time};
use crate::trace::BackoffRecord;

/// The record after the pods that are new in this sync. Ignored failures count here, too.
///
/// Mirrors upstream `newBackoffRecord`.
pub(super) fn next_record(
    stored: Option<BackoffRecord>,
    new_succeeded: &[Arc<Pod>],
    new_failed: &[Arc<Pod>],
    profile: &Profile,
) -> BackoffRecord {
    let record = stored.unwrap_or_default();
    let last_success = new_succeeded.iter().map(|pod| finish_time(pod, profile)).max();
    let failures = new_failed.iter().map(|pod| finish_time(pod, profile));
    match last_success {
        None => BackoffRecord {
            failures: record.failures + new_failed.len() as u32,
            last_failure: failures.max().or(record.last_failure),
        },
        Some(success) => {
            let later: Vec<Time> = failures.filter(|failure| *failure > success).collect();
            BackoffRecord { failures: later.len() as u32, last_failure: later.into_iter().max() }
        }
    }
}

/// How long nothing is created after this many failures.
pub(super) fn delay_after(failures: u32, profile: &Profile) -> Span {
    match failures {
        0 => Span::ZERO,
        failures => profile.pod_backoff_base.doubled(failures - 1, profile.pod_backoff_max),
    }
}

/// What is left of the delay.
pub(super) fn remaining(failures: u32, last_failure: Option<Time>, now: Time, profile: &Profile) -> Span {
    match last_failure {
        None => Span::ZERO,
        Some(last) => (delay_after(failures, profile) - (now - last)).max(Span::ZERO),
    }
}
