import { FlowProducer } from 'bullmq';
import type { Cluster, Redis } from 'ioredis';
import type { StartedScan } from '../flows/scan/start-scan.ts';
import type { Log } from '../ports/log.ts';
import { isDoneWithin } from './done-within.ts';
import { jobPrefix, SCAN_JOBS, scanQueue } from './names.ts';
import { backoffAt, type JobPace, scatteredBackoffAt, UNHURRIED } from './retries.ts';

export interface ScanTreeOptions {
  /** Waits for Redis as long as it takes. */
  readonly connection: Redis | Cluster;
  readonly prefix: string;
  readonly log: Log;
  readonly pace?: JobPace;
}

/** The jobs of one scan: publishing waits for the batches; one that fails for good does not hold the rest back. */
export interface ScanTree {
  /** May be done twice: ids come from the scan. */
  add(instance: string, scan: StartedScan, correlation: string): Promise<void>;
  close(): Promise<void>;
}

const BATCH = { attempts: 3, ignoreDependencyOnFailure: true } as const;
const PUBLISH = { attempts: 5 } as const;
const KEPT = { removeOnComplete: { age: 3600, count: 200 }, removeOnFail: { age: 7 * 86_400, count: 500 } } as const;
const FORCED_MS = 2000;

export function makeScanTree({ connection, prefix, log, pace = UNHURRIED }: ScanTreeOptions): ScanTree {
  const producer = new FlowProducer({ connection, prefix: jobPrefix(prefix) });
  producer.on('error', (error) => log.warn('a queue lost its connection', { reason: error.message }));
  return {
    async add(instance, { scanId, batches }, correlation) {
      const queueName = scanQueue(instance);
      await producer.add({
        name: SCAN_JOBS.publish,
        queueName,
        data: { correlation, scanId },
        opts: { ...KEPT, ...PUBLISH, backoff: backoffAt(pace), jobId: `publish.${scanId}` },
        children: batches.map((work, index) => ({
          name: SCAN_JOBS.batch,
          queueName,
          data: { correlation, scanId, batch: String(index), work },
          opts: { ...KEPT, ...BATCH, backoff: scatteredBackoffAt(pace), jobId: `batch.${scanId}.${index}` },
        })),
      });
    },
    async close() {
      // while Redis is away it would wait for it
      await isDoneWithin(producer.close(), FORCED_MS);
    },
  };
}
