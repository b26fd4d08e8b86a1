import type { AppRecord, AppRow } from '../core/memory/app-record.ts';
import { scopeSnapshot } from '../core/memory/scope-snapshot.ts';
import type { InstanceReach, Snapshot, SnapshotRow } from '../core/memory/snapshot.ts';
import type { AppKey } from '../core/model/app-key.ts';
import { coversInstance, type Scope, visibleApps } from '../core/model/fleet-scope.ts';
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

type NamedApp = Pick<AppRow, 'key' | 'name' | 'project' | 'labels'> & { readonly instance: string };

export interface ReadFleet {
  /** Instances that the scopes cover, by name. */
  instances(scopes: readonly Scope[]): readonly string[];
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
  function covered(scopes: readonly Scope[], instance: string | undefined): readonly string[] {
    return instances.filter(
      (name) => (instance === undefined || name === instance) && scopes.some((scope) => coversInstance(scope, name)),
    );
  }

  /** Read once for each snapshot: which apps there are changes with a newer one at most. */
  function onceForEach<T>(read: (instance: string) => Promise<T>): (instance: string) => Promise<T> {
    const known = new WeakMap<Snapshot, Promise<T>>();
    return async (instance) => {
      const snapshot = await snapshots.snapshot(instance);
      const kept = snapshot && known.get(snapshot);
      if (snapshot === undefined || kept !== undefined) return kept ?? read(instance);
      const reading = read(instance);
      known.set(snapshot, reading);
      reading.catch(() => known.delete(snapshot));
      return reading;
    };
  }

  const keysByName = onceForEach(async (instance) => Map.groupBy(await apps.keys(instance), nameOf));

  const namedApps = onceForEach(async (instance) =>
    (await apps.rows(instance)).map(({ key, name, project, labels }) => ({ key, name, project, labels, instance })),
  );

  return {
    instances: (scopes) => covered(scopes, undefined),

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
      const found = await Promise.all(
        covered(scopes, instance).map(async (where) => {
          const keys = (await keysByName(where)).get(nameOf(name)) ?? [];
          const wanted = name.includes('/') ? keys.filter((key) => key === name) : keys;
          const records = wanted.length === 0 ? [] : await apps.records(where, wanted);
          return records.filter(visibleApps(scopes, where)).map((record) => ({ instance: where, record }));
        }),
      );
      return found.flat();
    },

    async names(scopes, instance) {
      const all = await Promise.all(
        covered(scopes, instance).map(async (where) => (await namedApps(where)).filter(visibleApps(scopes, where))),
      );
      return all.flat();
    },

    records: (instance, keys) => apps.records(instance, keys),
  };
}

/** `namespace/name` → name. */
function nameOf(key: AppKey): string {
  return key.slice(key.indexOf('/') + 1);
}
