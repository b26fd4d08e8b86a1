import { at, type Json, listAt, type Manifest, stringAt } from '../../../core/model/json.ts';
import type { Kind } from '../discovery.ts';
import type { Edge, Target } from './edge.ts';
import { isReady } from './makers.ts';

const INGRESS: Kind = { group: 'networking.k8s.io', version: 'v1', kind: 'Ingress' };
const GATEWAY_API = 'gateway.networking.k8s.io';
const ADMISSION = { group: 'admissionregistration.k8s.io', version: 'v1' } as const;

/** The annotation is deprecated and still what many charts write. */
const CLASS_ANNOTATION = 'kubernetes.io/ingress.class';

export const ingressesOfClass: readonly Edge[] = [
  {
    from: INGRESS,
    within: 'cluster',
    how: 'is of this class',
    refers: (ingress, { ref }) =>
      stringAt(ingress, 'spec', 'ingressClassName') === ref.name ||
      stringAt(ingress, 'metadata', 'annotations', CLASS_ANNOTATION) === ref.name,
  },
];

export const gatewaysOfClass: readonly Edge[] = [
  {
    from: { group: GATEWAY_API, version: 'v1', kind: 'Gateway' },
    within: 'cluster',
    how: 'is of this class',
    refers: (gateway, { ref }) => stringAt(gateway, 'spec', 'gatewayClassName') === ref.name,
  },
];

export const certificatesForTraffic: readonly Edge[] = [
  {
    from: INGRESS,
    within: 'namespace',
    how: 'takes its certificate from it',
    refers: (ingress, { ref }) =>
      listAt(ingress, 'spec', 'tls').some((tls) => stringAt(tls, 'secretName') === ref.name),
  },
  {
    from: { group: GATEWAY_API, version: 'v1', kind: 'Gateway' },
    within: 'cluster',
    how: 'takes its certificate from it',
    refers: (gateway, target) =>
      listAt(gateway, 'spec', 'listeners')
        .flatMap((listener) => listAt(listener, 'tls', 'certificateRefs'))
        .some((certificate) => names(certificate, 'Secret', gateway, target)),
  },
];

export const trafficToService: readonly Edge[] = [
  {
    from: INGRESS,
    within: 'namespace',
    how: 'sends traffic to it',
    refers: (ingress, { ref }) => ingressBackends(ingress).includes(ref.name),
  },
  ...['HTTPRoute', 'GRPCRoute', 'TLSRoute', 'TCPRoute', 'UDPRoute'].map(
    (kind): Edge => ({
      from: { group: GATEWAY_API, version: 'v1', kind },
      within: 'cluster',
      how: 'sends traffic to it',
      refers: routesTo,
    }),
  ),
  {
    from: { ...ADMISSION, kind: 'MutatingWebhookConfiguration' },
    within: 'cluster',
    how: 'calls it',
    refers: callsService,
  },
  {
    from: { ...ADMISSION, kind: 'ValidatingWebhookConfiguration' },
    within: 'cluster',
    how: 'calls it',
    refers: callsService,
  },
  {
    from: { group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' },
    within: 'cluster',
    how: 'calls it to convert',
    refers: (crd, target) => isService(at(crd, 'spec', 'conversion', 'webhook', 'clientConfig', 'service'), target),
  },
  {
    from: { group: 'apiregistration.k8s.io', version: 'v1', kind: 'APIService' },
    within: 'cluster',
    how: 'is served by it',
    refers: (api, target) => isService(at(api, 'spec', 'service'), target),
  },
  {
    from: { group: 'discovery.k8s.io', version: 'v1', kind: 'EndpointSlice' },
    within: 'namespace',
    how: 'ready endpoints',
    refers: isServedBy,
  },
  {
    from: { group: 'apps', version: 'v1', kind: 'StatefulSet' },
    within: 'namespace',
    how: 'names its pods by it',
    refers: (set, { ref }) => stringAt(set, 'spec', 'serviceName') === ref.name,
  },
];

function ingressBackends(ingress: Manifest): readonly (string | undefined)[] {
  const backends = [
    at(ingress, 'spec', 'defaultBackend'),
    ...listAt(ingress, 'spec', 'rules')
      .flatMap((rule) => listAt(rule, 'http', 'paths'))
      .map((path) => at(path, 'backend')),
  ];
  return backends.map((backend) => stringAt(backend, 'service', 'name'));
}

/** Backends, and what a filter mirrors requests to. */
function routesTo(route: Manifest, target: Target): boolean {
  return listAt(route, 'spec', 'rules')
    .flatMap((rule) => [
      ...listAt(rule, 'backendRefs'),
      ...listAt(rule, 'filters').map((filter) => at(filter, 'requestMirror', 'backendRef') ?? null),
    ])
    .some((backend) => names(backend, 'Service', route, target));
}

/** A reference of the Gateway API: kind and namespace may be left out. */
function names(reference: Json, impliedKind: string, from: Manifest, { ref }: Target): boolean {
  return (
    (stringAt(reference, 'group') ?? '') === ref.group &&
    (stringAt(reference, 'kind') ?? impliedKind) === ref.kind &&
    stringAt(reference, 'name') === ref.name &&
    (stringAt(reference, 'namespace') ?? stringAt(from, 'metadata', 'namespace')) === ref.namespace
  );
}

function callsService(configuration: Manifest, target: Target): boolean {
  return listAt(configuration, 'webhooks').some((webhook) => isService(at(webhook, 'clientConfig', 'service'), target));
}

function isService(service: Json | undefined, { ref }: Target): boolean {
  return stringAt(service, 'name') === ref.name && stringAt(service, 'namespace') === ref.namespace;
}

/** Somebody is behind the Service. */
function isServedBy(slice: Manifest, { ref }: Target): boolean {
  return (
    stringAt(slice, 'metadata', 'labels', 'kubernetes.io/service-name') === ref.name &&
    listAt(slice, 'endpoints').some(isReady)
  );
}
