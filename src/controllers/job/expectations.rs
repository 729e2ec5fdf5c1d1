//! Expectations: what the controller asked for and has not seen in its caches yet.
//!
//! They keep it from creating or counting twice while the cache lags. Counting itself does not depend on them.

use super::JobController;
use crate::api::{ByKey, ObjectKey, Text};
use crate::sorted::SortedSet;
use crate::time::{Span, Time};
use crate::trace::{Change, ControllerChange, ExpectationRecord, ExpectationsMet, Note, Trace};

/// After more than this, what is owed is given up.
pub const EXPECTATIONS_TIMEOUT: Span = Span::from_secs(5 * 60);

/// Creations and deletions owed, by Job. Mirrors upstream `ControllerExpectations`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    records: ByKey<ExpectationRecord>,
}

impl Expectations {
    pub fn get(&self, job: &ObjectKey) -> Option<ExpectationRecord> {
        self.records.get(job).copied()
    }

    pub fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &ExpectationRecord)> {
        self.records.iter()
    }

    pub fn set(&mut self, job: &ObjectKey, record: Option<ExpectationRecord>) {
        self.records.set(job, record);
    }

    /// Why nothing is owed, or `None` if something is.
    pub fn met(&self, job: &ObjectKey, now: Time) -> Option<ExpectationsMet> {
        let Some(record) = self.records.get(job) else {
            return Some(ExpectationsMet::NoRecord);
        };
        if record.creations <= 0 && record.deletions <= 0 {
            return Some(ExpectationsMet::Fulfilled);
        }
        (now - record.set_at > EXPECTATIONS_TIMEOUT).then_some(ExpectationsMet::Expired)
    }
}

/// UIDs of pods whose finalizer removal was requested and not seen yet, by Job. They do not expire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinalizerExpectations {
    uids: ByKey<SortedSet<Text>>,
}

impl FinalizerExpectations {
    pub fn get(&self, job: &ObjectKey) -> SortedSet<Text> {
        self.uids.get(job).cloned().unwrap_or_default()
    }

    pub fn is_expected(&self, job: &ObjectKey, uid: &str) -> bool {
        self.uids.get(job).is_some_and(|uids| uids.contains(uid))
    }

    pub fn count(&self, job: &ObjectKey) -> usize {
        self.uids.get(job).map_or(0, SortedSet::len)
    }

    pub fn iter(&self) -> impl Iterator<Item = (&ObjectKey, &SortedSet<Text>)> {
        self.uids.iter()
    }

    pub(super) fn add(&mut self, job: &ObjectKey, uids: &[Text]) {
        if !uids.is_empty()
            && let Some(expected) = self.uids.get_or_insert(job, SortedSet::new())
        {
            expected.extend(uids);
        }
    }

    /// Returns whether it was expected.
    pub(super) fn remove(&mut self, job: &ObjectKey, uid: &str) -> bool {
        let Some(uids) = self.uids.get_mut(job) else {
            return false;
        };
        let expected = uids.remove(uid);
        if uids.is_empty() {
            self.uids.remove(job);
        }
        expected
    }

    pub(super) fn forget(&mut self, job: &ObjectKey) {
        self.uids.remove(job);
    }
}

impl JobController {
    /// Replaces what is owed. The five minutes start anew.
    pub(super) fn expect(
        &mut self,
        job: &ObjectKey,
        creations: i64,
        deletions: i64,
        now: Time,
        trace: &mut Trace,
    ) {
        let record = Some(ExpectationRecord { creations, deletions, set_at: now });
        self.commit(ControllerChange::Expectations { job: job.clone(), record }, trace);
        trace.note(Note::ExpectationsSet { job: job.clone(), creations, deletions });
    }

    /// Pays off creations and deletions, expected or not. Returns what the record then says, if there is one.
    pub(super) fn lower_expectations(
        &mut self,
        job: &ObjectKey,
        creations: i64,
        deletions: i64,
        trace: &mut Trace,
    ) -> Option<ExpectationRecord> {
        let mut record = self.expectations.get(job)?;
        record.creations -= creations;
        record.deletions -= deletions;
        self.commit(ControllerChange::Expectations { job: job.clone(), record: Some(record) }, trace);
        Some(record)
    }

    /// Strikes one UID out. Returns whether it was expected.
    pub(super) fn finalizer_removal_observed(
        &mut self,
        job: &ObjectKey,
        uid: &Text,
        trace: &mut Trace,
    ) -> bool {
        let expected = self.finalizer_expectations.remove(job, uid);
        if expected {
            let change = ControllerChange::FinalizerObserved { job: job.clone(), uid: uid.clone() };
            trace.change(Change::Controller(change));
        }
        expected
    }
}
