//! What does not happen in an undisturbed run: what users change and delete, what breaks, and what comes of it.
//!
//! Here the WebAssembly module is cut in two, so `intervene` and `crash` are never inlined.

use super::{Action, World};
use crate::api::Kind;
use crate::controllers::garbage_collector;
use crate::trace::{Note, Trace};

impl World {
    #[inline(never)]
    pub(super) fn intervene(&mut self, action: &Action, trace: &mut Trace) {
        match action {
            Action::ApplyJob { job } => self.apply_job(job, trace),
            Action::ChangeJob { job, change } => self.change_job(job, change, trace),
            Action::DeleteJob { job, propagation } => self.delete_job(job, *propagation, trace),
            Action::DeletePod { pod, force } => self.delete_pod(pod, *force, trace),
            Action::LabelPod { pod, labels } => self.label_pod(pod, labels, trace),
            Action::RemovePodOwner { pod } => self.remove_pod_owner(pod, trace),
            Action::RemovePodFinalizers { pod } => self.remove_pod_finalizers(pod, trace),
            Action::CreatePod(foreign) => self.create_foreign_pod(foreign, trace),
            Action::PlanOutcomes { plan } => {
                self.kubelet.set_plan(plan.clone(), self.cluster.pods(), self.now);
                trace.note(Note::OutcomePlanned);
            }
            Action::CollectGarbage => garbage_collector::collect(&mut self.cluster, self.now, trace),
            Action::HoldWatch { kind, held } => {
                self.cluster.hold_stream(*kind, *held, trace);
                trace.note(Note::WatchHeld { kind: *kind, held: *held });
            }
            Action::Relist { kind } => self.relist(*kind, trace),
            Action::RestartController => {
                self.restart_controller(None, trace);
            }
            Action::ArmFault { fault } => {
                self.cluster.faults_mut().arm(fault.clone());
                trace.note(Note::FaultArmed { fault: fault.summary() });
            }
            Action::ArmCrash { after_requests } => {
                self.cluster.faults_mut().arm_crash(Some(*after_requests));
                trace.note(Note::CrashArmed { after_requests: *after_requests });
            }
            Action::ClearFaults => {
                let count = self.cluster.faults_mut().clear() as u32;
                trace.note(Note::FaultsCleared { count });
            }
            Action::CreateJob { .. }
            | Action::Pod { .. }
            | Action::Pods { .. }
            | Action::Deliver { .. }
            | Action::ProcessJob
            | Action::ProcessOrphan
            | Action::PassTime { .. } => unreachable!("it needs nobody who intervenes"),
        }
    }

    /// The controller crashes after so many requests of its turn, and starts again.
    #[inline(never)]
    pub(super) fn crash(&mut self, after_requests: u32, trace: &mut Trace) {
        self.cluster.faults_mut().arm_crash(None);
        trace.unmute();
        self.restart_controller(Some(after_requests), trace);
    }

    fn restart_controller(&mut self, after_requests: Option<u32>, trace: &mut Trace) {
        self.controller.restart(trace);
        for kind in Kind::ALL {
            self.cluster.drop_stream(kind, trace);
            self.cache.clear(kind, trace);
        }
        trace.note(Note::ControllerCrashed { after_requests });
        trace.note(Note::ControllerStarted);
        for kind in Kind::ALL {
            self.relist(kind, trace);
        }
    }

    fn relist(&mut self, kind: Kind, trace: &mut Trace) {
        for notification in self.cache.relist(&mut self.cluster, kind, trace) {
            self.cache.accept_listed(&notification, trace);
            self.notify(&notification, trace);
        }
    }
}
