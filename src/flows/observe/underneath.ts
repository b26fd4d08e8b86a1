import { defined } from '../../core/model/defined.ts';
import { stringAt } from '../../core/model/json.ts';
import { isCrash } from '../../core/model/not-healthy.ts';
import type { AppState, EventFact, PodState, ResourceObservation, RuntimeFacts } from '../../core/model/observation.ts';
import type { AppHandle, ArgoCdReader, TreeNode } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import type { Lookout } from './look.ts';
import type { ObserveOptions } from './resources.ts';

export interface UnderneathDeps {
  readonly argocd: ArgoCdReader;
  readonly cluster: ClusterReader | undefined;
  readonly lookout: Lookout;
  readonly now: Date;
  readonly notHealthyAfterMs: number;
}

const TAIL_LINES = 60;
const MAX_SICK = 5;

export interface Underneath {
  readonly runtime: RuntimeFacts;
  /** Resources that are not healthy and do not drift; they carry their health and their live state. */
  readonly resources: readonly ResourceObservation[];
}

/** Every app that is not Healthy gets the look underneath, also a Synced one. */
export async function lookUnderneath(
  app: AppState,
  handle: AppHandle,
  deps: UnderneathDeps,
  options: ObserveOptions,
): Promise<Underneath> {
  if (app.health.status === 'Healthy' || app.health.status === '') return { runtime: {}, resources: [] };
  const tree = (await deps.lookout.look('the resource tree', () => deps.argocd.resourceTree(handle, options))) ?? [];
  const pods = podsIn(tree, deps.now);
  const [worst] = pods;
  const [events, logLines] = worst
    ? await Promise.all([eventsOf(handle, worst, tree, deps, options), linesOf(handle, worst, deps, options)])
    : [await namespaceEvents(app, deps, options), undefined];
  const resources = await sickResources(app, deps, options);
  const storageClass = await missingStorageClass(resources, deps, options);
  const lastChange = await lastChangeOf(app, handle, deps, options);
  const since = sinceWhen(app, pods, tree);
  return {
    resources,
    runtime: {
      pods: pods.slice(0, MAX_SICK),
      ...defined({ events, logLines, storageClass, lastChange }),
      ...(since === undefined
        ? {}
        : {
            notHealthySince: { at: since, atLeast: true },
            notHealthyForLong: deps.now.getTime() - Date.parse(since) >= deps.notHealthyAfterMs,
          }),
    },
  };
}

/** Pods of the tree that are in trouble, worst first: crash evidence, then restarts. */
function podsIn(tree: readonly TreeNode[], now: Date): readonly PodState[] {
  return tree
    .filter(({ kind, group }) => kind === 'Pod' && group === '')
    .map((node): PodState => {
      const restarts = Number(node.info['Restart Count'] ?? 0);
      return {
        name: node.name,
        namespace: node.namespace,
        ...defined({ reason: node.info['Status Reason'], message: node.health?.message, ready: node.info.Containers }),
        restarts,
        ...(node.createdAt === undefined ? {} : { age: ageOf(node.createdAt, now) }),
      };
    })
    .filter(({ reason, restarts }) => reason !== 'Running' || (restarts ?? 0) > 0)
    .toSorted((a, b) => Number(isCrash(b.reason)) - Number(isCrash(a.reason)) || (b.restarts ?? 0) - (a.restarts ?? 0));
}

/** `21d`, `5h`, `3m`: as kubectl prints it. */
function ageOf(createdAt: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - Date.parse(createdAt)) / 60_000));
  if (minutes >= 2880) return `${Math.floor(minutes / 1440)}d`;
  return minutes >= 120 ? `${Math.floor(minutes / 60)}h` : `${minutes}m`;
}

async function eventsOf(
  handle: AppHandle,
  pod: PodState,
  tree: readonly TreeNode[],
  { argocd, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<readonly EventFact[] | undefined> {
  const node = tree.find(({ kind, name }) => kind === 'Pod' && name === pod.name);
  if (!node) return undefined;
  const events = await lookout.look('events', () =>
    argocd.events(handle, { namespace: node.namespace, name: node.name, uid: node.uid }, options),
  );
  return events?.filter(({ type }) => type !== 'Normal');
}

async function namespaceEvents(
  app: AppState,
  { cluster, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<readonly EventFact[] | undefined> {
  const { namespace } = app.destination;
  return cluster && namespace ? lookout.look('events', () => cluster.warningEvents(namespace, options)) : undefined;
}

/** The log of the container that ended; a container that never started has none. */
async function linesOf(
  handle: AppHandle,
  pod: PodState,
  { argocd, cluster, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<readonly string[] | undefined> {
  if (!pod.namespace || (pod.restarts ?? 0) === 0) return undefined;
  const place = { namespace: pod.namespace, name: pod.name };
  const direct =
    cluster && (await lookout.look('the previous log', () => cluster.previousLog(place, TAIL_LINES, options)));
  if (direct && direct.length > 0) return direct;
  return lookout.look('the previous log', () =>
    argocd.logs(handle, { pod: pod.name, namespace: place.namespace, previous: true, tailLines: TAIL_LINES }, options),
  );
}

async function sickResources(
  app: AppState,
  { cluster, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<readonly ResourceObservation[]> {
  const sick = app.resources.filter(
    ({ health, hook }) => !hook && health !== undefined && health.status !== 'Healthy' && health.status !== 'Missing',
  );
  const observed: ResourceObservation[] = [];
  for (const { group, kind, namespace, name, version, health, status } of sick.slice(0, MAX_SICK)) {
    const ref = { group, kind, namespace, name };
    const found = cluster && (await lookout.look(`${kind}/${name}`, () => cluster.read(ref, version, options)));
    const live = found && options.masker.manifest(found);
    observed.push({
      ref,
      version,
      ...defined({ status }),
      ...(health ? { health } : {}),
      requiresPruning: false,
      hook: false,
      // the same on both sides: looked at for its health, not for drift
      target: live ?? null,
      live: live ?? null,
      facts: {},
    });
  }
  return observed;
}

/** null: a claim names a StorageClass that the cluster does not have. */
async function missingStorageClass(
  resources: readonly ResourceObservation[],
  { cluster, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<string | null | undefined> {
  const claim = resources.find(({ ref }) => ref.kind === 'PersistentVolumeClaim');
  const name = stringAt(claim?.live ?? {}, 'spec', 'storageClassName');
  if (!cluster || name === undefined) return undefined;
  const found = await lookout.look(
    'storage classes',
    async () =>
      (await cluster.read({ group: 'storage.k8s.io', kind: 'StorageClass', namespace: '', name }, 'v1', options)) ??
      null,
  );
  return found === null ? null : found === undefined ? undefined : name;
}

/** The earliest proof there is: Argo CD resets its own time at every flap, a crash-looping pod does not. */
function sinceWhen(app: AppState, pods: readonly PodState[], tree: readonly TreeNode[]): string | undefined {
  const crashing = new Set(pods.filter(({ reason }) => isCrash(reason)).map(({ name }) => name));
  const born = tree.flatMap(({ kind, name, createdAt }) =>
    kind === 'Pod' && crashing.has(name) && createdAt !== undefined ? [createdAt] : [],
  );
  return [...(app.health.since === undefined ? [] : [app.health.since]), ...born].toSorted()[0];
}

/** Charts have no commit behind their version; Git sources do. */
async function lastChangeOf(
  app: AppState,
  handle: AppHandle,
  { argocd, lookout }: UnderneathDeps,
  options: ObserveOptions,
): Promise<RuntimeFacts['lastChange']> {
  const revision = app.operation?.revisions[0] ?? app.sync.revisions[0];
  if (revision === undefined || !/^[0-9a-f]{40}$/.test(revision)) return undefined;
  return lookout.look('the last synced commit', () => argocd.revisionDetails(handle, revision, options));
}
