import { defined } from '../../../../src/core/model/defined.ts';
/*
 * What people do with kubectl, as one session against one namespace. The same session runs against the simulator and
 * against a real API server; after each command that changes something, the named object is looked at.
 */
export interface Step {
  readonly kubectl: readonly string[];
  readonly input?: object | readonly object[];
  /** `deployment/web`: the object to compare after the command. */
  readonly look?: string;
}

export const NAMESPACE = 'kubectl-session';

interface WebOptions {
  readonly image: string;
  readonly env?: readonly object[];
  readonly ports?: readonly object[];
  readonly replicas?: number;
  readonly annotations?: object;
}

function web({ image, env, ports, replicas, annotations }: WebOptions): object {
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'web', labels: { app: 'web' }, ...(annotations ? { annotations } : {}) },
    spec: {
      ...defined({ replicas }),
      selector: { matchLabels: { app: 'web' } },
      template: {
        metadata: { labels: { app: 'web' } },
        spec: {
          containers: [
            {
              name: 'web',
              image,
              ...(env ? { env } : {}),
              ...(ports ? { ports } : {}),
              resources: { limits: { cpu: '1000m', memory: '1024Mi' } },
            },
          ],
          volumes: [{ name: 'tmp', emptyDir: {} }],
        },
      },
    },
  };
}

function config(name: string, data: object, labels?: object): object {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, ...(labels ? { labels } : {}) }, data };
}

function service(ports: readonly object[], extra: object = {}): object {
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web' },
    spec: { selector: { app: 'web' }, ports, ...extra },
  };
}

const APPLY = ['apply', '-f', '-'];
const applyAs = (manager: string, ...flags: readonly string[]): readonly string[] => [
  'apply',
  '--server-side',
  `--field-manager=${manager}`,
  ...flags,
  '-f',
  '-',
];

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.session.example.com' },
  spec: {
    group: 'session.example.com',
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', shortNames: ['wd'] },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: [{ name: 'Size', type: 'integer', jsonPath: '.spec.size' }],
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: {
                  size: { type: 'integer', minimum: 1 },
                  mode: { type: 'string', default: 'Fast', enum: ['Fast', 'Slow'] },
                  limits: { type: 'object', default: {}, properties: { burst: { type: 'integer', default: 5 } } },
                  parts: {
                    type: 'array',
                    'x-kubernetes-list-type': 'map',
                    'x-kubernetes-list-map-keys': ['name'],
                    items: {
                      type: 'object',
                      required: ['name'],
                      properties: { name: { type: 'string' }, weight: { type: 'integer', default: 1 } },
                    },
                  },
                  tags: { type: 'array', 'x-kubernetes-list-type': 'set', items: { type: 'string' } },
                  plain: { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
};

function widget(spec: object): object {
  return { apiVersion: 'session.example.com/v1', kind: 'Widget', metadata: { name: 'one' }, spec };
}

const DEPLOYMENT = 'deployment/web';

export const SESSION: readonly Step[] = [
  {
    kubectl: APPLY,
    input: web({
      image: 'nginx:1.25',
      env: [
        { name: 'A', value: '1' },
        { name: 'B', value: '' },
      ],
      ports: [{ containerPort: 80 }],
    }),
    look: DEPLOYMENT,
  },
  {
    kubectl: APPLY,
    input: web({
      image: 'nginx:1.26',
      env: [{ name: 'A', value: '2' }],
      ports: [{ containerPort: 80 }, { containerPort: 53, protocol: 'UDP' }],
      annotations: { team: 'shop' },
    }),
    look: DEPLOYMENT,
  },
  { kubectl: ['set', 'image', DEPLOYMENT, 'web=nginx:latest'], look: DEPLOYMENT },
  {
    kubectl: [
      'patch',
      DEPLOYMENT,
      '-p',
      '{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"C","value":"3"}]}]}}}}',
    ],
    look: DEPLOYMENT,
  },
  {
    kubectl: [
      'patch',
      DEPLOYMENT,
      '-p',
      '{"spec":{"template":{"spec":{"containers":[{"name":"web","env":[{"name":"A","$patch":"delete"}]}]}}}}',
    ],
    look: DEPLOYMENT,
  },
  {
    kubectl: [
      'patch',
      DEPLOYMENT,
      '--type=json',
      '-p',
      '[{"op":"replace","path":"/spec/replicas","value":2},{"op":"add","path":"/spec/template/spec/tolerations","value":[{"key":"a","operator":"Exists"}]}]',
    ],
    look: DEPLOYMENT,
  },
  {
    kubectl: [
      'patch',
      DEPLOYMENT,
      '--type=merge',
      '-p',
      '{"spec":{"minReadySeconds":5,"strategy":{"rollingUpdate":{"maxSurge":1}}}}',
    ],
    look: DEPLOYMENT,
  },
  { kubectl: ['patch', DEPLOYMENT, '--type=merge', '-p', '{"spec":{"minReadySeconds":0}}'], look: DEPLOYMENT },
  { kubectl: ['annotate', DEPLOYMENT, 'note=hello'], look: DEPLOYMENT },
  { kubectl: ['annotate', DEPLOYMENT, 'note-'], look: DEPLOYMENT },
  { kubectl: ['label', DEPLOYMENT, 'tier=front'], look: DEPLOYMENT },
  { kubectl: ['scale', DEPLOYMENT, '--replicas=3'], look: DEPLOYMENT },
  { kubectl: ['set', 'env', DEPLOYMENT, 'D=4'], look: DEPLOYMENT },
  { kubectl: ['set', 'resources', DEPLOYMENT, '--requests=cpu=0.25,memory=256Mi'], look: DEPLOYMENT },
  { kubectl: applyAs('argocd'), input: web({ image: 'nginx:1.26', replicas: 1 }), look: DEPLOYMENT },
  {
    kubectl: applyAs('argocd', '--force-conflicts'),
    input: web({ image: 'nginx:1.26', replicas: 1, annotations: { by: 'argocd' } }),
    look: DEPLOYMENT,
  },
  {
    kubectl: applyAs('argocd', '--force-conflicts'),
    input: web({ image: 'nginx:1.27', ports: [{ containerPort: 8080 }] }),
    look: DEPLOYMENT,
  },
  { kubectl: applyAs('argocd'), input: web({ image: 'nginx:1.27' }), look: DEPLOYMENT },
  { kubectl: APPLY, input: web({ image: 'nginx:1.28' }), look: DEPLOYMENT },
  {
    kubectl: ['apply', '--server-side', '-f', '-'],
    input: web({ image: 'nginx:1.28', replicas: 2 }),
    look: DEPLOYMENT,
  },
  {
    kubectl: ['apply', '--server-side', '--force-conflicts', '-f', '-'],
    input: web({ image: 'nginx:1.28', replicas: 2 }),
    look: DEPLOYMENT,
  },
  { kubectl: ['replace', '-f', '-'], input: web({ image: 'nginx:1.29', replicas: 4 }), look: DEPLOYMENT },
  {
    kubectl: ['replace', '-f', '-'],
    input: { ...web({ image: 'nginx:1.29' }), metadata: { name: 'web', resourceVersion: '1' } },
  },
  {
    kubectl: APPLY,
    input: {
      ...web({ image: 'nginx:1.29' }),
      spec: {
        selector: { matchLabels: { app: 'other' } },
        template: { metadata: { labels: { app: 'other' } }, spec: { containers: [{ name: 'web', image: 'x:1' }] } },
      },
    },
  },
  {
    kubectl: APPLY,
    input: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'typo' },
      spec: {
        replica: 1,
        selector: { matchLabels: { app: 'x' } },
        template: { metadata: { labels: { app: 'x' } }, spec: { containers: [{ name: 'a', image: 'x:1' }] } },
      },
    },
  },

  { kubectl: APPLY, input: service([{ port: 80, name: 'http' }]), look: 'service/web' },
  {
    kubectl: APPLY,
    input: service([
      { port: 80, name: 'http', targetPort: 8080 },
      { port: 53, protocol: 'UDP', name: 'dns' },
    ]),
    look: 'service/web',
  },
  { kubectl: ['patch', 'service/web', '-p', '{"spec":{"selector":{"app":"other"}}}'], look: 'service/web' },
  { kubectl: APPLY, input: service([{ port: 80, name: 'http' }], { type: 'NodePort' }), look: 'service/web' },

  { kubectl: applyAs('one'), input: config('shared', { a: '1', b: '1' }), look: 'configmap/shared' },
  { kubectl: applyAs('two'), input: config('shared', { b: '1', c: '1' }), look: 'configmap/shared' },
  { kubectl: applyAs('two'), input: config('shared', { a: '2', c: '1' }), look: 'configmap/shared' },
  { kubectl: applyAs('one'), input: config('shared', { a: '1' }), look: 'configmap/shared' },
  { kubectl: applyAs('two'), input: config('shared', {}, { x: 'y' }), look: 'configmap/shared' },
  { kubectl: ['patch', 'configmap/shared', '--type=merge', '-p', '{"data":null}'], look: 'configmap/shared' },
  { kubectl: applyAs('one'), input: config('shared', { a: '1' }), look: 'configmap/shared' },
  { kubectl: ['create', 'configmap', 'made', '--from-literal=k=v'], look: 'configmap/made' },
  { kubectl: ['create', 'configmap', 'made', '--from-literal=k=v'] },
  { kubectl: ['create', 'secret', 'generic', 'made', '--from-literal=k=v'], look: 'secret/made' },

  { kubectl: APPLY, input: DEFINITION },
  { kubectl: ['wait', '--for=condition=Established', 'crd/widgets.session.example.com', '--timeout=30s'] },
  {
    kubectl: APPLY,
    input: widget({
      size: 2,
      parts: [{ name: 'p' }],
      tags: ['x', 'y'],
      plain: [{ a: '1' }],
      free: { any: { thing: [1] } },
    }),
    look: 'widget/one',
  },
  {
    kubectl: ['apply', '--validate=false', '-f', '-'],
    input: widget({
      size: 3,
      unknown: true,
      parts: [{ name: 'p', weight: 2, odd: 1 }, { name: 'q' }],
      tags: ['y', 'z'],
      plain: [{ a: '2' }],
      free: { any: { thing: [2] } },
    }),
    look: 'widget/one',
  },
  { kubectl: APPLY, input: widget({ size: 3, unknown: true }) },
  { kubectl: APPLY, input: widget({ size: 0, mode: 'Wrong' }) },
  {
    kubectl: applyAs('operator', '--force-conflicts'),
    input: widget({ size: 9, limits: { burst: 7 }, parts: [{ name: 'q', weight: 5 }] }),
    look: 'widget/one',
  },
  {
    kubectl: [
      'patch',
      'widget/one',
      '--type=merge',
      '--subresource=status',
      '-p',
      '{"status":{"phase":"Ready"},"spec":{"size":1}}',
    ],
    look: 'widget/one',
  },
  {
    kubectl: [
      'patch',
      'widget/one',
      '--type=merge',
      '-p',
      '{"spec":{"mode":null,"free":{"any":null,"more":1}},"status":{"phase":"Lost"}}',
    ],
    look: 'widget/one',
  },
  { kubectl: ['patch', 'widget/one', '-p', '{"spec":{"size":1}}'] },

  { kubectl: ['get', 'widgets'] },
  { kubectl: ['get', 'nosuch'] },
  { kubectl: ['get', 'deployment', 'nosuch'] },
  { kubectl: ['delete', 'widget', 'one'] },
  { kubectl: ['delete', 'crd', 'widgets.session.example.com'] },
  { kubectl: ['delete', 'configmap', 'shared'] },
  { kubectl: ['delete', 'configmap', 'shared'] },
  { kubectl: ['delete', 'configmap', 'shared', '--ignore-not-found'] },
];
