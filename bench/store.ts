import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRedisUrl } from '../src/adapters/redis/address.ts';
import { makeMemory } from '../src/adapters/redis/client.ts';
import { connectRedis } from '../src/adapters/redis/connect.ts';
import { startPrivateRedis } from '../src/adapters/redis/private-redis.ts';
import { rowOf } from '../src/core/memory/app-record.ts';
import { aRecord } from '../test/support/stored.ts';

const SIZES = [5000, 50_000];

/** What it costs to remember a fleet and to read all of it back, and how long one command holds up the others. */
export async function benchStore(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-bench-'));
  const server = await startPrivateRedis({ folder, path: process.env.PATH ?? '' });
  const redis = await connectRedis(parseRedisUrl(server.url), { patience: 'worker' });
  const memory = makeMemory(redis, {
    clock: { now: () => new Date() },
    onUnreadable: ({ key, problem }) => console.error(`${key} ${problem}`),
  });
  await redis.config('SET', 'slowlog-log-slower-than', 1000);
  for (const size of SIZES) {
    const instance = `fleet-${size}`;
    const records = Array.from({ length: size }, (_, index) => aRecord({ name: `app-${index}` }));
    const texts = records.map((record) => JSON.stringify(rowOf(record)));
    const bare = await timed(async () => void texts.map((text): unknown => JSON.parse(text)));
    await redis.call('SLOWLOG', 'RESET');
    const written = await timed(() => memory.apps.apply(instance, { records, gone: [], movements: [] }));
    const longestWrite = await longestCommand();
    await redis.call('SLOWLOG', 'RESET');
    const read = await timed(() => memory.apps.rows(instance));
    const longestRead = await longestCommand();
    console.log(
      `store: ${size} apps written in ${written} ms (longest step ${longestWrite} ms), rows read in ${read} ms ` +
        `(longest step ${longestRead} ms; ${(read / bare).toFixed(1)} times the parsing of their JSON)`,
    );
  }
  await memory.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });

  async function longestCommand(): Promise<string> {
    const entries = (await redis.call('SLOWLOG', 'GET', '-1')) as readonly (readonly unknown[])[];
    const longest = Math.max(0, ...entries.map((entry) => Number(entry[2])));
    return longest === 0 ? '< 1' : (longest / 1000).toFixed(1);
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return Math.round(performance.now() - start);
}
