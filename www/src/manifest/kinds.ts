/** The kinds that an API server without extensions serves. */

/** The kinds of each version of an API group; those with an asterisk stand outside of namespaces. */
const SERVED: Record<string, string> = {
  v1:
    'Binding ComponentStatus* ConfigMap Endpoints Event LimitRange Namespace* Node* PersistentVolume* ' +
    'PersistentVolumeClaim Pod PodTemplate ReplicationController ResourceQuota Secret Service ServiceAccount',
  'admissionregistration.k8s.io/v1':
    'MutatingWebhookConfiguration* ValidatingAdmissionPolicy* ValidatingAdmissionPolicyBinding* ' +
    'ValidatingWebhookConfiguration*',
  'apiextensions.k8s.io/v1': 'CustomResourceDefinition*',
  'apiregistration.k8s.io/v1': 'APIService*',
  'apps/v1': 'ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet',
  'authentication.k8s.io/v1': 'SelfSubjectReview* TokenReview*',
  'authorization.k8s.io/v1':
    'LocalSubjectAccessReview SelfSubjectAccessReview* SelfSubjectRulesReview* SubjectAccessReview*',
  'autoscaling/v1': 'HorizontalPodAutoscaler',
  'autoscaling/v2': 'HorizontalPodAutoscaler',
  'batch/v1': 'CronJob Job',
  'certificates.k8s.io/v1': 'CertificateSigningRequest*',
  'coordination.k8s.io/v1': 'Lease',
  'discovery.k8s.io/v1': 'EndpointSlice',
  'events.k8s.io/v1': 'Event',
  'flowcontrol.apiserver.k8s.io/v1': 'FlowSchema* PriorityLevelConfiguration*',
  'networking.k8s.io/v1': 'IPAddress* Ingress IngressClass* NetworkPolicy ServiceCIDR*',
  'node.k8s.io/v1': 'RuntimeClass*',
  'policy/v1': 'PodDisruptionBudget',
  'rbac.authorization.k8s.io/v1': 'ClusterRole* ClusterRoleBinding* Role RoleBinding',
  'scheduling.k8s.io/v1': 'PriorityClass*',
  'storage.k8s.io/v1': 'CSIDriver* CSINode* CSIStorageCapacity StorageClass* VolumeAttachment*',
};

export type Scope = 'namespace' | 'cluster';

/** Mirrors the mapper that discovery makes: it knows lists of each kind too, and a kind in lower case. */
export function scopeOf(apiVersion: string, kind: string): Scope | undefined {
  const kinds = Object.hasOwn(SERVED, apiVersion) ? SERVED[apiVersion] : undefined;
  if (kinds === undefined) return undefined;
  if (kind === 'List') return 'cluster';
  const ofItems = kind.replace(/List$/, '');
  const served = kinds.split(' ').find((served) => {
    const name = served.replace('*', '');
    return name === ofItems || name.toLowerCase() === kind;
  });
  if (served === undefined) return undefined;
  return served.endsWith('*') ? 'cluster' : 'namespace';
}
