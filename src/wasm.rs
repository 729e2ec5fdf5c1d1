//! The boundary to JavaScript: parses, forwards, converts, decides nothing.
//!
//! Plain objects go both ways, with types for TypeScript made from the Rust types. What JavaScript gets wrong is an
//! `Error` with `name`, `code` and `path`; what the simulated API server refuses is data in the notes.

mod questions;
mod values;

use std::sync::Arc;

use js_sys::{Float64Array, Uint8Array};
use serde_json::Value;
use tsify::{Ts, Tsify};
use wasm_bindgen::prelude::*;

use crate::api::ObjectKey;
use crate::api::plain::plain_struct;
use crate::api::schema::{Strictness, read_job};
use crate::controllers::job::Profile;
use crate::kubelet::outcome::OutcomePlan;
use crate::timeline::{Position, Size, Timeline, TraceError, TraceFile};
use crate::view::{self, PodPage, PodRow, Snapshot};
use crate::world::{Action, World, WorldOptions};
use values::{error, fit, manifest_text, plain, read, text_of, write};

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
export type Text = string;
/** RFC 3339 text in UTC; with a fraction off the whole second. */
export type Time = string;
/** Milliseconds. */
export type Span = number;
/** `namespace/name` */
export type ObjectKey = string;
/** `pod:namespace/name` or `selector:namespace/SELECTOR` */
export type OrphanItem = string;
/** A Job as in a manifest, without apiVersion and kind. */
export interface JobObject { metadata: Record<string, unknown>; spec: Record<string, unknown>; }
/** What is thrown when an argument makes no sense. */
export interface JobscopeError extends Error { name: "JobscopeError"; code: string; path: string; }
"#;

/// How a simulator starts. Absent members have their usual values.
#[derive(Default, Tsify)]
#[serde(rename_all = "camelCase", default)]
pub struct SimulatorOptions {
    /// The Kubernetes version to follow; see `profiles()`.
    #[tsify(optional)]
    profile: Option<String>,
    /// How pods end while nobody decides for them.
    #[tsify(optional)]
    plan: Option<OutcomePlan>,
    /// Until `checkSpecs` the API server takes manifests and updates of Jobs as they are. Promise that it would take
    /// each, and that each is an object in the form in which it reads them: with the types of Kubernetes, without null
    /// and empty members. Then everything is as without this.
    #[tsify(optional)]
    trusted: Option<bool>,
}

plain_struct!(SimulatorOptions only { profile: may, plan: may, trusted: may });

#[wasm_bindgen(start)]
fn start() {
    console_error_panic_hook::set_once();
}

/// A world with its timeline. Free it with `free()`, or declare it with `using`.
#[wasm_bindgen]
pub struct Simulator {
    timeline: Timeline,
}

#[wasm_bindgen]
impl Simulator {
    /// An empty cluster at t = 0.
    #[wasm_bindgen(constructor)]
    pub fn new(options: Option<Ts<SimulatorOptions>>) -> Result<Simulator, JsValue> {
        let options: SimulatorOptions = match options {
            Some(options) => read(&options.js_value(), "options")?,
            None => SimulatorOptions::default(),
        };
        let name = options.profile.as_deref().unwrap_or(Profile::DEFAULT);
        let Some(profile) = Profile::named(name) else {
            return Err(unknown_profile(name));
        };
        let mut world = WorldOptions::new(profile);
        world.plan = options.plan.unwrap_or_default();
        if options.trusted == Some(true) {
            world = world.trusting();
        }
        Ok(Simulator { timeline: Timeline::new(World::new(world)) })
    }

    /// Names of the profiles that a simulator may follow.
    pub fn profiles() -> Vec<String> {
        Profile::ALL_NAMES.iter().map(|name| (*name).to_owned()).collect()
    }

    /// How many recorded runs of the real controller of this version the tests replay; 0 for a name that is no profile.
    #[wasm_bindgen(js_name = recordedTraces)]
    pub fn recorded_traces(#[wasm_bindgen(unchecked_param_type = "string")] profile: JsValue) -> u32 {
        let profile = profile.as_string().and_then(|name| Profile::named(&name));
        profile.map_or(0, |profile| profile.recorded_traces)
    }

    /// Opens a trace, as `exportTrace` made it. With `trusted` promise of its manifests and updates what the option
    /// `trusted` asks for, and that none of them was refused.
    #[wasm_bindgen(js_name = fromTrace)]
    pub fn from_trace(
        #[wasm_bindgen(unchecked_param_type = "TraceFile")] trace: JsValue,
        trusted: Option<bool>,
    ) -> Result<Simulator, JsValue> {
        let trace = plain(&trace, "trace")?;
        let import = if trusted == Some(true) { Timeline::import_trusted } else { Timeline::import };
        let timeline = import(&trace).map_err(|problem| {
            let code = match problem {
                TraceError::Malformed(_) => "malformedTrace",
                TraceError::UnknownFormat(_) => "unknownTraceFormat",
                TraceError::UnknownProfile(_) => "unknownProfile",
            };
            error(code, problem.path(), &problem.to_string())
        })?;
        Ok(Simulator { timeline })
    }

    /// Ends the trust in manifests and updates, here and wherever one goes back to.
    #[wasm_bindgen(js_name = checkSpecs)]
    pub fn check_specs(&mut self) {
        self.timeline.check_specs();
    }

    /// Every branch as a trace.
    #[wasm_bindgen(js_name = exportTrace)]
    pub fn export_trace(&self) -> Result<Ts<TraceFile>, JsValue> {
        write(&self.timeline.export())
    }

    /// What the page shows at the cursor.
    pub fn snapshot(&self) -> Result<Ts<Snapshot>, JsValue> {
        write(&view::snapshot(&self.timeline))
    }

    /// Creates the Job of a manifest: the JSON text that kubectl would send. Throws what cannot be read as a Job; what the
    /// API server refuses otherwise is a note.
    #[wasm_bindgen(js_name = createJob)]
    pub fn create_job(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] manifest: JsValue,
    ) -> Result<Ts<Snapshot>, JsValue> {
        let job = self.read_manifest(&manifest)?;
        self.perform(Action::CreateJob { job })
    }

    /// Changes the Job with the manifest's name into what the manifest says, as `kubectl apply` does. Throws and notes as
    /// `createJob`.
    #[wasm_bindgen(js_name = applyManifest)]
    pub fn apply_manifest(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] manifest: JsValue,
    ) -> Result<Ts<Snapshot>, JsValue> {
        let job = self.read_manifest(&manifest)?;
        self.perform(Action::ApplyJob { job })
    }

    /// Makes something happen now. In the past, and unless it is what happened there next, that starts a branch.
    pub fn act(&mut self, action: Ts<Action>) -> Result<Ts<Snapshot>, JsValue> {
        let action = plain(&action.js_value(), "action")?;
        self.perform(match (action["action"].as_str(), &action["job"]) {
            (Some("createJob"), Value::Object(job)) => {
                Action::CreateJob { job: Arc::new(Value::Object(job.clone())) }
            }
            _ => read_action(&action)?,
        })
    }

    /// One move on: into what was recorded, else what happens by itself. Nothing changes if nothing would.
    pub fn forward(&mut self, size: Ts<Size>) -> Result<Ts<Snapshot>, JsValue> {
        let size = read(&size.js_value(), "size")?;
        self.measured(|timeline| {
            timeline.forward(size);
        })
    }

    /// One move back.
    pub fn back(&mut self, size: Ts<Size>) -> Result<Ts<Snapshot>, JsValue> {
        let size = read(&size.js_value(), "size")?;
        self.measured(|timeline| {
            timeline.back(size);
        })
    }

    /// To a position of the branch, or the nearest that it has.
    pub fn seek(&mut self, position: Ts<Position>) -> Result<Ts<Snapshot>, JsValue> {
        let position = read(&position.js_value(), "position")?;
        self.measured(|timeline| timeline.seek(position))
    }

    /// Starts a branch at the cursor.
    pub fn fork(&mut self) -> Result<Ts<Snapshot>, JsValue> {
        self.measured(|timeline| {
            timeline.fork();
        })
    }

    /// Goes on in another branch.
    #[wasm_bindgen(js_name = switchBranch)]
    pub fn switch_branch(&mut self, branch: u32) -> Result<Ts<Snapshot>, JsValue> {
        if !self.timeline.switch_to(branch) {
            let message =
                format!("there is no branch {branch}; there are {}", self.timeline.branches().len());
            return Err(error("unknownBranch", "branch", &message));
        }
        self.snapshot()
    }

    /// A page of the pods, by name.
    pub fn pods(&self, offset: u32, limit: u32) -> Result<Ts<PodPage>, JsValue> {
        write(&view::pod_page(&self.timeline, offset as usize, limit as usize))
    }

    /// One byte for each pod that exists or is cached, in the order of `pods`. Low three bits: 0 pending, 1 running,
    /// 2 ready, 3 succeeded, 4 failed, 5 terminating, 6 unknown, 7 gone. 8: changed in this step; 16: the cache has
    /// another revision of it or none; 32: finished and not counted yet.
    #[wasm_bindgen(js_name = podStates)]
    pub fn pod_states(&self) -> Uint8Array {
        Uint8Array::from(view::pod_states(&self.timeline).as_slice())
    }

    /// One pod by `namespace/name`; `undefined` if it neither exists nor is cached.
    pub fn pod(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] key: JsValue,
    ) -> Result<Option<Ts<PodRow>>, JsValue> {
        let key = text_of(&key, "key", "a key is the string namespace/name")?;
        let Some((namespace, name)) = key.split_once('/') else {
            return Err(error("invalidKey", "key", &format!("\"{key}\" is not namespace/name")));
        };
        let key = ObjectKey::new(namespace, name);
        view::pod(&self.timeline, &key).map(|row| write(&row)).transpose()
    }

    /// What each step of the branch was: 0 time, 1 delivery, 2 sync, 3 orphan sync, 4 pod, 5 user, 6 fault, 7 failed
    /// sync, 8 sync that finished the Job.
    #[wasm_bindgen(js_name = stepKinds)]
    pub fn step_kinds(&self) -> Uint8Array {
        let kinds: Vec<u8> = self.timeline.steps().iter().map(|step| view::step_kind(step) as u8).collect();
        Uint8Array::from(kinds.as_slice())
    }

    /// Virtual milliseconds since the start after each step of the branch.
    #[wasm_bindgen(js_name = stepTimes)]
    pub fn step_times(&self) -> Float64Array {
        let times: Vec<f64> = self.timeline.steps().iter().map(|step| step.elapsed_ms as f64).collect();
        Float64Array::from(times.as_slice())
    }

    fn read_manifest(&self, manifest: &JsValue) -> Result<Arc<Value>, JsValue> {
        let world = self.timeline.world();
        match read_job(&manifest_text(manifest)?, Strictness::Strict, &world.cluster().options().version) {
            Ok(read) => Ok(Arc::new(read.value)),
            Err(refusal) => {
                let path = refusal.fields.first().map_or("", |field| &field.path);
                Err(error("invalidManifest", path, &refusal.message))
            }
        }
    }

    fn perform(&mut self, action: Action) -> Result<Ts<Snapshot>, JsValue> {
        self.measured(|timeline| timeline.act(action))
    }

    /// Moves, leaves a performance measure of it, and takes the snapshot.
    fn measured(&mut self, move_on: impl FnOnce(&mut Timeline)) -> Result<Ts<Snapshot>, JsValue> {
        let performance =
            js_sys::global().dyn_into::<web_sys::Window>().ok().and_then(|window| window.performance());
        mark(performance.as_ref(), MARK_START);
        move_on(&mut self.timeline);
        let snapshot = self.snapshot();
        if let Some(performance) = &performance {
            let measured = performance.measure_with_start_mark(MEASURE, MARK_START);
            if let Err(problem) = measured {
                web_sys::console::debug_2(&"jobscope: no measure".into(), &problem);
            }
            performance.clear_marks_with_mark_name(MARK_START);
        }
        snapshot
    }
}

const MARK_START: &str = "jobscope-step-start";
const MEASURE: &str = "jobscope-step";

fn mark(performance: Option<&web_sys::Performance>, name: &str) {
    if let Some(Err(problem)) = performance.map(|performance| performance.mark(name)) {
        web_sys::console::debug_2(&"jobscope: no mark".into(), &problem);
    }
}

/// Any action. Here and in the next function the module is cut in two, so they are never inlined.
#[inline(never)]
fn read_action(action: &Value) -> Result<Action, JsValue> {
    fit(action, "action")
}

#[inline(never)]
fn unknown_profile(name: &str) -> JsValue {
    let message = format!("\"{name}\" is no profile; there are {}", Profile::ALL_NAMES.join(", "));
    error("unknownProfile", "profile", &message)
}
