import { isEqual } from '../../../src/core/model/equal.ts';
import {
  at,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import { keyOfManifest } from '../../argocd/object-key.ts';
import { imagesOf } from '../../argocd/reconcile.ts';
import { secondsOf } from '../../argocd/time.ts';
import type { ScriptedController } from '../../cluster/add-controller.ts';
import type { ClusterEvent, ClusterModel, ObjectKey, WorldClock } from '../../cluster/types.ts';
import { generatedName } from './generated-name.ts';
import { FATE, fateOf, NODES, type PodFate, toldFate } from './pod-fate.ts';
import { podStatus } from './pod-status.ts';
import { workloadStatus } from './workload-status.ts';

const MANAGER = 'kube-controller-manager';
const REVISION = 'deployment.kubernetes.io/revision';
const KINDS = ['Deployment', 'StatefulSet', 'DaemonSet'];

/** Names that the story knows from its logs. */
const KNOWN_NAMES: Readonly<Record<string, readonly [hash: string, suffix: string]>> = {
  'argo-rollouts': ['6b4c4dfbd9', 'ghl9c'],
};

export interface WorkloadOptions {
  readonly clock: WorldClock;
  /** Nothing goes wrong yet: the past of the story in which everything ran. */
  isCalm(): boolean;
}

export interface WorkloadController extends ScriptedController {
  /** Time has passed: rollouts may have run out of theirs. */
  catchUp(model: ClusterModel): void;
}

/** Stands in for controller manager, scheduler and kubelet: makes pods of workloads and reports how they fare. */
export function workloadController({ clock, isCalm }: WorkloadOptions): WorkloadController {
  const runAll = (workloads: readonly Manifest[], model: ClusterModel): void => {
    const alive = workloads.filter((workload) => at(workload, 'metadata', 'deletionTimestamp') === undefined);
    for (const workload of alive) run(model, workload, clock, isCalm());
  };
  return {
    name: 'workloads',
    react: (event, model) => runAll(concernedBy(event, model), model),
    catchUp: (model) => runAll(model.list({ group: 'apps', kind: 'Deployment' }), model),
  };
}

function concernedBy({ type, object }: ClusterEvent, model: ClusterModel): readonly Manifest[] {
  const kind = stringAt(object, 'kind') ?? '';
  const namespace = stringAt(object, 'metadata', 'namespace') ?? '';
  if (KINDS.includes(kind)) {
    const current = type === 'DELETED' ? undefined : model.get(keyOfManifest(object));
    return current ? [current] : [];
  }
  const isToldToBreak = kind === 'Pod' && at(object, 'metadata', 'annotations', FATE) !== undefined;
  const isInput = kind === 'ConfigMap' || (kind === 'Pod' && type === 'DELETED') || isToldToBreak;
  return isInput ? KINDS.flatMap((each) => model.list({ group: 'apps', kind: each }, namespace)) : [];
}

function run(model: ClusterModel, workload: Manifest, clock: WorldClock, isCalm: boolean): void {
  const kind = stringAt(workload, 'kind') ?? '';
  const key = keyOfManifest(workload);
  const podSpec = objectAt(workload, 'spec', 'template', 'spec');
  const stated = at(workload, 'spec', 'replicas');
  const replicas = kind === 'DaemonSet' ? NODES.length : typeof stated === 'number' ? stated : 1;
  const now = secondsOf(clock.now());
  const fate: PodFate = isCalm ? { kind: 'running' } : fateOf(model, key.namespace, podSpec, now);
  const owner = kind === 'Deployment' ? replicaSetOf(model, workload, replicas) : workload;
  const names = podNames(workload, owner, replicas);
  for (const pod of model.list({ group: '', kind: 'Pod' }, key.namespace)) {
    const isOurs = listAt(pod, 'metadata', 'ownerReferences').some((ref) => at(ref, 'uid') === uidOf(owner));
    if (isOurs && !names.includes(keyOfManifest(pod).name)) model.delete(keyOfManifest(pod));
  }
  const fates = names.map((name) => toldFate(model, key.namespace, name) ?? fate);
  for (const [index, name] of names.entries()) {
    const node = NODES[index % NODES.length] ?? '';
    keepPod(model, { workload, owner, name, node, fate: fates[index] ?? fate }, clock);
  }
  const ready = fates.filter(({ kind: end }) => end === 'running').length;
  const isPastDeadline = fates.some((each) => each.kind === 'crashing' && each.isPastDeadline === true);
  writeStatus(model, key, (current) =>
    workloadStatus(current, { owner: keyOfManifest(owner).name, replicas, ready, now, isPastDeadline }),
  );
}

function replicaSetOf(model: ClusterModel, deployment: Manifest, replicas: number): Manifest {
  const { namespace, name } = keyOfManifest(deployment);
  const template = objectAt(deployment, 'spec', 'template');
  const hash = knownHash(model, namespace, name, template) ?? generatedName(template, 10);
  const key = { group: 'apps', kind: 'ReplicaSet', namespace, name: `${name}-${hash}` };
  for (const other of model.list({ group: 'apps', kind: 'ReplicaSet' }, namespace)) {
    const isOurs = listAt(other, 'metadata', 'ownerReferences').some((ref) => at(ref, 'uid') === uidOf(deployment));
    if (isOurs && keyOfManifest(other).name !== key.name) model.delete(keyOfManifest(other));
  }
  const known = model.get(key);
  const labels = { ...objectAt(template, 'metadata', 'labels'), 'pod-template-hash': hash };
  const revision = String(Number(stringAt(deployment, 'metadata', 'annotations', REVISION) ?? 0) + 1);
  const made =
    known ??
    model.create(
      {
        apiVersion: 'apps/v1',
        kind: 'ReplicaSet',
        metadata: {
          namespace,
          name: key.name,
          labels,
          annotations: { [REVISION]: revision },
          ownerReferences: [ownerReference(deployment)],
        },
        spec: {
          replicas,
          selector: { matchLabels: labels },
          template: { ...template, metadata: { ...objectAt(template, 'metadata'), labels } },
        },
      },
      { manager: MANAGER },
    );
  if (!known)
    model.mergePatch(
      keyOfManifest(deployment),
      { metadata: { annotations: { [REVISION]: revision } } },
      { manager: MANAGER },
    );
  return made;
}

/** The known name belongs to the first template; another one gets a name of its own. */
function knownHash(model: ClusterModel, namespace: string, name: string, template: JsonObject): string | undefined {
  const hash = KNOWN_NAMES[name]?.[0];
  const known = hash && model.get({ group: 'apps', kind: 'ReplicaSet', namespace, name: `${name}-${hash}` });
  return known && !isEqual(objectAt(known, 'spec', 'template', 'spec'), objectAt(template, 'spec')) ? undefined : hash;
}

interface PodPlan {
  readonly workload: Manifest;
  readonly owner: Manifest;
  readonly name: string;
  readonly node: string;
  readonly fate: PodFate;
}

function keepPod(model: ClusterModel, { workload, owner, name, node, fate }: PodPlan, clock: WorldClock): void {
  const { namespace } = keyOfManifest(workload);
  const key = { group: '', kind: 'Pod', namespace, name };
  const template = objectAt(owner, 'spec', 'template');
  const isPlaced = fate.kind !== 'unschedulable';
  const known = model.get(key);
  const isPlacedNow = known !== undefined && at(known, 'spec', 'nodeName') !== undefined;
  if (known && ((isPlaced && !isPlacedNow) || !isEqual(imagesOf(known), imagesOf(owner)))) model.delete(key);
  const pod =
    model.get(key) ??
    model.create(
      {
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { ...objectAt(template, 'metadata'), namespace, name, ownerReferences: [ownerReference(owner)] },
        spec: { ...objectAt(template, 'spec'), ...(isPlaced ? { nodeName: node } : {}) },
      },
      { manager: MANAGER },
    );
  const container = listAt(pod, 'spec', 'containers')[0] ?? {};
  const image = stringAt(container, 'image') ?? '';
  const facts = {
    name,
    namespace,
    uid: uidOf(pod),
    container: stringAt(container, 'name') ?? '',
    image,
    now: secondsOf(clock.now()),
  };
  if (isSameFate(pod, podStatus(fate, facts))) return;
  writeStatus(model, key, () => podStatus(fate, facts), 'kubelet');
  const log = fate.kind === 'crashing' ? fate.log : fate.kind === 'running' ? 'level=info msg="started"\n' : '';
  model.setLog({ namespace, name }, facts.container, log, false);
  if (fate.kind === 'crashing') model.setLog({ namespace, name }, facts.container, fate.log, true);
}

function isSameFate(pod: Manifest, next: JsonObject): boolean {
  const summary = (status: Json): Json => [
    at(status, 'phase') ?? null,
    ...listAt(status, 'containerStatuses').map((entry) => [
      at(entry, 'ready') ?? null,
      at(entry, 'restartCount') ?? null,
      stringAt(entry, 'state', 'waiting', 'reason') ?? null,
    ]),
  ];
  return listAt(pod, 'status', 'conditions').length > 0 && isEqual(summary(objectAt(pod, 'status')), summary(next));
}

function writeStatus(
  model: ClusterModel,
  key: ObjectKey,
  statusOf: (current: Manifest) => JsonObject,
  manager = MANAGER,
): void {
  const current = model.get(key);
  if (!current) return;
  const status = statusOf(current);
  if (!isEqual(at(current, 'status'), status)) model.update({ ...current, status }, { manager, subresource: 'status' });
}

function podNames(workload: Manifest, owner: Manifest, replicas: number): readonly string[] {
  const { name, kind } = keyOfManifest(workload);
  const indexes = Array.from({ length: replicas }, (_, index) => index);
  if (kind === 'StatefulSet') return indexes.map((index) => `${name}-${index}`);
  const base = keyOfManifest(owner).name;
  const suffix = KNOWN_NAMES[name]?.[1];
  return indexes.map(
    (index) => `${base}-${index === 0 && suffix !== undefined ? suffix : generatedName([base, index], 5)}`,
  );
}

function ownerReference(owner: Manifest): JsonObject {
  const { kind, name } = keyOfManifest(owner);
  return { apiVersion: 'apps/v1', kind, name, uid: uidOf(owner), controller: true, blockOwnerDeletion: true };
}

function uidOf(object: Manifest): string {
  return stringAt(object, 'metadata', 'uid') ?? '';
}
