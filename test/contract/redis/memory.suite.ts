import type { Memory, MemoryOptions } from '../../../src/adapters/redis/client.ts';
import type { RedisClient } from '../../../src/adapters/redis/connect.ts';
import { appMemorySuite } from './app-memory.suite.ts';
import { channelMemorySuite } from './channel-memory.suite.ts';
import { ledgerSuite } from './ledger.suite.ts';
import { locksSuite } from './locks.suite.ts';
import { outboxSuite } from './outbox.suite.ts';
import { planMemorySuite } from './plan-memory.suite.ts';
import { scanProgressMemorySuite } from './scan-progress-memory.suite.ts';
import { snapshotMemorySuite } from './snapshot-memory.suite.ts';
import { timelineMemorySuite } from './timeline-memory.suite.ts';

export interface Target {
  memory(options?: Partial<MemoryOptions>): Promise<Memory>;
  connect(): Promise<RedisClient>;
}

/** What every kind of Redis has to keep. */
export function memorySuite(target: () => Target): void {
  const open = (options?: Partial<MemoryOptions>) => target().memory(options);
  appMemorySuite(open);
  snapshotMemorySuite(open, () => target().connect());
  timelineMemorySuite(open);
  scanProgressMemorySuite(open);
  channelMemorySuite(open);
  outboxSuite(open);
  planMemorySuite(open, () => target().connect());
  ledgerSuite(open, () => target().connect());
  locksSuite(open, () => target().connect());
}
