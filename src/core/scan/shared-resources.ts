import { createHash } from 'node:crypto';
import type { OtherApp } from '../model/observation.ts';
import { type ResourceRef, resourceKey } from '../model/resource-ref.ts';
import { hash64 } from './hash64.ts';
import type { ListedApp, ListedResource } from './listed-app.ts';

/** A drifting resource of an app that other apps list as theirs too. Plain data: a batch of apps carries its own. */
export interface SharedResource {
  readonly resource: ResourceRef;
  readonly others: readonly OtherApp[];
}

/** Collects who lists what, app by app, while a fleet is listed. */
export interface Ownership {
  add(app: ListedApp, resources: readonly ListedResource[]): void;
  /** By the app's position in the order of adding; apps that share nothing are left out. */
  shared(): ReadonlyMap<number, readonly SharedResource[]>;
}

interface Owner {
  readonly app: ListedApp;
  readonly everythingWantsPruning: boolean;
  /** Where its resources begin. */
  readonly start: number;
}

/**
 * Two million keys at fifty thousand apps: a resource is kept as 64 bits of hash and one of pruning, 9 bytes, and only
 * drifting keys are looked up at the end.
 */
export function makeOwnership(): Ownership {
  const owners: Owner[] = [];
  let high = new Uint32Array(1024);
  let low = new Uint32Array(1024);
  let pruned = new Uint8Array(1024);
  let count = 0;

  function makeRoom(extra: number): void {
    if (count + extra <= high.length) return;
    const size = Math.max(count + extra, high.length * 2);
    [high, low, pruned] = [grown(high, size), grown(low, size), grown(pruned, size)];
  }

  /** Positions of all resources with one of these hashes, by hash. */
  function positionsOf(wanted: ReadonlyMap<number, ReadonlySet<number>>): ReadonlyMap<string, readonly number[]> {
    const found = new Map<string, number[]>();
    for (let position = 0; position < count; position += 1) {
      const second = low[position] ?? 0;
      const first = wanted.has(second) ? (high[position] ?? 0) : undefined;
      if (first !== undefined && wanted.get(second)?.has(first)) listIn(found, `${first} ${second}`).push(position);
    }
    return found;
  }

  function ownerOf(position: number): number {
    let [from, to] = [0, owners.length - 1];
    while (from < to) {
      const middle = Math.ceil((from + to) / 2);
      if ((owners[middle]?.start ?? 0) <= position) from = middle;
      else to = middle - 1;
    }
    return from;
  }

  function othersAt(positions: readonly number[], self: number): readonly OtherApp[] {
    return positions.flatMap((position) => {
      const index = ownerOf(position);
      const owner = owners[index];
      if (index === self || !owner) return [];
      const { app, everythingWantsPruning } = owner;
      const rendersIt = pruned[position] === 0;
      return [{ name: app.ref.name, rendersIt, prune: app.autoSync.prune, everythingWantsPruning }];
    });
  }

  return {
    add(app, resources) {
      makeRoom(resources.length);
      const everythingWantsPruning = resources.length > 1 && resources.every(({ requiresPruning }) => requiresPruning);
      owners.push({ app, everythingWantsPruning, start: count });
      for (const resource of resources) {
        const [first, second] = hash64(keyOf(app, resource));
        high[count] = first;
        low[count] = second;
        pruned[count] = Number(resource.requiresPruning);
        count += 1;
      }
    },

    shared() {
      const wanted = new Map<number, Set<number>>();
      for (const { app } of owners)
        for (const resource of app.drifting) {
          const [first, second] = hash64(keyOf(app, resource));
          wanted.set(second, (wanted.get(second) ?? new Set()).add(first));
        }
      const positions = positionsOf(wanted);
      return new Map(
        owners.flatMap(({ app }, index) => {
          const shared = app.drifting.flatMap((resource) => {
            const others = othersAt(positions.get(hash64(keyOf(app, resource)).join(' ')) ?? [], index);
            return others.length === 0 ? [] : [{ resource, others }];
          });
          return shared.length === 0 ? [] : [[index, shared] as const];
        }),
      );
    },
  };
}

/** Who else owns what drifts is read from the list too: when that changes, the app is another one to a scan. */
export function identityAmong(app: ListedApp, shared: readonly SharedResource[]): string {
  if (shared.length === 0) return app.identity;
  return createHash('sha256')
    .update(JSON.stringify([app.identity, shared]))
    .digest('base64url');
}

/** Two clusters may have objects of the same name. */
function keyOf({ destination }: ListedApp, resource: ResourceRef): string {
  return `${destination.server ?? destination.name ?? ''} ${resourceKey(resource)}`;
}

function grown<T extends Uint32Array | Uint8Array>(from: T, size: number): T {
  const to = new (from.constructor as new (length: number) => T)(size);
  to.set(from);
  return to;
}

function listIn<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key);
  if (known) return known;
  const fresh: V[] = [];
  lists.set(key, fresh);
  return fresh;
}
