import { describe, expect, it } from 'vitest';
import type { Memory } from '../../../src/adapters/redis/client.ts';
import { AT } from '../../support/stored.ts';

const STARTED = { scanId: 'scan-1', startedAt: AT, done: 0, of: 100 };

export function scanProgressMemorySuite(open: () => Promise<Memory>): void {
  describe('ScanProgressMemory', () => {
    it('counts each batch once, also when workers tell it at the same time', async () => {
      const { scans } = await open();
      expect(await scans.lastScan('prod')).toBeUndefined();
      await scans.startScan('prod', STARTED);
      await Promise.all(['a', 'b', 'a', 'c', 'b'].map((batch) => scans.advanceScan('prod', 'scan-1', batch, 10)));
      expect(await scans.lastScan('prod')).toEqual({ ...STARTED, done: 30, heardAt: expect.any(String) });
    });

    it('ends with a time and, where it failed, with the reason', async () => {
      const { scans } = await open();
      await scans.startScan('prod', STARTED);
      await scans.finishScan('prod', 'scan-1', AT, 'Argo CD refuses connections');
      expect(await scans.lastScan('prod')).toEqual({
        ...STARTED,
        finishedAt: AT,
        failure: 'Argo CD refuses connections',
      });
      await scans.finishScan('prod', 'scan-1', AT);
      expect(await scans.lastScan('prod')).toEqual({ ...STARTED, finishedAt: AT });
    });

    it('keeps what was counted when a scan is started again, and begins anew with another', async () => {
      const { scans } = await open();
      await scans.startScan('prod', STARTED);
      await scans.advanceScan('prod', 'scan-1', 'a', 10);
      await scans.startScan('prod', { ...STARTED, of: 120 });
      expect(await scans.lastScan('prod')).toMatchObject({ ...STARTED, of: 120, done: 10 });
      await scans.startScan('prod', { ...STARTED, scanId: 'scan-2' });
      await scans.advanceScan('prod', 'scan-2', 'a', 5);
      expect(await scans.lastScan('prod')).toMatchObject({ ...STARTED, scanId: 'scan-2', done: 5 });
    });

    it('does not listen to a scan that was replaced', async () => {
      const { scans } = await open();
      await scans.startScan('prod', STARTED);
      await scans.startScan('prod', { ...STARTED, scanId: 'scan-2' });
      await scans.advanceScan('prod', 'scan-1', 'a', 10);
      await scans.finishScan('prod', 'scan-1', AT);
      expect(await scans.lastScan('prod')).toEqual({ ...STARTED, scanId: 'scan-2' });
    });
  });
}
