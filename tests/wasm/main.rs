//! The built module in a real browser: shapes, errors, and the same trace as on this machine.
#![cfg(target_arch = "wasm32")]

use jobscope::wasm::Simulator;
use js_sys::{Array, JSON, Object, Reflect};
use tsify::Ts;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};

wasm_bindgen_test_configure!(run_in_browser);

const MANIFEST: &str = r#"{
    "apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "pi"},
    "spec": {"backoffLimit": 4, "template": {"spec": {"restartPolicy": "Never", "containers": [
        {"name": "pi", "image": "perl", "command": ["perl", "-wle", "print bpi(2000)"]}]}}}
}"#;

fn js(text: &str) -> JsValue {
    JSON::parse(text).expect("the test's own JSON")
}

fn get(value: &JsValue, path: &str) -> JsValue {
    path.split('.').fold(value.clone(), |value, member| {
        Reflect::get(&value, &member.into()).unwrap_or_else(|_| panic!("no member {member} in {value:?}"))
    })
}

fn text(value: &JsValue, path: &str) -> String {
    get(value, path).as_string().unwrap_or_else(|| panic!("{path} is no text"))
}

fn number(value: &JsValue, path: &str) -> f64 {
    get(value, path).as_f64().unwrap_or_else(|| panic!("{path} is no number"))
}

fn started() -> Simulator {
    let mut simulator = Simulator::new(None).expect("the defaults are valid");
    simulator.create_job(MANIFEST.into()).expect("a valid manifest");
    simulator
}

fn forward(simulator: &mut Simulator, size: &str) -> JsValue {
    simulator.forward(Ts::new_unchecked(size.into())).expect("a valid size").into()
}

#[wasm_bindgen_test]
fn a_job_is_stepped_to_complete() {
    let mut simulator = started();
    let mut snapshot = forward(&mut simulator, "sync");
    for _ in 0..100 {
        snapshot = forward(&mut simulator, "sync");
    }
    assert_eq!(number(&snapshot, "job.status.succeeded"), 1.0);
    let conditions = Array::from(&get(&snapshot, "job.status.conditions"));
    let types: Vec<String> = conditions.iter().map(|condition| text(&condition, "type")).collect();
    assert_eq!(types, ["SuccessCriteriaMet", "Complete"]);
    assert_eq!(number(&snapshot, "elapsedMs"), 8_000.0);
    let kinds = simulator.step_kinds().to_vec();
    assert_eq!(kinds.len() as f64, number(&snapshot, "end.step"));
    assert_eq!(kinds.iter().filter(|kind| **kind == 8).count(), 1, "one sync finishes the Job");
}

#[wasm_bindgen_test]
fn snapshots_are_plain_objects_without_absent_members() {
    let mut simulator = started();
    let snapshot = forward(&mut simulator, "sync");
    let prototype = Object::get_prototype_of(&get(&snapshot, "job"));
    assert_eq!(prototype, Object::get_prototype_of(&Object::new()));
    assert!(get(&snapshot, "backoff").is_undefined());
    let members = Object::keys(&Object::from(snapshot.clone()));
    assert!(!members.includes(&"backoff".into(), 0), "absent means omitted");
    assert!(get(&snapshot, "notes.0.id").as_string().is_some());
}

#[wasm_bindgen_test]
fn going_back_and_forth_gives_equal_snapshots() {
    let mut simulator = started();
    let mut seen = Vec::new();
    for _ in 0..12 {
        let snapshot = forward(&mut simulator, "note");
        seen.push(JSON::stringify(&snapshot).expect("plain data"));
    }
    for earlier in seen.iter().rev().skip(1) {
        let snapshot = simulator.back(Ts::new_unchecked("note".into())).expect("a valid size").into();
        let text = JSON::stringify(&snapshot).expect("plain data");
        // The branch has become longer meanwhile; everything else is as it was.
        assert_eq!(without_end(&text.into()), without_end(&earlier.clone().into()));
    }
}

fn without_end(text: &JsValue) -> String {
    let snapshot = js(&text.as_string().expect("JSON text"));
    for member in ["end", "branches"] {
        Reflect::delete_property(&Object::from(snapshot.clone()), &member.into()).expect("a plain object");
    }
    JSON::stringify(&snapshot).expect("plain data").into()
}

#[wasm_bindgen_test]
fn errors_are_real_errors_with_a_code_and_a_path() {
    let mut simulator = started();
    let endless = Object::new();
    Reflect::set(&endless, &"action".into(), &endless).expect("a plain object");
    let cases = [
        (
            simulator
                .create_job(MANIFEST.replace("\"backoffLimit\": 4", "\"backofLimit\": 4").into())
                .map(|_| ()),
            "invalidManifest",
            "spec.backofLimit",
        ),
        (simulator.create_job("[]".into()).map(|_| ()), "invalidManifest", ""),
        (simulator.kubectl(JsValue::UNDEFINED).map(|_| ()), "notText", "command"),
        (simulator.pod(7.into()).map(|_| ()), "notText", "key"),
        (simulator.create_job(JsValue::UNDEFINED).map(|_| ()), "notText", "manifest"),
        (
            simulator.act(Ts::new_unchecked(js(r#"{"action": "fly"}"#))).map(|_| ()),
            "invalidArgument",
            "action.action",
        ),
        (simulator.forward(Ts::new_unchecked("mile".into())).map(|_| ()), "invalidArgument", "size"),
        (simulator.act(Ts::new_unchecked(JsValue::UNDEFINED)).map(|_| ()), "notPlainData", "action"),
        (simulator.act(Ts::new_unchecked(endless.into())).map(|_| ()), "notPlainData", "action"),
        (
            simulator.act(Ts::new_unchecked(js(r#"{"action": "passTime", "ms": 0.5}"#))).map(|_| ()),
            "notPlainData",
            "action",
        ),
        (simulator.switch_branch(9).map(|_| ()), "unknownBranch", "branch"),
        (simulator.pod("pi".into()).map(|_| ()), "invalidKey", "key"),
        (Simulator::from_trace(js(r#"{"jobscope": 2}"#), None).map(|_| ()), "malformedTrace", "profile"),
        (
            Simulator::new(Some(Ts::new_unchecked(js(r#"{"profile": "0.1"}"#)))).map(|_| ()),
            "unknownProfile",
            "profile",
        ),
    ];
    for (result, code, path) in cases {
        let error = result.expect_err(code);
        assert!(error.is_instance_of::<js_sys::Error>());
        assert_eq!((text(&error, "name"), text(&error, "code")), ("JobscopeError".into(), code.into()));
        assert_eq!(text(&error, "path"), path);
        assert!(!text(&error, "message").is_empty());
    }
}

#[wasm_bindgen_test]
fn a_refusal_of_the_api_server_is_data() {
    let mut simulator = Simulator::new(None).expect("the defaults are valid");
    let manifest = MANIFEST.replace("\"Never\"", "\"Always\"");
    let snapshot: JsValue = simulator.create_job(manifest.into()).expect("a Job, if not a valid one").into();
    assert_eq!(text(&snapshot, "notes.0.id"), "requestRefused");
    assert_eq!(text(&snapshot, "notes.0.error.reason"), "Invalid");
    assert_eq!(text(&snapshot, "notes.0.error.fields.0.path"), "spec.template.spec.restartPolicy");
}

#[wasm_bindgen_test]
fn a_manifest_is_answered_before_it_is_sent_in_the_words_of_kubectl() {
    let simulator = started();
    let bad = MANIFEST.replace("\"backoffLimit\": 4", "\"backoffLimit\": -4");
    let answer: JsValue = simulator.try_create(bad.into()).expect("a text").into();
    assert_eq!(
        text(&answer, "kubectl"),
        "The Job \"pi\" is invalid: spec.backoffLimit: Invalid value: -4: must be greater than or equal to 0\n"
    );
    assert_eq!(text(&answer, "error.fields.0.path"), "spec.backoffLimit");
    let answer: JsValue = simulator.try_apply(MANIFEST.into()).expect("a text").into();
    assert_eq!(text(&answer, "kubectl"), "job.batch/pi unchanged\n");
    let printed = simulator.kubectl("get jobs".into()).expect("a text").expect("a known command");
    assert!(printed.starts_with("NAME   STATUS    COMPLETIONS"), "{printed}");
    assert_eq!(simulator.kubectl("delete everything".into()).expect("a text"), None);
}

#[wasm_bindgen_test]
fn an_exported_trace_opens_at_the_same_place() {
    let mut simulator = started();
    for _ in 0..7 {
        forward(&mut simulator, "sync");
    }
    let trace: JsValue = simulator.export_trace().expect("plain data").into();
    let through_text = js(&String::from(JSON::stringify(&trace).expect("plain data")));
    let opened = Simulator::from_trace(through_text, None).expect("its own trace");
    let show = |simulator: &Simulator| -> String {
        let snapshot: JsValue = simulator.snapshot().expect("plain data").into();
        JSON::stringify(&snapshot).expect("plain data").into()
    };
    assert_eq!(show(&opened), show(&simulator));
}
