import type { Manifest } from '../../src/core/model/json.ts';
import { type ApiServer, startApiServer } from '../argocd/api/server.ts';
import type { TokenGrant } from '../argocd/api/session.ts';
import type { Backend } from '../argocd/backend.ts';
import type { AppId } from '../argocd/controller/app-store.ts';
import { DRIFTS, type Drift, type FleetResource, managedItem } from './fleet-objects.ts';
import { applicationOf, HOME, nodeOf, PROJECTS, projectOf, RECONCILED, SERVER, statusOf } from './fleet-wire.ts';

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

/** A fleet that moves when it is told to. */
export interface FleetBackend extends Backend {
  /**
   * Moves this share of the apps, the same ones each time, and says which: one that is in sync starts to drift, in one
   * that drifts already somebody edits again, which no list shows.
   */
  change(share: number): readonly string[];
}

/** An Argo CD of any size. Applications are made once, everything below them when it is asked for. Nothing can be written. */
function makeFleet(options: FleetOptions): FleetBackend {
  const { mix = DRIFTS, driftsPerApp = 2, resourcesPerApp } = options;
  const names = Array.from({ length: options.apps }, (_, index) => `app-${String(index + 1).padStart(5, '0')}`);
  const positions = new Map(names.map((name, index) => [name, index]));
  // drift is spread over the fleet, not heaped at its start
  const stride =
    options.drifting === 0 ? Number.POSITIVE_INFINITY : Math.max(1, Math.floor(options.apps / options.drifting));
  const edits = new Map<number, number>();
  const driftsFromStart = (index: number): boolean => index % stride === 0 && index / stride < options.drifting;
  const isDrifting = (index: number): boolean => driftsFromStart(index) || edits.has(index);
  const driftAt = (index: number, position: number): Drift | undefined =>
    isDrifting(index) && position < driftsPerApp
      ? mix[(Math.floor(index / stride) + position) % mix.length]
      : undefined;

  function resourcesOf(name: string) {
    const index = positions.get(name) ?? -1;
    if (index < 0) return [];
    return Array.from({ length: resourcesPerApp }, (_, position): FleetResource => {
      const drift = driftAt(index, position);
      return { app: name, position, drift, edits: drift === undefined ? 0 : (edits.get(index) ?? 0) };
    });
  }

  const make = (name: string, index: number): Manifest =>
    applicationOf(name, index, isDrifting(index), resourcesOf(name).map(statusOf));
  let made: Manifest[] | undefined;
  const apps = (): readonly Manifest[] => {
    made ??= names.map(make);
    return made;
  };

  function change(share: number): readonly string[] {
    const every = Math.max(1, Math.round(1 / share));
    return names.filter((name, index) => {
      const block = Math.floor(index / every);
      // another place in each block, or all would hit what drifts, or none
      if (index % every !== block % Math.min(every, 5)) return false;
      edits.set(index, (edits.get(index) ?? 0) + 1);
      if (made) made[index] = make(name, index);
      return true;
    });
  }
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
    change,
  };
}

/** The fleet behind Argo CD's API. */
export async function startFleet({
  tokens,
  ...options
}: FleetOptions & { readonly tokens: readonly TokenGrant[] }): Promise<ApiServer & Pick<FleetBackend, 'change'>> {
  const fleet = makeFleet(options);
  return { ...(await startApiServer({ backend: fleet, tokens })), change: fleet.change };
}
