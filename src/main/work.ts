import { randomUUID } from 'node:crypto';
import { makeSharedLimiter } from '../adapters/redis/rate-limit.ts';
import { NotAllowedError } from '../core/model/errors.ts';
import { makeDeliverMessages } from '../flows/deliver-messages.ts';
import { makePublishSnapshot } from '../flows/publish-snapshot.ts';
import { makeTick } from '../flows/tick.ts';
import type { JobHandlers } from '../jobs/workers.ts';
import { makeChannels } from '../slack/web/channels.ts';
import { makeWorkerClient } from '../slack/web/client.ts';
import { instanceJobsOf } from './instance-jobs.ts';
import { makeJobHandlers } from './job-handlers.ts';
import type { ServiceParts } from './service.ts';
import { slackConnectionOf } from './slack-connection.ts';

/** Slack takes about one message a second and channel. */
const MESSAGES_PER_SECOND = 1;

/** What the worker does, wired. */
export function makeWork(parts: ServiceParts): JobHandlers {
  const { config, clock, log, metrics, queue, redis, tell } = parts;
  const { scan, retention } = config;
  const memory = parts.memory.patient;
  const byName = new Map(
    parts.instances.map((instance) => [
      instance.name,
      instanceJobsOf(instance, parts.scanPartsOf(instance), { memory, clock, scan }),
    ]),
  );
  const { botToken, apiUrl } = slackConnectionOf(config.slack);
  const client = makeWorkerClient({ botToken, ...(apiUrl === undefined ? {} : { apiUrl }) });
  const paces = new Map<string, ReturnType<typeof makeSharedLimiter>>();
  const paceOf = (channel: string): ReturnType<typeof makeSharedLimiter> => {
    const known = paces.get(channel);
    if (known) return known;
    const made = makeSharedLimiter(redis.patient, {
      instance: `slack.${channel}`,
      perSecond: MESSAGES_PER_SECOND,
      prefix: config.redis.prefix,
    });
    paces.set(channel, made);
    return made;
  };

  return makeJobHandlers({
    jobsOf: (instance) => {
      const jobs = byName.get(instance);
      if (!jobs) throw new TypeError(`no instance ${instance}`);
      return jobs;
    },
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
      pace: (channel, signal) => paceOf(channel).take(signal),
    }),
    tick: makeTick({
      ...tell,
      outbox: memory.outbox,
      timeline: memory.timeline,
      queue,
      clock,
      instances: parts.instances.map(({ name }) => name),
      retention: { timelineMs: retention.timeline, messagesMs: retention.messages },
    }),
    plan: notEnabled,
    run: notEnabled,
    memory,
    queue,
    metrics,
    clock,
  });
}

async function notEnabled(instance: string): Promise<never> {
  throw new NotAllowedError(
    'remedy.not-enabled',
    `Nothing may be changed on ${instance}.`,
    'Set remediation.enabled for the instance, with a credential that may write.',
  );
}

/** A person's edit is told at the second sight; everything else may still go away by itself. */
function defaultGraceMs(driftClass: string, outOfSyncAfterMs: number): number {
  return driftClass === 'manual-change' ? 0 : outOfSyncAfterMs;
}
