import { z } from 'zod';
import type { Tick } from '../flows/tick.ts';
import { defineJob, type JobKind } from './job.ts';
import { TICK_JOB } from './names.ts';

const TickJob = z.object({});

export function makeTickJob({ tick }: { readonly tick: Tick }): JobKind {
  return defineJob(TICK_JOB, TickJob, () => tick());
}
