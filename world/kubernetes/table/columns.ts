import { at, listAt, objectAt, stringAt } from '../../../src/core/model/json.ts';
import type { KindInfo, PrinterColumn } from '../../cluster/types.ts';
import { formatAge } from './age.ts';
import {
  accessModes,
  autoscalerTargets,
  dataCount,
  endpointAddresses,
  externalAddress,
  jobDuration,
  jobStatus,
  loadBalancerAddress,
  nodeStatus,
  servicePorts,
} from './cells.ts';
import {
  AGE,
  type Column,
  column,
  countColumn,
  formatLabels,
  formatSelector,
  NAME,
  numberAt,
  textColumn,
  workloadColumns,
} from './column.ts';
import { readJsonPath } from './json-path.ts';
import { POD_COLUMNS } from './pod-columns.ts';

const DEFAULT_COLUMNS: readonly Column[] = [NAME, AGE];
const CREATED_COLUMNS: readonly Column[] = [NAME, textColumn('Created At', 'metadata.creationTimestamp', '')];

const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  '/ConfigMap': [NAME, column('Data', (object) => String(dataCount(object))), AGE],
  '/Endpoints': [NAME, column('Endpoints', endpointAddresses), AGE],
  '/Event': [
    column('Last Seen', (event, now) =>
      formatAge(stringAt(event, 'lastTimestamp') ?? stringAt(event, 'eventTime'), now),
    ),
    textColumn('Type', 'type', ''),
    textColumn('Reason', 'reason', ''),
    column(
      'Object',
      (event) =>
        `${(stringAt(event, 'involvedObject', 'kind') ?? '').toLowerCase()}/${stringAt(event, 'involvedObject', 'name') ?? ''}`,
    ),
    textColumn('Subobject', 'involvedObject.fieldPath', '', true),
    textColumn('Source', 'source.component', '', true),
    textColumn('Message', 'message', ''),
    column('First Seen', (event, now) => formatAge(stringAt(event, 'firstTimestamp'), now), true),
    column('Count', (event) => String(numberAt(event, 'count') || 1), true),
    { ...NAME, isWide: true },
  ],
  '/LimitRange': CREATED_COLUMNS,
  '/Namespace': [NAME, textColumn('Status', 'status.phase', ''), AGE],
  '/Node': [
    NAME,
    column('Status', nodeStatus),
    column('Roles', () => '<none>'),
    AGE,
    textColumn('Version', 'status.nodeInfo.kubeletVersion', ''),
  ],
  '/PersistentVolume': [
    NAME,
    textColumn('Capacity', 'spec.capacity.storage', ''),
    column('Access Modes', accessModes),
    textColumn('Reclaim Policy', 'spec.persistentVolumeReclaimPolicy', ''),
    textColumn('Status', 'status.phase', ''),
    column('Claim', (object) =>
      [stringAt(object, 'spec', 'claimRef', 'namespace'), stringAt(object, 'spec', 'claimRef', 'name')]
        .filter(Boolean)
        .join('/'),
    ),
    textColumn('StorageClass', 'spec.storageClassName', ''),
    AGE,
  ],
  '/PersistentVolumeClaim': [
    NAME,
    textColumn('Status', 'status.phase', ''),
    textColumn('Volume', 'spec.volumeName', ''),
    textColumn('Capacity', 'status.capacity.storage', ''),
    column('Access Modes', accessModes),
    textColumn('StorageClass', 'spec.storageClassName', ''),
    textColumn('VolumeAttributesClass', 'spec.volumeAttributesClassName', '<unset>'),
    AGE,
    textColumn('VolumeMode', 'spec.volumeMode', '<unset>', true),
  ],
  '/Pod': POD_COLUMNS,
  '/Secret': [NAME, textColumn('Type', 'type', ''), column('Data', (object) => String(dataCount(object))), AGE],
  '/Service': [
    NAME,
    textColumn('Type', 'spec.type'),
    textColumn('Cluster-IP', 'spec.clusterIP'),
    column('External-IP', externalAddress),
    column('Port(s)', servicePorts),
    AGE,
    column('Selector', (object) => formatLabels(objectAt(object, 'spec', 'selector')), true),
  ],
  '/ServiceAccount': [NAME, column('Secrets', (object) => String(listAt(object, 'secrets').length)), AGE],
  'apiextensions.k8s.io/CustomResourceDefinition': CREATED_COLUMNS,
  'apps/DaemonSet': [
    NAME,
    countColumn('Desired', 'status.desiredNumberScheduled'),
    countColumn('Current', 'status.currentNumberScheduled'),
    countColumn('Ready', 'status.numberReady'),
    countColumn('Up-to-date', 'status.updatedNumberScheduled'),
    countColumn('Available', 'status.numberAvailable'),
    column('Node Selector', (object) => formatLabels(objectAt(object, 'spec', 'template', 'spec', 'nodeSelector'))),
    AGE,
    ...workloadColumns('spec.template', 'spec.selector'),
  ],
  'apps/Deployment': [
    NAME,
    column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
    countColumn('Up-to-date', 'status.updatedReplicas'),
    countColumn('Available', 'status.availableReplicas'),
    AGE,
    ...workloadColumns('spec.template', 'spec.selector'),
  ],
  'apps/ReplicaSet': [
    NAME,
    countColumn('Desired', 'spec.replicas'),
    countColumn('Current', 'status.replicas'),
    countColumn('Ready', 'status.readyReplicas'),
    AGE,
    ...workloadColumns('spec.template', 'spec.selector'),
  ],
  'apps/StatefulSet': [
    NAME,
    column('Ready', (object) => `${numberAt(object, 'status.readyReplicas')}/${numberAt(object, 'spec.replicas')}`),
    AGE,
    ...workloadColumns('spec.template', 'spec.selector').slice(0, 2),
  ],
  'autoscaling/HorizontalPodAutoscaler': [
    NAME,
    column(
      'Reference',
      (object) =>
        `${stringAt(object, 'spec', 'scaleTargetRef', 'kind') ?? ''}/${stringAt(object, 'spec', 'scaleTargetRef', 'name') ?? ''}`,
    ),
    column('Targets', autoscalerTargets),
    textColumn('MinPods', 'spec.minReplicas', '<unset>'),
    textColumn('MaxPods', 'spec.maxReplicas'),
    countColumn('Replicas', 'status.currentReplicas'),
    AGE,
  ],
  'batch/CronJob': [
    NAME,
    textColumn('Schedule', 'spec.schedule'),
    textColumn('Timezone', 'spec.timeZone'),
    column('Suspend', (object) => (at(object, 'spec', 'suspend') === true ? 'True' : 'False')),
    column('Active', (object) => listAt(object, 'status', 'active').length),
    column('Last Schedule', (object, now) =>
      at(object, 'status', 'lastScheduleTime') === undefined
        ? '<none>'
        : formatAge(stringAt(object, 'status', 'lastScheduleTime'), now),
    ),
    AGE,
    ...workloadColumns('spec.jobTemplate.spec.template', 'spec.jobTemplate.spec.selector'),
  ],
  'batch/Job': [
    NAME,
    column('Status', jobStatus),
    column(
      'Completions',
      (object) => `${numberAt(object, 'status.succeeded')}/${numberAt(object, 'spec.completions') || 1}`,
    ),
    column('Duration', jobDuration),
    AGE,
    ...workloadColumns('spec.template', 'spec.selector'),
  ],
  'coordination.k8s.io/Lease': [NAME, textColumn('Holder', 'spec.holderIdentity', ''), AGE],
  'networking.k8s.io/Ingress': [
    NAME,
    textColumn('Class', 'spec.ingressClassName'),
    column(
      'Hosts',
      (object) =>
        listAt(object, 'spec', 'rules')
          .map((rule) => stringAt(rule, 'host') ?? '*')
          .join(',') || '*',
    ),
    column('Address', loadBalancerAddress),
    column('Ports', (object) => (listAt(object, 'spec', 'tls').length > 0 ? '80, 443' : '80')),
    AGE,
  ],
  'networking.k8s.io/NetworkPolicy': [
    NAME,
    column('Pod-Selector', (object) => formatSelector(at(object, 'spec', 'podSelector'))),
    AGE,
  ],
  'policy/PodDisruptionBudget': [
    NAME,
    textColumn('Min Available', 'spec.minAvailable', 'N/A'),
    textColumn('Max Unavailable', 'spec.maxUnavailable', 'N/A'),
    countColumn('Allowed Disruptions', 'status.disruptionsAllowed'),
    AGE,
  ],
  'rbac.authorization.k8s.io/ClusterRole': CREATED_COLUMNS,
  'rbac.authorization.k8s.io/Role': CREATED_COLUMNS,
  'rbac.authorization.k8s.io/RoleBinding': [
    NAME,
    column(
      'Role',
      (object) => `${stringAt(object, 'roleRef', 'kind') ?? ''}/${stringAt(object, 'roleRef', 'name') ?? ''}`,
    ),
    AGE,
  ],
};

export function columnsOf(kind: KindInfo): readonly Column[] {
  if (kind.columns) {
    const own = kind.columns.map(customColumn);
    return [NAME, ...(own.length > 0 ? own : [AGE])];
  }
  return COLUMNS[`${kind.group}/${kind.kind}`] ?? DEFAULT_COLUMNS;
}

function customColumn({ name, type, jsonPath, priority }: PrinterColumn): Column {
  return column(
    name,
    (object, now) => {
      const value = readJsonPath(object, jsonPath);
      if (value === undefined) return '';
      if (type === 'date') return formatAge(String(value), now);
      return typeof value === 'object' ? JSON.stringify(value) : value;
    },
    priority > 0,
  );
}
