import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe } from 'vitest';
import { stringify } from 'yaml';
import type { Json, Manifest } from '../../../src/core/model/json.ts';
import { makeToken, readOnly, writer } from '../../../world/argocd/api/session.ts';
import { type RunningArgoCd, startArgoCd } from '../../../world/argocd/start-argocd.ts';
import { addController } from '../../../world/cluster/add-controller.ts';
import { makeClusterModel } from '../../../world/cluster/cluster-model.ts';
import { makeGitModel } from '../../../world/git/git-model.ts';
import { workloadController } from '../../../world/story/runtime/workload-controller.ts';
import { argocdContract } from './argocd.contract.ts';
import type { ArgoCdTarget } from './target.ts';

/* The same suite as against a real server, so that the simulator cannot lie about what the adapter sees. */

const SERVER = 'https://kubernetes.default.svc';
const clock = { now: () => new Date() };
let folder: string | undefined;
let argocd: RunningArgoCd | undefined;

afterAll(async () => {
  await argocd?.close();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const labels = { app: 'web' };
const DEPLOYMENT: Manifest = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'contract' },
  spec: {
    replicas: 1,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: 'web', image: 'registry.example.com/web:1' }] } },
  },
};
const CONFIG_MAP: Manifest = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'contract' },
  data: { mode: 'fast' },
};

async function startTarget(): Promise<ArgoCdTarget> {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-contract-'));
  const git = await makeGitModel(join(folder, 'git'), { clock });
  await git.commit(
    new Map([
      ['web/deployment.yaml', stringify(DEPLOYMENT)],
      ['web/settings.yaml', stringify(CONFIG_MAP)],
    ]),
    'feat: web',
  );
  const cluster = makeClusterModel({ server: SERVER, clock });
  addController(cluster, workloadController({ clock, isCalm: () => true }));
  const write = (manifest: Manifest): void => void cluster.create(manifest, { manager: 'test' });
  for (const name of ['argocd', 'contract']) write({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } });
  for (const crd of argocdKinds()) write(crd);
  write(project());
  for (const name of ['contract', 'frozen']) write(application(name, git.url));
  const tokens = { read: makeToken('plumbline'), write: makeToken('plumbline-write') };
  argocd = await startArgoCd({
    clusters: [{ name: 'in-cluster', cluster }],
    repositories: [git],
    clock,
    tokens: [readOnly(tokens.read), writer(tokens.write)],
  });
  await argocd.settle();
  return {
    server: argocd.url,
    token: tokens.read,
    writeToken: tokens.write,
    app: { ref: { server: 'contract', namespace: 'argocd', name: 'contract' }, project: 'contract' },
    deletable: { group: '', kind: 'ConfigMap', version: 'v1', namespace: 'contract', name: 'settings' },
    frozen: { ref: { server: 'contract', namespace: 'argocd', name: 'frozen' }, project: 'contract' },
  };
}

/** The kinds of Argo CD's own objects, as its installation brings them. */
function argocdKinds(): readonly Manifest[] {
  return [
    ['Application', 'applications'],
    ['AppProject', 'appprojects'],
  ].map(([kind = '', plural = '']) => ({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.argoproj.io` },
    spec: {
      group: 'argoproj.io',
      scope: 'Namespaced',
      names: { kind, plural, singular: kind.toLowerCase(), listKind: `${kind}List` },
      versions: [
        {
          name: 'v1alpha1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
        },
      ],
    },
  }));
}

function project(): Manifest {
  const windows: Json = [
    {
      kind: 'deny',
      schedule: '0 0 1 1 *',
      duration: '1h',
      timeZone: 'Europe/Berlin',
      applications: ['*'],
      manualSync: true,
    },
    { kind: 'deny', schedule: '* * * * *', duration: '1h', timeZone: 'UTC', applications: ['frozen*'] },
  ];
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: 'contract', namespace: 'argocd' },
    spec: {
      sourceRepos: ['*'],
      destinations: [{ server: '*', namespace: '*' }],
      clusterResourceWhitelist: [{ group: '*', kind: '*' }],
      syncWindows: windows,
    },
  };
}

function application(name: string, repoURL: string): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: { name, namespace: 'argocd' },
    spec: {
      project: 'contract',
      source: { repoURL, targetRevision: 'main', path: 'web' },
      destination: { server: SERVER, namespace: 'contract' },
      syncPolicy: { ...(name === 'contract' ? { automated: {} } : {}), syncOptions: ['CreateNamespace=true'] },
    },
  };
}

describe('the simulated Argo CD', () => {
  argocdContract(startTarget);
});
