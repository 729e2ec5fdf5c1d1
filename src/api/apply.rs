//! `kubectl apply`: what a manifest makes of a stored object, given the manifest that was applied before it.
//!
//! Mirrors upstream `CreateThreeWayMergePatch` and the application of its patch: fields that the manifest has are set,
//! those that only the manifest before it had go, what neither names stays.

use serde_json::{Map, Value};

/// The live object after the manifest was applied to it. `before` is `null` where nothing was applied before.
pub fn merged(before: &Value, manifest: &Value, live: Value) -> Value {
    merge(before, manifest, live, None)
}

fn merge(before: &Value, manifest: &Value, live: Value, list_key: Option<&str>) -> Value {
    match (manifest, live, list_key) {
        (Value::Object(fields), Value::Object(live), _) => {
            Value::Object(merge_fields(before.as_object(), fields, live))
        }
        (Value::Array(items), Value::Array(live), Some(key)) => {
            Value::Array(merge_items(before.as_array().map_or(&[], Vec::as_slice), items, live, key))
        }
        // Nothing of this kind is live: what the manifest would delete is not there either.
        (Value::Object(fields), _, _) => Value::Object(merge_fields(None, fields, Map::new())),
        (other, _, _) => other.clone(),
    }
}

fn merge_fields(
    before: Option<&Map<String, Value>>,
    manifest: &Map<String, Value>,
    mut live: Map<String, Value>,
) -> Map<String, Value> {
    for field in before.into_iter().flat_map(Map::keys) {
        if !manifest.contains_key(field) {
            live.remove(field);
        }
    }
    for (field, value) in manifest {
        let old = live.remove(field).unwrap_or(Value::Null);
        if !value.is_null() {
            let before = before.and_then(|before| before.get(field)).unwrap_or(&Value::Null);
            live.insert(field.clone(), merge(before, value, old, list_key(field)));
        }
    }
    live
}

/// Items are the same if their keys are. Those of the manifest come first, in its order.
fn merge_items(before: &[Value], manifest: &[Value], mut live: Vec<Value>, key: &str) -> Vec<Value> {
    let same = |one: &Value, other: &Value| one.get(key).is_some() && one.get(key) == other.get(key);
    live.retain(|item| {
        let was_applied = before.iter().any(|old| same(old, item));
        !was_applied || manifest.iter().any(|new| same(new, item))
    });
    let mut merged = Vec::with_capacity(manifest.len());
    for item in manifest {
        let place = live.iter().position(|old| same(old, item));
        let old = place.map_or(Value::Null, |place| live.remove(place));
        let before = before.iter().find(|old| same(old, item)).unwrap_or(&Value::Null);
        merged.push(merge(before, item, old, None));
    }
    merged.append(&mut live);
    merged
}

/// By which field the items of a list are told apart; other lists are replaced as a whole.
fn list_key(list: &str) -> Option<&'static str> {
    Some(match list {
        "containers" | "initContainers" | "volumes" | "env" | "imagePullSecrets" | "resourceClaims" => "name",
        "ports" => "containerPort",
        "volumeMounts" => "mountPath",
        "volumeDevices" => "devicePath",
        "hostAliases" => "ip",
        "topologySpreadConstraints" => "topologyKey",
        "ownerReferences" => "uid",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_the_manifest_says_is_set_and_what_it_says_no_more_goes() {
        let before = json!({"spec": {"parallelism": 2, "backoffLimit": 3, "template": {"spec": {"containers": [
            {"name": "a", "image": "one"}, {"name": "b", "image": "two"},
        ]}}}});
        let manifest = json!({"spec": {"parallelism": 4, "suspend": null, "template": {"spec": {"containers": [
            {"name": "c", "image": "three"}, {"name": "a", "image": "new"},
        ]}}}});
        let live = json!({"status": {"active": 2}, "spec": {
            "parallelism": 2, "backoffLimit": 3, "completions": 7, "suspend": false,
            "template": {"spec": {"containers": [
                {"name": "a", "image": "one", "imagePullPolicy": "Always"},
                {"name": "b", "image": "two"},
                {"name": "injected"},
            ]}},
        }});
        let expected = json!({"status": {"active": 2}, "spec": {
            "parallelism": 4, "completions": 7,
            "template": {"spec": {"containers": [
                {"name": "c", "image": "three"},
                {"name": "a", "image": "new", "imagePullPolicy": "Always"},
                {"name": "injected"},
            ]}},
        }});
        assert_eq!(merged(&before, &manifest, live), expected);
    }

    #[test]
    fn without_a_manifest_before_nothing_goes() {
        let live = json!({"spec": {"parallelism": 2, "values": [1, 2]}});
        let merged = merged(&Value::Null, &json!({"spec": {"values": [3]}}), live);
        assert_eq!(merged, json!({"spec": {"parallelism": 2, "values": [3]}}));
    }
}
