import type { JsonObject, Manifest } from '../../core/model/json.ts';
import { type ApiServer, startApiServer } from '../argocd/api/server.ts';
import type { TokenGrant } from '../argocd/api/session.ts';
import type { Backend } from '../argocd/backend.ts';
import type { AppId } from '../argocd/controller/app-store.ts';
import { DRIFTS, type Drift, kindFor, managedItem, resourceName, uidFor, versionOfKind } from './fleet-objects.ts';

export interface FleetOptions {
  readonly apps: number;
  /** How many of the apps drift. */
  readonly drifting: number;
  readonly resourcesPerApp: number;
  /** Ways of drifting, dealt out in turn; every one of them when left out. */
  readonly mix?: readonly Drift[];
  /** Drifting resources per drifting app. */
  readonly driftsPerApp?: number;
  readonly version?: string;
}

const HOME = 'argocd';
const REVISION = '53e28ff20cc530b9ada2173fbbd64d48338583ba';
const RECONCILED = '2026-03-01T10:20:00Z';
const SERVER = 'https://kubernetes.default.svc';
const PROJECTS = 20;

/** An Argo CD of any size. Applications are made once, everything below them when it is asked for. Nothing can be written. */
export function makeFleet(options: FleetOptions): Backend {
  const { mix = DRIFTS, driftsPerApp = 2, resourcesPerApp } = options;
  const names = Array.from({ length: options.apps }, (_, index) => `app-${String(index + 1).padStart(5, '0')}`);
  const positions = new Map(names.map((name, index) => [name, index]));
  // drift is spread over the fleet, not heaped at its start
  const stride =
    options.drifting === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(options.apps / options.drifting));
  const isDrifting = (index: number): boolean => index % stride === 0 && index / stride < options.drifting;
  const driftAt = (index: number, position: number): Drift | undefined =>
    isDrifting(index) && position < driftsPerApp ? mix[(index / stride + position) % mix.length] : undefined;

  function resourcesOf(name: string) {
    const index = positions.get(name) ?? -1;
    if (index < 0) return [];
    return Array.from({ length: resourcesPerApp }, (_, position) => ({
      app: name,
      position,
      drift: driftAt(index, position),
    }));
  }

  let made: readonly Manifest[] | undefined;
  const apps = (): readonly Manifest[] => {
    made ??= names.map((name, index) => applicationOf(name, index, isDrifting(index), resourcesOf(name).map(statusOf)));
    return made;
  };
  const byName = (id: AppId): Manifest | undefined =>
    id.namespace === HOME ? apps()[positions.get(id.name) ?? -1] : undefined;
  const readOnly = (): never => {
    throw new Error('this fleet is read-only');
  };

  return {
    version: options.version ?? 'v3.2.11',
    namespace: HOME,
    now: () => new Date(RECONCILED),
    apps,
    app: byName,
    resourceVersion: () => '1000000',
    watch: () => () => undefined,
    projects: () => Array.from({ length: PROJECTS }, (_, index) => projectOf(index)),
    clusters: () => [{ server: SERVER, name: 'in-cluster', status: 'Successful' }],
    managedResources: ({ name }) => resourcesOf(name).map(managedItem),
    tree: ({ name }) => resourcesOf(name).map(nodeOf),
    cluster: () => undefined,
    events: () => [],
    manifests: async ({ name }) =>
      resourcesOf(name)
        .map((resource) => managedItem(resource).target)
        .filter((target) => target !== null),
    describe: async (_, revision) => ({
      revision,
      author: 'Demo <demo@plumbline.invalid>',
      date: RECONCILED,
      message: 'chore: release',
    }),
    windows: () => ({ assigned: [], active: [], canSync: () => true }),
    refresh: async () => undefined,
    requestOperation: readOnly,
    terminate: readOnly,
  };
}

/** The fleet behind Argo CD's API. */
export function startFleet({
  tokens,
  ...options
}: FleetOptions & { readonly tokens: readonly TokenGrant[] }): Promise<ApiServer> {
  return startApiServer({ backend: makeFleet(options), tokens });
}

type Resource = { readonly app: string; readonly position: number; readonly drift: Drift | undefined };

function identityOf(resource: Resource): JsonObject {
  const kind = kindFor(resource.position, resource.drift);
  const { group, version } = versionOfKind(kind);
  return { ...(group === '' ? {} : { group }), version, kind, namespace: resource.app, name: resourceName(resource) };
}

function statusOf(resource: Resource): JsonObject {
  return {
    ...identityOf(resource),
    status: resource.drift === undefined ? 'Synced' : 'OutOfSync',
    ...(resource.drift === 'leftover' ? { requiresPruning: true } : {}),
  };
}

function nodeOf(resource: Resource): JsonObject {
  const identity = identityOf(resource);
  if (resource.drift === 'missing') return { ...identity, health: { status: 'Missing' } };
  return {
    ...identity,
    uid: uidFor(resourceName(resource)),
    resourceVersion: String(100_000 + resource.position),
    createdAt: '2026-01-10T08:00:00Z',
  };
}

function applicationOf(name: string, index: number, isDrifting: boolean, resources: readonly JsonObject[]): Manifest {
  const source = { repoURL: 'https://git.example.com/org/deploy.git', path: `apps/${name}`, targetRevision: 'main' };
  const destination = { server: SERVER, namespace: name };
  const isServerSide = resources.some(({ kind }) => kind === 'ExternalSecret');
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'Application',
    metadata: {
      name,
      namespace: HOME,
      uid: uidFor(name),
      resourceVersion: String(index + 1),
      generation: 1,
      creationTimestamp: '2026-01-10T08:00:00Z',
    },
    spec: {
      project: `team-${index % PROJECTS}`,
      source,
      destination,
      syncPolicy: { automated: { enabled: true }, syncOptions: isServerSide ? ['ServerSideApply=true'] : [] },
    },
    status: {
      resources,
      sync: { status: isDrifting ? 'OutOfSync' : 'Synced', comparedTo: { source, destination }, revision: REVISION },
      health: { status: 'Healthy', lastTransitionTime: '2026-02-01T00:00:00Z' },
      reconciledAt: RECONCILED,
      operationState: {
        operation: { sync: { revision: REVISION }, initiatedBy: { automated: true } },
        phase: 'Succeeded',
        message: 'successfully synced (all tasks run)',
        syncResult: { resources: [], revision: REVISION, source },
        startedAt: '2026-02-28T10:00:00Z',
        finishedAt: '2026-02-28T10:00:05Z',
      },
      sourceType: 'Directory',
      summary: {},
      resourceHealthSource: 'appTree',
      controllerNamespace: HOME,
      sourceHydrator: {},
    },
  };
}

function projectOf(index: number): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: `team-${index}`, namespace: HOME, uid: uidFor(`team-${index}`) },
    spec: { sourceRepos: ['https://git.example.com/org/*'], destinations: [{ namespace: '*', server: SERVER }] },
  };
}
