import type { ScanProgressMemory } from '../../ports/memory.ts';
import { ADVANCE_SCAN, FINISH_SCAN, START_SCAN } from './lua/advance-scan.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const startScan = makeScript(START_SCAN);
const advanceScan = makeScript(ADVANCE_SCAN);
const finishScan = makeScript(FINISH_SCAN);

export function makeScanProgressMemory({ redis, keys }: Store): ScanProgressMemory {
  return {
    async startScan(instance, { scanId, startedAt, of, done }) {
      await startScan.run(redis, [keys.scan(instance), keys.scanBatches(instance)], [scanId, startedAt, of, done]);
    },

    async advanceScan(instance, scanId, batch, done) {
      await advanceScan.run(redis, [keys.scan(instance), keys.scanBatches(instance)], [scanId, batch, done]);
    },

    async finishScan(instance, scanId, at, failure = '') {
      await finishScan.run(redis, [keys.scan(instance)], [scanId, at, failure]);
    },

    async lastScan(instance) {
      const { scanId, startedAt = '', done, of, finishedAt, failure } = await redis.hgetall(keys.scan(instance));
      if (scanId === undefined) return undefined;
      return {
        scanId,
        startedAt,
        done: Number(done),
        of: Number(of),
        ...(finishedAt === undefined ? {} : { finishedAt }),
        ...(failure === undefined ? {} : { failure }),
      };
    },
  };
}
