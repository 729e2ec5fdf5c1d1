//! What is generated for a new Job: its name, the labels of its pods, and the selector that finds them.

use serde_json::Value;

use crate::api::tree::{boolean, object_mut, set_default, text};
use crate::api::{CONTROLLER_UID, JOB_NAME, LEGACY_CONTROLLER_UID, LEGACY_JOB_NAME};

/// Longest base that still leaves room for the suffix in a name of 63 characters.
const BASE_LENGTH_MAX: usize = 58;

/// A prefix, cut if need be, and the suffix. Mirrors upstream `SimpleNameGenerator`.
pub fn name(prefix: &str, suffix: &str) -> String {
    let mut end = prefix.len().min(BASE_LENGTH_MAX);
    while !prefix.is_char_boundary(end) {
        end -= 1;
    }
    format!("{}{suffix}", prefix.get(..end).unwrap_or_default())
}

/// Adds the labels where they are absent, and selects them. Mirrors the strategy's `generateSelector`.
pub fn generate_selector(job: &mut Value, prefixed: bool) {
    if boolean(&job["spec"], "manualSelector") == Some(true) {
        return;
    }
    let name = text(&job["metadata"], "name").to_owned();
    let uid = text(&job["metadata"], "uid").to_owned();
    object_mut(job, "spec");
    let spec = &mut job["spec"];
    object_mut(spec, "template");
    object_mut(&mut spec["template"], "metadata");
    let labels = object_mut(&mut spec["template"]["metadata"], "labels");
    for (key, value) in [(LEGACY_JOB_NAME, &name), (LEGACY_CONTROLLER_UID, &uid)] {
        set_default(labels, key, value.as_str());
    }
    if prefixed {
        set_default(labels, JOB_NAME, name.as_str());
        set_default(labels, CONTROLLER_UID, uid.as_str());
    }
    object_mut(spec, "selector");
    let labels = object_mut(&mut spec["selector"], "matchLabels");
    set_default(labels, if prefixed { CONTROLLER_UID } else { LEGACY_CONTROLLER_UID }, uid);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_long_prefix_is_cut() {
        assert_eq!(name("run-", "xxxxx"), "run-xxxxx");
        assert_eq!(name(&"a".repeat(70), "xxxxx").len(), 63);
        assert_eq!(name(&"ä".repeat(40), "xxxxx").len(), 63);
    }

    #[test]
    fn labels_that_are_there_stay() {
        let mut job = json!({
            "metadata": {"name": "pi", "uid": "u"},
            "spec": {"template": {"metadata": {"labels": {"job-name": "other"}}}},
        });
        generate_selector(&mut job, true);
        let labels = &job["spec"]["template"]["metadata"]["labels"];
        assert_eq!((&labels["job-name"], &labels["controller-uid"]), (&json!("other"), &json!("u")));
        assert_eq!(job["spec"]["selector"], json!({"matchLabels": {CONTROLLER_UID: "u"}}));
    }
}
