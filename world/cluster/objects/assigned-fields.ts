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
import { fillDefaults } from '../typing/fill-defaults.ts';
import type { KindDefinition } from './kind-definition.ts';

/** Addresses and ports that the server hands out, one cluster's range. */
export interface Allocator {
  nextAddress(): string;
  nextNodePort(): number;
  /** What was handed out last; another one goes on from there. */
  state(): Allocated;
}

export interface Allocated {
  readonly addresses: number;
  readonly ports: number;
}

export function makeAllocator(from: Allocated = { addresses: 10, ports: 30_000 }): Allocator {
  let { addresses, ports } = from;
  return {
    state: () => ({ addresses, ports }),
    nextAddress() {
      addresses += 1;
      return `10.96.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`;
    },
    nextNodePort() {
      ports += 1;
      return ports;
    },
  };
}

/** What the server adds behind the writer's back: nobody owns it. Values of the live object are kept. */
export function assignFields(
  kind: KindDefinition,
  object: Manifest,
  live: Manifest | undefined,
  allocator: Allocator,
): Manifest {
  if (kind.custom) return object;
  const filled = fillDefaults(kind.group, kind.kind, object, 'assigned');
  if (kind.group === '' && kind.kind === 'Service') return withAddress(filled, live, allocator);
  if (kind.group === '' && kind.kind === 'Pod') return withTolerations(filled);
  if (kind.group === 'batch' && kind.kind === 'Job') return withSelector(filled, live);
  return filled;
}

function withAddress(service: Manifest, live: Manifest | undefined, allocator: Allocator): Manifest {
  const spec = objectAt(service, 'spec');
  if (spec.type === 'ExternalName') return service;
  const clusterIP = spec.clusterIP ?? at(live, 'spec', 'clusterIP') ?? allocator.nextAddress();
  const isExposed = spec.type === 'NodePort' || spec.type === 'LoadBalancer';
  const ports = listAt(spec, 'ports').map((port) => (isExposed ? withNodePort(port, live, allocator) : port));
  return {
    ...service,
    spec: { ...spec, clusterIP, clusterIPs: spec.clusterIPs ?? [clusterIP], ...(ports.length > 0 ? { ports } : {}) },
  };
}

function withNodePort(port: Json, live: Manifest | undefined, allocator: Allocator): Json {
  if (!isObject(port) || typeof port.nodePort === 'number') return port;
  const before = listAt(live, 'spec', 'ports').find((other) => at(other, 'port') === port.port);
  return { ...port, nodePort: at(before, 'nodePort') ?? allocator.nextNodePort() };
}

const TOLERATED = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

function withTolerations(pod: Manifest): Manifest {
  const spec = objectAt(pod, 'spec');
  const stated = listAt(spec, 'tolerations');
  const missing = TOLERATED.filter((key) => !stated.some((toleration) => at(toleration, 'key') === key));
  const added = missing.map((key) => ({ effect: 'NoExecute', key, operator: 'Exists', tolerationSeconds: 300 }));
  return { ...pod, spec: { ...spec, tolerations: [...stated, ...added] } };
}

/** A Job selects its pods by its own uid. */
function withSelector(job: Manifest, live: Manifest | undefined): Manifest {
  const spec = objectAt(job, 'spec');
  const uid = stringAt(job, 'metadata', 'uid');
  const name = stringAt(job, 'metadata', 'name') ?? '';
  if (live) return { ...job, spec: { ...spec, selector: spec.selector ?? at(live, 'spec', 'selector') ?? {} } };
  if (spec.manualSelector === true || uid === undefined) return job;
  const own = {
    'batch.kubernetes.io/controller-uid': uid,
    'batch.kubernetes.io/job-name': name,
    'controller-uid': uid,
    'job-name': name,
  };
  // the server lets a Job without labels share its template's, and so it gets these too
  const shares = isEqual(at(job, 'metadata', 'labels') ?? null, at(spec, 'template', 'metadata', 'labels'));
  return {
    ...(shares ? withLabels(job, own) : job),
    spec: {
      ...spec,
      selector: { matchLabels: { 'batch.kubernetes.io/controller-uid': uid } },
      template: withLabels(objectAt(spec, 'template'), own),
    },
  };
}

function withLabels(template: JsonObject, labels: JsonObject): JsonObject {
  const metadata = objectAt(template, 'metadata');
  return { ...template, metadata: { ...metadata, labels: { ...objectAt(metadata, 'labels'), ...labels } } };
}
