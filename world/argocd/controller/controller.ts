import { at, type JsonObject, type Manifest, objectAt, stringAt } from '../../../src/core/model/json.ts';
import type { ClusterModel, GitModel, WorldClock } from '../../cluster/types.ts';
import { APPLICATION, type AppSpec, readAppSpec } from '../app-spec.ts';
import { makeCrdSchemas } from '../crd-schemas.ts';
import { makeLiveIndex } from '../live-index.ts';
import { keyOfManifest, keyText } from '../object-key.ts';
import { type AppComparison, compareApp, type Destination } from '../reconcile.ts';
import { RenderError } from '../render.ts';
import { windowsFor } from '../sync-windows.ts';
import { secondsOf } from '../time.ts';
import { type AppId, type AppStore, isSameWish, makeAppStore, STATUS_WRITER } from './app-store.ts';
import { makeAuditEvents } from './audit-events.ts';
import { decideAutoSync, healDelay } from './auto-sync.ts';
import { makeOperations, type Operations } from './operations.ts';
import { makeSources, type Sources } from './sources.ts';
import { failedStatus, isSameStatus, statusFor } from './status.ts';
import { makeWorkQueue } from './work-queue.ts';

export interface NamedCluster {
  readonly name: string;
  readonly cluster: ClusterModel;
}

export interface ControllerOptions {
  /** The first one is the management cluster: Applications and projects live there. */
  readonly clusters: readonly [NamedCluster, ...NamedCluster[]];
  readonly repositories: readonly GitModel[];
  readonly clock: WorldClock;
  readonly version: string;
  readonly namespace: string;
  readonly debounceMs: number;
  /** How often Git is asked for new commits; 0 = only by `settle` and refresh. */
  readonly pollMs: number;
}

export interface Controller {
  readonly options: ControllerOptions;
  readonly store: AppStore;
  readonly sources: Sources;
  readonly operations: Operations;
  comparisonOf(id: AppId): AppComparison | undefined;
  destinationOf(app: AppSpec): Destination | undefined;
  refresh(id: AppId, options?: { readonly hard?: boolean }): Promise<void>;
  /** Looks at Git once more and resolves when every comparison and operation that follows has ended. */
  settle(): Promise<void>;
  close(): void;
}

const SKIP = 'argocd.argoproj.io/skip-reconcile';
const REFRESH = 'argocd.argoproj.io/refresh';
const WINDOW_CHECK_MS = 10_000;
/** `timeout.reconciliation` and its jitter: no comparison of a running app is older. */
const RESYNC_MS = 180_000;

export function makeController(options: ControllerOptions): Controller {
  const { clock, version, namespace: home } = options;
  const [management] = options.clusters;
  const store = makeAppStore(management.cluster);
  const sources = makeSources(options.repositories, clock);
  const audit = makeAuditEvents(management.cluster, clock);
  const comparisons = new Map<string, AppComparison>();
  const seen = new Map<string, Manifest>();
  const heads = new Map<GitModel, string | undefined>();
  const timers = new Set<NodeJS.Timeout>();
  /** Which apps compared an object, tracked or not: CRDs carry no tracking id, and another app may hold it. */
  const comparers = new Map<string, Set<string>>();

  const destinations = new Map<ClusterModel, Destination>(
    options.clusters.map(({ cluster }) => [
      cluster,
      {
        cluster,
        schemas: makeCrdSchemas(cluster),
        index: makeLiveIndex(cluster, (object) => onLiveChange(cluster, object)),
      },
    ]),
  );
  const queue = makeWorkQueue((key) => reconcile(idOf(key)), options.debounceMs);
  /** One comparison of an app at a time, so that an older one never overwrites a newer one. */
  const turns = new Map<string, Promise<void>>();
  const operations = makeOperations({
    store,
    sources,
    clock,
    audit,
    version,
    home,
    comparisonFor,
    destinationOf,
    wake: enqueue,
    wakeLater: (id) => later(() => enqueue(id), WINDOW_CHECK_MS),
  });

  function enqueue(id: AppId): void {
    queue.add(`${id.namespace}/${id.name}`);
  }

  function onLiveChange(cluster: ClusterModel, object: Manifest): void {
    const key = keyOfManifest(object);
    if (cluster === management.cluster && key.group === APPLICATION.group && key.kind === APPLICATION.kind) {
      const id = `${key.namespace}/${key.name}`;
      if (!isSameWish(seen.get(id), object)) enqueue(key);
      seen.set(id, object);
    }
    for (const instance of destinations.get(cluster)?.index.concerned(object) ?? []) {
      const [first = '', second] = instance.split('_');
      enqueue(second === undefined ? { namespace: home, name: first } : { namespace: first, name: second });
    }
    for (const id of comparers.get(keyText(key)) ?? []) enqueue(idOf(id));
  }

  function destinationOf(app: AppSpec): Destination | undefined {
    const { server, name } = app.destination;
    const found = options.clusters.find((entry) => entry.cluster.server === server || entry.name === name);
    return found && destinations.get(found.cluster);
  }

  function comparisonFor(app: AppSpec, rendered: readonly Manifest[]): AppComparison | undefined {
    const destination = destinationOf(app);
    return destination && compareApp({ app, home, version, destination, rendered });
  }

  function reconcile(id: AppId, hard = false): Promise<void> {
    const key = `${id.namespace}/${id.name}`;
    const turn = (turns.get(key) ?? Promise.resolve()).then(() => compareNow(id, key, hard));
    turns.set(key, turn);
    return turn;
  }

  async function compareNow(id: AppId, key: string, hard: boolean): Promise<void> {
    const object = store.get(id);
    if (!object) {
      comparisons.delete(key);
      return;
    }
    const app = readAppSpec(object);
    if (app.annotations[SKIP] === 'true') return;
    const isHard = hard || app.annotations[REFRESH] === 'hard';
    try {
      const revision = await sources.resolve(app);
      const rendered = await sources.render(app, revision, { fresh: isHard });
      const comparison = comparisonFor(app, rendered);
      if (!comparison) throw new RenderError('there are no clusters with this name or server');
      comparisons.set(key, comparison);
      remember(key, comparison);
      await conclude(id, app, comparison, revision);
    } catch (error) {
      const message = comparisonError(error);
      write(id, (current) => failedStatus(current, [{ type: 'ComparisonError', message }], context()));
    }
    clearRefresh(id);
    operations.run(id);
  }

  function remember(app: string, { resources }: AppComparison): void {
    for (const { key } of resources) {
      const id = keyText(key);
      comparers.set(id, (comparers.get(id) ?? new Set()).add(app));
    }
  }

  async function conclude(id: AppId, app: AppSpec, comparison: AppComparison, revision: string): Promise<void> {
    const object = store.get(id);
    if (!object) return;
    const synced = stringAt(object, 'status', 'operationState', 'syncResult', 'revision');
    const isSameSource = synced !== undefined && (await sources.isSameSource(app, synced, revision));
    const decision = decideAutoSync({ app, object, comparison, revision, isSameSource });
    const conditions = decision.condition ? [...comparison.conditions, decision.condition] : comparison.conditions;
    write(id, (current) => statusFor(current, { comparison: { ...comparison, conditions }, revision }, context()));
    if (decision.operation) startAutomated(id, object, decision.operation, app);
  }

  function startAutomated(id: AppId, object: Manifest, operation: JsonObject, app: AppSpec): void {
    if (!windowsFor(store.project(home, app.project), app, clock.now()).canSync(false)) return;
    const wait = healDelay(operation, object, clock.now());
    if (wait > 0) later(() => enqueue(id), wait);
    else operations.request(id, operation, STATUS_WRITER);
  }

  function later(act: () => void, ms: number): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timer.unref();
    timers.add(timer);
  }

  function context() {
    return { now: secondsOf(clock.now()), home };
  }

  function write(id: AppId, statusOf: (current: Manifest) => JsonObject): void {
    const current = store.get(id);
    if (!current) return;
    const status = statusOf(current);
    const before = objectAt(current, 'status');
    if (isSameStatus(status, before) && !isStale(current)) return;
    store.writeStatus(id, status);
    for (const part of ['sync', 'health']) {
      const [from, to] = [stringAt(before, part, 'status') ?? '', stringAt(status, part, 'status') ?? ''];
      if (from !== '' && from !== to)
        audit.record(current, 'ResourceUpdated', `Updated ${part} status: ${from} -> ${to}`);
    }
  }

  function clearRefresh(id: AppId): void {
    const app = store.get(id);
    if (at(app, 'metadata', 'annotations', REFRESH) === undefined) return;
    management.cluster.mergePatch(
      { ...APPLICATION, ...id },
      { metadata: { annotations: { [REFRESH]: null } } },
      { manager: STATUS_WRITER },
    );
  }

  function isStale(app: Manifest): boolean {
    const reconciled = Date.parse(stringAt(app, 'status', 'reconciledAt') ?? '');
    return !(clock.now().getTime() - reconciled < RESYNC_MS);
  }

  async function pollGit(): Promise<void> {
    sources.forgetRevisions();
    for (const git of options.repositories) {
      const head = await git.resolve('HEAD');
      const isNew = head !== heads.get(git);
      heads.set(git, head);
      if (isNew) for (const app of store.list()) if (readAppSpec(app).repoUrl === git.url) enqueue(keyOfManifest(app));
    }
    for (const app of store.list()) if (isStale(app)) enqueue(keyOfManifest(app));
  }

  for (const app of store.list()) {
    const key = keyOfManifest(app);
    seen.set(`${key.namespace}/${key.name}`, app);
    enqueue(key);
  }
  const poll =
    options.pollMs > 0 ? setInterval(() => void pollGit().catch(() => undefined), options.pollMs) : undefined;
  poll?.unref();

  return {
    options,
    store,
    sources,
    operations,
    destinationOf,
    comparisonOf: ({ namespace, name }) => comparisons.get(`${namespace}/${name}`),
    async refresh(id, { hard = false } = {}) {
      sources.forgetRevisions();
      await reconcile(id, hard);
    },
    async settle() {
      await pollGit();
      while (!queue.isIdle() || !operations.isIdle()) {
        await queue.idle();
        await operations.idle();
      }
    },
    close() {
      clearInterval(poll);
      for (const timer of timers) clearTimeout(timer);
      queue.close();
      operations.close();
      for (const { index } of destinations.values()) index.close();
    },
  };
}

function idOf(key: string): AppId {
  const [namespace = '', name = ''] = key.split('/');
  return { namespace, name };
}

function comparisonError(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof RenderError
    ? `Failed to load target state: failed to generate manifest for source 1 of 1: rpc error: code = ${error.code} desc = ${message}`
    : `Failed to compare desired state to live state: ${message}`;
}
