import { z } from 'zod';
import type { LookAgain } from '../flows/scan/look-again.ts';
import type { Metrics } from '../ports/metrics.ts';
import type { Queue } from '../ports/queue.ts';
import { defineJob, type JobKind } from './job.ts';
import { SCAN_JOBS } from './names.ts';
import { AppHandle } from './payloads.ts';

const LookJob = z.object({ app: AppHandle });

export interface LookJobDeps {
  readonly lookAgainOf: (instance: string) => LookAgain;
  readonly queue: Queue;
  readonly metrics: Metrics;
}

/** One app between scans. */
export function makeLookJob({ lookAgainOf, queue, metrics }: LookJobDeps): JobKind {
  return defineJob(SCAN_JOBS.look, LookJob, async ({ app }, { instance, signal }) => {
    const hasMoved = await lookAgainOf(instance)(instance, app, { signal });
    metrics.record('plumbline_looks_total', 1, { instance });
    if (hasMoved) await queue.ask({ type: 'publish', instance });
  });
}
