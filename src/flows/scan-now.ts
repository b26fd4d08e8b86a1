import type { ScanProgressMemory } from '../ports/memory.ts';
import type { Pace } from '../ports/pace.ts';
import type { Queue } from '../ports/queue.ts';

export interface ScanNowDeps {
  readonly queue: Queue;
  readonly scans: Pick<ScanProgressMemory, 'lastScan'>;
  readonly instances: readonly string[];
  readonly pace: Pace;
}

/** What the schedule would do now; resolves once the snapshots are published, or after a while without. */
export type ScanNow = () => Promise<void>;

const PATIENCE_MS = 15_000;
const POLL_MS = 100;

export function makeScanNow({ queue, scans, instances, pace }: ScanNowDeps): ScanNow {
  return async () => {
    const until = pace.now() + PATIENCE_MS;
    for (const instance of instances) {
      const before = (await scans.lastScan(instance))?.scanId;
      await queue.ask({ type: 'scan', instance, reason: 'schedule' });
      while (pace.now() < until && !(await hasEnded(instance, before))) await pace.wait(POLL_MS);
    }
  };

  async function hasEnded(instance: string, before: string | undefined): Promise<boolean> {
    const last = await scans.lastScan(instance);
    return last !== undefined && last.scanId !== before && last.finishedAt !== undefined;
  }
}
