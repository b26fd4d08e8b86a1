import { ADMISSION, describeProofs, GATEWAY, NETWORKING, object, target } from './proof.ts';

describeProofs([
  {
    to: target(NETWORKING, 'IngressClass', 'nginx', {}, ''),
    cases: [
      { when: 'by field', from: object(NETWORKING, 'Ingress', { spec: { ingressClassName: 'nginx' } }), refers: true },
      {
        when: 'by annotation',
        from: object(NETWORKING, 'Ingress', {}, { annotations: { 'kubernetes.io/ingress.class': 'nginx' } }),
        refers: true,
      },
      { when: 'another', from: object(NETWORKING, 'Ingress', { spec: { ingressClassName: 'other' } }), refers: false },
    ],
  },
  {
    to: target('v1', 'Service', 'web'),
    cases: [
      {
        when: 'an Ingress path',
        from: object(NETWORKING, 'Ingress', {
          spec: { rules: [{ http: { paths: [{ backend: { service: { name: 'web' } } }] } }] },
        }),
        refers: true,
      },
      {
        when: 'a default backend',
        from: object(NETWORKING, 'Ingress', { spec: { defaultBackend: { service: { name: 'web' } } } }),
        refers: true,
      },
      {
        when: 'a route',
        from: object(GATEWAY, 'HTTPRoute', { spec: { rules: [{ backendRefs: [{ name: 'web', port: 80 }] }] } }),
        refers: true,
      },
      {
        when: 'a route that mirrors to it',
        from: object(GATEWAY, 'HTTPRoute', {
          spec: { rules: [{ filters: [{ requestMirror: { backendRef: { name: 'web' } } }] }] },
        }),
        refers: true,
      },
      {
        when: 'a route of another namespace to its own Service',
        from: object(
          GATEWAY,
          'GRPCRoute',
          { spec: { rules: [{ backendRefs: [{ name: 'web' }] }] } },
          { namespace: 'other' },
        ),
        refers: false,
      },
      ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map((kind) => ({
        when: kind,
        from: object(ADMISSION, kind, {
          webhooks: [{ clientConfig: { service: { name: 'web', namespace: 'shop' } } }],
        }),
        refers: true,
      })),
      {
        when: 'a conversion webhook',
        from: object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', {
          spec: { conversion: { webhook: { clientConfig: { service: { name: 'web', namespace: 'shop' } } } } },
        }),
        refers: true,
      },
      {
        when: 'an aggregated API',
        from: object('apiregistration.k8s.io/v1', 'APIService', {
          spec: { service: { name: 'web', namespace: 'shop' } },
        }),
        refers: true,
      },
      {
        when: 'a webhook to a namesake',
        from: object(ADMISSION, 'MutatingWebhookConfiguration', {
          webhooks: [{ clientConfig: { service: { name: 'web', namespace: 'other' } } }],
        }),
        refers: false,
      },
      {
        when: 'a ready endpoint',
        from: object(
          'discovery.k8s.io/v1',
          'EndpointSlice',
          { endpoints: [{ conditions: { ready: false } }, { conditions: { ready: true } }] },
          { labels: { 'kubernetes.io/service-name': 'web' } },
        ),
        refers: true,
      },
      {
        when: 'endpoints none of which is ready',
        from: object(
          'discovery.k8s.io/v1',
          'EndpointSlice',
          { endpoints: [{ conditions: { ready: false } }] },
          { labels: { 'kubernetes.io/service-name': 'web' } },
        ),
        refers: false,
      },
      { when: 'a StatefulSet', from: object('apps/v1', 'StatefulSet', { spec: { serviceName: 'web' } }), refers: true },
    ],
  },
]);
