/** Fields that take one of a few words: which. */

/** By type and field. A value that a Job may not have, such as `restartPolicy: Always`, is not offered. */
const words: Readonly<Record<string, readonly string[]>> = {
  'Job.apiVersion': ['batch/v1'],
  'Job.kind': ['Job'],
  'JobSpec.completionMode': ['NonIndexed', 'Indexed'],
  'JobSpec.podReplacementPolicy': ['TerminatingOrFailed', 'Failed'],
  'PodFailurePolicyRule.action': ['FailJob', 'FailIndex', 'Ignore', 'Count'],
  'PodFailurePolicyOnExitCodesRequirement.operator': ['In', 'NotIn'],
  'PodFailurePolicyOnPodConditionsPattern.status': ['True', 'False', 'Unknown'],
  'PodFailurePolicyOnPodConditionsPattern.type': ['DisruptionTarget', 'ConfigIssue'],
  'PodSpec.restartPolicy': ['Never', 'OnFailure'],
  'PodSpec.dnsPolicy': ['ClusterFirst', 'ClusterFirstWithHostNet', 'Default', 'None'],
  'PodSpec.preemptionPolicy': ['PreemptLowerPriority', 'Never'],
  'PodOS.name': ['linux', 'windows'],
  'Container.imagePullPolicy': ['IfNotPresent', 'Always', 'Never'],
  'Container.terminationMessagePolicy': ['File', 'FallbackToLogsOnError'],
  'Container.restartPolicy': ['Always', 'Never', 'OnFailure'],
  'ContainerPort.protocol': ['TCP', 'UDP', 'SCTP'],
  'ContainerResizePolicy.restartPolicy': ['NotRequired', 'RestartContainer'],
  'ContainerResizePolicy.resourceName': ['cpu', 'memory'],
  'HTTPGetAction.scheme': ['HTTP', 'HTTPS'],
  'VolumeMount.mountPropagation': ['None', 'HostToContainer', 'Bidirectional'],
  'EmptyDirVolumeSource.medium': ['Memory'],
  'HostPathVolumeSource.type': [
    'DirectoryOrCreate',
    'Directory',
    'FileOrCreate',
    'File',
    'Socket',
    'CharDevice',
    'BlockDevice',
  ],
  'Toleration.effect': ['NoSchedule', 'PreferNoSchedule', 'NoExecute'],
  'Toleration.operator': ['Exists', 'Equal'],
  'LabelSelectorRequirement.operator': ['In', 'NotIn', 'Exists', 'DoesNotExist'],
  'NodeSelectorRequirement.operator': ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'],
  'TopologySpreadConstraint.whenUnsatisfiable': ['DoNotSchedule', 'ScheduleAnyway'],
  'TopologySpreadConstraint.nodeAffinityPolicy': ['Honor', 'Ignore'],
  'TopologySpreadConstraint.nodeTaintsPolicy': ['Honor', 'Ignore'],
  'PodSecurityContext.fsGroupChangePolicy': ['OnRootMismatch', 'Always'],
  'PodSecurityContext.supplementalGroupsPolicy': ['Merge', 'Strict'],
  'SecurityContext.procMount': ['Default', 'Unmasked'],
  'SeccompProfile.type': ['RuntimeDefault', 'Unconfined', 'Localhost'],
  'AppArmorProfile.type': ['RuntimeDefault', 'Unconfined', 'Localhost'],
};

const booleans = ['true', 'false'];

export function valuesOf(parent: string, field: string, type: string): readonly string[] {
  if (type === 'boolean' || type === 'bool') return booleans;
  return words[`${parent}.${field}`] ?? [];
}
