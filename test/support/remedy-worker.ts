import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { makeMemory } from '../../src/adapters/redis/client.ts';
import { connectRedis } from '../../src/adapters/redis/connect.ts';
import { UnavailableError } from '../../src/core/model/errors.ts';
import { makeAuditPlan } from '../../src/flows/remedy/audit-plan.ts';
import { resumeRuns } from '../../src/flows/remedy/resume-runs.ts';
import { makeTendPlans } from '../../src/flows/remedy/tend-plans.ts';
import type { Job } from '../../src/ports/queue.ts';
import { memoryOptions } from './redis.ts';
import { connectSite, SILENT, type SiteAddress } from './remedy-site.ts';

/* A worker that only carries out plans, as a process of its own. Each line on standard input is a start: as the service does, it goes on with what
 * was left undone and tends the rest. */

export interface WorkerConfig {
  readonly address: SiteAddress;
  readonly redis: string;
  readonly prefix: string;
}

const DAY_MS = 86_400_000;
const { address, redis, prefix } = JSON.parse(process.argv[2] ?? '') as WorkerConfig;
const memory = makeMemory(await connectRedis(parseRedisUrl(redis), { patience: 'worker' }), memoryOptions({ prefix }));
const { executePlan } = connectSite(address, memory);
const clock = { now: () => new Date() };
const { signal } = new AbortController();

/** As the queue would: what is worth another try gets one. */
async function run(job: Job): Promise<void> {
  if (job.type !== 'run') return;
  for (;;) {
    try {
      return await executePlan(job.planId, { signal });
    } catch (error) {
      if (!(error instanceof UnavailableError)) throw error;
      await sleep(50);
    }
  }
}

const { plans } = memory;
const queue = { ask: run };
const tendPlans = makeTendPlans({
  ...{ plans, queue, clock, remindAfterMs: DAY_MS, restoreForMs: DAY_MS, reviewWithinMs: DAY_MS },
  auditPlan: makeAuditPlan(memory.ledger),
  publishPlan: async () => undefined,
  notePlan: async () => undefined,
  log: SILENT,
});

process.stdout.write('ready\n');
for await (const _ of createInterface({ input: process.stdin })) {
  await resumeRuns({ plans, queue, clock });
  await tendPlans();
  process.stdout.write('done\n');
}
