import type { JsonObject } from '../kubernetes/kube-client.ts';
import type { Manifest } from '../kubernetes/resource-paths.ts';
import { aCrd, aCustomResource } from './manifests.ts';
import { CRD_GROUP } from './scenario.ts';

const defaulted = {
  type: 'object',
  properties: { name: { type: 'string' }, mode: { type: 'string', default: 'Auto' } },
};

/** Defaults below a map, below a list without keys and below a list with keys. */
export const strategyCrd = aCrd('LabMatrix', {
  type: 'object',
  properties: {
    map: defaulted,
    atomicList: { type: 'array', items: defaulted },
    keyedList: {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
      items: { ...defaulted, required: ['name'] },
    },
    enabled: { type: 'boolean' },
    entries: { type: 'array', items: { type: 'string' } },
    cpu: { 'x-kubernetes-int-or-string': true },
    note: { type: 'string', nullable: true },
    flag: { type: 'string', default: 'on' },
  },
});

const template = {
  metadata: { creationTimestamp: null, labels: { app: 'web' } },
  spec: {
    initContainers: [],
    securityContext: {},
    containers: [
      {
        name: 'web',
        image: 'example/web:1.0.0',
        env: [
          { name: 'EMPTY', value: '' },
          { name: 'POD', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } },
        ],
        ports: [{ containerPort: 80 }],
        resources: { requests: { cpu: '1000m', memory: '1024Mi' }, limits: { memory: '1024Mi' } },
        livenessProbe: { httpGet: { path: '/', port: 80 } },
      },
    ],
    volumes: [
      { name: 'cache', emptyDir: {} },
      { name: 'token', projected: { sources: [{ serviceAccountToken: { path: 'token' } }] } },
    ],
  },
};
const selector = { matchLabels: { app: 'web' } };

/** Spellings that charts use and that the API keeps in another form, or drops, or adds to. */
const namespaced: readonly Manifest[] = [
  {
    ...object('apps/v1', 'Deployment', { replicas: 1, selector, strategy: {}, template }),
    status: {},
  },
  object('apps/v1', 'StatefulSet', {
    serviceName: 'web',
    replicas: 0,
    selector,
    template,
    volumeClaimTemplates: [
      {
        metadata: { name: 'data' },
        spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1024Mi' } } },
      },
    ],
  }),
  object('v1', 'Service', { clusterIP: '', sessionAffinity: '', selector: { app: 'web' }, ports: [{ port: 80 }] }),
  object('v1', 'PersistentVolumeClaim', {
    accessModes: ['ReadWriteOnce'],
    storageClassName: '',
    resources: { requests: { storage: '1024Mi' } },
  }),
  object('autoscaling/v2', 'HorizontalPodAutoscaler', {
    scaleTargetRef: { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'web' },
    maxReplicas: 3,
  }),
  object('policy/v1', 'PodDisruptionBudget', { selector: { matchLabels: { app: 'web' } }, maxUnavailable: 1 }),
  object('networking.k8s.io/v1', 'NetworkPolicy', { podSelector: {}, ingress: [{ ports: [{ port: 80 }] }] }),
  object('networking.k8s.io/v1', 'Ingress', {
    rules: [
      {
        host: 'web.example.com',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name: 'web', port: { number: 80 } } } }],
        },
      },
    ],
  }),
  object('batch/v1', 'CronJob', {
    schedule: '0 3 * * *',
    suspend: false,
    jobTemplate: { spec: { template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } } },
  }),
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'web' }, imagePullSecrets: [], secrets: [] },
  { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'web' }, stringData: { key: 'value' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'web', labels: {}, annotations: {} }, data: { empty: '' } },
  { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'web' }, rules: [] },
  {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'RoleBinding',
    metadata: { name: 'web' },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'web' },
    subjects: [{ kind: 'ServiceAccount', name: 'web', namespace: 'default', apiGroup: '' }],
  },
  aCustomResource('LabMatrix', 'web', {
    map: { name: 'a' },
    atomicList: [{ name: 'a' }],
    keyedList: [{ name: 'a' }],
    enabled: false,
    entries: [],
    cpu: '1000m',
    note: null,
  }),
];

function object(apiVersion: string, kind: string, spec: JsonObject): Manifest {
  return { apiVersion, kind, metadata: { name: 'web' }, spec };
}

/** Cluster-scoped, so every strategy needs its own. */
function webhookConfiguration(name: string): Manifest {
  return {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingWebhookConfiguration',
    metadata: { name },
    webhooks: [
      {
        name: 'nothing.scn.lab',
        admissionReviewVersions: ['v1'],
        sideEffects: 'None',
        failurePolicy: 'Ignore',
        clientConfig: { url: 'https://127.0.0.1:9/never-called' },
        rules: [{ apiGroups: [CRD_GROUP], apiVersions: ['v1'], operations: ['CREATE'], resources: ['nothings'] }],
      },
    ],
  };
}

export function strategyManifests(name: string): readonly Manifest[] {
  return [...namespaced, webhookConfiguration(name)];
}
