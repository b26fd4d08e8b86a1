import { z } from 'zod';

/* What travels in jobs: plain data, checked on arrival, because an older release may have put it there. */

/** One id from the slash command to the last job that it caused. */
const correlation = z.string().default('');

const AppRef = z.object({ server: z.string(), namespace: z.string(), name: z.string() });

export const ScanJob = z.object({
  correlation,
  reason: z.enum(['schedule', 'person', 'start']).default('schedule'),
  full: z.boolean().default(false),
});

export const LookJob = z.object({ correlation, app: z.object({ ref: AppRef, project: z.string().optional() }) });

/** What a batch holds is checked by the flow that made it: it is ours, and large. */
export const BatchJob = z.object({ correlation, scanId: z.string(), batch: z.string(), work: z.unknown() });

export const PublishJob = z.object({ correlation, scanId: z.string().optional() });

export const DeliverJob = z.object({ correlation, channel: z.string() });

export const TickJob = z.object({ correlation });

export const PlanJob = z.object({
  correlation,
  app: z.object({ ref: AppRef, project: z.string().exactOptional() }),
  offerId: z.string(),
});

export const RunJob = z.object({ correlation, planId: z.string() });
