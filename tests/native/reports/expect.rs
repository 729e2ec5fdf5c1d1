//! What a case looks at, and the value that it must have.

use std::fmt::Debug;

use jobscope::api::{INDEX_FAILURE_COUNT, Pod, TRACKING_FINALIZER};
use jobscope::time::Time;

use super::{Case, seconds};
use crate::fixture::{event_reasons, key, status, status_text};

impl Case {
    /// Counters and conditions.
    #[track_caller]
    pub(super) fn shows(&mut self, expected: &str) -> &mut Case {
        check(&status_text(&status(&self.world)), expected);
        self
    }

    /// When pods were created, one time a pod, in all.
    #[track_caller]
    pub(super) fn created_at(&mut self, expected: &[i64]) -> &mut Case {
        let times: Vec<i64> = self.created.iter().map(|(_, at)| *at).collect();
        check(&times[..], expected);
        self
    }

    /// The seconds between creations of pods.
    #[track_caller]
    pub(super) fn gaps(&mut self, expected: &[i64]) -> &mut Case {
        let gaps: Vec<i64> = self.created.windows(2).map(|pair| pair[1].1 - pair[0].1).collect();
        check(&gaps[..], expected);
        self
    }

    /// The Job waits in the queue, for so many seconds more.
    #[track_caller]
    pub(super) fn waits(&mut self, expected: i64) -> &mut Case {
        let waiting = self.world.controller().queue().delaying().waiting().next();
        check(&waiting.map(|(_, waiting)| seconds(waiting.at - self.world.now())), &Some(expected));
        self
    }

    /// The last back-off or deadline that a sync put the Job into the queue for. The entry is often earlier: a status
    /// write comes back as an update of the Job, which queues it for one second.
    #[track_caller]
    pub(super) fn asked_for(&mut self, expected: i64) -> &mut Case {
        check(&self.held_for, &Some(expected));
        self
    }

    /// Nothing is queued.
    #[track_caller]
    pub(super) fn rests(&mut self) -> &mut Case {
        let queue = self.world.controller().queue();
        check(&(queue.queue().ready().len(), queue.delaying().next_deadline()), &(0, None));
        self
    }

    /// The status writes since the last look.
    #[track_caller]
    pub(super) fn wrote(&mut self, expected: &[&str]) -> &mut Case {
        let writes = std::mem::take(&mut self.writes);
        check(&writes[..], expected);
        self
    }

    pub(super) fn forget_writes(&mut self) -> &mut Case {
        self.writes.clear();
        self
    }

    /// The pods that are stored, with their phase.
    #[track_caller]
    pub(super) fn pods(&mut self, expected: &[&str]) -> &mut Case {
        let pods: Vec<String> = self.world.cluster().pods().map(|pod| pod_text(pod)).collect();
        check(&pods[..], expected);
        self
    }

    /// The reasons of all Events.
    #[track_caller]
    pub(super) fn events(&mut self, expected: &[&str]) -> &mut Case {
        check(&event_reasons(&self.world)[..], expected);
        self
    }

    /// When Events of a reason came.
    #[track_caller]
    pub(super) fn event_at(&mut self, reason: &str, expected: &[i64]) -> &mut Case {
        let events = self.world.cluster().events().iter().filter(|event| &*event.reason == reason);
        let times: Vec<i64> = events.map(|event| seconds(event.at - Time::START)).collect();
        check(&times[..], expected);
        self
    }

    #[track_caller]
    pub(super) fn started_at(&mut self, expected: Option<i64>) -> &mut Case {
        check(&status(&self.world).start_time.map(|at| seconds(at - Time::START)), &expected);
        self
    }

    #[track_caller]
    pub(super) fn failed_indexes(&mut self, expected: &str) -> &mut Case {
        check(status(&self.world).failed_indexes.as_deref().unwrap_or("-"), expected);
        self
    }

    /// What the last condition says.
    #[track_caller]
    pub(super) fn says(&mut self, expected: &str) -> &mut Case {
        check(status(&self.world).conditions.last().map_or("", |condition| &condition.message), expected);
        self
    }

    /// Creations and deletions that the controller still expects to see.
    #[track_caller]
    pub(super) fn expects(&mut self, creations: i64, deletions: i64) -> &mut Case {
        let record = self.world.controller().expectations().get(&key());
        check(&record.map_or((0, 0), |record| (record.creations, record.deletions)), &(creations, deletions));
        self
    }

    /// The API server refused the last thing that a user did.
    #[track_caller]
    pub(super) fn refuses(&mut self, expected: &str) -> &mut Case {
        check(self.refusals.last().map_or("", |error| &error.message), expected);
        self
    }

    /// Failures of its index that a pod was created after.
    #[track_caller]
    pub(super) fn failures_before(&mut self, pod: usize, expected: &str) -> &mut Case {
        let annotations = &self.pod(pod).metadata.annotations;
        check(annotations.get(INDEX_FAILURE_COUNT).map_or("", |count| count), expected);
        self
    }

    /// The Job's key is ready to be synced.
    #[track_caller]
    pub(super) fn is_due(&mut self) -> &mut Case {
        check(&self.world.controller().queue().queue().ready().len(), &1);
        self
    }

    /// Failed syncs of the key that the queue remembers.
    #[track_caller]
    pub(super) fn has_failed_syncs(&mut self, expected: u32) -> &mut Case {
        check(&self.world.controller().queue().failures(&key()), &expected);
        self
    }

    #[track_caller]
    pub(super) fn is_of_generation(&mut self, expected: u64) -> &mut Case {
        check(&self.job().metadata.generation, &expected);
        self
    }

    #[track_caller]
    pub(super) fn is_gone(&mut self) -> &mut Case {
        check(&self.world.cluster().job(&key()).is_none(), &true);
        self
    }
}

/// A pod by name and phase, with what sets it apart.
fn pod_text(pod: &Pod) -> String {
    let mut text = format!("{} {:?}", pod.metadata.name, pod.status.phase);
    for (is_so, word) in [
        (pod.metadata.is_deleting(), "deleting"),
        (pod.metadata.has_finalizer(TRACKING_FINALIZER), "held"),
        (pod.metadata.controller().is_none(), "ownerless"),
    ] {
        if is_so {
            text = format!("{text} {word}");
        }
    }
    text
}

#[track_caller]
fn check<A: PartialEq<B> + Debug + ?Sized, B: Debug + ?Sized>(actual: &A, expected: &B) {
    assert!(actual == expected, "  actual {actual:?}\nexpected {expected:?}");
}
