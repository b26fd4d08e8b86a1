import { type AppKey, appKey } from '../../core/model/app-key.ts';
import { BotError } from '../../core/model/errors.ts';
import type { Manifest } from '../../core/model/json.ts';
import type { InstanceState } from '../../core/model/observation.ts';
import type { ListedApp } from '../../core/scan/listed-app.ts';
import { identityAmong, makeOwnership, type SharedResource } from '../../core/scan/shared-resources.ts';
import type { AppListing, AppSelector, ArgoCdReader, CallOptions, Settings } from '../../ports/argocd.ts';
import type { ClusterReader } from '../../ports/cluster.ts';
import { readInstance } from '../observe/read-instance.ts';

export interface ListFleetDeps {
  readonly argocd: Pick<ArgoCdReader, 'settings' | 'version' | 'canI' | 'listApps' | 'readListing'>;
  /** Where Argo CD keeps its Applications; undefined: not reachable, which is a normal state. */
  readonly ownCluster?: ClusterReader | undefined;
}

/** All that a scan knows of an instance before it looks at an app. */
export interface Fleet {
  readonly settings: InstanceState;
  readonly listed: readonly ListedApp[];
  /** Drifting resources that other apps list as theirs too; apps that share nothing are left out. */
  readonly shared: ReadonlyMap<AppKey, readonly SharedResource[]>;
}

export type ListFleet = (selector?: AppSelector, options?: CallOptions) => Promise<Fleet>;

/** Every app is reduced as it arrives: what is in sync stays behind as a hash of its owner. */
export function makeListFleet({ argocd, ownCluster }: ListFleetDeps): ListFleet {
  return async (selector = {}, options = {}) => {
    const [settings, mayGetAll] = await Promise.all([readInstance(argocd, options), mayGetAllApps(options)]);
    const paged = mayGetAll ? await pagedListing(settings, selector, options) : undefined;
    const seesAllApps = mayGetAll && selector.name === undefined && selector.projects === undefined;
    return { settings: { ...settings, seesAllApps }, ...(await reduce(paged ?? argocd.listApps(selector, options))) };
  };

  async function mayGetAllApps(options: CallOptions): Promise<boolean> {
    try {
      return await argocd.canI('applications', 'get', '*/*', options);
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof BotError)) throw error;
      return false;
    }
  }

  /**
   * Application objects from Kubernetes, which spares Argo CD and says more. Only where that is the very list that
   * Argo CD would give to a token that may see them all: apps of one namespace. undefined: ask Argo CD.
   */
  async function pagedListing(
    { appsInAnyNamespace, controllerNamespace }: Settings,
    selector: AppSelector,
    options: CallOptions,
  ): Promise<AsyncIterable<AppListing> | undefined> {
    if (!ownCluster || appsInAnyNamespace || controllerNamespace === undefined || selector.name !== undefined)
      return undefined;
    try {
      const pages = ownCluster.listApplications(controllerNamespace, options)[Symbol.asyncIterator]();
      // the first page tells whether this may be read at all
      const first = await pages.next();
      return readPages(first, pages, selector);
    } catch (error) {
      if (options.signal?.aborted || !(error instanceof BotError)) throw error;
      return undefined;
    }
  }

  async function* readPages(
    first: IteratorResult<readonly Manifest[]>,
    pages: AsyncIterator<readonly Manifest[]>,
    { projects }: AppSelector,
  ): AsyncGenerator<AppListing> {
    for (let page = first; page.done !== true; page = await pages.next()) {
      for (const application of page.value) {
        const listing = argocd.readListing(application);
        if (projects === undefined || projects.includes(listing.project)) yield listing;
      }
    }
  }
}

async function reduce(listings: AsyncIterable<AppListing>): Promise<Pick<Fleet, 'listed' | 'shared'>> {
  const found: ListedApp[] = [];
  const ownership = makeOwnership();
  for await (const { resources, ...listed } of listings) {
    ownership.add(listed, resources);
    found.push(listed);
  }
  const shared = ownership.shared();
  return {
    listed: found.map((app, index) => {
      const own = shared.get(index);
      return own === undefined ? app : { ...app, identity: identityAmong(app, own) };
    }),
    shared: new Map(
      [...shared].flatMap(([index, resources]) => {
        const app = found[index];
        return app ? [[appKey(app.ref), resources] as const] : [];
      }),
    ),
  };
}

/** Who else owns what drifts in an app; undefined: nobody who is in sight, which says little. */
export function sharedIn({ settings, shared }: Pick<Fleet, 'settings' | 'shared'>, app: AppKey) {
  return shared.get(app) ?? (settings.seesAllApps === false ? undefined : []);
}

/** The part of `shared` that a batch of apps needs, as data. */
export function sharedAmong(
  { shared }: Pick<Fleet, 'shared'>,
  apps: readonly ListedApp[],
): Readonly<Record<AppKey, readonly SharedResource[]>> {
  return Object.fromEntries(
    apps.flatMap(({ ref }) => {
      const key = appKey(ref);
      const resources = shared.get(key);
      return resources === undefined ? [] : [[key, resources]];
    }),
  );
}
