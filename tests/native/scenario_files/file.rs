//! A scenario file as data.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::Value;

use crate::yaml;

pub const LANGUAGES: [&str; 2] = ["en", "zh-CN"];

/// A text in every language.
pub type Told = BTreeMap<String, String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    #[serde(skip)]
    pub name: String,
    /// The place in the menu, each its own.
    pub order: u32,
    pub title: Told,
    pub question: Told,
    /// The version of Kubernetes; the newest, if absent.
    pub profile: Option<String>,
    /// The text in the editor.
    pub manifest: String,
    pub plan: Option<Value>,
    /// What happens after the Job was created.
    #[serde(default)]
    pub play: Vec<Play>,
    /// Where the page opens, `step.note`; the end of the play, if absent.
    pub start: Option<String>,
    /// Sentences with links to steps.
    pub walk: Vec<Told>,
    /// The places that the sentences link to, and what is claimed of them.
    pub steps: BTreeMap<String, Value>,
    /// What is claimed of the end of the play.
    pub end: Value,
}

#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
pub enum Play {
    Forward {
        forward: Value,
        #[serde(default = "once")]
        times: u32,
    },
    Act {
        act: Value,
    },
    /// A manifest of a further Job.
    Create {
        create: String,
    },
    /// A manifest that is applied.
    Apply {
        apply: String,
        /// The API server refuses it, and that is what is to be seen.
        #[serde(default)]
        refused: bool,
    },
}

fn once() -> u32 {
    1
}

/// Every scenario, by name.
pub fn all() -> Result<Vec<Scenario>, String> {
    let usual = Path::new(env!("CARGO_MANIFEST_DIR")).join("www/public/scenarios");
    let folder = std::env::var_os("JOBSCOPE_SCENARIOS").map_or(usual, PathBuf::from);
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    paths.sort();
    paths.iter().map(|path| read(path)).collect()
}

fn read(path: &Path) -> Result<Scenario, String> {
    let wrong = |problem: String| format!("{}: {problem}", path.display());
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let Some(name) = name.strip_suffix(".yaml") else {
        return Err(wrong("a scenario is a file NAME.yaml".to_owned()));
    };
    if !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(wrong("the name has lower-case letters, digits and hyphens only".to_owned()));
    }
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let json = yaml::to_json_strict(&text).map_err(wrong)?;
    let mut scenario: Scenario = serde_json::from_str(&json).map_err(|error| wrong(error.to_string()))?;
    scenario.name = name.to_owned();
    let texts = [&scenario.title, &scenario.question].into_iter().chain(&scenario.walk);
    for told in texts {
        if told.len() != LANGUAGES.len() || !LANGUAGES.iter().all(|language| told.contains_key(*language)) {
            return Err(wrong(format!("a text has the languages {LANGUAGES:?}, not {:?}", told.keys())));
        }
    }
    Ok(scenario)
}
