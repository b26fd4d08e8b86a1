import { z } from 'zod';
import { hashOf } from '../core/model/hash.ts';
import type { StartedScan, StartScan, StartScanOptions } from '../flows/scan/start-scan.ts';
import type { Metrics } from '../ports/metrics.ts';
import { defineJob, type JobContext, type JobKind } from './job.ts';
import { SCAN_JOBS } from './names.ts';
import type { ScanTree } from './scan-tree.ts';

const ScanJob = z.object({
  reason: z.enum(['schedule', 'person', 'start']).default('schedule'),
  full: z.boolean().default(false),
});

export interface ScanJobDeps {
  readonly startScanOf: (instance: string) => StartScan;
  readonly tree: Pick<ScanTree, 'add'>;
  readonly metrics: Metrics;
}

/** Lists and decides; what is left to look at goes into batches, which the publishing waits for. */
export function makeScanJob({ startScanOf, tree, metrics }: ScanJobDeps): JobKind {
  return defineJob(SCAN_JOBS.list, ScanJob, async ({ full }, context) => {
    const { instance, identity, isTakenOver, signal, log, correlation } = context;
    const scan = await counted(context, { scanId: hashOf(identity), full, isTakenOver, signal });
    log.info('a scan was started', { instance, batches: scan?.batches.length ?? 0 });
    if (scan !== undefined) await tree.add(instance, scan, correlation);
  });

  async function counted({ instance }: JobContext, options: StartScanOptions): Promise<StartedScan | undefined> {
    try {
      const scan = await startScanOf(instance)(instance, options);
      metrics.record('plumbline_argocd_up', 1, { instance });
      return scan;
    } catch (error) {
      metrics.record('plumbline_scans_total', 1, { instance, outcome: 'failed' });
      metrics.record('plumbline_argocd_up', 0, { instance });
      throw error;
    }
  }
}
