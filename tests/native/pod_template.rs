//! Pod templates that are refused or warned of: one a rule, beside what the API server says.

use jobscope::api::defaults::pod::set_pod_template_defaults;
use jobscope::api::field::{Errors, Path};
use jobscope::api::validation::pod_template::{validate_pod_template, warnings};
use jobscope::api::version::ServerVersion;
use serde_json::{Value, json};

/// A template of one container, with the fields of `spec` over its own.
fn template(spec: Value) -> Value {
    let mut template =
        json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "a", "image": "b"}]}});
    if let (Some(fields), Value::Object(others)) = (template["spec"].as_object_mut(), spec) {
        fields.extend(others);
    }
    template
}

fn refusals(mut template: Value, version: &ServerVersion) -> Vec<String> {
    set_pod_template_defaults(&mut template, version);
    let mut errors = Errors::new(version.wording);
    validate_pod_template(&template, Path::new("t"), version, &mut errors);
    errors.into_vec().iter().map(ToString::to_string).collect()
}

fn check(spec: Value, expected: &[&str]) {
    assert_eq!(refusals(template(spec.clone()), &ServerVersion::V1_33), expected, "{spec}");
}

fn check_container(fields: Value, expected: &[&str]) {
    let mut container = json!({"name": "a", "image": "b"});
    if let (Some(own), Value::Object(others)) = (container.as_object_mut(), fields) {
        own.extend(others);
    }
    check(json!({"containers": [container]}), expected);
}

#[test]
fn what_fits_is_not_refused() {
    check(json!({}), &[]);
    check(json!({"volumes": [{"name": "v"}], "hostNetwork": true, "os": {"name": "linux"}}), &[]);
    check_container(
        json!({"ports": [{"containerPort": 1, "hostPort": 1}, {"containerPort": 1, "hostPort": 2}]}),
        &[],
    );
    check_container(json!({"resources": {"limits": {"cpu": "1", "hugepages-2Mi": "4Mi"}}}), &[]);
    check_container(
        json!({"env": [{"name": "N", "valueFrom": {"fieldRef": {"fieldPath": "metadata.labels['a']"}}}]}),
        &[],
    );
}

#[test]
fn ports_of_the_host_are_taken_once() {
    let port = json!({"containerPort": 80, "hostPort": 8080});
    check_container(
        json!({"ports": [port, port]}),
        &["t.spec.containers[0].ports[1].hostPort: Duplicate value: \"TCP//8080\""],
    );
    check(
        json!({"hostNetwork": true, "containers": [{"name": "a", "image": "b", "ports": [port]}]}),
        &[
            "t.spec.containers[0].ports[0].hostPort: Invalid value: 8080: must match `containerPort` when `hostNetwork` is true",
        ],
    );
}

#[test]
fn resources_are_known_whole_and_within_their_limits() {
    let at = "t.spec.containers[0].resources";
    check_container(
        json!({"resources": {"limits": {"cpu": "1", "hugepages-2Mi": "3Mi"}}}),
        &[&format!(
            "{at}.limits[hugepages-2Mi]: Invalid value: \"3Mi\": 3Mi is not positive integer multiple of hugepages-2Mi"
        )],
    );
    check_container(
        json!({"resources": {"requests": {"a.io/gpu": "1"}, "limits": {"a.io/gpu": "2"}}}),
        &[&format!("{at}.requests: Invalid value: \"1\": must be equal to a.io/gpu limit of 2")],
    );
    check_container(
        json!({"resources": {"limits": {"requests.a/b": "1"}}}),
        &[&format!(
            "{at}.limits[requests.a/b]: Invalid value: requests.a/b: doesn't follow extended resource name standard"
        )],
    );
}

#[test]
fn volumes_have_one_source_that_is_complete() {
    let volume = |source: Value| {
        let mut volume = json!({"name": "v"});
        if let (Some(own), Value::Object(others)) = (volume.as_object_mut(), source) {
            own.extend(others);
        }
        json!({"volumes": [volume]})
    };
    for (source, expected) in [
        (
            json!({"nfs": {"server": "s", "path": "p"}}),
            "nfs.path: Invalid value: \"p\": must be an absolute path",
        ),
        (
            json!({"hostPath": {"path": "/p", "type": "X"}}),
            "hostPath.type: Unsupported value: \"X\": supported values: \"\", \"BlockDevice\", \"CharDevice\", \"Directory\", \"DirectoryOrCreate\", \"File\", \"FileOrCreate\", \"Socket\"",
        ),
        (json!({"gcePersistentDisk": {}}), "persistentDisk.pdName: Required value"),
        (
            json!({"emptyDir": {}, "downwardAPI": {}}),
            "downwarAPI: Forbidden: may not specify more than 1 volume type",
        ),
        (
            json!({"projected": {"sources": [{"serviceAccountToken": {"path": "p", "expirationSeconds": 599}}]}}),
            "projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 599: may not specify a duration less than 10 minutes",
        ),
        (
            json!({"ephemeral": {"volumeClaimTemplate": {"spec": {"accessModes": ["ReadWriteOnce"]}}}}),
            "ephemeral.volumeClaimTemplate.spec.resources[storage]: Required value",
        ),
        (
            json!({"secret": {"secretName": "s", "items": [{"key": "k", "path": "..p"}]}}),
            "secret.items[0].path: Invalid value: \"..p\": must not start with '..'",
        ),
        (
            json!({"iscsi": {"targetPortal": "p", "iqn": "x", "lun": 0}}),
            "iscsi.iqn: Invalid value: \"x\": must be valid format starting with iqn, eui, or naa",
        ),
    ] {
        check(volume(source), &[&format!("t.spec.volumes[0].{expected}")]);
    }
    check(
        volume(json!({"image": {"reference": "r"}})),
        &["t.spec.volumes[0]: Required value: must specify a volume type"],
    );
}

#[test]
fn mounts_name_what_is_there() {
    let at = "t.spec.containers[0]";
    let container = json!({
        "name": "a", "image": "b",
        "volumeMounts": [{"name": "v", "mountPath": "/a", "subPath": "/s", "mountPropagation": "Bidirectional"}],
        "volumeDevices": [{"name": "v", "devicePath": "/d"}],
    });
    check(
        json!({"volumes": [{"name": "v"}], "containers": [container]}),
        &[
            &format!(
                "{at}.volumeMounts[0].name: Invalid value: \"v\": must not already exist in volumeDevices"
            ),
            &format!("{at}.volumeMounts.subPath: Invalid value: \"/s\": must be a relative path"),
            &format!(
                "{at}.volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers"
            ),
            &format!(
                "{at}.volumeDevices[0].name: Invalid value: \"v\": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode"
            ),
            &format!(
                "{at}.volumeDevices[0].name: Invalid value: \"v\": must not already exist in volumeMounts"
            ),
        ],
    );
}

#[test]
fn scheduling_rules_agree_with_themselves() {
    let constraint = json!({"maxSkew": 1, "topologyKey": "zone", "whenUnsatisfiable": "ScheduleAnyway", "minDomains": 2, "matchLabelKeys": ["a"]});
    check(
        json!({"topologySpreadConstraints": [constraint, constraint]}),
        &[
            "t.spec.topologySpreadConstraints[0].{topologyKey, whenUnsatisfiable}: Duplicate value: \"{zone, ScheduleAnyway}\"",
            "t.spec.topologySpreadConstraints[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
            "t.spec.topologySpreadConstraints[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
            "t.spec.topologySpreadConstraints[1].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
            "t.spec.topologySpreadConstraints[1].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set",
        ],
    );
    check(
        json!({"schedulingGates": [{"name": "g"}, {"name": "g"}], "preemptionPolicy": "X"}),
        &[
            "t.spec.schedulingGates[1]: Duplicate value: \"g\"",
            "t.spec.preemptionPolicy: Unsupported value: \"X\": supported values: \"PreemptLowerPriority\", \"Never\"",
        ],
    );
}

#[test]
fn security_fits_the_host_and_the_system() {
    check(
        json!({"hostNetwork": true, "hostUsers": false, "securityContext": {"sysctls": [{"name": "net.x", "value": "1"}, {"name": "A", "value": ""}]}}),
        &[
            "t.spec.securityContext.sysctls[0].name: Invalid value: \"net.x\": may not be specified when 'hostNetwork' is true",
            "t.spec.securityContext.sysctls[1].name: Invalid value: \"A\": must have at most 253 characters and match regex ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$",
            "t.spec.hostNetwork: Forbidden: when `pod.Spec.HostUsers` is false",
        ],
    );
    check(
        json!({"os": {"name": "windows"}, "hostPID": true, "securityContext": {"fsGroup": 1}}),
        &[
            "t.spec.hostPID: Forbidden: cannot be set for a windows pod",
            "t.spec.securityContext.fsGroup: Forbidden: cannot be set for a windows pod",
        ],
    );
    check(
        json!({"securityContext": {"seccompProfile": {"type": "Localhost"}, "appArmorProfile": {"type": "X"}}}),
        &[
            "t.spec.securityContext.seccompProfile.localhostProfile: Required value: must be set when seccomp type is Localhost",
            "t.spec.securityContext.appArmorProfile.type: Unsupported value: \"X\": supported values: \"Localhost\", \"RuntimeDefault\", \"Unconfined\"",
        ],
    );
}

#[test]
fn a_newer_version_lets_containers_have_more() {
    let spec = json!({
        "restartPolicy": "Never",
        "containers": [{"name": "a", "image": "b", "restartPolicy": "OnFailure"}],
        "initContainers": [{"name": "i", "image": "b", "restartPolicy": "Never"}],
        "volumes": [{"name": "v", "image": {"reference": "r"}}],
    });
    assert_eq!(refusals(template(spec), &ServerVersion::V1_36), [""; 0]);
    let spec = json!({"resources": {"requests": {"cpu": "1"}}, "containers": [
        {"name": "a", "image": "b", "resources": {"requests": {"cpu": "600m"}}},
        {"name": "c", "image": "b", "resources": {"requests": {"cpu": "700m"}}},
    ]});
    assert_eq!(
        refusals(template(spec), &ServerVersion::V1_36),
        [
            "t.spec.resources.requests[cpu]: Invalid value: \"1\": must be greater than or equal to aggregate container requests of 1300m"
        ],
    );
}

#[test]
fn what_is_odd_is_warned_of() {
    let mut template = template(json!({
        "nodeSelector": {"beta.kubernetes.io/os": "linux"},
        "imagePullSecrets": [{"name": "s"}, {"name": "s"}],
        "dnsConfig": {"nameservers": ["010.0.0.1"]},
        "volumes": [{"name": "v", "secret": {"secretName": "s", "items": [{"key": "a", "path": "p"}, {"key": "b", "path": "p/q"}]}}],
        "containers": [{"name": "a", "image": "b", "env": [{"name": "X", "value": "1"}, {"name": "X", "value": "2"}, {"name": "X", "value": "$(X)3"}]}],
    }));
    set_pod_template_defaults(&mut template, &ServerVersion::V1_33);
    assert_eq!(
        warnings(&template, Path::new("t"), &ServerVersion::V1_33),
        [
            "t.spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use \"kubernetes.io/os\" instead",
            "volume \"v\" (Secret \"s\"): overlapping paths: \"p/q\" with \"p\"",
            "t.spec.imagePullSecrets[1].name: duplicate name \"s\"",
            "t.spec.containers[0].env[1]: hides previous definition of \"X\", which may be dropped when using apply",
            "t.spec.dnsConfig.nameservers[0]: non-standard IP address \"010.0.0.1\" will be considered invalid in a future Kubernetes release: use \"10.0.0.1\"",
        ],
    );
}
