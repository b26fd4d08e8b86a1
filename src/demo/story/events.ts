import { at, type JsonObject, listAt, type Manifest, stringAt } from '../../core/model/json.ts';
import { secondsOf } from '../argocd/time.ts';
import type { ClusterModel, WorldClock } from '../world/types.ts';

interface Warning {
  readonly reason: string;
  readonly message: string;
  readonly component: string;
}

/** Warning events of what is not well now; the kubelet keeps repeating them, so they never age. */
export function writeEvents(cluster: ClusterModel, clock: WorldClock): void {
  for (const pod of cluster.list({ group: '', kind: 'Pod' })) write(cluster, clock, pod, podWarning(pod));
  for (const claim of cluster.list({ group: '', kind: 'PersistentVolumeClaim' })) {
    if (stringAt(claim, 'status', 'phase') !== 'Pending') continue;
    const storageClass = stringAt(claim, 'spec', 'storageClassName') ?? '';
    write(cluster, clock, claim, {
      reason: 'ProvisioningFailed',
      message: `storageclass.storage.k8s.io "${storageClass}" not found`,
      component: 'persistentvolume-controller',
    });
  }
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

function write(cluster: ClusterModel, clock: WorldClock, object: Manifest, warning: Warning | undefined): void {
  if (!warning) return;
  const read = (field: string): string => stringAt(object, 'metadata', field) ?? '';
  const since = read('creationTimestamp');
  const involvedObject: JsonObject = {
    apiVersion: 'v1',
    kind: stringAt(object, 'kind') ?? '',
    namespace: read('namespace'),
    name: read('name'),
    uid: read('uid'),
    resourceVersion: read('resourceVersion'),
  };
  cluster.create(
    {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace: read('namespace'), name: `${read('name')}.${warning.reason.toLowerCase()}` },
      involvedObject,
      reason: warning.reason,
      message: warning.message,
      source: { component: warning.component },
      firstTimestamp: since,
      lastTimestamp: secondsOf(clock.now()),
      count: 5760,
      type: 'Warning',
      reportingComponent: warning.component,
    },
    { manager: warning.component },
  );
}
