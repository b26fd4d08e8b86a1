import { crd, PERSONA_PACK } from '../crds.ts';
import { claim, configMap, deployment, externalSecret, ingress, object, service, statefulSet } from '../manifests.ts';
import { RENDER_HASH, RENDER_TIME, type StoryApp } from '../story-app.ts';

/* Apps with drift of classes A, B, D, E, F and G, and the two residuals. */

/** Two ExternalSecrets beside an ordinary web app. */
function appWithSecrets(
  name: string,
  project: StoryApp['project'],
  image: string,
  secrets: Readonly<Record<string, string>>,
): StoryApp {
  return {
    name,
    project,
    namespace: name,
    serverSideApply: true,
    manifests: [
      deployment(name, name, { image, port: 8080 }),
      service(name, name, 80),
      ...Object.entries(secrets).map(([secret, key]) => externalSecret(name, secret, key)),
    ],
  };
}

const personaPack = (name: string, personas: readonly string[]) =>
  object('sympozium.ai/v1alpha1', 'PersonaPack', 'default', name, {
    spec: { personas: personas.map((persona) => ({ name: persona, model: 'gpt-oss-120b' })) },
  });

const task = (name: string, image: string, script: string) =>
  object('tekton.dev/v1', 'Task', 'tekton-pipelines', name, {
    spec: { params: [{ name: 'url', type: 'string' }], steps: [{ name: 'run', image, script, computeResources: {} }] },
  });

export const VK_HOOK = 'postgres-vk-init-electric';
export const MISSING_TAG = 'ghcr.io/sympozium/sympozium:0.9.14-rc1';
export const MISSING_STORAGE_CLASS = 'longhorn-nvme';

export const driftingApps: readonly StoryApp[] = [
  appWithSecrets('grafana-alerting', 'observability', 'docker.io/grafana/grafana:12.2.0', {
    'grafana-alerting-telegram': 'TELEGRAM_BOT_TOKEN',
    'grafana-alerting-smtp': 'SMTP_PASSWORD',
  }),
  appWithSecrets('paperclip', 'ai', 'ghcr.io/paperclip/paperclip:0.6.2', {
    'paperclip-anthropic': 'ANTHROPIC_API_KEY',
    'paperclip-database': 'DATABASE_URL',
  }),
  appWithSecrets('litellm', 'ai', 'ghcr.io/berriai/litellm:v1.78.5', {
    'litellm-master-key': 'LITELLM_MASTER_KEY',
    'litellm-openrouter': 'OPENROUTER_API_KEY',
  }),
  appWithSecrets('langfuse', 'ai', 'docker.io/langfuse/langfuse:3.120.0', {
    'langfuse-salt': 'SALT',
    'langfuse-clickhouse': 'CLICKHOUSE_PASSWORD',
  }),
  appWithSecrets('n8n', 'ai', 'docker.io/n8nio/n8n:1.117.3', {
    'n8n-encryption-key': 'N8N_ENCRYPTION_KEY',
    'n8n-postgres': 'DB_POSTGRESDB_PASSWORD',
  }),
  appWithSecrets('gitea-extras', 'apps', 'docker.io/gitea/act_runner:0.2.13', {
    'gitea-admin': 'GITEA_ADMIN_PASSWORD',
    'gitea-runner-token': 'GITEA_RUNNER_TOKEN',
  }),
  {
    name: 'gitea',
    project: 'apps',
    namespace: 'gitea',
    values: { 'redis-cluster': { enabled: false }, postgresql: { enabled: true } },
    manifests: [
      claim('gitea', 'gitea-shared-storage', MISSING_STORAGE_CLASS, '20Gi'),
      deployment('gitea', 'gitea', { image: 'docker.io/gitea/gitea:1.25.1', port: 3000 }),
      service('gitea', 'gitea', 3000),
      ingress('gitea', 'gitea', 'git.home.example'),
    ],
  },
  {
    name: 'infisical',
    project: 'platform',
    namespace: 'infisical',
    values: {
      ingress: { nginx: { enabled: false } },
      mongodb: { enabled: false },
      redis: { enabled: false },
      postgresql: { pdb: { create: true } },
    },
    manifests: [
      deployment(
        'infisical',
        'infisical',
        { image: 'docker.io/infisical/infisical:v0.158.0', port: 8080, podAnnotations: { updatedAt: RENDER_TIME } },
        { annotations: { updatedAt: RENDER_TIME } },
      ),
      service('infisical', 'infisical', 8080),
      ingress('infisical', 'infisical', 'secrets.home.example'),
      statefulSet('infisical', 'infisical-postgresql', { image: 'docker.io/bitnami/postgresql:17.6.0' }),
      object('policy/v1', 'PodDisruptionBudget', 'infisical', 'infisical-postgresql', {
        spec: { maxUnavailable: '', selector: { matchLabels: { 'app.kubernetes.io/name': 'infisical-postgresql' } } },
      }),
    ],
  },
  {
    name: 'sympozium',
    project: 'ai',
    namespace: 'sympozium-system',
    manifests: [
      object('v1', 'Namespace', '', 'sympozium-system', {}, { labels: { 'app.kubernetes.io/managed-by': 'Helm' } }),
      crd(PERSONA_PACK),
      statefulSet('sympozium-system', 'sympozium', { image: MISSING_TAG, port: 8080 }),
      service('sympozium-system', 'sympozium', 8080),
    ],
  },
  {
    name: 'sympozium-extras',
    project: 'ai',
    namespace: 'sympozium-system',
    serverSideApply: true,
    manifests: [
      object(
        'v1',
        'Namespace',
        '',
        'sympozium-system',
        {},
        {
          labels: {
            'pod-security.kubernetes.io/audit': 'privileged',
            'pod-security.kubernetes.io/enforce': 'privileged',
            'pod-security.kubernetes.io/warn': 'privileged',
          },
        },
      ),
      personaPack('developer-team', ['architect', 'reviewer']),
      personaPack('devops-essentials', ['on-call', 'release']),
      personaPack('platform-team', ['planner', 'operator']),
      externalSecret('sympozium-system', 'sympozium-models', 'MODEL_GATEWAY_KEY'),
    ],
  },
  {
    name: 'vk-remote',
    project: 'ai',
    namespace: 'agents',
    serverSideApply: true,
    manifests: [
      deployment('agents', 'vk-remote', { image: 'ghcr.io/bloopai/vk-remote:0.0.118', port: 8081 }),
      service('agents', 'vk-remote', 8081),
      externalSecret('agents', 'vk-remote-oauth', 'GITHUB_OAUTH_SECRET'),
      object(
        'batch/v1',
        'Job',
        'agents',
        VK_HOOK,
        {
          spec: {
            backoffLimit: 3,
            template: {
              spec: {
                restartPolicy: 'Never',
                containers: [
                  {
                    name: 'psql',
                    image: 'docker.io/library/postgres:17',
                    command: ['sh', '-c', 'psql -f /sql/init.sql'],
                  },
                ],
              },
            },
          },
        },
        {
          annotations: {
            'argocd.argoproj.io/hook': 'PostSync',
            'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
          },
        },
      ),
    ],
  },
  {
    name: 'victoria-metrics',
    project: 'observability',
    namespace: 'monitoring',
    serverSideApply: true,
    manifests: [
      deployment('monitoring', 'victoria-metrics-grafana', {
        image: 'docker.io/grafana/grafana:12.2.0',
        port: 3000,
        podAnnotations: {
          'checksum/config': RENDER_HASH,
          'checksum/sc-dashboard-provider-config': RENDER_HASH,
          'checksum/secret': RENDER_HASH,
        },
      }),
      deployment('monitoring', 'victoria-metrics-single', {
        image: 'docker.io/victoriametrics/victoria-metrics:v1.128.0',
        port: 8428,
      }),
      service('monitoring', 'victoria-metrics-single', 8428),
      externalSecret('monitoring', 'victoria-metrics-grafana-admin', 'GRAFANA_ADMIN_PASSWORD'),
    ],
  },
  {
    name: 'tekton-extras',
    project: 'platform',
    namespace: 'tekton-pipelines',
    serverSideApply: true,
    manifests: [
      task('build-push', 'gcr.io/kaniko-project/executor:v1.24.0', '/kaniko/executor --destination=$(params.url)'),
      task('cosign-sign', 'ghcr.io/sigstore/cosign/cosign:v3.0.2', 'cosign sign --yes $(params.url)'),
      task('git-clone', 'docker.io/alpine/git:2.49.1', 'git clone $(params.url) .'),
      object('tekton.dev/v1', 'Pipeline', 'tekton-pipelines', 'gitea-ci', {
        spec: {
          params: [{ name: 'url', type: 'string' }],
          tasks: ['git-clone', 'build-push', 'cosign-sign'].map((name) => ({ name, taskRef: { kind: 'Task', name } })),
        },
      }),
      object('triggers.tekton.dev/v1beta1', 'EventListener', 'tekton-pipelines', 'gitea-listener', {
        spec: { serviceAccountName: 'gitea-listener', triggers: [{ name: 'push', template: { ref: 'gitea-ci' } }] },
      }),
      externalSecret('tekton-pipelines', 'tekton-registry', 'REGISTRY_PASSWORD'),
    ],
  },
  {
    name: 'vcluster-experiments',
    project: 'tenants',
    namespace: 'vcluster-experiments',
    serverSideApply: true,
    manifests: [
      statefulSet(
        'vcluster-experiments',
        'experiments',
        {
          image: 'ghcr.io/loft-sh/vcluster-pro:0.30.1',
          env: { VCLUSTER_NAME: 'experiments', VCLUSTER_TELEMETRY: 'off' },
          requests: { cpu: '8', memory: '4Gi' },
          podAnnotations: { vClusterConfigHash: RENDER_HASH },
        },
        { podManagementPolicy: 'Parallel', persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain' } },
      ),
      service('vcluster-experiments', 'experiments', 443),
      configMap('vcluster-experiments', 'vc-config-experiments', {
        'config.yaml': 'sync:\n  toHost:\n    ingresses: true\n',
      }),
    ],
  },
];
