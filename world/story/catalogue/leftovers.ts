import type { Manifest } from '../../../src/core/model/json.ts';
import { configMap, object, role, roleBinding, service, serviceAccount } from '../manifests.ts';
import { REDIS_SECRET_INIT, redisSecretInitRules } from './platform.ts';

/* Objects that Argo CD applied from an earlier revision and that nobody pruned, by the app that tracks them. */

const redisCluster = {
  labels: {
    'app.kubernetes.io/name': 'redis-cluster',
    'app.kubernetes.io/managed-by': 'Helm',
    'helm.sh/chart': 'redis-cluster-10.2.3',
  },
};
const nginx = {
  labels: {
    'app.kubernetes.io/name': 'ingress-nginx',
    'app.kubernetes.io/managed-by': 'Helm',
    'helm.sh/chart': 'ingress-nginx-4.0.13',
  },
};
const mongodb = {
  labels: {
    'app.kubernetes.io/name': 'mongodb',
    'app.kubernetes.io/managed-by': 'Helm',
    'helm.sh/chart': 'mongodb-13.9.4',
  },
};
const redis = {
  labels: {
    'app.kubernetes.io/name': 'redis',
    'app.kubernetes.io/managed-by': 'Helm',
    'helm.sh/chart': 'redis-17.15.0',
  },
};
const argocd = {
  labels: { 'app.kubernetes.io/component': 'redis-secret-init', 'app.kubernetes.io/part-of': 'argocd' },
};

const NGINX = 'infisical-ingress-nginx';
const nginxAccount = { namespace: 'infisical', name: NGINX };
const nginxRules = [
  { apiGroups: [''], resources: ['configmaps', 'endpoints', 'nodes', 'pods', 'secrets'], verbs: ['list', 'watch'] },
];

export const leftovers: Readonly<Record<string, readonly Manifest[]>> = {
  argocd: [
    role('Role', 'argocd', REDIS_SECRET_INIT, redisSecretInitRules, argocd),
    roleBinding('RoleBinding', 'argocd', REDIS_SECRET_INIT, { namespace: 'argocd', name: REDIS_SECRET_INIT }, argocd),
    serviceAccount('argocd', REDIS_SECRET_INIT, argocd),
  ],
  gitea: [
    service('gitea', 'gitea-redis-cluster', 6379, redisCluster),
    service('gitea', 'gitea-redis-cluster-headless', 6379, redisCluster),
    configMap('gitea', 'gitea-redis-cluster-default', { 'redis-default.conf': 'cluster-enabled yes\n' }, redisCluster),
    configMap('gitea', 'gitea-redis-cluster-scripts', { 'ping.sh': 'redis-cli ping\n' }, redisCluster),
    object(
      'v1',
      'Secret',
      'gitea',
      'gitea-redis-cluster',
      { stringData: { 'redis-password': 'not-used-any-more' } },
      redisCluster,
    ),
    serviceAccount('gitea', 'gitea-redis-cluster', redisCluster),
  ],
  infisical: [
    role('Role', 'infisical', NGINX, nginxRules, nginx),
    roleBinding('RoleBinding', 'infisical', NGINX, nginxAccount, nginx),
    role('ClusterRole', '', NGINX, nginxRules, nginx),
    roleBinding('ClusterRoleBinding', '', NGINX, nginxAccount, nginx),
    object(
      'admissionregistration.k8s.io/v1',
      'ValidatingWebhookConfiguration',
      '',
      `${NGINX}-admission`,
      {
        webhooks: [
          {
            name: 'validate.nginx.ingress.kubernetes.io',
            admissionReviewVersions: ['v1'],
            sideEffects: 'None',
            failurePolicy: 'Ignore',
            clientConfig: {
              service: {
                namespace: 'infisical',
                name: `${NGINX}-controller-admission`,
                path: '/networking/v1/ingresses',
              },
            },
            rules: [
              {
                apiGroups: ['networking.k8s.io'],
                apiVersions: ['v1'],
                operations: ['CREATE', 'UPDATE'],
                resources: ['ingresses'],
              },
            ],
          },
        ],
      },
      nginx,
    ),
    object(
      'networking.k8s.io/v1',
      'IngressClass',
      '',
      'nginx',
      { spec: { controller: 'k8s.io/ingress-nginx' } },
      nginx,
    ),
    configMap('infisical', `${NGINX}-controller`, { 'allow-snippet-annotations': 'true' }, nginx),
    configMap(
      'infisical',
      'mongodb-common-scripts',
      { 'ping-mongodb.sh': 'mongosh --eval "db.adminCommand(\'ping\')"\n' },
      mongodb,
    ),
    serviceAccount('infisical', NGINX, nginx),
    serviceAccount('infisical', 'mongodb', mongodb),
    serviceAccount('infisical', 'redis', redis),
  ],
  'tekton-extras': [
    object(
      'tekton.dev/v1',
      'PipelineRun',
      'tekton-pipelines',
      'test-build-sign-5qtn4',
      {
        spec: {
          pipelineRef: { name: 'gitea-ci' },
          params: [{ name: 'url', value: 'https://git.home.example/platform/sample.git' }],
        },
      },
      { labels: { 'tekton.dev/pipeline': 'gitea-ci' } },
    ),
  ],
};
