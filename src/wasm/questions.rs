//! What a simulator is asked, and what would come of an action. Nothing happens.

use tsify::Ts;
use wasm_bindgen::prelude::*;

use super::Simulator;
use super::values::{manifest_text, read, serialize, text_of, write};
use crate::explain::{self, Answer, Question};
use crate::kubectl;
use crate::kubectl::dry_run::{self, DryRun};
use crate::view::{self, Preview};
use crate::world::Action;

#[wasm_bindgen]
impl Simulator {
    /// What the API server would answer to creating the Job of this manifest, and kubectl's form of it.
    #[wasm_bindgen(js_name = tryCreate)]
    pub fn try_create(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] manifest: JsValue,
    ) -> Result<Ts<DryRun>, JsValue> {
        write(&dry_run::create(&self.timeline.world(), &manifest_text(&manifest)?))
    }

    /// The same of applying it now.
    #[wasm_bindgen(js_name = tryApply)]
    pub fn try_apply(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] manifest: JsValue,
    ) -> Result<Ts<DryRun>, JsValue> {
        write(&dry_run::apply(&self.timeline.world(), &manifest_text(&manifest)?))
    }

    /// What `kubectl` prints now for `get jobs`, `get pods -o wide`, `describe job pi` and the like; `undefined` for a
    /// command that is not among these.
    pub fn kubectl(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
    ) -> Result<Option<String>, JsValue> {
        let command = text_of(&command, "command", "a command is a string, such as \"get jobs\"")?;
        Ok(kubectl::run_in(&self.timeline.world(), &command))
    }

    /// What the action would do at the end of the current step.
    pub fn preview(&self, action: Ts<Action>) -> Result<Ts<Preview>, JsValue> {
        let action: Action = read(&action.js_value(), "action")?;
        write(&view::preview(&self.timeline, action))
    }

    /// Why something that one waits for does not happen: the first thing that stands in the way.
    #[wasm_bindgen(js_name = whyNot)]
    pub fn why_not(&self, question: Ts<Question>) -> Result<Ts<Answer>, JsValue> {
        let question: Question = read(&question.js_value(), "question")?;
        write(&explain::why_not(&self.timeline.world(), &question))
    }

    /// The followed Job as the API server has it, as a manifest; `undefined` without one.
    #[wasm_bindgen(js_name = jobObject, unchecked_return_type = "Record<string, unknown> | undefined")]
    pub fn job_object(&self) -> Result<JsValue, JsValue> {
        match self.timeline.world().cluster().jobs().next() {
            Some(job) => serialize(&**job),
            None => Ok(JsValue::UNDEFINED),
        }
    }
}
