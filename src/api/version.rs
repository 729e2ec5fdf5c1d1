//! What differs between the API server's versions in what it answers: named switches, in one place.

use super::field::Wording;

/// How one version of the API server decodes, defaults, validates and words its answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServerVersion {
    pub wording: Wording,
    /// Knows the fields that came with 1.34 or later.
    pub fields_since_1_34: bool,
    /// Says in errors of type which embedded struct a field comes from.
    pub names_embedded_structs: bool,
    /// Writes `creationTimestamp: null` in templates.
    pub writes_absent_creation_timestamp: bool,
    /// Says `field is immutable` and `must not be empty` where versions before had sentences of their own.
    pub plain_texts: bool,
    /// The template of a suspended Job without active pods may change in scheduling and resources, even if the Job was
    /// started: the gates MutableSchedulingDirectivesForSuspendedJobs and MutablePodResourcesForSuspendedJobs.
    pub suspended_template_mutable: bool,
    pub job: JobFeatures,
    pub pod: PodFeatures,
    pub prints: Prints,
}

/// What a version knows of Jobs, its gates being set. Fields that it does not know it drops without a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JobFeatures {
    /// Generates the labels with a prefix too, and selects by one of them: from 1.27 on.
    pub prefixed_labels: bool,
    /// Fills in `podReplacementPolicy`.
    pub defaults_replacement_policy: bool,
    /// `completionMode` and `suspend`.
    pub indexed_and_suspend: bool,
    pub pod_failure_policy: bool,
    /// `backoffLimitPerIndex` and `maxFailedIndexes`.
    pub backoff_limit_per_index: bool,
    pub success_policy: bool,
    pub pod_replacement_policy: bool,
    pub managed_by: bool,
}

impl JobFeatures {
    pub const ALL: JobFeatures = JobFeatures {
        prefixed_labels: true,
        defaults_replacement_policy: true,
        indexed_and_suspend: true,
        pod_failure_policy: true,
        backoff_limit_per_index: true,
        success_policy: true,
        pod_replacement_policy: true,
        managed_by: true,
    };
}

/// What a version lets pod templates have, its gates being at their defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PodFeatures {
    /// `resourceClaims` of the pod, `resources.claims` of containers.
    pub resource_claims: bool,
    pub image_volumes: bool,
    /// `resources` of the pod itself.
    pub pod_resources: bool,
    /// `restartPolicy` of any container and `restartPolicyRules`.
    pub container_restart_rules: bool,
    /// `valueFrom.fileKeyRef`.
    pub env_files: bool,
    pub hostname_override: bool,
    /// `seLinuxChangePolicy: MountOption`.
    pub selinux_mount: bool,
    pub volume_attributes_class: bool,
    /// `matchLabelKeys` of topology spread constraints are merged into their selectors, so they are checked alike.
    pub spread_keys_merged: bool,
    /// Without user namespaces of the host, neither block devices nor the older wording of what is forbidden.
    pub host_users_devices: bool,
    /// The operators `Lt` and `Gt` of tolerations are known, though not allowed.
    pub toleration_comparisons: bool,
}

impl ServerVersion {
    pub const V1_33: ServerVersion = ServerVersion {
        wording: Wording::Go,
        fields_since_1_34: false,
        names_embedded_structs: false,
        writes_absent_creation_timestamp: true,
        plain_texts: false,
        suspended_template_mutable: false,
        job: JobFeatures::ALL,
        pod: PodFeatures::V1_33,
        prints: Prints::V1_33,
    };
    pub const V1_36: ServerVersion = ServerVersion {
        wording: Wording::Json,
        fields_since_1_34: true,
        names_embedded_structs: true,
        writes_absent_creation_timestamp: false,
        plain_texts: true,
        suspended_template_mutable: true,
        job: JobFeatures::ALL,
        pod: PodFeatures::V1_36,
        prints: Prints::V1_36,
    };
    /// Answers as 1.33 does, but for what it knows of Jobs and what it prints.
    pub const V1_27: ServerVersion = ServerVersion {
        job: JobFeatures { defaults_replacement_policy: false, ..JobFeatures::ALL },
        prints: Prints::V1_27,
        ..ServerVersion::V1_33
    };
    /// The same.
    pub const V1_19: ServerVersion = ServerVersion {
        job: JobFeatures { prefixed_labels: false, indexed_and_suspend: false, ..ServerVersion::V1_27.job },
        prints: Prints::V1_19,
        ..ServerVersion::V1_27
    };
}

impl PodFeatures {
    const V1_33: PodFeatures = PodFeatures {
        resource_claims: false,
        image_volumes: false,
        pod_resources: false,
        container_restart_rules: false,
        env_files: false,
        hostname_override: false,
        selinux_mount: false,
        volume_attributes_class: false,
        spread_keys_merged: false,
        host_users_devices: false,
        toleration_comparisons: false,
    };
    const V1_36: PodFeatures = PodFeatures {
        resource_claims: true,
        image_volumes: true,
        pod_resources: true,
        container_restart_rules: true,
        env_files: true,
        hostname_override: true,
        selinux_mount: true,
        volume_attributes_class: true,
        spread_keys_merged: true,
        host_users_devices: true,
        toleration_comparisons: true,
    };
}

/// What the tables and descriptions of one version show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Prints {
    /// `get jobs` has the column STATUS.
    pub job_status: bool,
    /// That column knows `SuccessCriteriaMet`.
    pub success_criteria_met: bool,
    /// `get pods` says how long ago a container was restarted last.
    pub restart_age: bool,
    /// `get pods` names the error of a container beside one that is `Completed`.
    pub error_beside_completed: bool,
    /// `describe job` shows the completion mode, and the indexes that are completed.
    pub completion_mode: bool,
    /// `describe job` shows suspend, backoff limit and time to live.
    pub job_limits: bool,
    /// `describe job` counts active pods, with the ready ones of them, not running ones.
    pub active_pods: bool,
    /// `describe job` shows node selectors and tolerations of the pod template.
    pub template_scheduling: bool,
    /// Descriptions show the names of ports.
    pub port_names: bool,
}

impl Prints {
    const V1_36: Prints = Prints {
        job_status: true,
        success_criteria_met: true,
        restart_age: true,
        error_beside_completed: true,
        completion_mode: true,
        job_limits: true,
        active_pods: true,
        template_scheduling: true,
        port_names: true,
    };
    const V1_33: Prints = Prints {
        success_criteria_met: false,
        error_beside_completed: false,
        port_names: false,
        ..Prints::V1_36
    };
    const V1_27: Prints =
        Prints { job_status: false, job_limits: false, template_scheduling: false, ..Prints::V1_33 };
    const V1_19: Prints =
        Prints { completion_mode: false, active_pods: false, restart_age: false, ..Prints::V1_27 };
}
