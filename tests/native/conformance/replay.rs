//! Replays one recorded trace and says where it first differs.

use jobscope::trace::Line;
use jobscope::world::World;
use serde_json::Value;

use super::actions;
use super::compare::{self, NOT_COMPARED};
use super::observe::Observer;
use super::recorded::{Step, Trace};

/// Differences of a step that are shown.
const DIFFERENCES_MAX: usize = 6;

/// Fails with the first step that differs, its differences in words.
pub fn run(trace: &Trace) -> Result<(), String> {
    let mut world = World::new(trace.world_options()?);
    let mut observer = Observer::new(trace)?;
    for (number, step) in trace.steps.iter().enumerate() {
        let mut lines: Vec<Line> = Vec::new();
        for action in actions::of(step, trace)? {
            lines.extend(world.apply(&action));
        }
        let mut got = observer.observe(&lines, &world);
        let mut expected = step.expect.clone();
        if let Some(pods) = touched_pods(step, &lines) {
            got["pods"] = pods;
        }
        for side in [&mut expected, &mut got] {
            leave_out(trace, number, side);
        }
        let differences = compare::differences(&expected, &got);
        if !differences.is_empty() {
            let shown: Vec<String> = differences
                .iter()
                .take(DIFFERENCES_MAX)
                .map(|difference| format!("  {difference}"))
                .collect();
            let action = Value::Object(step.r#do.clone());
            return Err(format!("step {number} {action}\n{}", shown.join("\n")));
        }
    }
    Ok(())
}

/// The pods that an action on several pods acted on.
fn touched_pods(step: &Step, lines: &[Line]) -> Option<Value> {
    use jobscope::trace::Note;

    let action = step.r#do.get("action").and_then(Value::as_str)?;
    matches!(action, "podsRun" | "podsSucceed" | "podsFail").then(|| {
        lines
            .iter()
            .filter_map(|line| match &line.note {
                Note::PodReported { pod, .. } => Some(Value::from(&*pod.name)),
                _ => None,
            })
            .collect()
    })
}

/// Puts a mark in the place of what cannot be compared.
fn leave_out(trace: &Trace, step: usize, expect: &mut Value) {
    for (version, name, at, member) in NOT_COMPARED {
        if (*version, *name, *at) == (trace.kubernetes_version.as_str(), trace.name.as_str(), step)
            && let Some(value) = expect.get_mut(*member)
        {
            *value = "not compared".into();
        }
    }
}
