//! Files of one volume that lie on or inside each other.
//!
//! Mirrors upstream `warningsForOverlappingVirtualPaths`.

use serde_json::Value;

use super::Warnings;
use crate::api::field::quote;
use crate::api::tree::{get, list, text};

/// A file and the source it comes from, where a volume has several.
struct File<'a> {
    path: &'a str,
    source: String,
}

impl File<'_> {
    fn shown(&self) -> String {
        match self.source.as_str() {
            "" => quote(self.path),
            source => format!("{} ({source})", quote(self.path)),
        }
    }
}

pub fn warn_of_overlaps(spec: &Value, warnings: &mut Warnings) {
    for volume in list(spec, "volumes") {
        for (field, kind, name_field) in [
            ("configMap", "ConfigMap", "name"),
            ("secret", "Secret", "secretName"),
            ("downwardAPI", "DownwardAPI", ""),
        ] {
            if let Some(source) = get(volume, field) {
                let kind = named(kind, text(source, name_field));
                warn_of_files(volume, &kind, files_of(source, ""), warnings);
            }
        }
        if let Some(projected) = get(volume, "projected") {
            warn_of_projected(volume, projected, warnings);
        }
    }
}

fn warn_of_projected(volume: &Value, projected: &Value, warnings: &mut Warnings) {
    let mut files: Vec<File<'_>> = Vec::new();
    for source in list(projected, "sources") {
        let of = |field: &str| get(source, field);
        let has_items = |source: &&Value| !list(source, "items").is_empty();
        if !source.as_object().is_some_and(|fields| fields.values().any(|value| !value.is_null())) {
            let name = quote(text(volume, "name"));
            warnings.texts.push(format!("volume {name} (Projected) has no sources provided"));
        } else if let Some(map) = of("configMap").filter(has_items) {
            files.extend(files_of(map, &named("ConfigMap", text(map, "name"))));
        } else if let Some(secret) = of("secret").filter(has_items) {
            files.extend(files_of(secret, &named("Secret", text(secret, "name"))));
        } else if let Some(api) = of("downwardAPI").filter(has_items) {
            files.extend(files_of(api, "DownwardAPI"));
        } else if let Some(token) = of("serviceAccountToken") {
            files.push(File { path: text(token, "path"), source: "ServiceAccountToken".to_owned() });
        }
    }
    warn_of_files(volume, "Projected", files, warnings);
}

fn named(kind: &str, name: &str) -> String {
    if kind == "DownwardAPI" { kind.to_owned() } else { format!("{kind} {}", quote(name)) }
}

fn files_of<'a>(source: &'a Value, name: &str) -> Vec<File<'a>> {
    let file = |item: &'a Value| File { path: text(item, "path"), source: name.to_owned() };
    list(source, "items").iter().map(file).collect()
}

fn warn_of_files(volume: &Value, kind: &str, mut files: Vec<File<'_>>, warnings: &mut Warnings) {
    for file in &mut files {
        file.path = file.path.trim_end_matches('/');
    }
    for (index, file) in files.iter().enumerate() {
        for other in files.iter().take(index).filter(|other| overlap(file.path, other.path)) {
            let name = quote(text(volume, "name"));
            let (file, other) = (file.shown(), other.shown());
            warnings.texts.push(format!("volume {name} ({kind}): overlapping paths: {file} with {other}"));
        }
    }
}

fn overlap(one: &str, other: &str) -> bool {
    let is_inside =
        |inner: &str, outer: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('/'));
    !one.is_empty() && !other.is_empty() && (one == other || is_inside(one, other) || is_inside(other, one))
}
