import type { AppKey, AppRecord, AppRow } from '../core/memory/app-record.ts';
import { scopeSnapshot } from '../core/memory/scope-snapshot.ts';
import { coversApp, coversInstance, type Scope } from '../core/memory/slice.ts';
import type { InstanceReach, Snapshot, SnapshotRow } from '../core/memory/snapshot.ts';
import type { AppMemory, ScanProgress, ScanProgressMemory, SnapshotMemory } from '../ports/memory.ts';

export interface ReadFleetDeps {
  readonly apps: AppMemory;
  readonly snapshots: SnapshotMemory;
  readonly scans: ScanProgressMemory;
  readonly instances: readonly string[];
}

/** One instance as a viewer may see it. */
export interface InstanceView {
  readonly instance: string;
  /** undefined: never scanned to the end. */
  readonly snapshot: Snapshot | undefined;
  readonly reach: InstanceReach | undefined;
  readonly scan: ScanProgress | undefined;
}

export interface FoundApp {
  readonly instance: string;
  readonly record: AppRecord;
}

export type NamedApp = Pick<AppRow, 'key' | 'name' | 'project' | 'labels'> & { readonly instance: string };

export interface ReadFleet {
  /** Instances that the scopes cover, or the one that was named. */
  views(scopes: readonly Scope[], instance?: string): Promise<readonly InstanceView[]>;
  rows(scopes: readonly Scope[], instance?: string): Promise<readonly (SnapshotRow & { readonly instance: string })[]>;
  /** By name, or by `namespace/name`; several when instances or namespaces share the name. Only what the scopes cover. */
  findApps(scopes: readonly Scope[], name: string, instance?: string): Promise<readonly FoundApp[]>;
  /** Names the viewer may see, for "did you mean". */
  names(scopes: readonly Scope[], instance?: string): Promise<readonly NamedApp[]>;
  records(instance: string, keys: readonly AppKey[]): Promise<readonly AppRecord[]>;
}

/** What commands answer from: the store only, so that an answer is quick whatever Argo CD does. */
export function makeReadFleet({ apps, snapshots, scans, instances }: ReadFleetDeps): ReadFleet {
  const named = new Map<string, { readonly of: string; readonly apps: Promise<readonly NamedApp[]> }>();

  function covered(scopes: readonly Scope[], instance: string | undefined): readonly string[] {
    return instances.filter(
      (name) => (instance === undefined || name === instance) && scopes.some((scope) => coversInstance(scope, name)),
    );
  }

  /** All names of an instance, read again when a newer snapshot stands. */
  async function namedApps(instance: string): Promise<readonly NamedApp[]> {
    const snapshot = await snapshots.snapshot(instance);
    const of = snapshot === undefined ? '' : `${snapshot.scanId} ${snapshot.apps}`;
    const known = named.get(instance);
    if (known?.of === of && of !== '') return known.apps;
    const reading = apps
      .rows(instance)
      .then((rows) => rows.map(({ key, name, project, labels }) => ({ key, name, project, labels, instance })));
    named.set(instance, { of, apps: reading });
    reading.catch(() => named.delete(instance));
    return reading;
  }

  async function visibleNames(scopes: readonly Scope[], instance?: string): Promise<readonly NamedApp[]> {
    const all = await Promise.all(covered(scopes, instance).map(namedApps));
    return all.flat().filter((app) => isVisible(scopes, app));
  }

  return {
    views: (scopes, instance) =>
      Promise.all(
        covered(scopes, instance).map(async (name) => {
          const [whole, reach, scan] = await Promise.all([
            snapshots.snapshot(name),
            snapshots.reach(name),
            scans.lastScan(name),
          ]);
          return { instance: name, snapshot: whole && scopeSnapshot(whole, scopes), reach, scan };
        }),
      ),

    async rows(scopes, instance) {
      const all = await Promise.all(
        covered(scopes, instance).map(async (name) => {
          const [whole, rows] = await Promise.all([snapshots.snapshot(name), snapshots.rowsOfSnapshot(name)]);
          const visible = whole && scopeSnapshot(whole, scopes);
          return rows
            .filter(({ slice }) => visible?.slices[slice] !== undefined)
            .map((row) => ({ ...row, instance: name }));
        }),
      );
      return all.flat();
    },

    async findApps(scopes, name, instance) {
      const matches = (await visibleNames(scopes, instance)).filter((app) => app.name === name || app.key === name);
      const found = await Promise.all(
        matches.map(async (match) => {
          const [record] = await apps.records(match.instance, [match.key]);
          return record === undefined ? [] : [{ instance: match.instance, record }];
        }),
      );
      return found.flat().filter(({ record }) => isVisible(scopes, { ...record, instance: record.ref.server }));
    },

    names: visibleNames,

    records: (instance, keys) => apps.records(instance, keys),
  };
}

function isVisible(
  scopes: readonly Scope[],
  app: { readonly instance: string; readonly project: string; readonly labels: Readonly<Record<string, string>> },
): boolean {
  return scopes.some((scope) => coversInstance(scope, app.instance) && coversApp(scope, app));
}
