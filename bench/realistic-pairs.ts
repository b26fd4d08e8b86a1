import type { Observation, ResourceObservation } from '../src/core/facts/observation.ts';
import { compileSchema } from '../src/core/kubernetes/schema.ts';
import type { Json, Manifest } from '../src/core/model/json.ts';

/*
 * Deployments with several containers and API defaults, ExternalSecrets with CRD defaults, Applications with dropped zero
 * values, ConfigMaps: mostly noise, now and then a person's edit, as a drifting fleet has them. Deterministic.
 */

const REVISION = 'b7c41f0f3a2d9e85c6d1047be3fa9120d4e85f77';

function fieldsOf(value: Json): Json {
  if (Array.isArray(value)) {
    return Object.fromEntries(
      value.map((item, index) => {
        const name =
          typeof item === 'object' && item !== null && 'name' in item
            ? `k:${JSON.stringify({ name: item.name })}`
            : `i:${index}`;
        return [name, fieldsOf(item)];
      }),
    );
  }
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [`f:${key}`, fieldsOf(inner)]));
}

function written(manifest: Manifest, operation: 'Apply' | 'Update', stated: Manifest, person?: Json): Manifest {
  return {
    ...manifest,
    metadata: {
      ...(manifest.metadata as Record<string, Json>),
      uid: '6f0b2a1e-0001-4000-8000-000000000002',
      resourceVersion: '377999',
      managedFields: [
        {
          manager: 'argocd-controller',
          operation,
          time: '2026-03-02T09:14:22Z',
          fieldsV1: { 'f:spec': fieldsOf((operation === 'Apply' ? stated : manifest).spec ?? {}) },
        },
        ...(person === undefined
          ? []
          : [{ manager: 'kubectl-edit', operation: 'Update', time: '2026-04-11T16:02:07Z', fieldsV1: person }]),
      ],
    },
  };
}

function container(index: number): Record<string, Json> {
  return {
    name: `c${index}`,
    image: `registry.example.com/team/service-${index}:1.${index}.0`,
    args: ['--log-level', 'info', '--port', String(8080 + index)],
    env: Array.from({ length: 12 }, (_, position) => ({
      name: `SETTING_${position}`,
      value: `value-${index}-${position}`,
    })),
    ports: [{ containerPort: 8080 + index, name: 'http' }],
    resources: { limits: { cpu: '500m', memory: '256Mi' }, requests: { cpu: '100m', memory: '128Mi' } },
    readinessProbe: { httpGet: { path: '/ready', port: 'http' } },
  };
}

function defaulted(one: Record<string, Json>): Record<string, Json> {
  return {
    ...one,
    ports: [{ containerPort: 8080, name: 'http', protocol: 'TCP' }],
    imagePullPolicy: 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
    readinessProbe: {
      httpGet: { path: '/ready', port: 'http', scheme: 'HTTP' },
      periodSeconds: 10,
      timeoutSeconds: 1,
      successThreshold: 1,
      failureThreshold: 3,
    },
  };
}

function deployment(index: number): Pick<ResourceObservation, 'ref' | 'target' | 'live' | 'facts'> {
  const ref = { group: 'apps', kind: 'Deployment', namespace: `team-${index % 20}`, name: `service-${index}` };
  const containers = Array.from({ length: 1 + (index % 3) }, (_, position) => container(position));
  const metadata = {
    name: ref.name,
    namespace: ref.namespace,
    labels: { app: ref.name },
    annotations: { 'argocd.argoproj.io/tracking-id': `app-${index}:apps/Deployment:${ref.namespace}/${ref.name}` },
  };
  const template = (list: readonly Record<string, Json>[]) => ({
    metadata: { labels: { app: ref.name } },
    spec: { containers: list as Json },
  });
  const target: Manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: { replicas: 2, selector: { matchLabels: { app: ref.name } }, template: template(containers) },
  };
  const edited = index % 10 === 0;
  const liveContainers = containers.map((one, position) => ({
    ...defaulted(one),
    ports: [{ containerPort: 8080 + position, name: 'http', protocol: 'TCP' }],
    ...(edited && position === 0 ? { image: 'registry.example.com/team/hotfix:1' } : {}),
  }));
  const live: Manifest = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata,
    spec: {
      replicas: 6,
      progressDeadlineSeconds: 600,
      revisionHistoryLimit: 10,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
      selector: { matchLabels: { app: ref.name } },
      template: template(liveContainers),
    },
    status: { replicas: 6, readyReplicas: 6 },
  };
  const person = edited
    ? { 'f:spec': { 'f:template': { 'f:spec': { 'f:containers': { 'k:{"name":"c0"}': { 'f:image': {} } } } } } }
    : undefined;
  return {
    ref,
    target,
    live: written(live, 'Update', target, person),
    facts: {
      autoscalers: [
        { kind: 'HorizontalPodAutoscaler', name: ref.name, target: { kind: 'Deployment', name: ref.name } },
      ],
      otherApps: [],
      renders: ['a', 'a'],
    },
  };
}

const schema = compileSchema({
  properties: {
    spec: {
      properties: {
        target: { properties: { deletionPolicy: { default: 'Retain' }, creationPolicy: { default: 'Owner' } } },
        data: {
          items: {
            properties: {
              remoteRef: {
                properties: {
                  conversionStrategy: { default: 'Default' },
                  decodingStrategy: { default: 'None' },
                  metadataPolicy: { default: 'None' },
                },
              },
            },
          },
        },
      },
    },
  },
});

function externalSecret(index: number): Pick<ResourceObservation, 'ref' | 'target' | 'live' | 'facts'> {
  const ref = {
    group: 'external-secrets.io',
    kind: 'ExternalSecret',
    namespace: `team-${index % 20}`,
    name: `secret-${index}`,
  };
  const metadata = { name: ref.name, namespace: ref.namespace };
  const data = Array.from({ length: 4 }, (_, position) => ({
    secretKey: `KEY_${position}`,
    remoteRef: { key: `path/to/${position}` },
  }));
  const target: Manifest = {
    apiVersion: 'external-secrets.io/v1',
    kind: 'ExternalSecret',
    metadata,
    spec: { refreshInterval: '1h', target: { name: ref.name }, data },
  };
  const live: Manifest = {
    ...target,
    spec: {
      refreshInterval: '1h',
      target: { name: ref.name, deletionPolicy: 'Retain', creationPolicy: 'Owner' },
      data: data.map((one) => ({
        ...one,
        remoteRef: {
          ...one.remoteRef,
          conversionStrategy: 'Default',
          decodingStrategy: 'None',
          metadataPolicy: 'None',
        },
      })),
    },
  };
  return { ref, target, live: written(live, 'Apply', target), facts: { schema, otherApps: [], renders: ['a', 'a'] } };
}

function application(index: number): Pick<ResourceObservation, 'ref' | 'target' | 'live' | 'facts'> {
  const ref = { group: 'argoproj.io', kind: 'Application', namespace: 'argocd', name: `child-${index}` };
  const spec = (automated: Json): Json => ({
    project: 'default',
    source: { repoURL: 'https://git.example.com/platform.git', path: `apps/${index}`, targetRevision: 'main' },
    destination: { server: 'https://kubernetes.default.svc', namespace: `team-${index % 20}` },
    syncPolicy: { automated, syncOptions: ['CreateNamespace=true'] },
  });
  const make = (automated: Json): Manifest => ({
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name: ref.name, namespace: 'argocd' },
    spec: spec(automated),
  });
  const target = make({ prune: false, selfHeal: true });
  return {
    ref,
    target,
    live: written(make({ selfHeal: true }), 'Update', target),
    facts: { otherApps: [], renders: ['a', 'a'] },
  };
}

const MAKERS = [deployment, externalSecret, application, deployment];

export function realisticPairs(count: number): readonly Observation[] {
  return Array.from({ length: count }, (_, index) => {
    const resource = (MAKERS[index % MAKERS.length] ?? deployment)(index);
    const serverSide = resource.ref.kind === 'ExternalSecret';
    return {
      app: {
        ref: { server: 'prod', namespace: 'argocd', name: `app-${index}` },
        project: 'default',
        annotations: {},
        sources: [{ repoUrl: 'https://git.example.com/platform.git', path: `apps/${index}` }],
        destination: {},
        autoSync: { enabled: true, prune: false, selfHeal: true },
        syncOptions: serverSide ? ['ServerSideApply=true'] : [],
        ignoreDifferences: [],
        managedNamespaceMetadata: false,
        sync: { status: 'OutOfSync', revisions: [REVISION] },
        health: { status: 'Healthy' },
        conditions: [],
        operation: {
          phase: 'Succeeded',
          message: '',
          retryCount: 0,
          autoHealAttempts: 0,
          revisions: [REVISION],
          resources: [],
        },
        resources: [],
      },
      instance: { version: 'v3.2.0' },
      runtime: {},
      resources: [{ version: 'v1', status: 'OutOfSync', requiresPruning: false, hook: false, ...resource }],
      notObserved: [],
    };
  });
}
