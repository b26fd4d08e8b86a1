import type { Manifest } from '../../../src/core/model/json.ts';
import { waveOf } from '../hooks.ts';
import { keyOfManifest } from '../object-key.ts';

/** The order in which gitops-engine applies kinds within a wave; what is not listed comes last. */
const KINDS = [
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleBinding',
  'Role',
  'RoleBinding',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicaSet',
  'Deployment',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
];

export function inSyncOrder(manifests: readonly Manifest[]): readonly Manifest[] {
  return manifests.toSorted((a, b) => waveOf(a) - waveOf(b) || rank(a) - rank(b) || nameOf(a).localeCompare(nameOf(b)));
}

function rank(manifest: Manifest): number {
  const index = KINDS.indexOf(keyOfManifest(manifest).kind);
  return index < 0 ? KINDS.length : index;
}

function nameOf(manifest: Manifest): string {
  return keyOfManifest(manifest).name;
}
