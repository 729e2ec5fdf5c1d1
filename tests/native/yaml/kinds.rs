//! The kinds that an API server without extensions serves.

/// Version of an API group, and its kinds; those with an asterisk stand outside of namespaces.
const SERVED: &[(&str, &str)] = &[
    (
        "v1",
        "Binding ComponentStatus* ConfigMap Endpoints Event LimitRange Namespace* Node* PersistentVolume* \
         PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount",
    ),
    (
        "admissionregistration.k8s.io/v1",
        "MutatingWebhookConfiguration* ValidatingAdmissionPolicy* ValidatingAdmissionPolicyBinding* \
         ValidatingWebhookConfiguration*",
    ),
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition*"),
    ("apiregistration.k8s.io/v1", "APIService*"),
    ("apps/v1", "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet"),
    ("authentication.k8s.io/v1", "SelfSubjectReview* TokenReview*"),
    (
        "authorization.k8s.io/v1",
        "LocalSubjectAccessReview SelfSubjectAccessReview* SelfSubjectRulesReview* SubjectAccessReview*",
    ),
    ("autoscaling/v1", "HorizontalPodAutoscaler"),
    ("autoscaling/v2", "HorizontalPodAutoscaler"),
    ("batch/v1", "CronJob Job"),
    ("certificates.k8s.io/v1", "CertificateSigningRequest*"),
    ("coordination.k8s.io/v1", "Lease"),
    ("discovery.k8s.io/v1", "EndpointSlice"),
    ("events.k8s.io/v1", "Event"),
    ("flowcontrol.apiserver.k8s.io/v1", "FlowSchema* PriorityLevelConfiguration*"),
    ("networking.k8s.io/v1", "IPAddress* Ingress IngressClass* NetworkPolicy ServiceCIDR*"),
    ("node.k8s.io/v1", "RuntimeClass*"),
    ("policy/v1", "PodDisruptionBudget"),
    ("rbac.authorization.k8s.io/v1", "ClusterRole* ClusterRoleBinding* Role RoleBinding"),
    ("scheduling.k8s.io/v1", "PriorityClass*"),
    ("storage.k8s.io/v1", "CSIDriver* CSINode* CSIStorageCapacity StorageClass* VolumeAttachment*"),
];

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Scope {
    Namespace,
    Cluster,
}

/// Mirrors the mapper that discovery makes: it knows lists of each kind too, and a kind in lower case.
pub fn scope(api_version: &str, kind: &str) -> Option<Scope> {
    let kinds = SERVED.iter().find(|(version, _)| *version == api_version)?.1;
    if kind == "List" {
        return Some(Scope::Cluster);
    }
    let of_items = kind.strip_suffix("List").unwrap_or(kind);
    kinds.split_whitespace().find_map(|served| {
        let name = served.trim_end_matches('*');
        let known = name == of_items || name.to_ascii_lowercase() == kind;
        known.then_some(if name == served { Scope::Namespace } else { Scope::Cluster })
    })
}
