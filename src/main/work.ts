import { randomUUID } from 'node:crypto';
import { makeTurns } from '../adapters/redis/turns.ts';
import { graceOf } from '../config/grace.ts';
import { rolesByGroup } from '../config/roles.ts';
import { slackConnectionOf } from '../config/slack-connection.ts';
import { MESSAGE_EVERY_MS, makeDeliverMessages } from '../flows/deliver-messages.ts';
import { makeEndScan } from '../flows/end-scan.ts';
import { makePublishSnapshot } from '../flows/publish-snapshot.ts';
import { makeTick } from '../flows/tick.ts';
import { makeBatchJob } from '../jobs/batch.job.ts';
import { makeDeliverJob } from '../jobs/deliver.job.ts';
import { makeLookJob } from '../jobs/look.job.ts';
import { makePlanJob } from '../jobs/plan.job.ts';
import { makePublishJob } from '../jobs/publish.job.ts';
import { makeRunJob } from '../jobs/run.job.ts';
import { makeScanJob } from '../jobs/scan.job.ts';
import type { ScanTree } from '../jobs/scan-tree.ts';
import { makeTickJob } from '../jobs/tick.job.ts';
import type { Jobs } from '../jobs/workers.ts';
import { makeChannels } from '../slack/web/channels.ts';
import { makeWorkerClient } from '../slack/web/client.ts';
import { FRESH_MS, makeDirectory } from '../slack/web/directory.ts';
import { instanceJobsOf } from './instance-jobs.ts';
import { perInstance } from './per-instance.ts';
import { remedyWorkOf } from './remedy-work.ts';
import type { ServiceParts } from './service.ts';

/** What the worker does, wired. */
export function makeWork(parts: ServiceParts, tree: ScanTree): Jobs {
  const { config, clock, pace, log, metrics, queue, redis, tell } = parts;
  const { scan, retention, policy } = config;
  const { prefix } = config.redis;
  const memory = parts.memory.patient;
  const { apps, scans, snapshots, timeline, locks, outbox, plans } = memory;
  const jobsOf = perInstance(parts.instances, (instance) =>
    instanceJobsOf(instance, parts.scanPartsOf(instance), { memory, clock, scan }),
  );
  const client = makeWorkerClient(slackConnectionOf(config.slack));
  const groups = [...rolesByGroup(policy).keys()];
  const remedy = remedyWorkOf(parts, {
    memory,
    directory: makeDirectory(client, { groups, clock, cacheMs: FRESH_MS }),
    lookAgainOf: (instance) => jobsOf(instance).lookAgain,
  });
  const publish = makePublishSnapshot({
    apps,
    snapshots,
    timeline,
    locks,
    clock,
    selectors: tell.channels.flatMap(({ labels }) => (labels === undefined ? [] : [labels])),
    notHealthyAfterMs: scan.notHealthyAfter,
    graceMsOf: graceOf(scan),
  });
  const deliver = makeDeliverMessages({
    outbox,
    channels: makeChannels(client),
    locks,
    clock,
    log,
    newId: randomUUID,
    takeTurn: makeTurns(redis.patient, { name: 'slack', everyMs: pace.scaled(MESSAGE_EVERY_MS), prefix }),
  });
  const tick = makeTick({
    ...tell,
    outbox,
    timeline,
    tendPlans: remedy.tendPlans,
    plans,
    queue,
    clock,
    instances: parts.instances.map(({ name }) => name),
    retention: {
      timelineMs: retention.timeline,
      messagesMs: retention.messages,
      draftsMs: policy.approvals.expireAfter,
    },
  });
  return {
    scan: [
      makeScanJob({ startScanOf: (instance) => jobsOf(instance).startScan, tree, metrics }),
      makeBatchJob({ scanBatchOf: (instance) => jobsOf(instance).scanBatch, scans, metrics }),
      makeLookJob({ lookAgainOf: (instance) => jobsOf(instance).lookAgain, queue, metrics }),
      makePublishJob({ endScan: makeEndScan({ ...tell, publish, scans, metrics, clock }) }),
    ],
    remedy: [makePlanJob(remedy), makeRunJob({ ...remedy, plans, metrics })],
    delivery: [makeDeliverJob({ deliver })],
    tick: [makeTickJob({ tick })],
  };
}
