//! What differs between Kubernetes versions and feature gates, as one value with a named switch each.
//!
//! The flow of the controller never asks for a version.

use std::collections::BTreeMap;
use std::fmt;

use crate::api::version::{JobFeatures, ServerVersion};
use crate::cluster::{ClusterOptions, StatusChecks, StoresUnchanged};
use crate::time::Span;

/// The switches of one version, gates applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The version by which the profile is chosen and named, such as `1.33`.
    pub name: &'static str,
    /// Recorded runs of the real controller of this version that the tests replay.
    pub recorded_traces: u32,
    /// The feature gates that this version's controller reads.
    pub gates: &'static [&'static str],
    /// First and longest delay of a failed sync's retry, in both queues.
    pub queue_backoff_base: Span,
    pub queue_backoff_max: Span,
    /// First and longest delay before failed pods are replaced.
    pub pod_backoff_base: Span,
    pub pod_backoff_max: Span,
    /// Events of pods are gathered for this long before a sync.
    pub pod_event_batch: Span,
    /// Status changes of a Job likewise. Changes of its spec never wait.
    pub job_status_batch: Span,
    /// How finished pods are counted.
    pub accounting: Accounting,
    /// Which updates of a failed pod queue its Job only after the back-off of the key's failed syncs.
    pub failed_pod_waits: FailedPodWaits,
    /// A sync that saw a new failure and did not finish the Job returns an error.
    pub new_failure_is_an_error: bool,
    /// A 409 in tracking the status is swallowed, and the key queued after the back-off of its failed syncs.
    pub conflict_is_swallowed: bool,
    /// Every finish first writes an interim condition, and the terminal one waits until no pod terminates.
    pub delays_terminal_condition: bool,
    /// `Complete` and `SuccessCriteriaMet` carry the reason `CompletionsReached`.
    pub completion_has_a_reason: bool,
    /// `spec.podReplacementPolicy` is obeyed, and `status.terminating` written.
    pub pod_replacement_policy: bool,
    pub pod_failure_policy: bool,
    /// A terminating pod of a Job with a failure policy is judged when it is terminal, and replaced at once.
    pub pod_disruption_conditions: bool,
    pub backoff_limit_per_index: bool,
    pub success_policy: bool,
    pub managed_by: bool,
    pub ready_pods: ReadyPods,
    /// Pods carry the completion index as a label, and take it from there into their environment.
    pub index_label: bool,
    /// `completedIndexes` grows only by the pods that lose their finalizer in the sync, so by at most 500.
    pub completed_indexes_capped: bool,
    /// Pods of a deleted or finished Job are cleaned up through one selector item instead of an item a pod.
    pub orphan_selectors: bool,
    /// The update of a finished Job queues its key like any other update.
    pub finished_update_queues_job: bool,
    /// An update of a finished Job cleans up pods that still carry the finalizer.
    pub finished_update_cleans_up: bool,
    /// The orphan worker leaves pods of other kinds of owner alone.
    pub orphan_checks_owner_kind: bool,
    /// A failed patch in a selector pass is retried [bug #141346 where false].
    pub selector_pass_retried: bool,
    /// The back-off record goes when the Job's deletion is seen, not first with the sync that misses the Job.
    pub deletion_drops_backoff: bool,
    /// A Job whose final status was written is not synced again before the cache shows it.
    pub remembers_finished: bool,
    /// A sync is held back until the caches show what earlier syncs of the Job wrote.
    pub reads_own_writes: bool,
    /// Suspending takes `status.startTime` away.
    pub suspend_clears_start_time: bool,
    /// A sync looks at the Job's own pods first, then at those without a controller, instead of all by name.
    pub own_pods_first: bool,
    /// While a back-off holds creations, `status.active` is written as 0 [bug #139428].
    pub backoff_hides_active: bool,
    /// Restarts of sidecars count when surplus pods are ranked.
    pub ranks_sidecar_restarts: bool,
    /// A pod ends with the last of its app containers and sidecars, not of its app containers alone.
    pub sidecars_end_the_pod: bool,
    /// The API server of that version.
    pub server: ServerVersion,
    pub validates_status: bool,
}

/// How finished pods are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accounting {
    /// The pods that the cache shows now are counted in every sync: a deleted pod is forgotten, and done again. Failed
    /// syncs of the key are what the back-off limit counts.
    LivePods,
    /// Each pod once, held by a finalizer until it is.
    Finalizers,
}

/// Which updates of a failed pod wait for the back-off of the key's failed syncs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailedPodWaits {
    Never,
    /// The one with which it failed.
    WhenItFails,
    /// All of them.
    Always,
}

/// How `status.ready` is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadyPods {
    NotWritten,
    /// As the sync found them.
    Found,
    /// Without those that the sync deleted.
    WithoutDeleted,
}

/// Why gates cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GateError {
    /// The version has no gate of this name.
    Unknown { gate: String, profile: &'static str },
    /// What the gate turns on is not part of Jobscope.
    NotModelled { gate: String },
    /// Upstream never completes a Job under this combination.
    NeverCompletes,
}

impl fmt::Display for GateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GateError::Unknown { gate, profile } => write!(formatter, "{profile} has no feature gate {gate}"),
            GateError::NotModelled { gate } => write!(formatter, "Jobscope does not model what {gate} turns on"),
            GateError::NeverCompletes => formatter.write_str(
                "without JobSuccessPolicy no Job completes, unless JobPodReplacementPolicy and JobManagedBy are off, too",
            ),
        }
    }
}

impl std::error::Error for GateError {}

impl Profile {
    /// The profile that is followed unless another is asked for.
    pub const DEFAULT: &'static str = "1.36.3";

    /// Every sync counts the pods of its cache anew; no finalizer holds them.
    pub fn counts_live(&self) -> bool {
        self.accounting == Accounting::LivePods
    }

    /// The versions that can be chosen, newest first.
    pub const ALL_NAMES: [&'static str; 5] = ["1.36.3", "1.36.2", "1.33", "1.27", "1.19"];

    pub fn named(name: &str) -> Option<Profile> {
        match name {
            "1.36.3" => Some(Profile::v1_36_3()),
            "1.36.2" => Some(Profile::v1_36_2()),
            "1.33" => Some(Profile::v1_33()),
            "1.27" => Some(Profile::v1_27()),
            "1.19" => Some(Profile::v1_19()),
            _ => None,
        }
    }

    /// Kubernetes 1.36.3, with the gates of its defaults.
    pub fn v1_36_3() -> Profile {
        Profile { name: "1.36.3", recorded_traces: 513, backoff_hides_active: false, ..Profile::v1_36_2() }
    }

    /// Kubernetes 1.36.2, with the gates of its defaults.
    pub fn v1_36_2() -> Profile {
        Profile {
            name: "1.36.2",
            recorded_traces: 2110,
            gates: &[
                "JobBackoffLimitPerIndex",
                "JobManagedBy",
                "JobPodReplacementPolicy",
                "JobSuccessPolicy",
                "MutableSchedulingDirectivesForSuspendedJobs",
                "SidecarContainers",
                "StaleControllerConsistencyJob",
                "WorkloadWithJob",
            ],
            remembers_finished: true,
            server: ServerVersion::V1_36,
            reads_own_writes: true,
            suspend_clears_start_time: true,
            own_pods_first: true,
            ..Profile::v1_33()
        }
    }

    /// Kubernetes 1.33, with the gates of its defaults.
    pub fn v1_33() -> Profile {
        Profile {
            name: "1.33",
            recorded_traces: 1094,
            gates: &[
                "JobBackoffLimitPerIndex",
                "JobManagedBy",
                "JobPodFailurePolicy",
                "JobPodReplacementPolicy",
                "JobSuccessPolicy",
                "PodIndexLabel",
            ],
            queue_backoff_base: Span::from_secs(1),
            queue_backoff_max: Span::from_secs(60),
            pod_backoff_base: Span::from_secs(10),
            pod_backoff_max: Span::from_secs(600),
            pod_event_batch: Span::from_secs(1),
            job_status_batch: Span::from_secs(1),
            accounting: Accounting::Finalizers,
            failed_pod_waits: FailedPodWaits::Never,
            new_failure_is_an_error: false,
            conflict_is_swallowed: false,
            delays_terminal_condition: true,
            completion_has_a_reason: true,
            pod_replacement_policy: true,
            pod_failure_policy: true,
            pod_disruption_conditions: true,
            backoff_limit_per_index: true,
            success_policy: true,
            managed_by: true,
            ready_pods: ReadyPods::WithoutDeleted,
            index_label: true,
            completed_indexes_capped: false,
            orphan_selectors: true,
            finished_update_queues_job: false,
            finished_update_cleans_up: true,
            orphan_checks_owner_kind: true,
            selector_pass_retried: false,
            deletion_drops_backoff: true,
            remembers_finished: false,
            reads_own_writes: false,
            suspend_clears_start_time: false,
            own_pods_first: false,
            backoff_hides_active: true,
            ranks_sidecar_restarts: true,
            sidecars_end_the_pod: true,
            server: ServerVersion::V1_33,
            validates_status: true,
        }
    }

    /// Kubernetes 1.27 from its patch release 1.27.6 on, with the gates of its defaults.
    pub fn v1_27() -> Profile {
        Profile {
            name: "1.27",
            recorded_traces: 1108,
            gates: &["JobPodFailurePolicy", "JobReadyPods", "PodDisruptionConditions"],
            queue_backoff_base: Span::from_secs(10),
            queue_backoff_max: Span::from_secs(360),
            pod_backoff_max: Span::from_secs(360),
            job_status_batch: Span::ZERO,
            failed_pod_waits: FailedPodWaits::WhenItFails,
            new_failure_is_an_error: true,
            conflict_is_swallowed: true,
            delays_terminal_condition: false,
            completion_has_a_reason: false,
            pod_replacement_policy: false,
            backoff_limit_per_index: false,
            success_policy: false,
            managed_by: false,
            ready_pods: ReadyPods::Found,
            index_label: false,
            completed_indexes_capped: true,
            orphan_selectors: false,
            finished_update_queues_job: true,
            finished_update_cleans_up: false,
            orphan_checks_owner_kind: false,
            deletion_drops_backoff: false,
            ranks_sidecar_restarts: false,
            sidecars_end_the_pod: false,
            server: ServerVersion::V1_27,
            validates_status: false,
            ..Profile::v1_33()
        }
    }

    /// Kubernetes 1.19: before finalizers, indexes, suspension and failure policies.
    pub fn v1_19() -> Profile {
        Profile {
            name: "1.19",
            recorded_traces: 0,
            gates: &[],
            accounting: Accounting::LivePods,
            pod_event_batch: Span::ZERO,
            failed_pod_waits: FailedPodWaits::Always,
            pod_failure_policy: false,
            pod_disruption_conditions: false,
            ready_pods: ReadyPods::NotWritten,
            server: ServerVersion::V1_19,
            ..Profile::v1_27()
        }
    }

    /// The profile with these feature gates set; the others stay.
    pub fn with_gates(mut self, gates: &BTreeMap<String, bool>) -> Result<Profile, GateError> {
        for (gate, on) in gates {
            if !self.gates.contains(&gate.as_str()) {
                return Err(GateError::Unknown { gate: gate.clone(), profile: self.name });
            }
            self.set_gate(gate, *on)?;
        }
        if self.delays_terminal_condition && !self.completion_has_a_reason {
            return Err(GateError::NeverCompletes);
        }
        Ok(self)
    }

    fn set_gate(&mut self, gate: &str, on: bool) -> Result<(), GateError> {
        match gate {
            "JobBackoffLimitPerIndex" => self.backoff_limit_per_index = on,
            "JobManagedBy" => self.managed_by = on,
            "JobPodFailurePolicy" => self.pod_failure_policy = on,
            "JobPodReplacementPolicy" => self.pod_replacement_policy = on,
            "JobSuccessPolicy" => (self.success_policy, self.completion_has_a_reason) = (on, on),
            "JobReadyPods" => self.set_ready_pods(on),
            "MutableSchedulingDirectivesForSuspendedJobs" => self.suspend_clears_start_time = on,
            "PodDisruptionConditions" => self.pod_disruption_conditions = on,
            "PodIndexLabel" => self.index_label = on,
            "SidecarContainers" => self.ranks_sidecar_restarts = on,
            "StaleControllerConsistencyJob" => self.reads_own_writes = on,
            _ if on => return Err(GateError::NotModelled { gate: gate.to_owned() }),
            _ => {}
        }
        self.delays_terminal_condition = self.pod_replacement_policy || self.managed_by;
        Ok(())
    }

    /// Where the count of ready pods is a gate, so is the gathering of pod events that came with it.
    fn set_ready_pods(&mut self, on: bool) {
        (self.ready_pods, self.pod_event_batch) =
            if on { (ReadyPods::Found, Span::from_secs(1)) } else { (ReadyPods::NotWritten, Span::ZERO) };
    }

    /// The API server that goes with this version of the controller.
    pub fn cluster_options(&self) -> ClusterOptions {
        ClusterOptions {
            version: ServerVersion {
                job: JobFeatures {
                    pod_failure_policy: self.pod_failure_policy,
                    backoff_limit_per_index: self.backoff_limit_per_index,
                    success_policy: self.success_policy,
                    pod_replacement_policy: self.pod_replacement_policy,
                    managed_by: self.managed_by,
                    ..self.server.job
                },
                ..self.server
            },
            validates_status: if self.validates_status {
                StatusChecks::Everything
            } else {
                StatusChecks::Nothing
            },
            validates_specs: true,
            numbered: false,
            stores_unchanged: StoresUnchanged::Nothing,
        }
    }
}
