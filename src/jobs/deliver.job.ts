import { z } from 'zod';
import type { DeliverMessages } from '../flows/deliver-messages.ts';
import { defineJob, type JobKind } from './job.ts';
import { DELIVER_JOB } from './names.ts';

const DeliverJob = z.object({ channel: z.string() });

export function makeDeliverJob({ deliver }: { readonly deliver: DeliverMessages }): JobKind {
  return defineJob(DELIVER_JOB, DeliverJob, ({ channel }, { signal }) => deliver(channel, signal));
}
