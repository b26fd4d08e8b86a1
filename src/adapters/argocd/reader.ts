import { makeMasker } from '../../core/mask/mask.ts';
import { appKey } from '../../core/model/app-key.ts';
import { NotAllowedError } from '../../core/model/errors.ts';
import { isSame } from '../../core/model/resource-ref.ts';
import type {
  AppHandle,
  AppListing,
  ArgoCdReader,
  CallOptions,
  ProjectWindow,
  WindowState,
} from '../../ports/argocd.ts';
import type { Http } from './http.ts';
import { mapInTurns, maskInTurns } from './in-turns.ts';
import {
  ClusterList,
  DetailedProject,
  Permission,
  Settings,
  SyncWindows,
  UserInfo,
  Version,
} from './instance-schema.ts';
import { LIST_FIELDS, mapListing } from './listing.ts';
import { mapApplication } from './map.ts';
import { mapCluster, mapProjectWindow, mapSettings, mapWindows } from './map-instance.ts';
import { mapEvents, mapLog, mapManagedResource, mapNode, mapProbe, mapRevision, parseWanted } from './map-resources.ts';
import type { Parse } from './parse.ts';
import { appQuery, appRoute, route, selectorQuery } from './routes.ts';
import {
  Application,
  EventList,
  ListEnvelope,
  ListedApplication,
  LogEntry,
  ManagedResources,
  Manifests,
  ResourceTree,
  RevisionMetadata,
} from './schema.ts';
import { watchApps } from './watch.ts';

const PROBE_FIELDS = ['group', 'kind', 'namespace', 'name', 'resourceVersion', 'modified']
  .map((field) => `items.${field}`)
  .join(',');
/** A refresh waits for the controller, a render for the repo-server; Argo CD itself sets no limit. */
const WORK_MS = 120_000;

export interface ReaderOptions {
  readonly http: Http;
  readonly parse: Parse;
  /** The instance's configured name. */
  readonly server: string;
  readonly timeoutMs: number;
  readonly watchIdleMs: number;
}

export function makeReader({ http, parse, server, timeoutMs, watchIdleMs }: ReaderOptions): ArgoCdReader {
  const patience = Math.max(timeoutMs, WORK_MS);

  function readListing(application: unknown): AppListing {
    return mapListing(parse(ListedApplication, application), server);
  }

  async function getApp(app: AppHandle, options: CallOptions & { readonly refresh?: 'normal' | 'hard' } = {}) {
    const { signal, refresh, masker = makeMasker() } = options;
    const query = { ...appQuery(app), refresh };
    const call = { path: appRoute(app), query, signal, ...(refresh ? { timeoutMs: patience } : {}) };
    const answer = await http.get(call);
    await maskInTurns(answer, masker, signal);
    return mapApplication(parse(Application, answer), { server, masker });
  }

  async function windows(app: AppHandle, options: CallOptions = {}): Promise<WindowState> {
    const { signal } = options;
    const answer = await http.get({ path: appRoute(app, 'syncwindows'), query: appQuery(app), signal });
    const state = parse(SyncWindows, answer);
    return mapWindows(state, state.assignedWindows.length === 0 ? [] : await windowsAround(app, options));
  }

  /** Without permission on the project the windows are still known, only not their zone. */
  async function windowsAround(app: AppHandle, options: CallOptions): Promise<readonly ProjectWindow[]> {
    const name = app.project ?? (await getApp(app, options)).project;
    try {
      const answer = await http.get({ path: route('projects', name, 'detailed'), signal: options.signal });
      const { project, globalProjects } = parse(DetailedProject, answer);
      return [project, ...globalProjects].flatMap(({ spec }) => spec.syncWindows.map(mapProjectWindow));
    } catch (error) {
      if (error instanceof NotAllowedError) return [];
      throw error;
    }
  }

  return {
    async version({ signal } = {}) {
      return parse(Version, await http.get({ path: '/api/version', signal })).Version;
    },

    serverTime: ({ signal } = {}) => http.timeOf({ path: '/api/version', signal }),

    async settings({ signal } = {}) {
      return mapSettings(parse(Settings, await http.get({ path: route('settings'), signal })));
    },

    async whoAmI({ signal } = {}) {
      return parse(UserInfo, await http.get({ path: route('session', 'userinfo'), signal }));
    },

    async canI(resource, action, object, { signal } = {}) {
      const path = route('account', 'can-i', resource, action, ...object.split('/'));
      return parse(Permission, await http.get({ path, signal })).value === 'yes';
    },

    listApps(selector, { signal }: CallOptions = {}) {
      const query = { ...selectorQuery(selector), fields: LIST_FIELDS };
      return http.getItems({
        path: route('applications'),
        query,
        signal,
        read: readListing,
        keyOf: ({ ref }) => appKey(ref),
        check: (envelope) => parse(ListEnvelope, envelope),
      });
    },

    readListing,

    getApp,

    async probeResources(app, { signal } = {}) {
      const query = { ...appQuery(app), fields: PROBE_FIELDS };
      const answer = await http.get({ path: appRoute(app, 'managed-resources'), query, signal });
      return parse(ManagedResources, answer).items.map(mapProbe);
    },

    async managedResources(app, only, { signal, masker = makeMasker() }: CallOptions = {}) {
      const query = { ...appQuery(app), ...only };
      const answer = await http.get({ path: appRoute(app, 'managed-resources'), query, signal });
      const read = parse(ManagedResources, answer).items.map((row) => [row, mapManagedResource(row, masker)] as const);
      await mapInTurns(read, masker, signal);
      const rows = read.map(([, row]) => row);
      // To the server an empty filter is none: it cannot ask for the core group or cluster scope.
      return only === undefined ? rows : rows.filter(({ ref }) => isSame(ref, only));
    },

    async resourceTree(app, { signal, masker = makeMasker() }: CallOptions = {}) {
      const answer = await http.get({ path: appRoute(app, 'resource-tree'), query: appQuery(app), signal });
      return parse(ResourceTree, answer).nodes.map((node) => mapNode(node, masker));
    },

    async events(app, of, { signal, masker = makeMasker() }: CallOptions = {}) {
      const about = of ? { resourceNamespace: of.namespace, resourceName: of.name, resourceUID: of.uid } : {};
      const answer = await http.get({ path: appRoute(app, 'events'), query: { ...appQuery(app), ...about }, signal });
      await maskInTurns(answer, masker, signal);
      return mapEvents(parse(EventList, answer).items, masker);
    },

    async logs(app, { pod, ...asked }, { signal, masker = makeMasker() }: CallOptions = {}) {
      const query = { ...appQuery(app), podName: pod, ...asked };
      const entries = await http.getLines({ path: appRoute(app, 'logs'), query, signal });
      await maskInTurns(entries, masker, signal);
      return mapLog(
        entries.map((entry) => parse(LogEntry, entry)),
        masker,
      ).slice(-asked.tailLines);
    },

    async manifests(app, revision, { signal, masker = makeMasker(), only = () => true } = {}) {
      const call = { path: appRoute(app, 'manifests'), query: { ...appQuery(app), revision }, timeoutMs: patience };
      const { manifests } = parse(Manifests, await http.get({ ...call, signal }));
      const wanted = manifests.map((text) => parseWanted(text, only)).filter((manifest) => manifest !== null);
      await maskInTurns(wanted, masker, signal);
      return wanted.map((manifest) => masker.manifest(manifest));
    },

    async revisionDetails(app, revision, { signal, masker = makeMasker() }: CallOptions = {}) {
      const path = appRoute(app, 'revisions', revision, 'metadata');
      const answer = await http.get({ path, query: appQuery(app), signal });
      return mapRevision(revision, parse(RevisionMetadata, answer), masker);
    },

    windows,

    async clusters({ signal } = {}) {
      const masker = makeMasker();
      const { items } = parse(ClusterList, await http.get({ path: route('clusters'), signal }));
      return items.map((cluster) => mapCluster(cluster, masker));
    },

    watchApps: (selector, options = {}) => watchApps(http, parse, { server, idleMs: watchIdleMs }, selector, options),
  };
}
