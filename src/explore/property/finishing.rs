//! The end of a Job: which conditions may be written, when, and beside what (S10 to S13, S23, S25, S28, S29).

use crate::api::{ConditionStatus, JobConditionType, JobStatus};
use crate::explore::ghost::Ghost;
use crate::explore::step::{Moment, uncounted};
use crate::time::Span;
use crate::trace::Note;

const TERMINAL: [JobConditionType; 2] = [JobConditionType::Failed, JobConditionType::Complete];

fn interim_of(terminal: &JobConditionType) -> JobConditionType {
    match terminal {
        JobConditionType::Failed => JobConditionType::FailureTarget,
        _ => JobConditionType::SuccessCriteriaMet,
    }
}

fn is_finished(status: &JobStatus) -> bool {
    TERMINAL.iter().any(|terminal| status.has(terminal))
}

/// The write adds the terminal condition.
fn finishes(before: &JobStatus, after: &JobStatus) -> bool {
    !is_finished(before) && is_finished(after)
}

pub fn one_way(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    use JobConditionType::{Complete, Failed, FailureTarget, SuccessCriteriaMet};
    for (one, other) in
        [(Complete, Failed), (SuccessCriteriaMet, FailureTarget), (SuccessCriteriaMet, Failed)]
    {
        if new.status.has(&one) && new.status.has(&other) {
            return Err(format!("{one:?} and {other:?}"));
        }
    }
    Ok(())
}

pub fn stable_decision(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    for terminal in &TERMINAL {
        let interim = interim_of(terminal);
        for decided in [terminal, &interim] {
            let Some(stored) = old.status.condition(decided) else {
                continue;
            };
            let kept = new.status.condition(decided);
            let same = kept.is_some_and(|kept| {
                kept.status == ConditionStatus::True
                    && (&kept.reason, &kept.message) == (&stored.reason, &stored.message)
            });
            if !same {
                return Err(format!("{decided:?} becomes {kept:?}"));
            }
        }
        let told = |condition| new.status.condition(condition).map(|held| (&held.reason, &held.message));
        if let (Some(announced), Some(enacted)) = (told(&interim), told(terminal))
            && announced != enacted
        {
            return Err(format!("{announced:?} is announced, {enacted:?} enacted"));
        }
    }
    Ok(())
}

pub fn interim_first(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    for terminal in &TERMINAL {
        let Some(condition) = new.status.condition(terminal).filter(|_| !old.status.has(terminal)) else {
            continue;
        };
        let announced =
            moment.step.profile.delays_terminal_condition || &*condition.reason == "PodFailurePolicy";
        if announced && !old.status.has(&interim_of(terminal)) {
            return Err(format!("{terminal:?} comes without {:?} before it", interim_of(terminal)));
        }
    }
    Ok(())
}

pub fn clean_finish(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write().filter(|(_, new)| is_finished(&new.status)) else {
        return Ok(());
    };
    let status = &new.status;
    let (succeeded, failed) = uncounted(status);
    if !succeeded.is_empty() || !failed.is_empty() {
        return Err("pods are uncounted".to_owned());
    }
    let terminating = status.terminating.filter(|_| moment.step.profile.delays_terminal_condition);
    if status.active != 0 || terminating.unwrap_or(0) != 0 {
        return Err(format!("active {}, terminating {:?}", status.active, status.terminating));
    }
    if status.completion_time.is_some() != status.has(&JobConditionType::Complete) {
        return Err(format!("completionTime {:?}", status.completion_time));
    }
    let never_started = !ghost.strict && old.status.start_time.is_none() && new.spec.is_suspended();
    if status.start_time.is_none() && !never_started {
        return Err("no startTime".to_owned());
    }
    Ok(())
}

pub fn limit_decides(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let Some((old, new)) = moment.status_write() else {
        return Ok(());
    };
    let limit = new.spec.backoff_limit();
    if new.status.failed <= limit || new.status.failed == old.status.failed {
        return Ok(());
    }
    let decided = TERMINAL
        .iter()
        .any(|terminal| new.status.has(terminal) || new.status.has(&interim_of(terminal)))
        || moment.step.notes().any(|note| matches!(note, Note::DecisionWithheld { .. }))
        // Before interim conditions the decision is first seen in the terminal one.
        || !moment.step.profile.delays_terminal_condition
            && moment.step.notes().any(|note| matches!(note, Note::FinishDecided { .. }));
    if decided { Ok(()) } else { Err(format!("failed {} of {limit}", new.status.failed)) }
}

pub fn deadline_passed(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let (Some((old, new)), Some(sync)) = (moment.status_write(), &moment.step.sync) else {
        return Ok(());
    };
    use JobConditionType::{Failed, FailureTarget};
    let by_deadline = [FailureTarget, Failed].iter().any(|failing| {
        let decided = |status: &JobStatus| {
            status.condition(failing).is_some_and(|condition| &*condition.reason == "DeadlineExceeded")
        };
        decided(&new.status) && !decided(&old.status)
    });
    if !by_deadline || old.status.has(&FailureTarget) {
        return Ok(());
    }
    let started = old.status.start_time.unwrap_or(sync.now);
    let limit = new.spec.active_deadline_seconds.map(Span::from_secs);
    if limit.is_some_and(|limit| sync.now - started >= limit) && !new.spec.is_suspended() {
        return Ok(());
    }
    Err(format!("started {started}, now {}, limit {limit:?}", sync.now))
}

pub fn ready_within_active(moment: &Moment<'_>, ghost: &Ghost) -> Result<(), String> {
    let profile = moment.step.profile;
    let Some((_, new)) = moment.status_write() else {
        return Ok(());
    };
    let claimed = profile.validates_status || !profile.backoff_hides_active;
    let ready = new.status.ready.unwrap_or(0);
    if (claimed || ghost.strict) && ready > new.status.active {
        return Err(format!("ready {ready}, active {}", new.status.active));
    }
    Ok(())
}

pub fn withheld(moment: &Moment<'_>, _: &Ghost) -> Result<(), String> {
    let (Some((old, new)), Some((sync, job))) = (moment.status_write(), moment.synced_job()) else {
        return Ok(());
    };
    if sync.met.is_some() {
        return Ok(());
    }
    use JobConditionType::{Failed, FailureTarget, SuccessCriteriaMet};
    let is_new = |condition| new.status.has(condition) && !old.status.has(condition);
    let by_policy = new
        .status
        .condition(&SuccessCriteriaMet)
        .is_some_and(|condition| &*condition.reason == "SuccessPolicy");
    let announced = is_new(&FailureTarget) || is_new(&SuccessCriteriaMet) && by_policy;
    let without_announcement = is_new(&Failed);
    let was_announced = TERMINAL.iter().any(|terminal| job.status.has(&interim_of(terminal)));
    if announced || without_announcement || was_announced && finishes(&old.status, &new.status) {
        return Err("the Job is decided while creations or deletions are owed".to_owned());
    }
    Ok(())
}
