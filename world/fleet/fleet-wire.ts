import type { JsonObject, Manifest } from '../../src/core/model/json.ts';
import {
  type FleetResource,
  kindFor,
  resourceName,
  resourceVersionOf,
  uidFor,
  versionOfKind,
} from './fleet-objects.ts';

export const HOME = 'argocd';
const REVISION = '53e28ff20cc530b9ada2173fbbd64d48338583ba';
export const RECONCILED = '2026-03-01T10:20:00Z';
export const SERVER = 'https://kubernetes.default.svc';
export const PROJECTS = 20;

function identityOf(resource: FleetResource): JsonObject {
  const kind = kindFor(resource.position, resource.drift);
  const { group, version } = versionOfKind(kind);
  return { ...(group === '' ? {} : { group }), version, kind, namespace: resource.app, name: resourceName(resource) };
}

export function statusOf(resource: FleetResource): JsonObject {
  return {
    ...identityOf(resource),
    status: resource.drift === undefined ? 'Synced' : 'OutOfSync',
    ...(resource.drift === 'leftover' ? { requiresPruning: true } : {}),
  };
}

export function nodeOf(resource: FleetResource): JsonObject {
  const identity = identityOf(resource);
  if (resource.drift === 'missing') return { ...identity, health: { status: 'Missing' } };
  return {
    ...identity,
    uid: uidFor(resourceName(resource)),
    resourceVersion: resourceVersionOf(resource),
    createdAt: '2026-01-10T08:00:00Z',
  };
}

export function applicationOf(
  name: string,
  index: number,
  isDrifting: boolean,
  resources: readonly JsonObject[],
): Manifest {
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

export function projectOf(index: number): Manifest {
  return {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'AppProject',
    metadata: { name: `team-${index}`, namespace: HOME, uid: uidFor(`team-${index}`) },
    spec: { sourceRepos: ['https://git.example.com/org/*'], destinations: [{ namespace: '*', server: SERVER }] },
  };
}
