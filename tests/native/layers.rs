//! The source tests itself: who may import whom, and how files are laid out.
//!
//! The checker reads tokens, not types: it sees every path that starts with
//! `crate`, `self` or `super`, in `use` items and in code.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// Importer, and the top-level modules it may import besides itself.
const LAYERS: &[(&str, &[&str])] = &[
    ("time", &[]),
    ("sorted", &[]),
    ("api", &["time", "sorted"]),
    ("trace", &["time", "sorted", "api", "workqueue"]),
    ("cluster", &["time", "sorted", "api", "trace"]),
    ("informer", &["time", "sorted", "api", "trace", "cluster"]),
    ("workqueue", &["time", "sorted"]),
    ("controllers", &["time", "sorted", "api", "trace", "cluster", "informer", "workqueue"]),
    ("kubelet", &["time", "sorted", "api", "trace", "cluster"]),
    ("world", BELOW_WORLD),
    ("scenario", UP_TO_WORLD),
    ("timeline", UP_TO_SCENARIO),
    ("explain", UP_TO_WORLD),
    ("kubectl", BELOW_WASM),
    ("explore", UP_TO_WORLD),
    ("view", BELOW_WASM),
    ("wasm", BELOW_WASM),
];

/// Every module below `wasm`. The layers above the kubelet may import a beginning of this list.
const BELOW_WASM: &[&str] = &[
    "time",
    "sorted",
    "api",
    "trace",
    "cluster",
    "informer",
    "workqueue",
    "controllers",
    "kubelet",
    "world",
    "scenario",
    "timeline",
    "explain",
    "kubectl",
    "explore",
    "view",
];

const BELOW_WORLD: &[&str] = BELOW_WASM.split_at(9).0;

const UP_TO_WORLD: &[&str] = BELOW_WASM.split_at(10).0;

const UP_TO_SCENARIO: &[&str] = BELOW_WASM.split_at(11).0;

/// Only `wasm` talks to the browser.
const BROWSER_CRATES: &[&str] =
    &["wasm_bindgen", "js_sys", "web_sys", "serde_wasm_bindgen", "console_error_panic_hook"];

/// The modules of `controllers::job` that may write to the cluster; `queues` opens a client for a worker's turn.
const MAY_WRITE: &[&str] = &["queues", "client", "sync", "claim", "orphans"];

const BANNED_NAMES: &[&str] = &["mod.rs", "utils.rs", "helpers.rs"];

#[derive(Debug, PartialEq)]
struct Violation {
    file: String,
    line: usize,
    rule: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.file, self.line, self.rule)
    }
}

/// Checks one file. `file` is its path from the crate root: `src/api/pod.rs`.
fn check(file: &str, text: &str) -> Vec<Violation> {
    let mut found = Vec::new();
    let mut report = |line: usize, rule: String| found.push(Violation { file: file.to_string(), line, rule });

    if !text.starts_with("//!") {
        report(1, "a file starts with a //! line that says what it is for".into());
    }
    let name = file.rsplit('/').next().unwrap_or(file);
    if BANNED_NAMES.contains(&name) {
        report(1, format!("no file is named {name}: name it after what it holds"));
    }

    let module = module_path(file);
    let top = module.first().map(String::as_str);
    let tokens = tokenize(text);

    match top {
        // The crate root only declares the modules.
        None => {}
        Some(top) => match LAYERS.iter().find(|(importer, _)| *importer == top) {
            None => report(1, format!("`{top}` is not in the table of layers in tests/native/layers.rs")),
            Some((_, allowed)) => {
                for path in crate_paths(&tokens, &module) {
                    match path.segments.first().map(String::as_str) {
                        Some(used) if used == top || allowed.contains(&used) => {}
                        Some("*") | None => {
                            report(path.line, "imports the whole crate: name the module".into());
                        }
                        Some(used) if LAYERS.iter().any(|(known, _)| *known == used) => {
                            report(
                                path.line,
                                format!("`{top}` may not import `{used}` ({path}), only {allowed:?}"),
                            );
                        }
                        Some(used) => report(
                            path.line,
                            format!("`{used}` ({path}) is not a module of the table of layers"),
                        ),
                    }
                }
            }
        },
    }

    if top != Some("wasm") {
        for token in &tokens {
            if BROWSER_CRATES.contains(&token.text.as_str()) {
                report(token.line, format!("only wasm.rs may name `{}`", token.text));
            }
            if token.text == "tsify" && !token.in_cfg_attr {
                report(token.line, "outside wasm.rs, `tsify` may only stand in a #[cfg_attr(..)]".into());
            }
        }
    }

    if module.starts_with(&["controllers".into(), "job".into()]) {
        let part = module.get(2).map_or("job", String::as_str);
        if !MAY_WRITE.contains(&part) {
            for line in client_uses(&tokens, &module) {
                report(
                    line,
                    format!("in controllers::job only {MAY_WRITE:?} may use `client`, not `{part}`"),
                );
            }
        }
    }

    found
}

/// `src/api/pod.rs` is the module `api::pod`; `src/lib.rs` is the crate root.
fn module_path(file: &str) -> Vec<String> {
    let path = file.trim_start_matches("src/").trim_end_matches(".rs");
    let mut path: Vec<String> = path.split('/').map(str::to_string).collect();
    if path.last().is_some_and(|last| last == "mod") {
        path.pop();
    }
    if path == ["lib"] {
        path.clear();
    }
    path
}

#[derive(Debug, Clone)]
struct Token {
    text: String,
    line: usize,
    in_cfg_attr: bool,
}

/// The identifiers and punctuation of a source text, `::` as one token;
/// comments, strings, characters, lifetimes and numbers are left out.
fn tokenize(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let at = |i: usize| chars.get(i).copied().unwrap_or('\0');
    let word = |c: char| c == '_' || c.is_alphanumeric();
    let mut tokens: Vec<Token> = Vec::new();
    let mut line = 1;
    let mut i = 0;

    while i < chars.len() {
        let start = i;
        let mut token = None;
        match at(i) {
            '/' if at(i + 1) == '/' => {
                while i < chars.len() && at(i) != '\n' {
                    i += 1;
                }
            }
            '/' if at(i + 1) == '*' => {
                let mut depth = 0;
                loop {
                    match (at(i), at(i + 1)) {
                        ('/', '*') => (depth, i) = (depth + 1, i + 2),
                        ('*', '/') => (depth, i) = (depth - 1, i + 2),
                        _ => i += 1,
                    }
                    if depth == 0 || i >= chars.len() {
                        break;
                    }
                }
            }
            '"' => i = after_string(&chars, i),
            '\'' if at(i + 1) == '\\' => {
                i += 3;
                while i < chars.len() && at(i) != '\'' {
                    i += 1;
                }
                i += 1;
            }
            '\'' if at(i + 2) == '\'' => i += 3,
            '\'' => {
                i += 1;
                while word(at(i)) {
                    i += 1;
                }
            }
            c if c.is_ascii_digit() => {
                while word(at(i)) {
                    i += 1;
                }
            }
            c if word(c) => {
                while word(at(i)) {
                    i += 1;
                }
                let text: String = chars[start..i].iter().collect();
                let mut quote = i;
                while at(quote) == '#' {
                    quote += 1;
                }
                match text.as_str() {
                    "r" | "br" | "cr" if at(quote) == '"' => {
                        i = after_raw_string(&chars, quote, quote - i);
                    }
                    "b" | "c" if at(i) == '"' => i = after_string(&chars, i),
                    // A raw identifier: the name follows.
                    "r" if at(i) == '#' => i += 1,
                    _ => token = Some(text),
                }
            }
            ':' if at(i + 1) == ':' => {
                i += 2;
                token = Some("::".to_string());
            }
            c => {
                i += 1;
                if !c.is_whitespace() {
                    token = Some(c.to_string());
                }
            }
        }
        if let Some(text) = token {
            tokens.push(Token { text, line, in_cfg_attr: false });
        }
        let end = i.min(chars.len());
        line += chars[start..end].iter().filter(|c| **c == '\n').count();
    }
    mark_cfg_attrs(&mut tokens);
    tokens
}

fn after_string(chars: &[char], quote: usize) -> usize {
    let mut i = quote + 1;
    while i < chars.len() && chars[i] != '"' {
        i += if chars[i] == '\\' { 2 } else { 1 };
    }
    i + 1
}

fn after_raw_string(chars: &[char], quote: usize, hashes: usize) -> usize {
    let mut i = quote + 1;
    while i < chars.len() {
        let closing = chars[i + 1..].iter().take_while(|c| **c == '#').count();
        if chars[i] == '"' && closing >= hashes {
            return i + 1 + hashes;
        }
        i += 1;
    }
    i
}

fn mark_cfg_attrs(tokens: &mut [Token]) {
    let mut i = 0;
    while i < tokens.len() {
        let opening = match tokens.get(i + 1).map(|t| t.text.as_str()) {
            _ if tokens[i].text != "#" => None,
            Some("[") => Some(i + 1),
            Some("!") => Some(i + 2),
            _ => None,
        };
        let is_cfg_attr =
            opening.and_then(|opening| tokens.get(opening + 1)).is_some_and(|t| t.text == "cfg_attr");
        i += 1;
        if is_cfg_attr {
            let mut depth = 0;
            while i < tokens.len() {
                match tokens[i].text.as_str() {
                    "[" => depth += 1,
                    "]" => depth -= 1,
                    _ => {}
                }
                tokens[i].in_cfg_attr = true;
                i += 1;
                if depth == 0 && tokens[i - 1].text == "]" {
                    break;
                }
            }
        }
    }
}

/// A path from the crate root.
struct CratePath {
    segments: Vec<String>,
    line: usize,
}

impl fmt::Display for CratePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "crate::{}", self.segments.join("::"))
    }
}

/// Every path in the text that starts with `crate`, `self` or `super`, groups
/// unfolded, resolved from the crate root.
fn crate_paths(tokens: &[Token], module: &[String]) -> Vec<CratePath> {
    let text = |i: usize| tokens.get(i).map_or("", |t: &Token| t.text.as_str());
    let mut found = Vec::new();
    // Modules written inline, with the depth of their braces.
    let mut inline: Vec<(String, usize)> = Vec::new();
    let mut depth = 0;

    for i in 0..tokens.len() {
        match text(i) {
            "{" => {
                depth += 1;
                if i >= 2 && text(i - 2) == "mod" {
                    inline.push((text(i - 1).to_string(), depth));
                }
            }
            "}" => {
                if inline.last().is_some_and(|(_, opened)| *opened == depth) {
                    inline.pop();
                }
                depth = depth.saturating_sub(1);
            }
            root @ ("crate" | "self" | "super") if text(i + 1) == "::" && (i == 0 || text(i - 1) != "::") => {
                let mut prefix: Vec<String> = match root {
                    "crate" => Vec::new(),
                    _ => module.iter().chain(inline.iter().map(|(name, _)| name)).cloned().collect(),
                };
                if root == "super" {
                    prefix.pop();
                }
                let mut next = i + 2;
                while text(next) == "super" {
                    prefix.pop();
                    if text(next + 1) != "::" {
                        break;
                    }
                    next += 2;
                }
                unfold(tokens, &mut next, prefix, &mut found);
            }
            _ => {}
        }
    }
    found
}

/// Reads what follows a `::`, up to the end of the path or of its group.
fn unfold(tokens: &[Token], next: &mut usize, prefix: Vec<String>, found: &mut Vec<CratePath>) {
    let Some(token) = tokens.get(*next) else {
        return;
    };
    let follows = tokens.get(*next + 1).map_or("", |t| t.text.as_str());
    match token.text.as_str() {
        "{" => {
            *next += 1;
            while let Some(token) = tokens.get(*next) {
                match token.text.as_str() {
                    "}" => {
                        *next += 1;
                        return;
                    }
                    "," => *next += 1,
                    "as" => *next += 2,
                    _ => unfold(tokens, next, prefix.clone(), found),
                }
            }
        }
        // `self` in a group, `super` as the last segment: the prefix itself.
        "self" | "super" => {
            found.push(CratePath { segments: prefix, line: token.line });
            *next += 1;
        }
        name => {
            let mut segments = prefix;
            // A generic argument (`::<`) ends the path; so does anything else
            // that is no name.
            if name != "<" {
                segments.push(name.to_string());
            }
            if follows == "::" && name != "<" {
                *next += 2;
                unfold(tokens, next, segments, found);
            } else {
                found.push(CratePath { segments, line: token.line });
                *next += 1;
            }
        }
    }
}

/// The lines on which a file of `controllers::job` uses the module `client`.
fn client_uses(tokens: &[Token], module: &[String]) -> Vec<usize> {
    let mut lines: Vec<usize> = crate_paths(tokens, module)
        .iter()
        .filter(|path| path.segments.first().is_some_and(|s| s == "controllers"))
        .filter(|path| path.segments.iter().any(|s| s == "client"))
        .map(|path| path.line)
        .collect();
    // `client::..`: the name came in through a glob, or is a child's.
    for (i, token) in tokens.iter().enumerate() {
        let starts_path = i == 0 || tokens[i - 1].text != "::";
        let goes_on = tokens.get(i + 1).is_some_and(|t| t.text == "::");
        if token.text == "client" && starts_path && goes_on {
            lines.push(token.line);
        }
    }
    lines.sort_unstable();
    lines.dedup();
    lines
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            rust_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
}

#[test]
fn the_source_keeps_its_layers() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    rust_files(&root.join("src"), &mut files);
    assert!(!files.is_empty(), "no source found");

    let violations: Vec<String> = files
        .iter()
        .flat_map(|path| {
            let name = path.strip_prefix(root).unwrap().to_str().unwrap();
            check(&name.replace('\\', "/"), &fs::read_to_string(path).unwrap())
        })
        .map(|violation| violation.to_string())
        .collect();
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

/// Layers, not a tangle.
#[test]
fn no_two_layers_import_each_other() {
    let allowed = |importer: &str| {
        let row = LAYERS.iter().find(|(name, _)| *name == importer);
        row.unwrap_or_else(|| panic!("`{importer}` has no row")).1
    };
    // kubectl and view show everything, and share what is alike.
    let peers = ["kubectl", "view"];
    for (importer, imported) in LAYERS {
        for used in *imported {
            let mutual = allowed(used).contains(importer) && used != importer;
            let both_peers = peers.contains(importer) && peers.contains(used);
            assert!(!mutual || both_peers, "`{importer}` and `{used}` may import each other");
        }
    }
}

/// The violations in `text`, as `line: rule`, less the demand for a `//!`.
fn violations(file: &str, text: &str) -> Vec<String> {
    check(file, &format!("//! A fake.{text}"))
        .iter()
        .map(|violation| format!("{}: {}", violation.line, violation.rule))
        .collect()
}

#[track_caller]
fn assert_caught(file: &str, text: &str, line: usize, rule: &str) {
    let found = violations(file, text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(&format!("{line}: ")), "{found:?}");
    assert!(found[0].contains(rule), "{found:?}");
}

#[track_caller]
fn assert_clean(file: &str, text: &str) {
    assert_eq!(violations(file, text), [""; 0]);
}

#[test]
fn an_import_from_above_is_caught() {
    let rule = "`api` may not import `world`";
    assert_caught("src/api.rs", "\nuse crate::world::World;", 2, rule);
    assert_caught("src/api/pod.rs", "\n\nuse super::super::world;", 3, rule);
    assert_caught("src/api.rs", "\nuse super::{time::Millis,\n world as w};", 3, rule);
    assert_caught("src/api.rs", "\nuse crate::{time::{A, B}, world::{C}};", 2, "world")
}

#[test]
fn a_path_in_code_is_caught() {
    let rule = "`cluster` may not import `controllers`";
    assert_caught(
        "src/cluster/store.rs",
        "\nfn f(a: &'static str) { crate::controllers::job::sync(a) }",
        2,
        rule,
    );
    assert_caught("src/cluster.rs", "\nmod tests { use super::*; use super::super::controllers; }", 2, rule);
}

#[test]
fn what_is_allowed_passes() {
    assert_clean("src/api/pod.rs", "\nuse crate::time::Time;\nuse super::meta::Meta;");
    assert_clean("src/api.rs", "\nmod tests { use super::*; }\npub(crate) fn f() {}");
    assert_clean("src/wasm.rs", "\nuse crate::view::View; use wasm_bindgen::prelude::*;");
    assert_clean("src/lib.rs", "\npub mod api;");
    assert_clean(
        "src/api.rs",
        "\n// crate::world\n/* /* crate::world */ js_sys */\nconst A: &str = \"\\\"crate::world\";\n\
         const B: &str = r#\"\"crate::world\"#; const C: char = '\"'; const D: char = '\\'';",
    );
}

#[test]
fn a_glob_of_the_crate_is_caught() {
    assert_caught("src/api.rs", "\nuse super::*;", 2, "the whole crate");
    assert_caught("src/api.rs", "\nuse crate::{self};", 2, "the whole crate");
}

#[test]
fn an_unknown_module_is_caught() {
    assert_caught("src/misc.rs", "", 1, "`misc` is not in the table");
    assert_caught("src/api.rs", "\nuse crate::misc::f;", 2, "`misc` (crate::misc::f)");
}

#[test]
fn the_browser_outside_wasm_is_caught() {
    assert_caught("src/view.rs", "\nuse js_sys::Date;", 2, "only wasm.rs may name `js_sys`");
    assert_caught("src/view.rs", "\n#[derive(tsify::Tsify)]\nstruct A;", 2, "#[cfg_attr(..)]");
    assert_clean(
        "src/view.rs",
        "\n#[cfg_attr(target_arch = \"wasm32\", derive(tsify::Tsify), tsify(into_wasm_abi))]\nstruct A([u8; 2]);",
    );
    assert_caught(
        "src/view.rs",
        "\n#[cfg_attr(x, derive(tsify::Tsify))]\nstruct A;\nuse tsify::Tsify;",
        4,
        "#[cfg_attr(..)]",
    );
}

#[test]
fn a_write_from_elsewhere_in_the_job_controller_is_caught() {
    let rule = "not `status`";
    let status = "src/controllers/job/status.rs";
    assert_caught(status, "\nuse super::client::Client;", 2, rule);
    assert_caught(status, "\nuse crate::controllers::job::{claim, client};", 2, rule);
    assert_caught(status, "\nfn f() { client::create() }", 2, rule);
    assert_caught("src/controllers/job.rs", "\nuse self::client::Client;", 2, "not `job`");
    assert_clean("src/controllers/job/queues.rs", "\nuse super::client::Client;");
    assert_clean("src/controllers/job/sync.rs", "\nuse super::client::Client;");
    assert_clean(status, "\nfn f(client: u8) -> u8 { client }");
}

#[test]
fn a_file_without_purpose_or_with_a_vague_name_is_caught() {
    let rules: Vec<String> =
        check("src/api/utils.rs", "use std::fmt;\n").iter().map(|violation| violation.to_string()).collect();
    assert_eq!(rules.len(), 2, "{rules:?}");
    assert!(rules[0].starts_with("src/api/utils.rs:1: a file starts with a //! line"));
    assert!(rules[1].contains("no file is named utils.rs"));
}
