import { expect, it } from 'vitest';
import { startDurableRedis } from '../support/durable-redis.ts';
import { startRunningBot } from '../support/running-bot.ts';

/* What a process gives up when it is told to end, it gives up by the clock: connections, locks and jobs each have their seconds. */

it('a service that is told to stop while Redis is away stops all the same', async () => {
  const redis = await startDurableRedis();
  const bot = await startRunningBot({ redis, world: { apps: 2 } });
  await bot.slack.workspace.until(() => bot.said()[0]);
  await redis.kill();
  await expect(bot.stop()).resolves.toBeUndefined();
  await redis.start();
  await bot.close();
});
