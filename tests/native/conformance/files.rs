//! Files of traces: one JSON object a file, or one a line, plain or compressed.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::recorded::Trace;

#[derive(Debug)]
pub struct TraceFile {
    path: PathBuf,
    size: u64,
}

/// Every file of traces under a folder, by path, and what of it could not be read.
pub fn find(root: &Path) -> (Vec<TraceFile>, Vec<String>) {
    let (mut files, mut unreadable) = (Vec::new(), Vec::new());
    visit(root, &mut files, &mut unreadable);
    (files, unreadable)
}

fn visit(path: &Path, files: &mut Vec<TraceFile>, unreadable: &mut Vec<String>) {
    let mut list = || -> io::Result<()> {
        let metadata = fs::metadata(path)?;
        if !metadata.is_dir() {
            let name = path.to_string_lossy();
            if [".json", ".jsonl", ".jsonl.gz"].iter().any(|ending| name.ends_with(ending)) {
                files.push(TraceFile { path: path.to_owned(), size: metadata.len() });
            }
            return Ok(());
        }
        let mut entries: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| entry.map(|entry| entry.path())).collect::<io::Result<_>>()?;
        entries.sort();
        entries.iter().for_each(|entry| visit(entry, files, unreadable));
        Ok(())
    };
    if let Err(error) = list() {
        unreadable.push(format!("{}: {error}", path.display()));
    }
}

impl TraceFile {
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    pub fn size(&self) -> u64 {
        self.size
    }

    /// Holds the scenarios that were designed by hand, not random runs.
    pub fn holds_scenarios(&self) -> bool {
        self.path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("scenarios"))
    }

    /// Reads the traces one by one. An error ends the file; a trace that is no trace does not.
    pub fn each_trace(
        &self,
        mut visit: impl FnMut(usize, Result<Trace, serde_json::Error>),
    ) -> io::Result<()> {
        let file = File::open(&self.path)?;
        let name = self.name();
        if name.ends_with(".json") {
            let mut text = String::new();
            BufReader::new(file).read_to_string(&mut text)?;
            visit(0, serde_json::from_str(&text));
            return Ok(());
        }
        let lines: Box<dyn BufRead> = if name.ends_with(".gz") {
            Box::new(BufReader::new(MultiGzDecoder::new(file)))
        } else {
            Box::new(BufReader::new(file))
        };
        for (position, line) in lines.lines().enumerate() {
            let line = line?;
            if !line.trim().is_empty() {
                visit(position, serde_json::from_str(&line));
            }
        }
        Ok(())
    }
}
