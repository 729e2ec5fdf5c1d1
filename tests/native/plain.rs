//! Reading typed values from plain data: what does not fit is told with its place.

use jobscope::api::plain::FromPlain;
use jobscope::api::{Job, LabelSelector};
use jobscope::world::Action;
use serde_json::{Value, json};

#[track_caller]
fn assert_misfit<T: FromPlain>(value: Value, text: &str) {
    let misfit = T::from_plain(&value).err().expect("it does not fit");
    assert_eq!(misfit.to_string(), text);
}

#[test]
fn a_misfit_is_told_with_its_place() {
    assert_misfit::<Vec<Action>>(
        json!([{"action": "processJob"}, {"action": "removePodOwner", "pod": 7}]),
        "[1].pod: expected text, found 7",
    );
    assert_misfit::<Action>(json!({"action": "passTime"}), "ms: is missing");
    assert_misfit::<Action>(
        json!({"action": "deliver", "kind": "job", "count": -1}),
        "count: expected a number from 0 to 4294967295, found -1",
    );
    assert_misfit::<Action>(
        json!({"action": "pod", "pod": "default/pi", "act": {"act": "setReady", "ready": "yes"}}),
        "act.ready: expected true or false, found text",
    );
    assert_misfit::<Action>(
        json!({"action": "deliver", "kind": "node"}),
        "kind: expected one of job, pod, found node",
    );
    assert_misfit::<Action>(
        json!({"action": "changeJob", "job": "default/pi", "change": {"paralelism": 1}}),
        "change.paralelism: there is no such member",
    );
    assert_misfit::<LabelSelector>(
        json!({"matchLabels": {"a/b": []}}),
        "matchLabels.a/b: expected text, found a list",
    );
    let job = json!({"metadata": {}, "spec": {"template": {"spec": {"containers": [{"env": 1}]}}}});
    assert_misfit::<Job>(job, "spec.template.spec.containers[0].env: expected a list, found 1");
    assert_misfit::<Job>(json!("pi"), "expected an object, found text");
}

#[test]
fn an_absent_member_and_null_are_alike_but_where_null_says_something() {
    let read = |change: Value| {
        let action = json!({"action": "changeJob", "job": "default/pi", "change": change});
        match Action::from_plain(&action) {
            Ok(Action::ChangeJob { change, .. }) => change,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(read(json!({"suspend": null})), read(json!({})));
    assert_eq!(read(json!({"activeDeadlineSeconds": null})).active_deadline_seconds, Some(None));
    assert_eq!(read(json!({"activeDeadlineSeconds": 1})).active_deadline_seconds, Some(Some(1)));
}
