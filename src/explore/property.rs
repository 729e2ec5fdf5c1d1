//! The properties: each with its id, a name in a few words, the assumption under which it is claimed, and its check.
//!
//! The ids are those of the safety and liveness properties that the project keeps of the real controller. A check is
//! made at a request or after a step; where an assumption can fail in a run, the check asks for exactly that (is the
//! cached Job as new as the controller's own writes? may pods exist that no expectation stands for?), so an exception
//! excuses the one step that it explains and no run as a whole.
//!
//! Not stated here, because the model cannot break them:
//!
//! | id | part | why |
//! |---|---|---|
//! | S1 | a finalizer event between listing pods and copying the expected removals | a sync is one action |
//! | S22 | two syncs of one key at once | likewise; the queues' own invariants are checked |
//! | S26 | a DELETE by name that hits a namesake | names are not reused |
//! | L1, L2, L4 to L7, L9 | what happens in the end | needs a fair completion of the run: see the tests |
//! | L10 | deletion of finished Jobs by their age | there is no TTL controller |

mod counting;
mod finishing;
mod pods;
mod queues;

use super::ghost::Ghost;
use super::step::{Moment, Step};

/// A predicate over the steps of a run.
pub struct Property {
    pub id: &'static str,
    pub name: &'static str,
    /// Under which the property is claimed; see the module for the usual ones.
    pub assumption: &'static str,
    pub(super) check: Check,
}

/// When a property is checked. `Err` says how it is broken.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// At each request, with the store before and after it.
    Request(fn(&Moment<'_>, &Ghost) -> Result<(), String>),
    /// After the step.
    Step(fn(&Step<'_>, &Ghost) -> Result<(), String>),
}

const fn at_requests(
    id: &'static str,
    name: &'static str,
    assumption: &'static str,
    check: fn(&Moment<'_>, &Ghost) -> Result<(), String>,
) -> Property {
    Property { id, name, assumption, check: Check::Request(check) }
}

const fn after_steps(
    id: &'static str,
    name: &'static str,
    assumption: &'static str,
    check: fn(&Step<'_>, &Ghost) -> Result<(), String>,
) -> Property {
    Property { id, name, assumption, check: Check::Step(check) }
}

/// All properties, in the order of their ids.
pub const PROPERTIES: &[Property] = &[
    at_requests(
        "S1",
        "each pod is counted once",
        "once more for each adoption after it was booked, and while the cache shows it although it was found gone; on \
         both sides only if it was called failed while it ran",
        counting::counted_once,
    ),
    at_requests("S1", "only claimed pods are booked", "always", counting::booked_from_pods),
    at_requests(
        "S2",
        "a pod is recorded before its finalizer goes",
        "where a sync counts; scale-down, suspension, release and orphans are not counted",
        counting::recorded_before_removal,
    ),
    at_requests("S3", "a pod leaves the uncounted in the write that counts it", "always", counting::drained),
    at_requests("S4", "the uncounted lists are disjoint", "always", counting::disjoint_lists),
    at_requests(
        "S5",
        "counters do not fall",
        "but succeeded with the indexes cut off by fewer completions",
        counting::monotone,
    ),
    at_requests(
        "S6",
        "at most 500 are uncounted",
        "one more where 500 were left over",
        counting::bounded_lists,
    ),
    at_requests(
        "S7",
        "index texts are canonical and in range",
        "as the controller writes them",
        counting::canonical_indexes,
    ),
    at_requests("S8", "no more successes than indexes", "Indexed", counting::succeeded_in_range),
    at_requests(
        "S9",
        "no index is completed and failed",
        "the index had one pod at a time, none after its end, and none called failed while it ran",
        counting::disjoint_indexes,
    ),
    at_requests("S10", "a Job ends one way", "always", finishing::one_way),
    at_requests("S11", "a stored decision stays", "always", finishing::stable_decision),
    at_requests(
        "S12",
        "the interim condition comes first",
        "1.31 and later; before, for PodFailurePolicy",
        finishing::interim_first,
    ),
    at_requests(
        "S13",
        "a finished Job is clean",
        "it may lack startTime if it is suspended and has none",
        finishing::clean_finish,
    ),
    at_requests(
        "S14",
        "no pod after the end",
        "the cached Job is as new as the controller's status writes, or the controller waits for them",
        pods::none_after_the_end,
    ),
    at_requests(
        "S15",
        "active pods stay within parallelism",
        "as cached; no pod exists that neither cache nor expectations know of",
        pods::within_parallelism,
    ),
    at_requests(
        "S16",
        "so do terminating ones where only failed pods are replaced",
        "as S15",
        pods::within_parallelism_with_terminating,
    ),
    at_requests(
        "S17",
        "no more pods than work is left, as the sync sees it",
        "always",
        pods::within_work_seen,
    ),
    at_requests("S17", "no more pods than work is left", "as S14 and S15", pods::within_work_left),
    at_requests("S18", "one active pod an index", "as S15", pods::one_an_index),
    after_steps("S19", "at most 500 creations and surplus deletions a sync", "always", pods::capped),
    at_requests("S20", "pods are created when nothing is owed", "always", pods::created_when_met),
    at_requests(
        "S21",
        "no replacement before the back-off has passed",
        "by the record in memory and the failures seen, if no success is seen with them",
        pods::after_backoff,
    ),
    after_steps("S22", "the queues keep their invariants", "always", queues::invariants),
    at_requests(
        "S23",
        "past the back-off limit the Job is decided",
        "at a write that counts failures",
        finishing::limit_decides,
    ),
    at_requests(
        "S24",
        "ignored failures are not counted",
        "as the pod is cached when it is counted",
        counting::ignored_uncounted,
    ),
    at_requests(
        "S25",
        "the deadline is exceeded when it says so",
        "by the startTime as stored",
        finishing::deadline_passed,
    ),
    at_requests(
        "S26",
        "only claimed pods are touched",
        "or, by the orphan worker, such as no unfinished Job counts",
        pods::only_claimed,
    ),
    at_requests(
        "S27",
        "Jobs managed by others are left alone",
        "while the Job is cached",
        pods::managed_by_others,
    ),
    at_requests(
        "S28",
        "no more ready pods than active ones",
        "with status validation, or without the literal 0 of #139428",
        finishing::ready_within_active,
    ),
    at_requests(
        "S29",
        "while something is owed no failure is decided",
        "reached completions are exempt",
        finishing::withheld,
    ),
    after_steps("S30", "a refused status write loses nothing", "always", counting::refusal_loses_nothing),
    after_steps(
        "L3",
        "a deadline wakes its Job",
        "after a sync that decided nothing",
        queues::deadline_armed,
    ),
    after_steps("L8", "a failed sync is retried", "always", queues::retried),
];
