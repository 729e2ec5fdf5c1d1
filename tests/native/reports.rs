//! Public reports about Jobs as cases: what was done to the Job, and what a right controller does then.
//!
//! Each case names its source. It holds for 1.36.3 unless it names other versions. Where a report and the recorded runs
//! of the real controller differ, the recorded value stands, with a comment that says in what they differ.
//!
//! Public reports that are no cases here:
//!
//! - tutorials with failure policies that no API server accepts; Job names that are too long (piraeus-operator#156,
//!   jobset#408, kubeflow/trainer#1101); edits of the template (bitnami/charts#17559 and its kin): answers of the API
//!   server, which no controller sees. What accepted edits do to the queue is in `ownership`.
//! - kubernetes/kubernetes#116008, #83081: `ttlSecondsAfterFinished`, of a controller that is not modelled here.
//! - kubernetes/kubernetes#42649, #81557: missed runs of a CronJob, likewise; of CKAD-exercises#169 the half about
//!   `startingDeadlineSeconds`.
//! - of kubernetes/kubernetes#131917 the status write that crosses the deletion of its Job: a sync is one action.
//! - of kubernetes/kubernetes#20902 the API server's warning about a deletion that says nothing of pods.

mod backoff;
mod backoff_limit;
mod completions;
mod conditions;
mod containers;
mod counting;
mod creation;
mod deadline;
mod expect;
mod indexed;
mod lost_pods;
mod ownership;
mod suspend;

use std::collections::BTreeMap;

use jobscope::api::plain::FromPlain;
use jobscope::api::{
    ApiError, ConditionStatus, DISRUPTION_TARGET, Job, Kind, ObjectKey, Pod, Propagation, Request,
};
use jobscope::cluster::fault::{Fault, FaultError};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::{Failure, PodAct};
use jobscope::sorted::SortedMap;
use jobscope::time::{Span, Time};
use jobscope::trace::{Change, FaultVerb, Note};
use jobscope::world::{Action, ForeignPod, JobChange, World, WorldOptions};
use serde_json::{Value, json};

use crate::fixture::{create, key, status_text};

/// A Job and what is done to it. Pods are named by the order of their creation, from 1; times are seconds since the
/// Job was created. Nothing moves by itself but the controller: pods do what the case says.
struct Case {
    world: World,
    spec: Value,
    /// The pods that the controller created, and when.
    created: Vec<(ObjectKey, i64)>,
    /// Status writes since the last look at them.
    writes: Vec<String>,
    /// The wait in seconds that a sync last asked the queue for, by a back-off or a deadline.
    held_for: Option<i64>,
    /// Refusals of what users did.
    refusals: Vec<ApiError>,
}

/// What is done.
impl Case {
    /// The Job is created and everything due at once is done.
    fn new(spec: Value) -> Case {
        Case::under(Profile::v1_36_3(), spec)
    }

    fn under(profile: Profile, spec: Value) -> Case {
        let mut case = Case::unsynced(profile, spec);
        case.settle();
        case
    }

    /// The Job is created and seen, and not synced.
    fn unsynced(profile: Profile, spec: Value) -> Case {
        let mut options = WorldOptions::new(profile);
        options.cluster.numbered = true;
        let world = World::new(options);
        let mut case = Case {
            world,
            spec,
            created: Vec::new(),
            writes: Vec::new(),
            held_for: None,
            refusals: Vec::new(),
        };
        case.create_again();
        case.deliver();
        case
    }

    /// Once more under the same name.
    fn create_again(&mut self) -> &mut Case {
        self.apply(&create(self.spec.clone()));
        self
    }

    /// Does what is due now: deliveries of streams that are not held, syncs, the orphan worker.
    fn settle(&mut self) -> &mut Case {
        loop {
            self.deliver();
            if self.world.controller().queue().queue().ready().len() > 0 {
                self.apply(&Action::ProcessJob);
            } else if self.world.controller().orphan_queue().queue().ready().len() > 0 {
                self.apply(&Action::ProcessOrphan);
            } else {
                return self;
            }
        }
    }

    /// Lets so many seconds pass. What comes due on the way is done when it is due.
    fn after(&mut self, seconds: i64) -> &mut Case {
        self.at(self.seconds() + seconds)
    }

    /// The same, up to a time.
    fn at(&mut self, seconds: i64) -> &mut Case {
        let end = Time::START + Span::from_secs(seconds);
        self.settle();
        while self.world.now() < end {
            let next = self.world.controller().next_deadline().map_or(end, |due| due.min(end));
            self.apply(&Action::PassTime { ms: (next - self.world.now()).ms() });
            self.settle();
        }
        self
    }

    fn act(&mut self, pods: impl IntoIterator<Item = usize>, act: &PodAct) -> &mut Case {
        for ordinal in pods {
            let pod = self.name(ordinal);
            self.apply(&Action::Pod { pod, act: act.clone() });
        }
        self
    }

    fn run(&mut self, pods: impl IntoIterator<Item = usize>) -> &mut Case {
        self.act(pods, &PodAct::Run)
    }

    fn succeed(&mut self, pods: impl IntoIterator<Item = usize>) -> &mut Case {
        self.act(pods, &PodAct::Succeed)
    }

    fn fail(&mut self, pods: impl IntoIterator<Item = usize>) -> &mut Case {
        self.exit(pods, 1)
    }

    fn exit(&mut self, pods: impl IntoIterator<Item = usize>, code: i32) -> &mut Case {
        self.act(pods, &PodAct::Fail(Failure::with_exit_code(code)))
    }

    /// A container restarted in place, so many times.
    fn restart(&mut self, pod: usize, times: i32) -> &mut Case {
        self.act([pod], &PodAct::RestartContainer { container: None, times })
    }

    /// Asks for the deletion of pods. Those that run go on running.
    fn delete(&mut self, pods: impl IntoIterator<Item = usize>) -> &mut Case {
        for ordinal in pods {
            let pod = self.name(ordinal);
            self.apply(&Action::DeletePod { pod, force: false });
        }
        self
    }

    /// Pods under deletion are killed, and are gone once nothing holds them.
    fn end(&mut self, pods: impl IntoIterator<Item = usize>) -> &mut Case {
        self.act(pods, &PodAct::EndTermination { exit_code: 143 })
    }

    fn set_ready(&mut self, pod: usize, ready: bool) -> &mut Case {
        self.act([pod], &PodAct::SetReady { ready })
    }

    fn container_exits(&mut self, pod: usize, container: &str, exit_code: i32) -> &mut Case {
        self.act([pod], &PodAct::ExitContainer { container: container.into(), exit_code })
    }

    /// The pod is Failed; its containers stay as they are.
    fn fail_bare(&mut self, pod: usize) -> &mut Case {
        self.act([pod], &PodAct::Fail(Failure { bare: true, ..Failure::with_exit_code(1) }))
    }

    fn fail_because(&mut self, pod: usize, reason: &str) -> &mut Case {
        let failure = Failure { reason: Some(reason.into()), ..Failure::with_exit_code(137) };
        self.act([pod], &PodAct::Fail(failure))
    }

    /// Somebody creates one more pod of a completion index, as the Job would have.
    fn create_twin(&mut self, name: &str, index: i32) -> &mut Case {
        let job = key();
        self.apply(&Action::CreatePod(ForeignPod {
            pod: ObjectKey::new("default", name),
            selected_by: Some(job.name.clone()),
            owner: Some(job.name),
            finalizer: true,
            index: Some(index),
            labels: BTreeMap::new(),
            annotations: BTreeMap::new(),
        }));
        self
    }

    /// One turn of the worker.
    fn process(&mut self) -> &mut Case {
        self.apply(&Action::ProcessJob);
        self
    }

    fn deliver_job(&mut self) -> &mut Case {
        self.apply(&Action::Deliver { kind: Kind::Job, count: None });
        self
    }

    fn disrupt(&mut self, pod: usize) -> &mut Case {
        let conditions = SortedMap::from_iter([(DISRUPTION_TARGET.into(), ConditionStatus::True)]);
        self.act([pod], &PodAct::SetConditions { conditions })
    }

    /// Fails every pod as soon as it exists, until the Job is finished.
    fn fail_each_at_once(&mut self) -> &mut Case {
        while !self.job().is_finished() {
            self.fail_living();
            self.wait_for_timer();
        }
        self
    }

    fn fail_living(&mut self) -> &mut Case {
        self.settle();
        self.fail(self.living())
    }

    /// Lets time pass until the controller wakes up next.
    fn wait_for_timer(&mut self) -> &mut Case {
        self.settle();
        let due = self.world.controller().next_deadline().expect("something is waited for");
        self.apply(&Action::PassTime { ms: (due - self.world.now()).ms() });
        self.settle()
    }

    /// Sets fields of the spec or annotations.
    fn patch(&mut self, change: Value) -> &mut Case {
        let change = JobChange::from_plain(&change).expect("the patch is one of a Job");
        self.apply(&Action::ChangeJob { job: key(), change });
        self
    }

    /// Changes an annotation of the Job.
    fn touch(&mut self) -> &mut Case {
        self.patch(json!({"annotations": {"touched": self.world.now().rfc3339()}}))
    }

    fn delete_job(&mut self, propagation: Propagation) -> &mut Case {
        self.apply(&Action::DeleteJob { job: key(), propagation });
        self
    }

    fn collect_garbage(&mut self) -> &mut Case {
        self.apply(&Action::CollectGarbage);
        self
    }

    fn hold_watches(&mut self, held: bool) -> &mut Case {
        for kind in Kind::ALL {
            self.apply(&Action::HoldWatch { kind, held });
        }
        self
    }

    /// The API server refuses creations of pods: after so many, so many times.
    fn refuse_creations(&mut self, skip: u32, count: Option<u32>) -> &mut Case {
        let fault = Fault { skip, count, ..Fault::new(FaultVerb::CreatePod, FaultError::Forbidden) };
        self.apply(&Action::ArmFault { fault });
        self
    }

    /// The API server refuses the next status writes of the controller.
    fn refuse_status_writes(&mut self, count: u32) -> &mut Case {
        let fault = Fault { count: Some(count), ..Fault::new(FaultVerb::UpdateStatus, FaultError::Conflict) };
        self.apply(&Action::ArmFault { fault });
        self
    }

    fn restart_controller(&mut self) -> &mut Case {
        self.apply(&Action::RestartController);
        self
    }

    fn deliver(&mut self) {
        for kind in Kind::ALL {
            let streams = self.world.cluster().streams();
            if streams.pending(kind).len() > 0 && !streams.is_held(kind) {
                self.apply(&Action::Deliver { kind, count: None });
            }
        }
    }

    fn apply(&mut self, action: &Action) {
        for line in self.world.apply(action) {
            match line.note {
                Note::PodCreated { pod, .. } => self.created.push((pod, self.seconds())),
                Note::BackoffPending { remaining, .. } | Note::DeadlineArmed { remaining, .. } => {
                    self.held_for = Some(seconds(remaining));
                }
                Note::RequestRefused { error, .. } => self.refusals.push(error),
                Note::NotPossible { .. } => panic!("{action:?} is not possible"),
                _ => {}
            }
            self.writes.extend(line.changes.iter().filter_map(status_write));
        }
    }
}

/// What doing and looking both need.
impl Case {
    fn job(&self) -> &Job {
        self.world.cluster().job(&key()).expect("the Job is stored")
    }

    fn seconds(&self) -> i64 {
        seconds(self.world.elapsed())
    }

    fn name(&self, ordinal: usize) -> ObjectKey {
        let pod = self.created.get(ordinal - 1).unwrap_or_else(|| panic!("there is no pod {ordinal}"));
        pod.0.clone()
    }

    fn pod(&self, ordinal: usize) -> &Pod {
        self.world.cluster().pod(&self.name(ordinal)).expect("the pod is stored")
    }

    /// Pods that are neither finished nor gone.
    fn living(&self) -> Vec<usize> {
        let lives = |name: &ObjectKey| self.world.cluster().pod(name).is_some_and(|pod| pod.is_active());
        (1..=self.created.len()).filter(|ordinal| lives(&self.name(*ordinal))).collect()
    }
}

fn seconds(span: Span) -> i64 {
    assert_eq!(span.ms() % 1000, 0, "{} ms are not whole seconds", span.ms());
    span.ms() / 1000
}

fn status_write(change: &Change) -> Option<String> {
    let Change::Exchange(exchange) = change else {
        return None;
    };
    let Request::UpdateJobStatus { status, .. } = &exchange.request else {
        return None;
    };
    let refused = exchange.answer.as_ref().err().map(|error| format!(" -> {:?}", error.reason));
    Some(status_text(status) + &refused.unwrap_or_default())
}
