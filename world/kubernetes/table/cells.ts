import { at, type Json, listAt, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import { formatAge } from './age.ts';

export function dataCount(object: Manifest): number {
  return Object.keys(objectAt(object, 'data')).length + Object.keys(objectAt(object, 'binaryData')).length;
}

export function nodeStatus(node: Manifest): Json {
  const ready = listAt(node, 'status', 'conditions').find((condition) => at(condition, 'type') === 'Ready');
  return at(ready, 'status') === 'True' ? 'Ready' : ready === undefined ? 'Unknown' : 'NotReady';
}

const SHORT_MODES: Readonly<Record<string, string>> = {
  ReadWriteOnce: 'RWO',
  ReadOnlyMany: 'ROX',
  ReadWriteMany: 'RWX',
  ReadWriteOncePod: 'RWOP',
};

export function accessModes(object: Manifest): Json {
  if (at(object, 'kind') === 'PersistentVolumeClaim' && at(object, 'spec', 'volumeName') === undefined) return '';
  return listAt(object, 'spec', 'accessModes')
    .map((mode) => SHORT_MODES[String(mode)] ?? String(mode))
    .join(',');
}

export function loadBalancerAddress(object: Manifest): string {
  return listAt(object, 'status', 'loadBalancer', 'ingress')
    .map((entry) => stringAt(entry, 'ip') ?? stringAt(entry, 'hostname') ?? '')
    .join(',');
}

export function externalAddress(service: Manifest): Json {
  if (at(service, 'spec', 'type') === 'ExternalName') return stringAt(service, 'spec', 'externalName') ?? '<none>';
  const external = listAt(service, 'spec', 'externalIPs').join(',');
  if (at(service, 'spec', 'type') !== 'LoadBalancer') return external || '<none>';
  return loadBalancerAddress(service) || external || '<pending>';
}

export function servicePorts(service: Manifest): Json {
  const ports = listAt(service, 'spec', 'ports').map((port) => {
    const node = at(port, 'nodePort');
    return `${String(at(port, 'port'))}${node === undefined ? '' : `:${String(node)}`}/${stringAt(port, 'protocol') ?? 'TCP'}`;
  });
  return ports.length > 0 ? ports.join(',') : '<none>';
}

export function autoscalerTargets(object: Manifest): Json {
  const targets = listAt(object, 'spec', 'metrics').map((metric, index) => {
    const [name, wanted] = [
      stringAt(metric, 'resource', 'name'),
      at(metric, 'resource', 'target', 'averageUtilization'),
    ];
    const current = at(listAt(object, 'status', 'currentMetrics')[index], 'resource', 'current', 'averageUtilization');
    return name === undefined
      ? '<unknown>'
      : `${name}: ${current === undefined ? '<unknown>' : `${String(current)}%`}/${String(wanted)}%`;
  });
  return targets.length > 0 ? targets.join(', ') : '<none>';
}

export function jobStatus(job: Manifest): Json {
  const isTrue = (type: string): boolean =>
    listAt(job, 'status', 'conditions').some(
      (condition) => at(condition, 'type') === type && at(condition, 'status') === 'True',
    );
  if (isTrue('Complete')) return 'Complete';
  if (isTrue('Failed')) return 'Failed';
  if (at(job, 'metadata', 'deletionTimestamp') !== undefined) return 'Terminating';
  return isTrue('Suspended') ? 'Suspended' : 'Running';
}

export function jobDuration(job: Manifest, now: Date): Json {
  const start = stringAt(job, 'status', 'startTime');
  const end = stringAt(job, 'status', 'completionTime');
  return start === undefined ? '' : formatAge(start, end === undefined ? now : new Date(end));
}

export function endpointAddresses(endpoints: Manifest): Json {
  const all = listAt(endpoints, 'subsets').flatMap((subset) =>
    listAt(subset, 'addresses').flatMap((address) =>
      listAt(subset, 'ports').map((port) => `${stringAt(address, 'ip') ?? ''}:${String(at(port, 'port'))}`),
    ),
  );
  return all.length > 0 ? all.join(',') : '<none>';
}
