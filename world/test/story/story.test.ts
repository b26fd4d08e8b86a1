import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, type Json, listAt, type Manifest, stringAt } from '../../../src/core/model/json.ts';
import { makeStory, type Story } from '../../story/make-story.ts';
import { differingPaths } from '../argocd/differing-paths.ts';

/* The story, app by app: `prune` marks what requires pruning, `hook` what has no status. */

const crds = (group: string, ...plurals: string[]): string[] =>
  plurals.map((plural) => `CustomResourceDefinition/${plural}.${group}`);
const secrets = (...names: string[]): string[] => names.map((name) => `ExternalSecret/${name}`);
const pruned = (...names: string[]): string[] => names.map((name) => `${name} prune`);

const DRIFT: Readonly<Record<string, readonly string[]>> = {
  root: [
    ...['argo-rollouts', 'gitea', 'gpu-operator', 'grafana-alerting', 'infisical', 'litellm'],
    ...['paperclip', 'sympozium', 'tekton-extras', 'vcluster-experiments', 'victoria-metrics', 'vk-remote'],
  ].map((name) => `Application/${name}`),
  argocd: pruned(...['Role', 'RoleBinding', 'ServiceAccount'].map((kind) => `${kind}/argocd-redis-secret-init`)),
  'argo-rollouts': crds(
    'argoproj.io',
    ...['analysisruns', 'analysistemplates', 'clusteranalysistemplates', 'experiments', 'rollouts'],
  ),
  'tekton-pipelines': crds(
    'tekton.dev',
    ...['customruns', 'pipelineruns', 'pipelines', 'stepactions', 'taskruns', 'tasks'],
  ),
  'tekton-dashboard': crds('dashboard.tekton.dev', 'extensions'),
  'tekton-extras': [
    'EventListener/gitea-listener',
    'Pipeline/gitea-ci',
    'Task/build-push',
    'Task/cosign-sign',
    'Task/git-clone',
    'PipelineRun/test-build-sign-5qtn4 prune',
    'ExternalSecret/tekton-registry',
  ],
  gitea: pruned(
    'Service/gitea-redis-cluster',
    'Service/gitea-redis-cluster-headless',
    'ConfigMap/gitea-redis-cluster-default',
    'ConfigMap/gitea-redis-cluster-scripts',
    'Secret/gitea-redis-cluster',
    'ServiceAccount/gitea-redis-cluster',
  ),
  'gitea-extras': secrets('gitea-admin', 'gitea-runner-token'),
  infisical: [
    ...pruned(
      'RoleBinding/infisical-ingress-nginx',
      'Role/infisical-ingress-nginx',
      'ClusterRoleBinding/infisical-ingress-nginx',
      'ClusterRole/infisical-ingress-nginx',
      'ValidatingWebhookConfiguration/infisical-ingress-nginx-admission',
      'IngressClass/nginx',
      'ConfigMap/infisical-ingress-nginx-controller',
      'ConfigMap/mongodb-common-scripts',
      'ServiceAccount/infisical-ingress-nginx',
      'ServiceAccount/mongodb',
      'ServiceAccount/redis',
    ),
    'Deployment/infisical',
    'PodDisruptionBudget/infisical-postgresql',
  ],
  sympozium: ['Namespace/sympozium-system'],
  'sympozium-extras': [
    'PersonaPack/developer-team',
    'PersonaPack/devops-essentials',
    'PersonaPack/platform-team',
    'ExternalSecret/sympozium-models',
  ],
  'vk-remote': ['ExternalSecret/vk-remote-oauth', 'Job/postgres-vk-init-electric prune hook'],
  'victoria-metrics': ['Deployment/victoria-metrics-grafana', 'ExternalSecret/victoria-metrics-grafana-admin'],
  'gpu-operator': ['ClusterPolicy/cluster-policy'],
  'vcluster-experiments': ['StatefulSet/experiments'],
  'grafana-alerting': secrets('grafana-alerting-smtp', 'grafana-alerting-telegram'),
  paperclip: secrets('paperclip-anthropic', 'paperclip-database'),
  litellm: secrets('litellm-master-key', 'litellm-openrouter'),
  langfuse: secrets('langfuse-clickhouse', 'langfuse-salt'),
  n8n: secrets('n8n-encryption-key', 'n8n-postgres'),
};

const PROGRESSING_DAYS: Readonly<Record<string, number>> = {
  'argo-rollouts': 21,
  gitea: 9,
  sympozium: 6,
  'vcluster-experiments': 3,
};

const NOW = new Date('2026-05-07T12:00:00Z');
const APPLICATION = { group: 'argoproj.io', kind: 'Application' };

let folder: string;
let story: Story;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-story-'));
  story = await makeStory({ clock: { now: () => NOW }, folder, pollMs: 0 });
}, 30_000);

afterAll(() => {
  story.close();
  rmSync(folder, { recursive: true, force: true });
});

const apps = (): readonly Manifest[] => story.cluster.list(APPLICATION);
const nameOf = (object: Manifest): string => stringAt(object, 'metadata', 'name') ?? '';
const outOfSync = (): readonly string[] =>
  apps()
    .filter((app) => stringAt(app, 'status', 'sync', 'status') === 'OutOfSync')
    .map(nameOf);

function drifting(app: Manifest): readonly string[] {
  return listAt(app, 'status', 'resources')
    .filter((resource) => at(resource, 'status') !== 'Synced')
    .map((resource: Json) =>
      [
        `${stringAt(resource, 'kind')}/${stringAt(resource, 'name')}`,
        ...(at(resource, 'requiresPruning') === true ? ['prune'] : []),
        ...(at(resource, 'hook') === true ? ['hook'] : []),
      ].join(' '),
    )
    .toSorted();
}

/** Differences that Argo CD would show, by path. */
function shownPaths(app: string, kind: string): readonly string[] {
  const resources = story.controller.comparisonOf({ namespace: 'argocd', name: app })?.resources ?? [];
  return resources
    .filter(({ key, verdict }) => key.kind === kind && verdict.modified)
    .flatMap(({ verdict }) => differingPaths(verdict.normalizedLive, verdict.predicted));
}

describe('the story as Argo CD reports it', () => {
  it('has 52 applications, 20 out of sync, 4 of them Progressing', () => {
    expect(apps()).toHaveLength(52);
    expect(outOfSync().toSorted()).toEqual(Object.keys(DRIFT).toSorted());
    const progressing = apps().filter((app) => stringAt(app, 'status', 'health', 'status') !== 'Healthy');
    expect(progressing.map(nameOf).toSorted()).toEqual(Object.keys(PROGRESSING_DAYS).toSorted());
  });

  it.each(Object.entries(DRIFT))('%s drifts in just what the table lists', (name, expected) => {
    const app = apps().find((candidate) => nameOf(candidate) === name);
    expect(drifting(app ?? {})).toEqual(expected.toSorted());
  });

  it('flags nothing in the other 32', () => {
    const others = apps().filter((app) => !(nameOf(app) in DRIFT));
    expect(others).toHaveLength(32);
    for (const app of others) {
      expect([nameOf(app), stringAt(app, 'status', 'sync', 'status'), ...drifting(app)]).toEqual([
        nameOf(app),
        'Synced',
      ]);
    }
  });

  it.each(Object.entries(PROGRESSING_DAYS))('%s is Progressing for %i days', (name, days) => {
    const app = apps().find((candidate) => nameOf(candidate) === name);
    expect(at(app, 'status', 'health')).toEqual({
      status: 'Progressing',
      lastTransitionTime: new Date(NOW.getTime() - days * 86_400_000).toISOString().replace('.000Z', 'Z'),
    });
  });

  it('warns of the shared namespace and of nothing else', () => {
    const conditions = apps().flatMap((app) =>
      listAt(app, 'status', 'conditions').map((condition) => `${nameOf(app)}: ${stringAt(condition, 'message')}`),
    );
    expect(conditions).toEqual([
      'sympozium: Namespace/sympozium-system is part of applications argocd/sympozium and sympozium-extras',
    ]);
  });

  it('runs no operation and has synced every app at the revision it compares', () => {
    expect(apps().filter((app) => at(app, 'operation') !== undefined)).toEqual([]);
    for (const app of apps()) {
      expect(stringAt(app, 'status', 'operationState', 'syncResult', 'revision')).toBe(
        stringAt(app, 'status', 'sync', 'revision'),
      );
    }
  });
});

describe('the differences', () => {
  it('of ExternalSecrets are four defaults each, 64 in all', () => {
    const all = Object.keys(DRIFT).flatMap((app) => shownPaths(app, 'ExternalSecret'));
    expect(all).toHaveLength(64);
    expect(new Set(all)).toEqual(
      new Set([
        '/spec/target/deletionPolicy',
        '/spec/data/0/remoteRef/conversionStrategy',
        '/spec/data/0/remoteRef/decodingStrategy',
        '/spec/data/0/remoteRef/metadataPolicy',
      ]),
    );
  });

  it('of child applications are prune, and in four the empty group', () => {
    const paths = shownPaths('root', 'Application');
    expect(paths.filter((path) => path === '/spec/syncPolicy/automated/prune')).toHaveLength(12);
    expect(paths.filter((path) => path === '/spec/ignoreDifferences/0/group')).toHaveLength(4);
    expect(paths).toHaveLength(16);
  });

  it('of Tekton’s kinds do not exist', () => {
    for (const kind of ['Task', 'Pipeline', 'EventListener']) expect(shownPaths('tekton-extras', kind)).toEqual([]);
  });

  it('of the CRDs are chart labels and preserveUnknownFields', () => {
    expect(new Set(shownPaths('tekton-pipelines', 'CustomResourceDefinition'))).toEqual(
      new Set([
        '/metadata/labels/app.kubernetes.io~1managed-by',
        '/metadata/labels/helm.sh~1chart',
        '/spec/preserveUnknownFields',
      ]),
    );
  });

  it('of vcluster are a hash, defaults, and one that nothing explains', () => {
    expect(shownPaths('vcluster-experiments', 'StatefulSet').toSorted()).toEqual([
      '/spec/persistentVolumeClaimRetentionPolicy/whenScaled',
      '/spec/revisionHistoryLimit',
      '/spec/template/metadata/annotations/vClusterConfigHash',
      '/spec/template/spec/containers/0/env/1',
      '/spec/updateStrategy',
    ]);
  });

  it('of the ClusterPolicy are dozens', () => {
    expect(shownPaths('gpu-operator', 'ClusterPolicy').length).toBeGreaterThan(24);
  });
});

describe('what runs underneath', () => {
  const podOf = (namespace: string, name: string): Manifest | undefined =>
    story.cluster.get({ group: '', kind: 'Pod', namespace, name });

  it('has a pod that crash-loops since 21 days behind a completed rollout', () => {
    const pod = podOf('argo-rollouts', 'argo-rollouts-6b4c4dfbd9-ghl9c');
    const [status] = listAt(pod, 'status', 'containerStatuses');
    expect(stringAt(pod, 'metadata', 'creationTimestamp')).toBe('2026-04-16T12:00:00Z');
    expect(at(status, 'restartCount')).toBe(1154);
    expect(stringAt(status, 'state', 'waiting', 'reason')).toBe('CrashLoopBackOff');
    const log = story.cluster.log(
      { namespace: 'argo-rollouts', name: 'argo-rollouts-6b4c4dfbd9-ghl9c' },
      'argo-rollouts',
      true,
    );
    expect(log).toMatch(/level=fatal msg="Failed to download plugins: .* response code Not Found"/);
  });

  it('has a claim without a StorageClass, an image that does not exist and a pod too large', () => {
    const claim = story.cluster.get({
      group: '',
      kind: 'PersistentVolumeClaim',
      namespace: 'gitea',
      name: 'gitea-shared-storage',
    });
    expect(stringAt(claim, 'status', 'phase')).toBe('Pending');
    const [pulling] = listAt(podOf('sympozium-system', 'sympozium-0'), 'status', 'containerStatuses');
    expect(stringAt(pulling, 'state', 'waiting', 'reason')).toBe('ImagePullBackOff');
    const [scheduled] = listAt(podOf('vcluster-experiments', 'experiments-0'), 'status', 'conditions');
    expect(stringAt(scheduled, 'reason')).toBe('Unschedulable');
  });

  it('has no Argo CD among the writers of the orphan CRDs', () => {
    const crd = story.cluster.get({
      group: 'apiextensions.k8s.io',
      kind: 'CustomResourceDefinition',
      namespace: '',
      name: 'rollouts.argoproj.io',
    });
    const writers = listAt(crd, 'metadata', 'managedFields').map((entry) => stringAt(entry, 'manager'));
    expect(writers.some((manager) => manager?.startsWith('argocd'))).toBe(false);
  });
});

describe('a visitor', () => {
  it('can make a pod of a Synced app crash-loop, and heal it', async () => {
    const app = (): Manifest => apps().find((candidate) => nameOf(candidate) === 'loki') ?? {};
    const state = (): readonly unknown[] => [
      stringAt(app(), 'status', 'sync', 'status'),
      stringAt(app(), 'status', 'health', 'status'),
    ];
    const [pod] = story.cluster.list({ group: '', kind: 'Pod' }, 'loki');
    const key = { group: '', kind: 'Pod', namespace: 'loki', name: nameOf(pod ?? {}) };
    const annotate = (fate: string | null): Manifest =>
      story.cluster.mergePatch(
        key,
        { metadata: { annotations: { 'plumbline.demo/fate': fate } } },
        { manager: 'kubectl-annotate' },
      );
    annotate('crash');
    await story.settle();
    expect(state()).toEqual(['Synced', 'Progressing']);
    story.cluster.delete(key);
    await story.settle();
    expect(state()).toEqual(['Synced', 'Healthy']);
  });
});

describe('Git', () => {
  it('says prune: false in 51 templates and the empty group in 21', async () => {
    const templates = [...(await story.git.files('main', 'apps/root/templates')).values()];
    expect(templates).toHaveLength(51);
    expect(templates.filter((text) => /^ {6}prune: false$/m.test(text))).toHaveLength(51);
    expect(templates.filter((text) => /group: ""$/m.test(text))).toHaveLength(21);
  });
});
