//! The reader beside what a real kubectl made of the same texts.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

use super::json::{self, Json};
use super::{Created, Document, apply, create, documents, to_json_strict};

/// Where libyaml 0.2.5 has other rules than the older one in go-yaml v2.
const OTHER_RULES: [&str; 5] = ["a: [a?b, c?]", "a: !x,y z", "\u{feff}a: 1", "%YAML 1.2", r#"\"\/\e\a"#];

/// The recorded answers of a real API server's kubectl; none where the family is not there.
fn records(family: &str) -> Vec<Value> {
    let folder = std::env::var("JOBSCOPE_GOLDEN")
        .map_or_else(|_| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/golden/api"), PathBuf::from);
    let path = folder.join(format!("{family}.jsonl.gz"));
    if path.exists() { lines(&path) } else { Vec::new() }
}

fn lines(path: &Path) -> Vec<Value> {
    let file = File::open(path).expect("a file of records");
    let gzip = path.extension().is_some_and(|ending| ending == "gz");
    let reader: Box<dyn Read> = if gzip { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let lines = BufReader::new(reader).lines();
    lines.map(|line| serde_json::from_str(&line.expect("a line")).expect("a record")).collect()
}

/// The words come from the server, or say that it broke off.
fn is_answer(stderr: &str) -> bool {
    ["The ", "Error from server", "Warning: ", "error: error when creating"]
        .iter()
        .any(|start| stderr.starts_with(start))
}

fn differences(family: &str, file: impl Fn(&Value) -> String, answer: impl Fn(&Value) -> &Value) {
    let mut wrong = Vec::new();
    for record in records(family) {
        let Some(text) = record["input"]["text"].as_str() else { continue };
        let told = answer(&record)["stderr"].as_str().unwrap_or("");
        let told = if is_answer(told) { "" } else { told };
        let Created { documents, stderr } = create(&file(&record), text);
        if stderr != told {
            wrong.push(format!("{}: {stderr:?} and not {told:?}", record["id"]));
        }
        if let Some(told) = record["kubectl apply"]["stderr"].as_str().filter(|told| !is_answer(told)) {
            let Created { stderr, .. } = apply(&file(&record), text);
            if stderr != told {
                wrong.push(format!("{}: {stderr:?} and not {told:?}", record["id"]));
            }
        }
        let sent = record["documents"].as_array().map(|sent| {
            sent.iter().map(|document| same_form(document["text"].as_str().unwrap_or(""))).collect::<Vec<_>>()
        });
        let made: Vec<String> = documents.into_iter().map(|document| document.text).collect();
        if let Some(sent) = sent.filter(|sent| *sent != made) {
            wrong.push(format!("{}: {made:?} and not {sent:?}", record["id"]));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

/// The records hold the bodies with other white space.
fn same_form(text: &str) -> String {
    let (body, _): (Json, usize) = json::parse(text).expect("a body");
    body.to_string()
}

#[test]
fn manifests_are_sent_as_kubectl_sends_them() {
    let file = |record: &Value| record["file"].as_str().unwrap_or("").to_string();
    differences("create-manifests", file, |record| &record["kubectl create"]);
}

#[test]
fn inputs_made_by_hand_are_refused_in_the_words_of_kubectl() {
    differences("create-hand", |_| "manifest.yaml".into(), |record| &record["kubectl"]);
}

#[test]
fn random_inputs_are_refused_in_the_words_of_kubectl() {
    differences("create-random", |_| "manifest.yaml".into(), |record| &record["kubectl"]);
}

/// Texts that few write, and manifests with random slips, beside what kubectl 1.32.4 says and sends.
#[test]
fn slips_and_oddities_are_taken_as_kubectl_takes_them() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/manifests");
    for record in ["oddities.jsonl", "mutated.jsonl.gz"].iter().flat_map(|file| lines(&folder.join(file))) {
        let text = record["text"].as_str().expect("a text");
        if OTHER_RULES.iter().any(|part| text.contains(part)) {
            continue;
        }
        let Created { documents, stderr } = create("manifest.yaml", text);
        let sent: Vec<&str> = documents.iter().map(|document| document.text.as_str()).collect();
        assert_eq!(record["stderr"], stderr, "{text}");
        assert_eq!(record["sent"], serde_json::json!(sent), "{text}");
    }
}

#[test]
fn a_document_says_what_it_is() {
    let text = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: pi}\n";
    let body = r#"{"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"pi","namespace":"default"}}"#;
    let (api_version, kind, name) = ("batch/v1".into(), "Job".into(), "pi".into());
    assert_eq!(documents(text), Ok(vec![Document { api_version, kind, name, text: body.into() }]));
    assert_eq!(documents("# nothing"), Err("error: no objects passed to create\n".into()));
}

#[test]
fn strictly_read_each_repeated_key_is_an_error() {
    let words =
        "yaml: unmarshal errors:\n  line 2: key \"a\" already set in map\n  line 4: key 1 already set in map";
    assert_eq!(to_json_strict("a: 1\na: 2\nb: {1: x,\n  1: y}\n"), Err(words.into()));
}
