import type { AppRecord } from '../../src/core/memory/app-record.ts';
import type { PatternRecord } from '../../src/core/memory/pattern-record.ts';
import type { Snapshot } from '../../src/core/memory/snapshot.ts';
import { trackPatterns } from '../../src/core/memory/track-patterns.ts';
import type { Change } from '../../src/core/model/change.ts';
import { defined } from '../../src/core/model/defined.ts';
import { type DriftClass, driftClass } from '../../src/core/model/drift-class.ts';
import type { Finding } from '../../src/core/model/finding.ts';
import { directionOf, type Fix, type FixKind } from '../../src/core/model/fix.ts';
import type { NotHealthy } from '../../src/core/model/not-healthy.ts';
import type { ResourceRef } from '../../src/core/model/resource-ref.ts';
import { aFinding, afterSightings, aSnapshot, rowsOf, T0 } from './memory-builders.ts';

/* The story's cluster as memory holds it after a scan: a part of its 52 apps, with the words that the rules give. */

export const NOW = new Date(Date.parse(T0) + 41_000);

const DAY = 86_400_000;

export function daysAgo(days: number): string {
  return new Date(Date.parse(T0) - days * DAY).toISOString();
}

export function aFix(kind: FixKind, part: Partial<Fix> = {}): Fix {
  return { kind, direction: directionOf(kind), detail: kind, paths: [], closes: null, hides: '', ...part };
}

export function aChange(path: string, desired: Change['desired'], live: Change['live'], by?: string): Change {
  return {
    path,
    desiredPath: path,
    ...defined({ desired, live }),
    writers: by === undefined ? [] : [{ manager: by, operation: 'Update', time: daysAgo(3) }],
  };
}

function aStoryFinding(app: string, id: DriftClass, resource: ResourceRef, part: Partial<Finding>): Finding {
  return aFinding({
    id: `${Buffer.from(`${app}${resource.kind}${resource.name}`).toString('hex').slice(-16)}`,
    app: { server: 'prod', namespace: 'argocd', name: app },
    driftClass: id,
    severity: driftClass(id).severity,
    resource,
    paths: part.changes?.map(({ path }) => path) ?? [],
    ...part,
  });
}

interface StoryApp {
  readonly project?: string;
  readonly sync?: string;
  readonly health?: string;
  readonly notHealthy?: NotHealthy;
  readonly findings?: readonly Finding[];
  readonly gaps?: readonly string[];
}

const CHECKLIST = [
  { question: 'Is Git ahead of the live cluster?', answer: 'no: the last synced revision is the compared one' },
  { question: 'Was sync expected to be automated?', answer: 'yes; self-heal is off, prune is off' },
  { question: 'Did someone mutate live state?', answer: 'no field has a person as its newest writer' },
];

export function aStoryApp(
  name: string,
  { project = 'platform', sync = 'OutOfSync', health = 'Healthy', ...rest }: StoryApp,
): AppRecord {
  const { notHealthy, findings = [], gaps = [] } = rest;
  return afterSightings({
    ref: { server: 'prod', namespace: 'argocd', name },
    project,
    sync,
    health,
    found: {
      findings,
      runbook: findings.length === 0 ? [] : CHECKLIST,
      gaps,
      ...defined({ notHealthy }),
    },
  });
}

const SECRET_PATHS = [
  '/spec/target/deletionPolicy',
  '/spec/data/0/remoteRef/conversionStrategy',
  '/spec/data/0/remoteRef/decodingStrategy',
  '/spec/data/0/remoteRef/metadataPolicy',
];

function defaultedSecret(app: string, name: string): Finding {
  const hides = `every later change of ${SECRET_PATHS.join(', ')} in ExternalSecret/${name}, by anyone`;
  return aStoryFinding(
    app,
    'schema-default',
    { group: 'external-secrets.io', kind: 'ExternalSecret', namespace: app, name },
    {
      owner: 'kube-apiserver (CRD defaulting)',
      cause: 'defaults of the CRD schema',
      changes: SECRET_PATHS.map((path, index) =>
        aChange(path, undefined, ['Retain', 'Default', 'None', 'None'][index] ?? ''),
      ),
      evidence: SECRET_PATHS.map((path) => ({ source: 'schema', says: `${path}: the CRD’s schema defaults it` })),
      fixes: [
        aFix('pin-in-git', {
          detail:
            'state in Git what the API server fills in:\nspec:\n  target:\n    deletionPolicy: Retain\n  data:\n    - secretKey: TOKEN\n      remoteRef:\n        conversionStrategy: Default\n        decodingStrategy: None\n        metadataPolicy: None',
          paths: SECRET_PATHS,
          closes: { closed: 4, of: 4 },
        }),
        aFix('ignore-narrow', {
          detail: 'ignore exactly these fields',
          paths: SECRET_PATHS,
          closes: { closed: 4, of: 4 },
          hides,
        }),
      ],
    },
  );
}

function leftOver(app: string, chart: string, kind: string, name: string): Finding {
  return aStoryFinding(
    app,
    'zombie',
    { group: '', kind, namespace: app, name },
    {
      owner: 'argocd-controller (earlier revision)',
      cause: `chart ${chart} no longer renders it`,
      changes: [
        {
          ...aChange('', undefined, {}),
          writers: [{ manager: 'argocd-controller', operation: 'Apply', time: daysAgo(60) }],
        },
      ],
      paths: [''],
      evidence: [
        { source: 'argocd', says: 'requires pruning; automated prune is off' },
        { source: 'cluster', says: 'nothing refers to it (looked up)' },
      ],
      fixes: [
        aFix('delete', {
          detail: `dump ${kind}/${name}, then delete it (what refers to it goes first)`,
          paths: [''],
          closes: { closed: 1, of: 1 },
        }),
      ],
    },
  );
}

export const argoRollouts = aStoryApp('argo-rollouts', {
  health: 'Progressing',
  notHealthy: {
    app: 'argo-rollouts',
    status: 'Progressing',
    since: daysAgo(21),
    atLeast: true,
    cause: {
      reason: 'CrashLoopBackOff',
      restarts: 1154,
      log: 'level=fatal msg="Failed to download plugins: failed to download plugin from https://github.com/argoproj-labs/rollouts-plugin-trafficrouter-cilium/releases/download/v0.4.1/rollouts-plugin-trafficrouter-cilium-linux-amd64: response code Not Found"',
      event: '',
    },
  },
  findings: [
    aStoryFinding(
      'argo-rollouts',
      'stuck-progressing',
      { group: 'apps', kind: 'Deployment', namespace: 'argo-rollouts', name: 'argo-rollouts' },
      {
        confidence: 'likely',
        owner: 'container argo-rollouts',
        cause: 'CrashLoopBackOff',
        evidence: [
          {
            source: 'argocd',
            says: 'health Progressing: Waiting for rollout to finish: 0 of 1 updated replicas are available...',
          },
          {
            source: 'cluster',
            says: 'pod argo-rollouts-6b4c4dfbd9-ghl9c CrashLoopBackOff, 1154 restarts, ready 0/1, for 21d',
          },
        ],
        fixes: [
          aFix('fix-manifest', {
            detail: 'correct or remove /controller/trafficRouterPlugins/0/location of the Helm values',
          }),
        ],
      },
    ),
  ],
  gaps: ['the previous log of container argo-rollouts (not allowed to read pods/log)'],
});

export const gitea = aStoryApp('gitea', {
  project: 'apps',
  health: 'Progressing',
  notHealthy: {
    app: 'gitea',
    status: 'Progressing',
    since: daysAgo(9),
    atLeast: true,
    cause: {
      reason: 'ProvisioningFailed',
      restarts: 0,
      log: '',
      event: 'ProvisioningFailed: storageclass.storage.k8s.io "longhorn-nvme" not found',
    },
  },
  findings: [
    aStoryFinding(
      'gitea',
      'stuck-progressing',
      { group: '', kind: 'PersistentVolumeClaim', namespace: 'gitea', name: 'gitea-shared-storage' },
      {
        confidence: 'likely',
        owner: 'storage provisioner',
        cause: 'ProvisioningFailed',
        evidence: [
          {
            source: 'events',
            says: 'ProvisioningFailed on PersistentVolumeClaim/gitea-shared-storage: storageclass.storage.k8s.io "longhorn-nvme" not found',
          },
        ],
        fixes: [
          aFix('fix-manifest', { detail: 'in Git, name a StorageClass that the cluster has' }),
          aFix('inspect-logs', { detail: 'read the log of what is underneath' }),
        ],
      },
    ),
    ...[
      'Service/gitea-redis-cluster',
      'Service/gitea-redis-cluster-headless',
      'ConfigMap/gitea-redis-cluster-default',
      'Secret/gitea-redis-cluster',
    ].map((one) => {
      const [kind = '', name = ''] = one.split('/');
      return leftOver('gitea', 'redis-cluster', kind, name);
    }),
  ],
});

export const paperclip = aStoryApp('paperclip', {
  project: 'ai',
  findings: [defaultedSecret('paperclip', 'paperclip-anthropic'), defaultedSecret('paperclip', 'paperclip-db')],
});

export const checkout = aStoryApp('checkout', {
  project: 'apps',
  findings: [
    aStoryFinding(
      'checkout',
      'manual-change',
      { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'checkout' },
      {
        owner: 'kubectl-set',
        cause: 'edited with kubectl-set',
        changes: [
          aChange(
            '/spec/template/spec/containers/0/image',
            'registry.example.com/checkout:1.8.2',
            'registry.example.com/checkout:1.8.3-hotfix',
            'kubectl-set',
          ),
        ],
        evidence: [
          {
            source: 'managed-fields',
            says: '/spec/template/spec/containers/0/image was last written by kubectl-set (Update)',
          },
        ],
        fixes: [
          aFix('revert-live', {
            detail: 'set /spec/template/spec/containers/0/image live back to "registry.example.com/checkout:1.8.2"',
            paths: ['/spec/template/spec/containers/0/image'],
            closes: { closed: 1, of: 1 },
          }),
          aFix('pin-in-git', {
            detail: 'or commit what was done by hand',
            paths: ['/spec/template/spec/containers/0/image'],
            closes: { closed: 1, of: 1 },
          }),
        ],
      },
    ),
  ],
});

export const tektonExtras = aStoryApp('tekton-extras', {
  findings: ['git-clone', 'build-push'].map((name) =>
    aStoryFinding(
      'tekton-extras',
      'residual',
      { group: 'tekton.dev', kind: 'Task', namespace: 'tekton-pipelines', name },
      {
        confidence: 'guess',
        cause: 'flagged without a difference',
        evidence: [
          { source: 'argocd', says: 'OutOfSync, and no field differs' },
          { source: 'cluster', says: 'a server-side dry run changes nothing' },
        ],
        fixes: [
          aFix('inspect-logs', {
            detail: 'name it, keep it visible, and read the application controller’s log at the next comparison',
          }),
        ],
      },
    ),
  ),
});

export const gpuOperator = aStoryApp('gpu-operator', {
  findings: [
    aStoryFinding(
      'gpu-operator',
      'mutated',
      { group: 'nvidia.com', kind: 'ClusterPolicy', namespace: '', name: 'cluster-policy' },
      {
        owner: 'gpu-operator',
        cause: 'written by gpu-operator',
        changes: Array.from({ length: 39 }, (_, index) =>
          aChange(`/spec/component${index}/image`, undefined, `nvcr.io/nvidia/image-${index}`, 'gpu-operator'),
        ),
        fixes: [
          aFix('ignore-narrow', {
            detail:
              'ignore exactly these fields of this object:\nignoreDifferences:\n  - group: nvidia.com\n    kind: ClusterPolicy',
            paths: Array.from({ length: 39 }, (_, index) => `/spec/component${index}/image`),
            closes: { closed: 39, of: 39 },
            hides: 'every later change of these fields in ClusterPolicy/cluster-policy, by anyone',
          }),
        ],
      },
    ),
  ],
});

export const vaultwarden = aStoryApp('vaultwarden', { project: 'apps', sync: 'Synced' });

const OTHERS = ['grafana-alerting', 'litellm', 'langfuse', 'n8n'].map((name) =>
  aStoryApp(name, {
    project: 'ai',
    findings: [defaultedSecret(name, `${name}-a`), defaultedSecret(name, `${name}-b`)],
  }),
);

export const storyRecords: readonly AppRecord[] = [
  argoRollouts,
  gitea,
  paperclip,
  checkout,
  tektonExtras,
  gpuOperator,
  vaultwarden,
  ...OTHERS,
];

function patternsOf(records: readonly AppRecord[]): readonly PatternRecord[] {
  const findings = records.flatMap((record) => record.findings);
  return trackPatterns({
    rows: rowsOf(...records),
    sliceIdOf: ({ project }) => project,
    before: [],
    samples: new Map(findings.map((finding) => [finding.pattern, finding])),
    movements: [],
    isFirstScan: true,
    now: T0,
    graceMsOf: () => 0,
  });
}

export function storySnapshot(part: Partial<Snapshot> = {}): Snapshot {
  const patterns = patternsOf(storyRecords).map((one) =>
    one.driftClass === 'manual-change' ? { ...one, baseline: false } : one,
  );
  return { ...aSnapshot(rowsOf(...storyRecords), patterns), ...part };
}
