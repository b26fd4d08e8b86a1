import { at, type JsonObject, listAt, type Manifest, stringAt } from '../../src/core/model/json.ts';
import { keyOfManifest } from '../argocd/object-key.ts';
import { secondsOf } from '../argocd/time.ts';
import type { ScriptedController } from '../cluster/add-controller.ts';
import type { ClusterModel, WorldClock } from '../cluster/types.ts';

interface Warning {
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

const EVENT = { group: '', kind: 'Event' };
const REPEATED_MS = 300_000;
/** `--event-ttl` of the API server. */
const KEPT_MS = 3_600_000;

/** Warnings of what is not well, written when it begins. */
export function eventRecorder(clock: WorldClock): ScriptedController {
  return {
    name: 'events',
    react: ({ type, object }, model) => {
      if (type !== 'DELETED') record(model, clock, object);
    },
  };
}

/** What is still not well has been repeated all along; what nobody repeated for an hour is gone. */
export function refreshEvents(cluster: ClusterModel, clock: WorldClock): void {
  for (const kind of ['Pod', 'PersistentVolumeClaim']) {
    for (const object of cluster.list({ group: '', kind })) record(cluster, clock, object);
  }
  for (const event of cluster.list(EVENT)) {
    const last = Date.parse(stringAt(event, 'lastTimestamp') ?? '');
    if (clock.now().getTime() - last <= KEPT_MS) continue;
    cluster.delete(keyOfManifest(event));
  }
}

function record(cluster: ClusterModel, clock: WorldClock, object: Manifest): void {
  const warning = warningOf(object);
  if (!warning) return;
  const read = (field: string): string => stringAt(object, 'metadata', field) ?? '';
  const name = `${read('name')}.${warning.reason.toLowerCase()}`;
  const known = cluster.get({ ...EVENT, namespace: read('namespace'), name });
  const isSame = stringAt(known, 'involvedObject', 'uid') === read('uid');
  const now = clock.now().getTime();
  const lastSeen = isSame ? Date.parse(stringAt(known, 'lastTimestamp') ?? '') : Number.NaN;
  if (now - lastSeen < REPEATED_MS) return;
  const first = isSame ? (stringAt(known, 'firstTimestamp') ?? '') : read('creationTimestamp');
  const event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { namespace: read('namespace'), name },
    involvedObject: involved(object),
    reason: warning.reason,
    message: warning.message,
    source: { component: warning.component },
    firstTimestamp: first,
    lastTimestamp: secondsOf(clock.now()),
    count: Math.floor((now - Date.parse(first)) / REPEATED_MS) + 1,
    type: 'Warning',
    reportingComponent: warning.component,
  };
  if (known) cluster.update(event, { manager: warning.component });
  else cluster.create(event, { manager: warning.component });
}

function warningOf(object: Manifest): Warning | undefined {
  if (object.apiVersion !== 'v1') return undefined;
  if (object.kind === 'Pod') return podWarning(object);
  return object.kind === 'PersistentVolumeClaim' ? claimWarning(object) : undefined;
}

function claimWarning(claim: Manifest): Warning | undefined {
  if (stringAt(claim, 'status', 'phase') !== 'Pending') return undefined;
  const storageClass = stringAt(claim, 'spec', 'storageClassName') ?? '';
  return {
    reason: 'ProvisioningFailed',
    message: `storageclass.storage.k8s.io "${storageClass}" not found`,
    component: 'persistentvolume-controller',
  };
}

function podWarning(pod: Manifest): Warning | undefined {
  const waiting = listAt(pod, 'status', 'containerStatuses').map((status) => at(status, 'state', 'waiting'));
  const reason = waiting.map((state) => stringAt(state, 'reason')).find((text) => text !== undefined);
  const message = waiting.map((state) => stringAt(state, 'message')).find((text) => text !== undefined) ?? '';
  const name = stringAt(pod, 'metadata', 'name') ?? '';
  if (reason === 'CrashLoopBackOff') {
    return { reason: 'BackOff', message: `Back-off restarting failed container in pod ${name}`, component: 'kubelet' };
  }
  if (reason === 'ImagePullBackOff') return { reason: 'Failed', message, component: 'kubelet' };
  const unscheduled = listAt(pod, 'status', 'conditions').find(
    (condition) => stringAt(condition, 'reason') === 'Unschedulable',
  );
  if (unscheduled === undefined) return undefined;
  return {
    reason: 'FailedScheduling',
    message: stringAt(unscheduled, 'message') ?? '',
    component: 'default-scheduler',
  };
}

function involved(object: Manifest): JsonObject {
  const fields = ['namespace', 'name', 'uid', 'resourceVersion'];
  const identity = fields.map((field) => [field, stringAt(object, 'metadata', field) ?? ''] as const);
  return { apiVersion: 'v1', kind: stringAt(object, 'kind') ?? '', ...Object.fromEntries(identity) };
}
