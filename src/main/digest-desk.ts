import { randomUUID } from 'node:crypto';
import { makeMemory } from '../adapters/redis/client.ts';
import type { DigestDesk } from '../cli/digest.ts';
import type { Config } from '../config/schema.ts';
import { slackConnectionOf } from '../config/slack-connection.ts';
import { makeDeliverMessages } from '../flows/deliver-messages.ts';
import { makeDigestDesk } from '../flows/digest-desk.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { makeChannels } from '../slack/web/channels.ts';
import { makeWorkerClient } from '../slack/web/client.ts';
import { openRedis } from './redis.ts';
import { tellPartsOf } from './tell-parts.ts';

/** What `plumbline digest` works on: the memory of the running service, and Slack only when something is posted. */
export async function openDigestDesk(
  config: Config,
  { log, clock, path }: { readonly log: Log; readonly clock: Clock; readonly path: string },
): Promise<DigestDesk> {
  const redis = await openRedis(config.redis, log, path);
  const memory = makeMemory(redis.patient, {
    prefix: config.redis.prefix,
    clock,
    onUnreadable: ({ key, problem }) => log.error('a stored value cannot be read and is left out', { key, problem }),
  });
  const desk = makeDigestDesk({
    // what is put is delivered right here
    ...tellPartsOf(config, memory, { ask: async () => undefined }, clock),
    makeDeliver: () =>
      makeDeliverMessages({
        outbox: memory.outbox,
        channels: makeChannels(makeWorkerClient(slackConnectionOf(config.slack))),
        locks: memory.locks,
        clock,
        log,
        newId: randomUUID,
        takeTurn: async () => undefined,
      }),
  });
  return { ...desk, close: redis.close };
}
