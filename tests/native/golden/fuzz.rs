//! No body makes the API server panic: recorded bodies, changed at random, are created and then replace what is there.
//!
//! `JOBSCOPE_FUZZ=N cargo test fuzz` tries N bodies instead of a few thousand.

use jobscope::api::schema::{Strictness, encode, read_job};
use jobscope::api::strategy;
use jobscope::api::version::ServerVersion;
use serde_json::Value;

use super::files::records;
use super::server::env;

const BODIES: u64 = 4_000;

/// What a value may become.
const VALUES: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "1e400",
    "9223372036854775808",
    "\"\"",
    "\"\\ud800\"",
    "\"-.Ki\"",
    "\"1e-2147483648\"",
    "\"0001-01-01T00:00:00+24:60\"",
    "\"0000-01-01T00:00:00-24:60\"",
    "[]",
    "[null]",
    "{}",
    "{\"\":null}",
    "[[[[[[[[{}]]]]]]]]",
    "\"99999999999999999999.9999999999Ei\"",
];

#[test]
fn fuzzed_bodies_are_answered() {
    let bodies: Vec<String> = records(&["create-hand", "create-random", "update", "status-update"])
        .into_iter()
        .filter_map(|record| {
            Some(record["input"]["text"].as_str().or(record["request"]["text"].as_str())?.to_owned())
        })
        .collect();
    let count = std::env::var("JOBSCOPE_FUZZ").ok().and_then(|count| count.parse().ok()).unwrap_or(BODIES);
    let mut chance = Chance(0x2545_f491_4f6c_dd1d);
    let mut stored = Value::Object(serde_json::Map::new());
    for number in 0..count {
        let body = &bodies[chance.below(bodies.len())];
        let body = if number % 2 == 0 {
            changed_structure(body, &mut chance)
        } else {
            changed_bytes(body, &mut chance)
        };
        let version = if chance.below(2) == 0 { ServerVersion::V1_33 } else { ServerVersion::V1_36 };
        let env = env(&version);
        if let Ok(read) = read_job(&body, Strictness::Warn, &version) {
            let encoded = encode(&read.value, &version);
            let again = read_job(&encoded.to_string(), Strictness::Strict, &version);
            assert_eq!(again.map(|read| encode(&read.value, &version)).ok(), Some(encoded), "{body}");
            if let Ok(accepted) = strategy::create(read.value.clone(), &env) {
                stored = accepted.object;
            }
            let name = stored["metadata"]["name"].as_str().unwrap_or_default().to_owned();
            let mut new = read.value;
            new["metadata"]["name"] = name.as_str().into();
            // Whatever comes of it, it comes to an end.
            let _ = strategy::update(&stored, new.clone(), &name, &env);
            let _ = strategy::update_status(&stored, new, &name, &env);
        }
    }
}

/// A generator of numbers that look random (xorshift), the same in every run.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit.max(1) as u64).unwrap_or_default()
    }
}

fn changed_bytes(body: &str, chance: &mut Chance) -> String {
    let mut bytes = body.as_bytes().to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len());
        match chance.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, b"{}[]\",:\\0e-. nt\xc3"[chance.below(16)]),
            2 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ => {
                let end = (at + chance.below(40)).min(bytes.len());
                let part = bytes[at.min(end)..end].to_vec();
                let to = chance.below(bytes.len() + 1);
                bytes.splice(to..to, part);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Puts other values in some places.
fn changed_structure(body: &str, chance: &mut Chance) -> String {
    let Ok(mut value) = serde_json::from_str::<Value>(body) else { return changed_bytes(body, chance) };
    for _ in 0..=chance.below(3) {
        let mut place = &mut value;
        while chance.below(8) > 0 {
            let children = match place {
                Value::Object(map) => map.len(),
                Value::Array(items) => items.len(),
                _ => 0,
            };
            if children == 0 {
                break;
            }
            let child = chance.below(children);
            place = match place {
                Value::Object(map) => map.values_mut().nth(child).expect("it was counted"),
                Value::Array(items) => &mut items[child],
                _ => unreachable!("it has children"),
            };
        }
        *place = Value::String(format!("\u{1}{}", chance.below(VALUES.len())));
    }
    // Some of the values are more than a tree can hold.
    let mut text = value.to_string();
    for (number, value) in VALUES.iter().enumerate() {
        text = text.replace(&format!("\"\\u0001{number}\""), value);
    }
    text
}
