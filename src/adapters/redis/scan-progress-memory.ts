import { defined } from '../../core/model/defined.ts';
import type { ScanProgressMemory } from '../../ports/memory.ts';
import { ADVANCE_SCAN, FINISH_SCAN, START_SCAN } from './lua/advance-scan.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const startScan = makeScript(START_SCAN);
const advanceScan = makeScript(ADVANCE_SCAN);
const finishScan = makeScript(FINISH_SCAN);

export function makeScanProgressMemory({ redis, keys, clock }: Store): ScanProgressMemory {
  return {
    async startScan(instance, { scanId, startedAt, of, done }) {
      await startScan.run(redis, [keys.scan(instance), keys.scanBatches(instance)], [scanId, startedAt, of, done]);
    },

    async advanceScan(instance, scanId, batch, done) {
      const args = [scanId, batch, done, clock.now().toISOString()];
      await advanceScan.run(redis, [keys.scan(instance), keys.scanBatches(instance)], args);
    },

    async finishScan(instance, scanId, at, failure = '') {
      await finishScan.run(redis, [keys.scan(instance)], [scanId, at, failure]);
    },

    async lastScan(instance) {
      const fields = await redis.hgetall(keys.scan(instance));
      const { scanId, startedAt = '', done, of, heardAt, finishedAt, failure } = fields;
      if (scanId === undefined) return undefined;
      return {
        scanId,
        startedAt,
        done: Number(done),
        of: Number(of),
        ...defined({ heardAt, finishedAt, failure }),
      };
    },
  };
}
