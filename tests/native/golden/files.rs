//! Where recorded answers stand: one JSON object a line, plain or compressed.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde_json::Value;

/// The records of the files with these names, without their endings.
pub fn records(names: &[&str]) -> Vec<Value> {
    let root = match std::env::var_os("JOBSCOPE_GOLDEN") {
        Some(folder) => PathBuf::from(folder),
        None => PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden")),
    };
    let mut files = Vec::new();
    find(&root, &mut files);
    let mut records = Vec::new();
    for name in names {
        for file in files.iter().filter(|file| stem(file) == Some(name)) {
            read(file, &mut records);
        }
    }
    records
}

fn find(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            find(&entry, files);
        } else {
            files.push(entry);
        }
    }
}

fn stem(file: &Path) -> Option<&str> {
    let name = file.file_name()?.to_str()?;
    name.strip_suffix(".gz").unwrap_or(name).strip_suffix(".jsonl")
}

fn read(path: &Path, records: &mut Vec<Value>) {
    let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines: Box<dyn BufRead> = if path.extension().is_some_and(|ending| ending == "gz") {
        Box::new(BufReader::new(MultiGzDecoder::new(file)))
    } else {
        Box::new(BufReader::new(file))
    };
    for line in lines.lines() {
        let line = line.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let record = serde_json::from_str(&line);
        records.push(record.unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    }
}
