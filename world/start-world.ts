import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Manifest } from '../src/core/model/json.ts';
import { makeToken, operator, readOnly, type TokenGrant } from './argocd/api/session.ts';
import { serveArgoCd } from './argocd/start-argocd.ts';
import type { Faults } from './cluster/faults.ts';
import type { ClusterModel, WorldClock } from './cluster/types.ts';
import { wallClock } from './demo-clock.ts';
import { startFleet } from './fleet/make-fleet.ts';
import { changeAccess } from './kubernetes/change-access.ts';
import type { AccessGrant } from './kubernetes/grants.ts';
import { type KubernetesApi, startKubernetesApi } from './kubernetes/start-kubernetes-api.ts';
import { makeDeeds, type StoryDeeds } from './story/deeds.ts';
import { makeStory } from './story/make-story.ts';
import { BUNDLE_NAMESPACE } from './story/seed.ts';

export interface WorldOptions {
  /** A generated fleet of this many apps instead of the story; it has no cluster and no Git behind it. */
  readonly apps?: number;
  /** Every time in the story's world comes from it; the time of day when left out. A fleet is dated once and for all. */
  readonly clock?: WorldClock;
  /** Further tokens of the story's cluster, each with what it may do. */
  readonly grants?: readonly AccessGrant[];
  /** Where its files are kept until it is closed; a temporary folder when left out. */
  readonly folder?: string;
  /** Further tokens of the story's Argo CD, each with what it may do. */
  readonly tokens?: readonly TokenGrant[];
}

/** The simulated outside world, ready to be pointed at. Parts that are not there are null. */
export interface RunningWorld {
  readonly argocd: {
    readonly server: string;
    readonly token: string;
    /** Of the account that may write; null in a fleet. */
    readonly writeToken: string | null;
  };
  /** Path of a kubeconfig that kubectl takes, for somebody who may do everything. */
  readonly kubeconfig: string | null;
  /** The same cluster with less: one account reads, the other makes approved changes. */
  readonly accounts: { readonly read: string; readonly write: string; readonly bundleNamespace: string } | null;
  readonly git: string | null;
  /** What can be made to happen; null in a fleet, where nothing does. */
  readonly deeds: StoryDeeds | null;
  /** Of the simulated Argo CD: what goes wrong there, and what it was asked. */
  readonly faults: Faults;
  readonly requests: readonly string[];
  /** The same of the simulated Kubernetes API; null in a fleet. */
  readonly kubernetes: Pick<KubernetesApi, 'faults' | 'requests'> | null;
  /** Everything in the cluster, as it is stored, without events; nothing in a fleet. */
  objects(): readonly Manifest[];
  /** Waits until the simulated Argo CD has compared everything that changed. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Of Argo CD, to read and to write; of the cluster, to do everything, to read, to make approved changes. */
const ACCOUNTS = ['plumbline', 'plumbline-write', 'admin', 'reader', 'changer'] as const;
const POLL_MS = 1000;
const FLEET_SHARE = 5;
const FLEET_RESOURCES = 40;

export function startWorld({ apps, ...options }: WorldOptions = {}): Promise<RunningWorld> {
  return apps === undefined ? startStoryWorld(options) : startFleetWorld(apps);
}

async function startStoryWorld({
  clock = wallClock,
  grants = [],
  tokens = [],
  folder = join(tmpdir(), `plumbline-world-${randomUUID()}`),
}: Omit<WorldOptions, 'apps'>): Promise<RunningWorld> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const story = await makeStory({ clock, folder: join(folder, 'git'), pollMs: POLL_MS });
  const [token = '', writeToken = '', admin = '', reads = '', writes = ''] = ACCOUNTS.map((account) =>
    makeToken(account, clock.now()),
  );
  const argocd = await serveArgoCd(story.controller, {
    clock,
    tokens: [readOnly(token), operator(writeToken), ...tokens],
  });
  const kubernetes = await startKubernetesApi({
    model: story.cluster,
    token: admin,
    readOnlyToken: reads,
    clock,
    grants: [changeAccess(writes, BUNDLE_NAMESPACE), ...grants],
  });
  const kubeconfigFor = async (name: string, ofToken: string): Promise<string> => {
    const file = join(folder, name);
    await writeFile(file, kubernetes.kubeconfig(ofToken), { mode: 0o600 });
    return file;
  };
  return {
    argocd: { server: argocd.url, token, writeToken },
    kubeconfig: await kubeconfigFor('kubeconfig', admin),
    accounts: {
      read: await kubeconfigFor('kubeconfig-read', reads),
      write: await kubeconfigFor('kubeconfig-write', writes),
      bundleNamespace: BUNDLE_NAMESPACE,
    },
    kubernetes,
    git: story.git.url,
    deeds: makeDeeds(story),
    faults: argocd.faults,
    requests: argocd.requests,
    objects: () => everythingIn(story.cluster),
    settle: () => story.settle(),
    async close() {
      await Promise.all([argocd.close(), kubernetes.close()]);
      story.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function startFleetWorld(apps: number): Promise<RunningWorld> {
  const token = makeToken('plumbline');
  const server = await startFleet({
    apps,
    drifting: Math.floor(apps / FLEET_SHARE),
    resourcesPerApp: FLEET_RESOURCES,
    tokens: [readOnly(token)],
  });
  return {
    argocd: { server: server.url, token, writeToken: null },
    kubeconfig: null,
    accounts: null,
    kubernetes: null,
    git: null,
    deeds: null,
    faults: server.faults,
    requests: server.requests,
    objects: () => [],
    settle: async () => undefined,
    close: () => server.close(),
  };
}

function everythingIn(cluster: ClusterModel): readonly Manifest[] {
  const kinds = new Map(cluster.kinds().map(({ group, kind }) => [`${group}/${kind}`, { group, kind }]));
  return [...kinds.values()].flatMap((each) => (each.kind === 'Event' ? [] : cluster.list(each)));
}
