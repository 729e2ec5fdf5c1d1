//! Creating and deleting pods: the requests of `manageJob` and of the finish.

use std::sync::Arc;

use serde_json::Value;

use super::super::JobController;
use super::super::client::Client;
use super::super::context::Context;
use super::super::failure_policy::is_ignored;
use super::super::manage::batches;
use super::super::pods::{index_failures, index_ignored_failures};
use super::super::profile::{Accounting, Profile};
use super::record_event;
use crate::api::{
    COMPLETION_INDEX, COMPLETION_INDEX_ENV, Container, EventType, INDEX_FAILURE_COUNT,
    INDEX_IGNORED_FAILURE_COUNT, Object, ObjectMeta, Pod, PodPatch, PodSpec, Request, TRACKING_FINALIZER,
    Text, tree,
};
use crate::trace::{DeletedBecause, FinalizerBecause, Note, Trace};

/// What came of deleting pods.
#[derive(Default)]
pub(super) struct Removed {
    /// Pods that are deleted, or were gone.
    pub count: i32,
    /// Pods among those attempted that were ready.
    pub ready: i32,
    /// The first error.
    pub error: Option<Text>,
}

impl Removed {
    fn fail(&mut self, error: String) {
        self.error.get_or_insert_with(|| error.into());
    }
}

impl JobController {
    /// Deletes all active pods of a Job that ends. They keep the finalizer, to be counted; nothing is expected.
    pub(super) fn delete_active_pods(
        &mut self,
        context: &Context,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Removed {
        let mut removed = Removed::default();
        for pod in context.active_pods() {
            removed.ready += i32::from(pod.is_ready());
            match self.delete_pod(context, pod, DeletedBecause::Finishing, client, trace) {
                Ok(()) => removed.count += 1,
                Err(error) => removed.fail(error),
            }
        }
        removed
    }

    /// Deletes pods that shall not be counted: the finalizer goes first. Mirrors upstream `deleteJobPods`.
    #[inline(never)]
    pub(super) fn delete_uncounted_pods(
        &mut self,
        context: &Context,
        pods: &[Arc<Pod>],
        suspended: bool,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Removed {
        let why = if suspended { DeletedBecause::Suspended } else { DeletedBecause::Surplus };
        self.expect(&context.key, 0, pods.len() as i64, client.now, trace);
        let mut removed = Removed { count: pods.len() as i32, ..Removed::default() };
        for pod in pods {
            if pod.metadata.has_finalizer(TRACKING_FINALIZER) {
                match self.remove_finalizer_before_deletion(context, pod, client, trace) {
                    Finalizer::Removed => {}
                    Finalizer::PodGone => continue,
                    Finalizer::Failed(error) => {
                        removed.count -= 1;
                        removed.fail(error);
                        continue;
                    }
                }
            }
            removed.ready += i32::from(pod.is_ready());
            if let Err(error) = self.delete_pod(context, pod, why, client, trace) {
                removed.count -= 1;
                removed.fail(error);
            }
        }
        removed
    }

    fn remove_finalizer_before_deletion(
        &mut self,
        context: &Context,
        pod: &Pod,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Finalizer {
        let request = Request::PatchPod { key: pod.key(), patch: PodPatch::RemoveFinalizer };
        let answer = client.send(request, trace, |answer, unchanged| match answer {
            Ok(_) => Note::FinalizerRemoved { pod: pod.key(), why: FinalizerBecause::Deleting, unchanged },
            Err(error) => Note::FinalizerRemovalFailed {
                pod: pod.key(),
                error: error.clone(),
                counts_as_removed: error.is_not_found(),
            },
        });
        let Err(error) = answer else {
            return Finalizer::Removed;
        };
        self.give_up_deletion(context, pod, trace);
        if error.is_not_found() {
            return Finalizer::PodGone;
        }
        Finalizer::Failed(format!("removing completion finalizer: {error}"))
    }

    /// A deletion failed: its event will not come, so nothing is owed for it.
    fn give_up_deletion(&mut self, context: &Context, pod: &Pod, trace: &mut Trace) {
        let deletions = self.lower_expectations(&context.key, 0, 1, trace).map(|record| record.deletions);
        trace.note(Note::DeletionObserved { job: context.key.clone(), pod: pod.key(), deletions });
    }

    fn delete_pod(
        &mut self,
        context: &Context,
        pod: &Pod,
        why: DeletedBecause,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), String> {
        let request = Request::DeletePod { key: pod.key(), grace_seconds: None };
        let answer = client.send(request, trace, |answer, _| match answer {
            Ok(_) => Note::PodDeleted { pod: pod.key(), why },
            Err(error) => Note::PodDeleteFailed {
                pod: pod.key(),
                error: error.clone(),
                counts_as_deleted: error.is_not_found(),
            },
        });
        let Err(error) = answer else {
            let message = format!("Deleted pod: {}", pod.metadata.name);
            record_event(&context.job, EventType::Normal, "SuccessfulDelete", &message, client, trace);
            return Ok(());
        };
        if why != DeletedBecause::Finishing {
            self.give_up_deletion(context, pod, trace);
        }
        if error.is_not_found() {
            return Ok(());
        }
        let message = format!("Error deleting: {error}");
        record_event(&context.job, EventType::Warning, "FailedDelete", &message, client, trace);
        Err(format!("unable to delete pods: {error}"))
    }

    /// Creates pods in batches that double while nothing fails. Returns how many more are active now, and the first
    /// error.
    pub(super) fn create_pods(
        &mut self,
        context: &Context,
        count: usize,
        indexes: Option<&[i32]>,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> (i32, Option<Text>) {
        self.expect(&context.key, count as i64, 0, client.now, trace);
        let template = Template::of(context, &self.profile);
        let mut indexes = indexes.map(|indexes| indexes.iter().copied());
        let mut left = count;
        let (mut created, mut first_error) = (count as i32, None);
        for (number, size) in batches(count).enumerate() {
            let mut failed = false;
            for _ in 0..size {
                let index = indexes.as_mut().and_then(Iterator::next);
                let pod = match index {
                    Some(index) => template.indexed_pod(context, index, self),
                    None => template.pod(),
                };
                if let Err(error) = self.create_pod(context, pod, index, number as u32 + 1, client, trace) {
                    created -= 1;
                    failed = true;
                    first_error.get_or_insert(error);
                }
            }
            left -= size;
            if failed && left > 0 {
                created -= left as i32;
                let record = self.lower_expectations(&context.key, left as i64, 0, trace);
                let creations = record.map(|record| record.creations);
                trace.note(Note::SlowStartStopped { skipped: left as u32, creations });
                break;
            }
        }
        (created, first_error)
    }

    fn create_pod(
        &mut self,
        context: &Context,
        pod: Arc<Pod>,
        index: Option<i32>,
        batch: u32,
        client: &mut Client<'_>,
        trace: &mut Trace,
    ) -> Result<(), Text> {
        if pod.metadata.labels.is_empty() {
            trace.note(Note::NoLabels);
            return self.give_up_creation(context, "unable to create pods, no labels".into(), trace);
        }
        let answer = client.send(Request::CreatePod { pod }, trace, |answer, _| match answer {
            Ok(created) => Note::PodCreated { pod: created.key(), index, batch },
            Err(error) => Note::PodCreateFailed { index, error: error.clone() },
        });
        match answer {
            Ok(created) => {
                let message = format!("Created pod: {}", Object::metadata(&created).name);
                record_event(&context.job, EventType::Normal, "SuccessfulCreate", &message, client, trace);
                Ok(())
            }
            // Nothing can be made in a namespace that is going away; what is owed for it expires.
            Err(error) if error.namespace_terminating => Ok(()),
            Err(error) => {
                let message = format!("Error creating: {error}");
                record_event(&context.job, EventType::Warning, "FailedCreate", &message, client, trace);
                self.give_up_creation(context, error.message, trace)
            }
        }
    }

    /// A creation failed: its event will not come, so nothing is owed for it.
    fn give_up_creation(&mut self, context: &Context, error: Text, trace: &mut Trace) -> Result<(), Text> {
        let creations = self.lower_expectations(&context.key, 1, 0, trace).map(|record| record.creations);
        trace.note(Note::CreationGivenUp { creations });
        Err(error)
    }
}

enum Finalizer {
    Removed,
    PodGone,
    Failed(String),
}

/// What all pods of a sync share.
struct Template {
    pod: Arc<Pod>,
}

impl Template {
    fn of(context: &Context, profile: &Profile) -> Template {
        let job = &context.job;
        let template = &job.spec.template;
        let mut metadata = ObjectMeta {
            generate_name: format!("{}-", job.metadata.name).into(),
            namespace: job.metadata.namespace.clone(),
            labels: template.metadata.labels.clone(),
            annotations: template.metadata.annotations.clone(),
            finalizers: template.metadata.finalizers.clone(),
            owner_references: [job.controller_reference()].into(),
            ..ObjectMeta::default()
        };
        if profile.accounting == Accounting::Finalizers {
            metadata.add_finalizer(TRACKING_FINALIZER);
        }
        let spec =
            if context.is_indexed() { indexed_spec(&template.spec, profile) } else { template.spec.clone() };
        Template { pod: Arc::new(Pod { metadata, spec, status: Arc::default() }) }
    }

    fn pod(&self) -> Arc<Pod> {
        self.pod.clone()
    }

    /// Here and at the spec of such pods the WebAssembly module is cut in two, so they are never inlined.
    #[inline(never)]
    fn indexed_pod(&self, context: &Context, index: i32, controller: &JobController) -> Arc<Pod> {
        let mut pod = Pod::clone(&self.pod);
        let name = &context.job.metadata.name;
        Arc::make_mut(&mut pod.spec).hostname = format!("{name}-{index}").into();
        let metadata = &mut pod.metadata;
        metadata.generate_name = indexed_generate_name(name, index);
        let annotations = Arc::make_mut(&mut metadata.annotations);
        annotations.insert(COMPLETION_INDEX.to_owned(), index.to_string());
        if controller.profile.index_label {
            let labels = Arc::make_mut(&mut metadata.labels);
            labels.insert(COMPLETION_INDEX.to_owned(), index.to_string());
        }
        if context.has_backoff_limit_per_index(&controller.profile) {
            let (failures, ignored) = failures_before(context, index, controller);
            annotations.insert(INDEX_FAILURE_COUNT.to_owned(), failures.to_string());
            if ignored > 0 {
                annotations.insert(INDEX_IGNORED_FAILURE_COUNT.to_owned(), ignored.to_string());
            }
        }
        Arc::new(pod)
    }
}

#[inline(never)]
fn indexed_spec(template: &PodSpec, profile: &Profile) -> Arc<PodSpec> {
    let mut spec = PodSpec::clone(template);
    spec.init_containers = with_index_variable(&spec.init_containers, profile.index_label);
    spec.containers = with_index_variable(&spec.containers, profile.index_label);
    Arc::new(spec)
}

/// Counted and ignored failures of an index, the one of the pod that is replaced included.
fn failures_before(context: &Context, index: i32, controller: &JobController) -> (i32, i32) {
    let Some(last) = context.delayed.get(&index) else {
        return (0, 0);
    };
    let (failures, ignored) = (index_failures(last), index_ignored_failures(last));
    if is_ignored(&context.job, last, &controller.profile) {
        (failures, ignored.saturating_add(1))
    } else {
        (failures.saturating_add(1), ignored)
    }
}

/// `JOB-i-`, cut so that the index stays in a name of 63 characters.
fn indexed_generate_name(job: &str, index: i32) -> Text {
    const LENGTH_MAX: usize = 58;
    let suffix = format!("-{index}-");
    let whole = format!("{job}{suffix}");
    if whole.len() <= LENGTH_MAX {
        return whole.into();
    }
    let kept: String = whole.chars().take(LENGTH_MAX - suffix.len()).collect();
    format!("{kept}{suffix}").into()
}

/// Containers that read their index from the pod's label or annotation, unless they set the variable themselves.
fn with_index_variable(containers: &Arc<Vec<Container>>, index_label: bool) -> Arc<Vec<Container>> {
    let source = if index_label { "labels" } else { "annotations" };
    let path = format!("metadata.{source}['{COMPLETION_INDEX}']");
    let field = tree::object([("fieldRef", tree::object([("fieldPath", path.into())]))]);
    let variable = tree::object([("name", COMPLETION_INDEX_ENV.into()), ("valueFrom", field)]);
    let sets_it = |container: &Container| {
        container
            .env
            .iter()
            .any(|entry| entry.get("name").and_then(Value::as_str) == Some(COMPLETION_INDEX_ENV))
    };
    let with = |container: &Container| {
        let mut container = container.clone();
        if !sets_it(&container) {
            container.env.push(variable.clone());
        }
        container
    };
    Arc::new(containers.iter().map(with).collect())
}

#[cfg(test)]
mod tests {
    use super::indexed_generate_name;

    #[test]
    fn the_index_stays_in_a_long_name() {
        assert_eq!(&*indexed_generate_name("pi", 7), "pi-7-");
        let long = "a".repeat(63);
        let name = indexed_generate_name(&long, 12);
        assert_eq!(name.len(), 58);
        assert!(name.ends_with("a-12-"));
    }
}
