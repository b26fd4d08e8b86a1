import { z } from 'zod';
import type { OfferPlans } from '../flows/remedy/offer-plans.ts';
import { defineJob, type JobKind } from './job.ts';
import { REMEDY_JOBS } from './names.ts';
import { AppHandle } from './payloads.ts';

const PlanJob = z.object({ app: AppHandle, offerId: z.string() });

export interface PlanJobDeps {
  readonly offerPlansOf: (instance: string) => OfferPlans;
}

/** Tried once: what goes wrong is told in the offer. */
export function makePlanJob({ offerPlansOf }: PlanJobDeps): JobKind {
  return defineJob(REMEDY_JOBS.plan, PlanJob, async ({ app, offerId }, { instance, signal }) => {
    await offerPlansOf(instance)(app, offerId, { signal });
  });
}
