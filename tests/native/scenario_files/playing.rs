//! Plays a scenario, and compares the run with the claims of its file.

use std::fmt::Write;
use std::sync::Arc;

use jobscope::api::plain::FromPlain;
use jobscope::api::schema::{Strictness, read_job};
use jobscope::controllers::job::Profile;
use jobscope::kubelet::outcome::OutcomePlan;
use jobscope::timeline::{Position, Size, Timeline};
use jobscope::trace::Note;
use jobscope::world::{Action, World, WorldOptions};
use serde_json::{Value, json};

use super::file::{Play, Scenario};
use crate::yaml;

/// A Job that never ends has a story that ends here, as on the page.
const STORY_MAX: u32 = 2000;

pub struct Played {
    timeline: Timeline,
}

impl Played {
    pub fn of(scenario: &Scenario) -> Result<Played, String> {
        let profile = match &scenario.profile {
            Some(name) => Profile::named(name).ok_or(format!("there is no profile {name}"))?,
            None => Profile::named(Profile::DEFAULT).expect("the default profile"),
        };
        let mut options = WorldOptions::new(profile);
        if let Some(plan) = &scenario.plan {
            options.plan = OutcomePlan::from_member(plan, "plan").map_err(|misfit| misfit.to_string())?;
        }
        let mut played = Played { timeline: Timeline::new(World::new(options)) };
        let job = played.job(&scenario.manifest).map_err(|problem| format!("manifest: {problem}"))?;
        // The page may take the object as it is written, without the API server's reading.
        if *job != written(&scenario.manifest)? {
            return Err(format!("manifest: the API server reads it as {job}"));
        }
        played.timeline.act(Action::CreateJob { job });
        if played.timeline.world().cluster().jobs().next().is_none() {
            return Err("the API server refuses the manifest".to_owned());
        }
        for (number, play) in scenario.play.iter().enumerate() {
            played.go_on(play).map_err(|problem| format!("play[{number}]: {problem}"))?;
        }
        if scenario.play.is_empty() {
            played.go_on_by_itself();
        }
        Ok(played)
    }

    fn go_on(&mut self, play: &Play) -> Result<(), String> {
        match play {
            Play::Forward { forward, times } => {
                let size = Size::from_member(forward, "forward").map_err(|misfit| misfit.to_string())?;
                for _ in 0..*times {
                    if !self.timeline.forward(size) {
                        return Err("nothing is left to happen".to_owned());
                    }
                }
            }
            Play::Act { act } => {
                let action = Action::from_member(act, "act").map_err(|misfit| misfit.to_string())?;
                self.timeline.act(action);
                if self.timeline.step().is_none_or(|step| step.lines.is_empty()) {
                    return Err("nothing came of it".to_owned());
                }
            }
            Play::Create { create } => {
                let job = self.job(create)?;
                self.timeline.act(Action::CreateJob { job });
                self.answered(false)?;
            }
            Play::Apply { apply, refused } => {
                let job = self.job(apply)?;
                self.timeline.act(Action::ApplyJob { job });
                self.answered(*refused)?;
            }
        }
        Ok(())
    }

    /// The last request of the user was refused, or was not, as the file says.
    fn answered(&self, refused: bool) -> Result<(), String> {
        let lines = self.timeline.passed_lines();
        let found = lines.iter().any(|line| matches!(line.note, Note::RequestRefused { .. }));
        if found == refused { Ok(()) } else { Err(format!("refused is {found}")) }
    }

    fn job(&self, manifest: &str) -> Result<Arc<Value>, String> {
        let body = yaml::to_json_strict(manifest)?;
        let world = self.timeline.world();
        let version = &world.cluster().options().version;
        match read_job(&body, Strictness::Strict, version) {
            Ok(read) => Ok(Arc::new(read.value)),
            Err(refusal) => Err(refusal.message.to_string()),
        }
    }

    /// What happens by itself when a scenario has no play: what the page shows as one steps on.
    fn go_on_by_itself(&mut self) {
        while self.timeline.end().step < STORY_MAX && self.timeline.forward(Size::Quiet) {}
    }

    /// What the run does not keep of the file's claims.
    pub fn claims(&mut self, scenario: &Scenario) -> Vec<String> {
        let mut problems = self.compared("end", &scenario.end);
        let end = self.timeline.position();
        for (name, step) in &scenario.steps {
            let at = step["at"].as_str().unwrap_or_default();
            match self.go(at) {
                Ok(()) => problems.extend(self.compared(&format!("steps.{name}"), step)),
                Err(problem) => problems.push(format!("steps.{name}.at: {problem}")),
            }
        }
        if let Some(Err(problem)) = scenario.start.as_deref().map(|start| self.go(start)) {
            problems.push(format!("start: {problem}"));
        }
        self.timeline.seek(end);
        problems
    }

    fn go(&mut self, at: &str) -> Result<(), String> {
        let numbers = at.split_once('.').map(|(step, note)| (step.parse(), note.parse()));
        let Some((Ok(step), Ok(note))) = numbers else {
            return Err(format!("a place is a text \"STEP.NOTE\", not \"{at}\""));
        };
        let position = Position { step, note };
        self.timeline.seek(position);
        if self.timeline.position() == position { Ok(()) } else { Err(format!("there is no {at}")) }
    }

    /// Claims: `note` (its id) and `with` (its members) of the note at the place, `status` (members of the Job's status, as
    /// stored), `pods` (how many are stored), `job: false` (it is gone).
    fn compared(&self, place: &str, claims: &Value) -> Vec<String> {
        let world = self.timeline.world();
        let note = self.timeline.passed_lines().last();
        let note = note.map_or(Value::Null, |line| serde_json::to_value(&line.note).expect("plain data"));
        let job = world.cluster().jobs().next();
        let status = job.map_or(Value::Null, |job| serde_json::to_value(&job.status).expect("plain data"));
        let pods = json!(world.cluster().pods().count());
        let mut problems = Vec::new();
        for (claim, wanted) in claims.as_object().into_iter().flatten() {
            let found = match claim.as_str() {
                "at" => continue,
                "note" => &note["id"],
                "with" => &note,
                "status" => &status,
                "pods" => &pods,
                "job" => &json!(job.is_some()),
                other => {
                    problems.push(format!("{place}.{other} is no claim"));
                    continue;
                }
            };
            if let Err(problem) = within(wanted, found, &format!("{place}.{claim}")) {
                problems.push(problem);
            }
        }
        problems
    }

    /// Every position with its note, for whoever writes the file.
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for (number, step) in self.timeline.steps().iter().enumerate() {
            let action = serde_json::to_string(&step.action).expect("plain data");
            let short: String = action.chars().take(200).collect();
            writeln!(text, "{} at {} ms: {short}", number + 1, step.elapsed_ms).expect("writing to a String");
            for (note, line) in step.lines.iter().enumerate() {
                let told = serde_json::to_string(&line.note).expect("plain data");
                writeln!(text, "  {}.{} {told}", number + 1, note + 1).expect("writing to a String");
            }
        }
        let world = self.timeline.world();
        for job in world.cluster().jobs() {
            let status = serde_json::to_string(&job.status).expect("plain data");
            writeln!(text, "status {status}").expect("writing to a String");
        }
        for pod in world.cluster().pods() {
            writeln!(text, "pod {} {:?}", pod.metadata.name, pod.status.phase).expect("writing to a String");
        }
        text
    }
}

/// The object that a manifest is as YAML, before the API server reads it.
pub fn written(manifest: &str) -> Result<Value, String> {
    serde_json::from_str(&yaml::to_json_strict(manifest)?).map_err(|error| error.to_string())
}

/// Every member that is wanted is there; lists have the same length; `null` wants that nothing is there.
fn within(wanted: &Value, found: &Value, place: &str) -> Result<(), String> {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => wanted.iter().try_for_each(|(member, wanted)| {
            within(wanted, found.get(member).unwrap_or(&Value::Null), &format!("{place}.{member}"))
        }),
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            let pairs = wanted.iter().zip(found).enumerate();
            pairs
                .into_iter()
                .try_for_each(|(at, (wanted, found))| within(wanted, found, &format!("{place}[{at}]")))
        }
        _ if wanted == found => Ok(()),
        _ => Err(format!("{place} is {found}, not {wanted}")),
    }
}
