import {
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../core/model/json.ts';
import type { Kind } from '../discovery.ts';
import { ownersOf } from '../owners.ts';
import type { Edge, Target } from './edge.ts';

/** Kinds with a pod template; Rollouts where Argo Rollouts is installed. */
export const WORKLOAD_KINDS: readonly Kind[] = [
  { group: 'apps', version: 'v1', kind: 'Deployment' },
  { group: 'apps', version: 'v1', kind: 'StatefulSet' },
  { group: 'apps', version: 'v1', kind: 'DaemonSet' },
  { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
  { group: '', version: 'v1', kind: 'ReplicationController' },
  { group: 'batch', version: 'v1', kind: 'Job' },
  { group: 'batch', version: 'v1', kind: 'CronJob' },
  { group: 'argoproj.io', version: 'v1alpha1', kind: 'Rollout' },
];
const POD: Kind = { group: '', version: 'v1', kind: 'Pod' };

/** Pods and workloads of the target's namespace that name it in their pod spec. */
export function fromPods(how: string, refers: (spec: JsonObject, target: Target) => boolean): readonly Edge[] {
  return [POD, ...WORKLOAD_KINDS].map((from) => ({
    from,
    within: 'namespace',
    how,
    refers: (referrer, target) => isInUse(referrer) && refers(podSpecOf(referrer), target),
  }));
}

/** The same, of the whole cluster: what is named has no namespace. */
export function fromPodsAnywhere(how: string, refers: (spec: JsonObject, target: Target) => boolean): readonly Edge[] {
  return fromPods(how, refers).map((edge) => ({ ...edge, within: 'cluster' }));
}

export function podTemplateOf(manifest: Manifest): JsonObject {
  if (manifest.kind === 'Pod') return manifest;
  return manifest.kind === 'CronJob'
    ? objectAt(manifest, 'spec', 'jobTemplate', 'spec', 'template')
    : objectAt(manifest, 'spec', 'template');
}

function podSpecOf(manifest: Manifest): JsonObject {
  return objectAt(podTemplateOf(manifest), 'spec');
}

/** What is finished needs nothing any more; a ReplicaSet that a Deployment keeps repeats what the Deployment says. */
function isInUse(manifest: Manifest): boolean {
  if (manifest.kind === 'Pod') return !/^(Succeeded|Failed)$/.test(stringAt(manifest, 'status', 'phase') ?? '');
  if (manifest.kind === 'ReplicaSet') return !ownersOf(manifest).some(({ isController }) => isController);
  if (manifest.kind !== 'Job') return true;
  return !listAt(manifest, 'status', 'conditions').some(
    (condition) =>
      /^(Complete|Failed)$/.test(stringAt(condition, 'type') ?? '') && stringAt(condition, 'status') === 'True',
  );
}

export function usesServiceAccount(spec: JsonObject, { ref }: Target): boolean {
  const named = stringAt(spec, 'serviceAccountName') ?? stringAt(spec, 'serviceAccount') ?? '';
  return (named === '' ? 'default' : named) === ref.name;
}

export function usesConfigMap(spec: JsonObject, { ref }: Target): boolean {
  return [
    ...volumesOf(spec).map((volume) => stringAt(volume, 'configMap', 'name')),
    ...projectionsOf(spec).map((source) => stringAt(source, 'configMap', 'name')),
    ...environmentOf(spec, 'configMapKeyRef', 'configMapRef'),
  ].includes(ref.name);
}

export function usesSecret(spec: JsonObject, { ref }: Target): boolean {
  return [
    ...volumesOf(spec).flatMap(secretsOfVolume),
    ...projectionsOf(spec).map((source) => stringAt(source, 'secret', 'name')),
    ...environmentOf(spec, 'secretKeyRef', 'secretRef'),
    ...listAt(spec, 'imagePullSecrets').map((secret) => stringAt(secret, 'name')),
  ].includes(ref.name);
}

export function isOfPriority(spec: JsonObject, { ref }: Target): boolean {
  return stringAt(spec, 'priorityClassName') === ref.name;
}

export function runsWith(spec: JsonObject, { ref }: Target): boolean {
  return stringAt(spec, 'runtimeClassName') === ref.name;
}

export function mountsClaim(spec: JsonObject, { ref }: Target): boolean {
  return volumesOf(spec).some((volume) => stringAt(volume, 'persistentVolumeClaim', 'claimName') === ref.name);
}

function volumesOf(spec: JsonObject): readonly Json[] {
  return listAt(spec, 'volumes');
}

function projectionsOf(spec: JsonObject): readonly Json[] {
  return volumesOf(spec).flatMap((volume) => listAt(volume, 'projected', 'sources'));
}

/** `secret`, and whatever driver takes a Secret: csi, azureFile, iscsi, rbd, flexVolume … all spell it in these ways. */
function secretsOfVolume(volume: Json): readonly (string | undefined)[] {
  if (!isObject(volume)) return [];
  return Object.values(volume).flatMap((driver) => [
    stringAt(driver, 'secretName'),
    stringAt(driver, 'secretRef', 'name'),
    stringAt(driver, 'nodePublishSecretRef', 'name'),
  ]);
}

function environmentOf(spec: JsonObject, keyRef: string, wholeRef: string): readonly (string | undefined)[] {
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((field) => listAt(spec, field));
  return containers.flatMap((container) => [
    ...listAt(container, 'env').map((variable) => stringAt(variable, 'valueFrom', keyRef, 'name')),
    ...listAt(container, 'envFrom').map((source) => stringAt(source, wholeRef, 'name')),
  ]);
}
