import { z } from 'zod';
import type { EndScan } from '../flows/end-scan.ts';
import { defineJob, type JobKind } from './job.ts';
import { SCAN_JOBS } from './names.ts';

const PublishJob = z.object({ scanId: z.string().optional() });

/** After the batches of a scan, or after a look between scans. */
export function makePublishJob({ endScan }: { readonly endScan: EndScan }): JobKind {
  return defineJob(SCAN_JOBS.publish, PublishJob, ({ scanId }, { instance, log }) =>
    endScan(instance, { scanId, log }),
  );
}
