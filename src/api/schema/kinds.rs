//! The kinds that the API server knows besides Job: a body of one is refused in other words than one of no kind.

/// Group and version, with the kinds that have lists of their own, then others.
const KINDS: &[(&str, &str, &str)] = &[
    (
        "v1",
        "ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim \
         Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
        "Binding List NodeProxyOptions PodAttachOptions PodExecOptions PodLogOptions PodPortForwardOptions \
         PodProxyOptions PodStatusResult RangeAllocation SerializedReference ServiceProxyOptions Status",
    ),
    ("batch/v1", "CronJob", "JobList"),
    ("batch/v1beta1", "CronJob", ""),
    ("apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet", ""),
    ("apps/v1beta1", "ControllerRevision Deployment StatefulSet", "DeploymentRollback Scale"),
    ("apps/v1beta2", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet", "Scale"),
    (
        "extensions/v1beta1",
        "DaemonSet Deployment Ingress NetworkPolicy ReplicaSet",
        "DeploymentRollback Scale",
    ),
    ("autoscaling/v1", "HorizontalPodAutoscaler", "Scale"),
    ("autoscaling/v2", "HorizontalPodAutoscaler", ""),
    ("coordination.k8s.io/v1", "Lease", ""),
    ("discovery.k8s.io/v1", "EndpointSlice", ""),
    ("events.k8s.io/v1", "Event", ""),
    ("networking.k8s.io/v1", "Ingress IngressClass NetworkPolicy", ""),
    ("policy/v1", "PodDisruptionBudget", "Eviction"),
    ("rbac.authorization.k8s.io/v1", "ClusterRole ClusterRoleBinding Role RoleBinding", ""),
    ("scheduling.k8s.io/v1", "PriorityClass", ""),
    ("storage.k8s.io/v1", "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment", ""),
];

/// Every group and version has these.
const OPTIONS: &str =
    "CreateOptions DeleteOptions GetOptions ListOptions PatchOptions UpdateOptions WatchEvent";

/// Whether a version of a group has the kind.
pub(super) fn is_known(group_version: &str, kind: &str) -> bool {
    let among = |kinds: &str, kind: &str| kinds.split(' ').any(|known| known == kind && !kind.is_empty());
    KINDS.iter().any(|(known, listed, others)| {
        let listed_kind = kind.strip_suffix("List").unwrap_or(kind);
        *known == group_version && (among(listed, listed_kind) || among(others, kind) || among(OPTIONS, kind))
    })
}
