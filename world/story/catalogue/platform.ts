import { type Manifest, objectAt } from '../../../src/core/model/json.ts';
import {
  CLUSTER_POLICY,
  CLUSTER_SECRET_STORE,
  type CrdShape,
  crd,
  EXTERNAL_SECRET,
  ROLLOUTS_KINDS,
  TEKTON_DASHBOARD_KINDS,
  TEKTON_KINDS,
} from '../crds.ts';
import { configMap, daemonSet, deployment, object, role, roleBinding, service, serviceAccount } from '../manifests.ts';
import { fromValues, type StoryApp } from '../story-app.ts';
import { clusterPolicy } from './cluster-policy.ts';

/* The platform apps of the story that drift, and the CRDs that others need. */

/** As the chart renders a CRD: with its own labels and the explicit zero that the API server drops. */
function chartCrd(shape: CrdShape, chart: string, partOf: string): Manifest {
  const rendered = crd(shape, {
    labels: {
      'app.kubernetes.io/managed-by': 'Helm',
      'app.kubernetes.io/part-of': partOf,
      'helm.sh/chart': chart,
    },
    annotations: { 'helm.sh/resource-policy': 'keep' },
  });
  return { ...rendered, spec: { ...objectAt(rendered, 'spec'), preserveUnknownFields: false } };
}

/** As a bootstrap installed it long before the app existed. */
export function bootstrapCrd(shape: CrdShape, partOf: string): Manifest {
  return crd(shape, {
    labels: { 'app.kubernetes.io/part-of': partOf },
    annotations: { 'helm.sh/resource-policy': 'keep' },
  });
}

const hookMeta = {
  labels: { 'app.kubernetes.io/component': 'redis-secret-init', 'app.kubernetes.io/part-of': 'argocd' },
  annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade', 'helm.sh/hook-delete-policy': 'before-hook-creation' },
};

export const REDIS_SECRET_INIT = 'argocd-redis-secret-init';
export const redisSecretInitRules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get', 'create'] }];

const ROLLOUTS_PLUGIN_URL =
  'https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-cilium/releases/download/v0.4.1/rollouts-plugin-trafficrouter-cilium-linux-amd64';

export const platformApps: readonly StoryApp[] = [
  {
    name: 'argocd',
    project: 'platform',
    namespace: 'argocd',
    manifests: [
      ...['argocd-server', 'argocd-repo-server', 'argocd-application-controller'].map((name) =>
        deployment('argocd', name, { image: 'quay.io/argoproj/argocd:v3.2.11', port: 8080 }),
      ),
      service('argocd', 'argocd-server', 443),
      configMap('argocd', 'argocd-cm', { 'application.resourceTrackingMethod': 'annotation' }),
      role('Role', 'argocd', REDIS_SECRET_INIT, redisSecretInitRules, hookMeta),
      roleBinding(
        'RoleBinding',
        'argocd',
        REDIS_SECRET_INIT,
        { namespace: 'argocd', name: REDIS_SECRET_INIT },
        hookMeta,
      ),
      serviceAccount('argocd', REDIS_SECRET_INIT, hookMeta),
    ],
  },
  {
    name: 'argo-rollouts',
    project: 'platform',
    namespace: 'argo-rollouts',
    serverSideApply: true,
    values: {
      controller: {
        replicas: 1,
        trafficRouterPlugins: [{ name: 'argoproj-labs/cilium', location: ROLLOUTS_PLUGIN_URL }],
      },
    },
    manifests: [
      ...ROLLOUTS_KINDS.map((shape) => chartCrd(shape, 'argo-rollouts-2.40.1', 'argo-rollouts')),
      serviceAccount('argo-rollouts', 'argo-rollouts'),
      configMap('argo-rollouts', 'argo-rollouts-config', {
        trafficRouterPlugins: fromValues('controller.trafficRouterPlugins'),
      }),
      deployment('argo-rollouts', 'argo-rollouts', {
        image: 'quay.io/argoproj/argo-rollouts:v1.8.4',
        port: 8090,
        args: ['--loglevel', 'info'],
        configMap: 'argo-rollouts-config',
      }),
      service('argo-rollouts', 'argo-rollouts', 8090),
    ],
  },
  {
    name: 'tekton-pipelines',
    project: 'platform',
    namespace: 'tekton-pipelines',
    serverSideApply: true,
    manifests: [
      ...TEKTON_KINDS.map((shape) => chartCrd(shape, 'tekton-pipeline-1.3.1', 'tekton-pipelines')),
      deployment('tekton-pipelines', 'tekton-pipelines-controller', {
        image: 'ghcr.io/tektoncd/pipeline/controller:v1.3.1',
        port: 9090,
      }),
      deployment('tekton-pipelines', 'tekton-pipelines-webhook', {
        image: 'ghcr.io/tektoncd/pipeline/webhook:v1.3.1',
        port: 8443,
      }),
    ],
  },
  {
    name: 'tekton-dashboard',
    project: 'platform',
    namespace: 'tekton-pipelines',
    serverSideApply: true,
    manifests: [
      ...TEKTON_DASHBOARD_KINDS.map((shape) => chartCrd(shape, 'tekton-dashboard-0.60.0', 'tekton-dashboard')),
      deployment('tekton-pipelines', 'tekton-dashboard', { image: 'ghcr.io/tektoncd/dashboard:v0.60.0', port: 9097 }),
      service('tekton-pipelines', 'tekton-dashboard', 9097),
    ],
  },
  {
    name: 'gpu-operator',
    project: 'platform',
    namespace: 'gpu-operator',
    manifests: [
      crd(CLUSTER_POLICY),
      clusterPolicy,
      deployment('gpu-operator', 'gpu-operator', { image: 'nvcr.io/nvidia/gpu-operator:v25.10.0', port: 8080 }),
      daemonSet('gpu-operator', 'nvidia-device-plugin', { image: 'nvcr.io/nvidia/k8s-device-plugin:v0.18.0' }),
    ],
  },
  {
    name: 'external-secrets',
    project: 'platform',
    namespace: 'external-secrets',
    serverSideApply: true,
    manifests: [
      crd(EXTERNAL_SECRET),
      crd(CLUSTER_SECRET_STORE),
      object('external-secrets.io/v1', 'ClusterSecretStore', '', 'infisical', {
        spec: { provider: { infisical: { secretsScope: { projectSlug: 'homelab', environmentSlug: 'prod' } } } },
      }),
      deployment('external-secrets', 'external-secrets', {
        image: 'ghcr.io/external-secrets/external-secrets:v1.1.0',
        port: 8080,
      }),
      deployment('external-secrets', 'external-secrets-webhook', {
        image: 'ghcr.io/external-secrets/external-secrets:v1.1.0',
        port: 10250,
      }),
    ],
  },
];
