//! The API server and kubectl answer as the recorded ones: every answer under `tests/golden`.
//!
//! `JOBSCOPE_GOLDEN=DIR cargo test golden -- --nocapture` reads every file of the families under DIR instead, and
//! `JOBSCOPE_GOLDEN_SHOW=N` shows N differences of each family instead of a few.

mod compare;
pub mod files;
mod fuzz;
mod server;
mod texts;

use std::collections::{BTreeMap, BTreeSet};

use jobscope::api::version::ServerVersion;
use serde_json::Value;

use files::records;
use server::answer;

/// Families of requests: the name that is printed, and the names of the files.
const FAMILIES: &[(&str, &[&str])] = &[
    ("create", &["create-hand", "create-random", "create-manifests"]),
    ("update", &["update"]),
    ("status-update", &["status-update"]),
];

const VERSIONS: &[(&str, ServerVersion)] = &[("", ServerVersion::V1_33), (" 1.36", ServerVersion::V1_36)];

/// Differences that are known and stay: a record's id, a space, the reason.
const KNOWN: &str = include_str!("../golden/known-differences.txt");

/// How far the records of a family agree.
#[derive(Default)]
struct Tally {
    records: usize,
    agreeing: usize,
    /// Record and difference, without the known ones.
    differences: Vec<(String, String)>,
    /// Known differences that were met.
    met: BTreeSet<String>,
}

#[test]
fn the_api_server_answers_as_the_recorded_one() {
    let known = known_differences();
    let changed: BTreeMap<String, Value> =
        records(&["v136-differences"]).into_iter().map(|record| (id(&record).to_owned(), record)).collect();
    let mut failed = 0;
    let (mut seen, mut met) = (BTreeSet::new(), BTreeSet::new());
    for (family, files) in FAMILIES {
        let records = records(files);
        seen.extend(records.iter().map(|record| id(record).to_owned()));
        for (suffix, version) in VERSIONS {
            let mut tally = Tally::default();
            let is_newest = *version == ServerVersion::V1_36;
            for record in &records {
                tally.check(
                    record,
                    changed.get(id(record)).filter(|_| is_newest),
                    version,
                    is_newest,
                    &known,
                );
            }
            tally.print(&format!("{family}{suffix}"));
            failed += tally.differences.len();
            met.extend(tally.met);
        }
    }
    let stale: Vec<&&str> = known.keys().filter(|id| seen.contains(**id) && !met.contains(**id)).collect();
    assert!(stale.is_empty(), "known differences that differ no longer: {stale:?}");
    assert!(!seen.is_empty(), "no record was found");
    assert_eq!(failed, 0, "answers differ from the recorded ones");
}

impl Tally {
    /// Compares the answers that a record holds; `change` holds those that a newer version gives instead.
    fn check(
        &mut self,
        record: &Value,
        change: Option<&Value>,
        version: &ServerVersion,
        is_newest: bool,
        known: &BTreeMap<&str, &str>,
    ) {
        for request in server::requests(record) {
            // The newer version was not asked for warnings; of manifests, only for what kubectl says.
            if is_newest && (request.key == "warn" || (!record["documents"].is_null() && change.is_some())) {
                continue;
            }
            let recorded = change.map(|change| &change[request.key]).filter(|answer| !answer.is_null());
            let recorded = recorded.unwrap_or(request.recorded);
            self.records += 1;
            let given = answer(&request, version);
            match compare::difference(recorded, &given, request.stored, is_newest) {
                None => self.agreeing += 1,
                Some(_) if known.contains_key(id(record)) => {
                    self.met.insert(id(record).to_owned());
                }
                Some(text) => self.differences.push((format!("{} {}", id(record), request.key), text)),
            }
        }
    }

    fn print(&self, family: &str) {
        let shown =
            std::env::var("JOBSCOPE_GOLDEN_SHOW").ok().and_then(|count| count.parse().ok()).unwrap_or(3);
        for (record, difference) in self.differences.iter().take(shown) {
            println!("{family}: {record}\n{difference}");
        }
        let known = match self.met.len() {
            0 => String::new(),
            count => format!(", {count} known to differ"),
        };
        println!("{family}: {} of {} agree{known}", self.agreeing, self.records);
    }
}

fn known_differences() -> BTreeMap<&'static str, &'static str> {
    let lines = KNOWN.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split_once(' ').expect("an id and a reason")).collect()
}

fn id(record: &Value) -> &str {
    record["id"].as_str().expect("a record has an id")
}
