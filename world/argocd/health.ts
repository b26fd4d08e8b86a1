import { at, isObject, type Json, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { keyOfManifest } from './object-key.ts';
import { podHealth } from './pod-health.ts';

/* Health of one live object (docs/facts.md#health). Resources without a check have no health at all. */

export interface HealthStatus {
  readonly status: 'Healthy' | 'Suspended' | 'Progressing' | 'Missing' | 'Degraded' | 'Unknown';
  readonly message?: string;
}

const ORDER: readonly HealthStatus['status'][] = [
  'Healthy',
  'Suspended',
  'Progressing',
  'Missing',
  'Degraded',
  'Unknown',
];

export function isWorse(a: HealthStatus['status'], b: HealthStatus['status']): boolean {
  return ORDER.indexOf(a) > ORDER.indexOf(b);
}

const HEALTHY: HealthStatus = { status: 'Healthy' };

const CHECKS: Readonly<Record<string, (live: Manifest) => HealthStatus>> = {
  'apps/Deployment': deploymentHealth,
  'apps/StatefulSet': statefulSetHealth,
  'apps/DaemonSet': daemonSetHealth,
  'apps/ReplicaSet': replicaSetHealth,
  '/Pod': podHealth,
  '/Service': serviceHealth,
  '/PersistentVolumeClaim': claimHealth,
  'batch/Job': jobHealth,
  'networking.k8s.io/Ingress': ingressHealth,
  'apiextensions.k8s.io/CustomResourceDefinition': crdHealth,
};

/** Argo CD has no built-in check for its own Applications: a child app has no health in its parent. */
export function healthOf(live: Manifest): HealthStatus | undefined {
  if (stringAt(live, 'metadata', 'deletionTimestamp') !== undefined) {
    return { status: 'Progressing', message: 'Pending deletion' };
  }
  const { group, kind } = keyOfManifest(live);
  const check = CHECKS[`${group}/${kind}`];
  if (check) return check(live);
  return group === 'argoproj.io' && kind === 'Application' ? undefined : readyHealth(live);
}

function deploymentHealth(live: Manifest): HealthStatus {
  if (at(live, 'spec', 'paused') === true) return { status: 'Suspended', message: 'Deployment is paused' };
  if (isUnobserved(live))
    return progressing('Waiting for rollout to finish: observed deployment generation less than desired generation');
  const deadline = conditionOf(live, 'Progressing');
  if (stringAt(deadline, 'reason') === 'ProgressDeadlineExceeded') {
    return {
      status: 'Degraded',
      message: `Deployment "${stringAt(live, 'metadata', 'name') ?? ''}" exceeded its progress deadline`,
    };
  }
  const [wanted, updated] = [count(live, 'spec', 'replicas', 1), count(live, 'status', 'updatedReplicas')];
  const [all, available] = [count(live, 'status', 'replicas'), count(live, 'status', 'availableReplicas')];
  if (updated < wanted)
    return progressing(`Waiting for rollout to finish: ${updated} out of ${wanted} new replicas have been updated...`);
  if (all > updated)
    return progressing(`Waiting for rollout to finish: ${all - updated} old replicas are pending termination...`);
  return available < updated
    ? progressing(`Waiting for rollout to finish: ${available} of ${updated} updated replicas are available...`)
    : HEALTHY;
}

function statefulSetHealth(live: Manifest): HealthStatus {
  if (isUnobserved(live)) return progressing('Waiting for statefulset spec update to be observed...');
  const [wanted, ready] = [count(live, 'spec', 'replicas', 1), count(live, 'status', 'readyReplicas')];
  if (ready < wanted) return progressing(`Waiting for ${wanted - ready} pods to be ready...`);
  const [current, update] = [at(live, 'status', 'currentRevision'), at(live, 'status', 'updateRevision')];
  return update !== undefined && current !== update
    ? progressing('waiting for statefulset rolling update to complete')
    : { status: 'Healthy', message: 'statefulset rolling update complete' };
}

function daemonSetHealth(live: Manifest): HealthStatus {
  const wanted = count(live, 'status', 'desiredNumberScheduled');
  const [updated, available] = [
    count(live, 'status', 'updatedNumberScheduled'),
    count(live, 'status', 'numberAvailable'),
  ];
  if (updated < wanted)
    return progressing(
      `Waiting for daemon set rollout to finish: ${updated} out of ${wanted} new pods have been updated...`,
    );
  return available < wanted
    ? progressing(`Waiting for daemon set rollout to finish: ${available} of ${wanted} updated pods are available...`)
    : HEALTHY;
}

function replicaSetHealth(live: Manifest): HealthStatus {
  const [wanted, available] = [count(live, 'spec', 'replicas', 1), count(live, 'status', 'availableReplicas')];
  return available < wanted
    ? progressing(`Waiting for rollout to finish: ${available} out of ${wanted} new replicas are available...`)
    : HEALTHY;
}

function serviceHealth(live: Manifest): HealthStatus {
  const waits =
    stringAt(live, 'spec', 'type') === 'LoadBalancer' && listAt(live, 'status', 'loadBalancer', 'ingress').length === 0;
  return waits ? { status: 'Progressing' } : HEALTHY;
}

function ingressHealth(live: Manifest): HealthStatus {
  return listAt(live, 'status', 'loadBalancer', 'ingress').length === 0 ? { status: 'Progressing' } : HEALTHY;
}

function claimHealth(live: Manifest): HealthStatus {
  const phase = stringAt(live, 'status', 'phase');
  if (phase === 'Lost') return { status: 'Degraded' };
  return phase === 'Bound' ? HEALTHY : { status: 'Progressing' };
}

function jobHealth(live: Manifest): HealthStatus {
  const failed = conditionOf(live, 'Failed');
  if (stringAt(failed, 'status') === 'True')
    return { status: 'Degraded', message: stringAt(failed, 'message') ?? 'Job failed' };
  const complete = conditionOf(live, 'Complete');
  if (stringAt(complete, 'status') === 'True')
    return { status: 'Healthy', message: stringAt(complete, 'message') ?? '' };
  if (at(live, 'spec', 'suspend') === true) return { status: 'Suspended', message: 'Job is suspended' };
  return { status: 'Progressing', message: '' };
}

function crdHealth(live: Manifest): HealthStatus {
  return stringAt(conditionOf(live, 'Established'), 'status') === 'False'
    ? { status: 'Degraded', message: 'CRD is not established' }
    : { status: 'Healthy', message: 'CRD is healthy' };
}

/** Custom resources that say `Ready`, as most of Argo CD's Lua checks read it. */
function readyHealth(live: Manifest): HealthStatus | undefined {
  const ready = conditionOf(live, 'Ready');
  const status = stringAt(ready, 'status');
  if (status === undefined) return undefined;
  const message = stringAt(ready, 'message') ?? '';
  if (status === 'True') return { status: 'Healthy', message };
  return { status: status === 'False' ? 'Degraded' : 'Progressing', message };
}

function progressing(message: string): HealthStatus {
  return { status: 'Progressing', message };
}

function conditionOf(live: Manifest, type: string): Json {
  return listAt(live, 'status', 'conditions').find((condition) => isObject(condition) && condition.type === type) ?? {};
}

function isUnobserved(live: Manifest): boolean {
  const observed = at(live, 'status', 'observedGeneration');
  const generation = at(live, 'metadata', 'generation');
  return typeof generation === 'number' && (typeof observed !== 'number' || observed < generation);
}

function count(live: Manifest, section: string, field: string, otherwise = 0): number {
  const value = at(live, section, field);
  return typeof value === 'number' ? value : otherwise;
}
