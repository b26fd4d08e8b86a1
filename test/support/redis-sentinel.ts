import { vi } from 'vitest';
import { type RedisProcess, startRedisProcess } from './redis-process.ts';

export interface TestSentinel {
  readonly url: string;
  readonly master: RedisProcess;
  readonly replica: RedisProcess;
  stop(): Promise<void>;
}

/** One master, one replica, and a Sentinel that alone decides when the master is down. */
export async function startRedisSentinel(): Promise<TestSentinel> {
  const master = await startRedisProcess({ settings: ['repl-diskless-sync-delay 0'] });
  const replica = await startRedisProcess({ settings: [`replicaof 127.0.0.1 ${master.port}`] });
  const sentinel = await startRedisProcess({
    settings: [
      `sentinel monitor mymaster 127.0.0.1 ${master.port} 1`,
      'sentinel down-after-milliseconds mymaster 500',
      'sentinel failover-timeout mymaster 2000',
    ],
    args: ['--sentinel'],
  });
  await vi.waitFor(
    async () => {
      const known = await sentinel.admin.call('SENTINEL', 'REPLICAS', 'mymaster');
      if (!JSON.stringify(known).includes(String(replica.port)))
        throw new TypeError('the Sentinel knows no replica yet');
      if (!(await replica.admin.info('replication')).includes('master_link_status:up'))
        throw new TypeError('no link yet');
    },
    { timeout: 40_000, interval: 100 },
  );
  const all = [sentinel, replica, master];
  return {
    url: `redis+sentinel://127.0.0.1:${sentinel.port}/mymaster`,
    master,
    replica,
    stop: async () => void (await Promise.all(all.map((server) => server.stop()))),
  };
}
