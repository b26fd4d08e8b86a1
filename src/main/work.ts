import { randomUUID } from 'node:crypto';
import { makeSharedLimiter } from '../adapters/redis/rate-limit.ts';
import { defined } from '../core/model/defined.ts';
import { makeDeliverMessages } from '../flows/deliver-messages.ts';
import { makePublishSnapshot } from '../flows/publish-snapshot.ts';
import { makeTick } from '../flows/tick.ts';
import type { JobHandlers } from '../jobs/workers.ts';
import { makeChannels } from '../slack/web/channels.ts';
import { makeWorkerClient } from '../slack/web/client.ts';
import { makeDirectory } from '../slack/web/directory.ts';
import { FRESH_MS } from './desk-parts.ts';
import { instanceJobsOf } from './instance-jobs.ts';
import { makeJobHandlers } from './job-handlers.ts';
import { remedyWorkOf } from './remedy-work.ts';
import type { ServiceParts } from './service.ts';
import { slackConnectionOf } from './slack-connection.ts';

/** Slack takes about one message a second and channel. */
const MESSAGE_EVERY_MS = 1000;
/** However quick the pace: so many are more than anybody posts. */
const MOST_A_SECOND = 1000;

/** What the worker does, wired. */
export function makeWork(parts: ServiceParts): JobHandlers {
  const { config, clock, pace, log, metrics, queue, redis, tell } = parts;
  const { scan, retention } = config;
  const memory = parts.memory.patient;
  const byName = new Map(
    parts.instances.map((instance) => [
      instance.name,
      instanceJobsOf(instance, parts.scanPartsOf(instance), { memory, clock, scan }),
    ]),
  );
  const jobsOf = (instance: string): ReturnType<typeof instanceJobsOf> => {
    const jobs = byName.get(instance);
    if (!jobs) throw new TypeError(`no instance ${instance}`);
    return jobs;
  };
  const { botToken, apiUrl } = slackConnectionOf(config.slack);
  const client = makeWorkerClient({ botToken, ...defined({ apiUrl }) });
  const limits = new Map<string, ReturnType<typeof makeSharedLimiter>>();
  const limitOf = (channel: string): ReturnType<typeof makeSharedLimiter> => {
    const known = limits.get(channel);
    if (known) return known;
    const made = makeSharedLimiter(redis.patient, {
      instance: `slack.${channel}`,
      perSecond: Math.min(1000 / pace.scaled(MESSAGE_EVERY_MS), MOST_A_SECOND),
      prefix: config.redis.prefix,
    });
    limits.set(channel, made);
    return made;
  };

  const groups = Object.values(config.policy.roles).flatMap((role) => role.groups);
  const remedy = remedyWorkOf(parts, {
    memory,
    directory: makeDirectory(client, { groups, clock, cacheMs: FRESH_MS }),
    lookAgain: (instance) => jobsOf(instance).lookAgain,
  });

  return makeJobHandlers({
    jobsOf,
    publish: makePublishSnapshot({
      apps: memory.apps,
      snapshots: memory.snapshots,
      timeline: memory.timeline,
      locks: memory.locks,
      clock,
      selectors: tell.channels.flatMap(({ labels }) => (labels === undefined ? [] : [labels])),
      notHealthyAfterMs: scan.notHealthyAfter,
      graceMsOf: (driftClass) => scan.grace[driftClass] ?? defaultGraceMs(driftClass, scan.outOfSyncAfter),
    }),
    ...tell,
    deliver: makeDeliverMessages({
      outbox: memory.outbox,
      channels: makeChannels(client),
      locks: memory.locks,
      clock,
      log,
      newId: randomUUID,
      takeTurn: (channel, signal) => limitOf(channel).take(signal),
    }),
    tick: makeTick({
      ...tell,
      outbox: memory.outbox,
      timeline: memory.timeline,
      tendPlans: remedy.tendPlans,
      plans: memory.plans,
      queue,
      clock,
      instances: parts.instances.map(({ name }) => name),
      retention: {
        timelineMs: retention.timeline,
        messagesMs: retention.messages,
        draftsMs: config.policy.approvals.expireAfter,
      },
    }),
    plan: remedy.plan,
    run: remedy.run,
    memory,
    queue,
    metrics,
    clock,
  });
}

/** A person's edit is told at the second sight; everything else may still go away by itself. */
function defaultGraceMs(driftClass: string, outOfSyncAfterMs: number): number {
  return driftClass === 'manual-change' ? 0 : outOfSyncAfterMs;
}
