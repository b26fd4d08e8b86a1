import { isEqual } from '../../../src/core/model/equal.ts';
import {
  at,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  type Manifest,
  objectAt,
  stringAt,
} from '../../../src/core/model/json.ts';
import { keyOfManifest } from '../../argocd/object-key.ts';
import { secondsOf } from '../../argocd/time.ts';
import type { ScriptedController } from '../../cluster/add-controller.ts';
import type { ClusterEvent, ClusterModel, WorldClock } from '../../cluster/types.ts';
import { operatorDefaults } from '../catalogue/cluster-policy.ts';

/* The other controllers of the story, each a few lines of what the real one does. */

type StatusOf = (object: Manifest, model: ClusterModel) => JsonObject | undefined;

/** A controller that writes the status of one kind. */
function statusController(name: string, manager: string, kind: string, statusOf: StatusOf): ScriptedController {
  return {
    name,
    react({ type, object }, model) {
      if (type === 'DELETED' || object.kind !== kind) return;
      const current = model.get(keyOfManifest(object));
      const status = current && statusOf(current, model);
      if (!current || !status || isEqual(at(current, 'status'), status)) return;
      model.update({ ...current, status }, { manager, subresource: 'status' });
    },
  };
}

export function smallControllers(clock: WorldClock): readonly ScriptedController[] {
  const now = (): string => secondsOf(clock.now());
  return [
    statusController('jobs', 'kube-controller-manager', 'Job', (job) => {
      const isDone = listAt(job, 'status', 'conditions').length > 0;
      if (isDone) return undefined;
      const times = { lastProbeTime: now(), lastTransitionTime: now() };
      return {
        succeeded: 1,
        ready: 0,
        startTime: now(),
        completionTime: now(),
        conditions: [
          {
            type: 'Complete',
            status: 'True',
            reason: 'CompletionsReached',
            message: 'Reached expected number of succeeded pods',
            ...times,
          },
        ],
      };
    }),
    statusController('pipelineruns', 'controller', 'PipelineRun', (run) =>
      at(run, 'status', 'completionTime') !== undefined
        ? undefined
        : {
            startTime: now(),
            completionTime: now(),
            conditions: [{ type: 'Succeeded', status: 'True', reason: 'Completed', lastTransitionTime: now() }],
          },
    ),
    statusController('external-secrets', 'external-secrets', 'ExternalSecret', (secret) =>
      readyOnce(secret, now(), 'SecretSynced', 'secret synced'),
    ),
    statusController('secret-stores', 'external-secrets', 'ClusterSecretStore', (store) =>
      readyOnce(store, now(), 'Valid', 'store validated'),
    ),
    statusController('load-balancer', 'traefik', 'Ingress', (ingress) =>
      stringAt(ingress, 'spec', 'ingressClassName') === 'traefik'
        ? { loadBalancer: { ingress: [{ ip: '192.168.10.80' }] } }
        : undefined,
    ),
    { name: 'external-secrets-restart', react: (event, model) => refreshSecrets(event, model, now()) },
    { name: 'volume-binder', react: (event, model) => bindClaims(event.object, model) },
    { name: 'gpu-operator', react: (event, model) => fillClusterPolicy(event.object, model) },
    { name: 'admission', react: (event, model) => admissionQuirks(event.object, model) },
  ];
}

function readyOnce(object: Manifest, now: string, reason: string, message: string): JsonObject | undefined {
  const isReady = listAt(object, 'status', 'conditions').length > 0;
  return isReady
    ? undefined
    : { conditions: [{ type: 'Ready', status: 'True', reason, message, lastTransitionTime: now }] };
}

/** An upgrade restarts the operator, and it looks at every ExternalSecret again. */
function refreshSecrets({ type, object }: ClusterEvent, model: ClusterModel, now: string): void {
  if (type !== 'MODIFIED' || stringAt(object, 'metadata', 'name') !== 'externalsecrets.external-secrets.io') return;
  for (const secret of model.list({ group: 'external-secrets.io', kind: 'ExternalSecret' })) {
    const status = { ...objectAt(secret, 'status'), refreshTime: now };
    model.update({ ...secret, status }, { manager: 'external-secrets', subresource: 'status' });
  }
}

/** A claim is bound once its StorageClass exists, whichever comes first. */
function bindClaims(object: Manifest, model: ClusterModel): void {
  if (object.kind !== 'PersistentVolumeClaim' && object.kind !== 'StorageClass') return;
  for (const claim of model.list({ group: '', kind: 'PersistentVolumeClaim' })) {
    const name = stringAt(claim, 'spec', 'storageClassName') ?? '';
    const exists = model.get({ group: 'storage.k8s.io', kind: 'StorageClass', namespace: '', name }) !== undefined;
    const phase = exists ? 'Bound' : 'Pending';
    if (stringAt(claim, 'status', 'phase') === phase) continue;
    model.update(
      { ...claim, status: { ...objectAt(claim, 'status'), phase } },
      { manager: 'kube-controller-manager', subresource: 'status' },
    );
  }
}

/** NVIDIA's operator fills in what the chart leaves empty, again after every sync. */
function fillClusterPolicy(object: Manifest, model: ClusterModel): void {
  const current = object.kind === 'ClusterPolicy' ? model.get(keyOfManifest(object)) : undefined;
  if (!current) return;
  const spec = overlaid(objectAt(current, 'spec'), operatorDefaults);
  if (!isEqual(spec, objectAt(current, 'spec'))) model.update({ ...current, spec }, { manager: 'gpu-operator' });
}

function overlaid(base: JsonObject, over: JsonObject): JsonObject {
  const written = Object.entries(over).map(([key, value]) => {
    const before: Json | undefined = base[key];
    return [key, isObject(before) && isObject(value) ? overlaid(before, value) : value] as const;
  });
  return { ...base, ...Object.fromEntries(written) };
}

/*
 * What admission changes in the same request is recorded under the name of whoever made the request, so nothing tells
 * these from Argo CD's own writes.
 */
function admissionQuirks(object: Manifest, model: ClusterModel): void {
  const current = model.get(keyOfManifest(object));
  if (!current) return;
  if (object.kind === 'PodDisruptionBudget' && at(current, 'spec', 'maxUnavailable') === '') {
    model.update(
      { ...current, spec: { ...objectAt(current, 'spec'), maxUnavailable: 1 } },
      { manager: 'argocd-controller' },
    );
  }
  if (object.kind === 'StatefulSet') dropTelemetry(current, model);
}

const TELEMETRY = 'VCLUSTER_TELEMETRY';

function dropTelemetry(statefulSet: Manifest, model: ClusterModel): void {
  const spec = objectAt(statefulSet, 'spec');
  const podSpec = objectAt(spec, 'template', 'spec');
  const containers = listAt(podSpec, 'containers');
  const kept = containers.map((container) =>
    isObject(container) && Array.isArray(container.env)
      ? { ...container, env: listAt(container, 'env').filter((entry) => stringAt(entry, 'name') !== TELEMETRY) }
      : container,
  );
  if (isEqual(kept, containers)) return;
  const template = { ...objectAt(spec, 'template'), spec: { ...podSpec, containers: kept } };
  model.update({ ...statefulSet, spec: { ...spec, template } }, { manager: 'argocd-controller' });
}
