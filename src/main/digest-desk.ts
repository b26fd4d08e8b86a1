import { randomUUID } from 'node:crypto';
import { makeMemory } from '../adapters/redis/client.ts';
import type { DigestDesk } from '../cli/digest.ts';
import type { Config } from '../config/schema.ts';
import { defined } from '../core/model/defined.ts';
import { UnavailableError, UsageError } from '../core/model/errors.ts';
import { makeDeliverMessages } from '../flows/deliver-messages.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import { makeChannels } from '../slack/web/channels.ts';
import { makeWorkerClient } from '../slack/web/client.ts';
import { openRedis } from './redis.ts';
import { slackConnectionOf } from './slack-connection.ts';
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
  // what is put is delivered right here
  const { channels, tellChannels } = tellPartsOf(config, memory, { ask: async () => undefined }, clock);
  const named = (id: string) => {
    const channel = channels.find((one) => one.id === id);
    if (!channel)
      throw new UsageError('cli.no-channel', `the channel ${id} is not configured`, 'list it under slack.channels');
    return channel;
  };
  return {
    channels: channels.map(({ id }) => id),
    preview: (id, now) => tellChannels.preview(named(id), now),
    async send(id, now) {
      const { botToken, apiUrl } = slackConnectionOf(config.slack);
      const client = makeWorkerClient({ botToken, ...defined({ apiUrl }) });
      const digest = await tellChannels.sendNow(named(id), now);
      const deliver = makeDeliverMessages({
        outbox: memory.outbox,
        channels: makeChannels(client),
        locks: memory.locks,
        clock,
        log,
        newId: randomUUID,
        takeTurn: async () => undefined,
      });
      await deliver(id, AbortSignal.timeout(60_000)).catch((error: unknown) => {
        // the running service speaks in the channel right now, and sees what waits there at its next tick
        if (!(error instanceof UnavailableError && error.code === 'lock.busy')) throw error;
      });
      return digest;
    },
    close: redis.close,
  };
}
