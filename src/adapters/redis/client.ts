import type { Clock } from '../../ports/clock.ts';
import type { Ledger } from '../../ports/ledger.ts';
import type { Locks } from '../../ports/locks.ts';
import type {
  AppMemory,
  ChannelMemory,
  ScanProgressMemory,
  SnapshotMemory,
  TimelineMemory,
} from '../../ports/memory.ts';
import type { Outbox } from '../../ports/outbox.ts';
import type { PlanMemory } from '../../ports/plans.ts';
import { makeAppMemory } from './app-memory.ts';
import { makeChannelMemory } from './channel-memory.ts';
import { closeRedis, type RedisClient } from './connect.ts';
import { guarded } from './errors.ts';
import { makeKeys } from './keys.ts';
import { makeLedger } from './ledger.ts';
import { makeLocks } from './locks.ts';
import { makeOutbox } from './outbox.ts';
import { makePlanMemory } from './plan-memory.ts';
import type { Unreadable } from './reading.ts';
import { makeScanProgressMemory } from './scan-progress-memory.ts';
import { makeSnapshotMemory } from './snapshot-memory.ts';
import type { Store } from './store.ts';
import { makeTimelineMemory } from './timeline-memory.ts';

export interface MemoryOptions {
  /** What all keys begin with: it has a hash tag. */
  readonly prefix?: string;
  /** When the outbox settled an entry, in the program's own time. */
  readonly clock: Clock;
  /** Told of every stored value that cannot be read; answers leave it out. */
  readonly onUnreadable: (found: Unreadable) => void;
}

export interface Memory {
  readonly apps: AppMemory;
  readonly snapshots: SnapshotMemory;
  readonly timeline: TimelineMemory;
  readonly scans: ScanProgressMemory;
  readonly channels: ChannelMemory;
  readonly outbox: Outbox;
  readonly plans: PlanMemory;
  readonly ledger: Ledger;
  readonly locks: Locks;
  close(): Promise<void>;
}

/** All memory over one connection, which it owns from here on. */
export function makeMemory(redis: RedisClient, { prefix, clock, onUnreadable }: MemoryOptions): Memory {
  const store: Store = { redis, keys: makeKeys(prefix), clock, onUnreadable };
  return {
    apps: guarded(makeAppMemory(store)),
    snapshots: guarded(makeSnapshotMemory(store)),
    timeline: guarded(makeTimelineMemory(store)),
    scans: guarded(makeScanProgressMemory(store)),
    channels: guarded(makeChannelMemory(store)),
    outbox: guarded(makeOutbox(store)),
    plans: guarded(makePlanMemory(store)),
    ledger: guarded(makeLedger(store)),
    // Not guarded: the errors of the work are none of Redis'.
    locks: makeLocks(store),
    close: () => closeRedis(redis),
  };
}
