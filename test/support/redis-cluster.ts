import { vi } from 'vitest';
import { freePort, type RedisProcess, startRedisProcess } from './redis-process.ts';

export interface TestCluster {
  readonly url: string;
  readonly nodes: readonly RedisProcess[];
  stop(): Promise<void>;
}

const SLOTS = 16_384;

/** Three masters that share the slots. */
export async function startRedisCluster(size = 3): Promise<TestCluster> {
  const busPorts = await Promise.all(Array.from({ length: size }, freePort));
  const nodes = await Promise.all(
    busPorts.map((busPort) =>
      startRedisProcess({
        settings: [
          'cluster-enabled yes',
          'cluster-config-file nodes.conf',
          'cluster-node-timeout 5000',
          `cluster-port ${busPort}`,
          'appendonly yes',
        ],
      }),
    ),
  );
  const share = Math.ceil(SLOTS / size);
  await Promise.all(
    nodes.map(({ admin }, index) =>
      admin.call('CLUSTER', 'ADDSLOTSRANGE', share * index, Math.min(share * (index + 1), SLOTS) - 1),
    ),
  );
  const [first, ...others] = nodes;
  for (const [index, { port }] of others.entries()) {
    await first?.admin.call('CLUSTER', 'MEET', '127.0.0.1', port, busPorts[index + 1] ?? 0);
  }
  await vi.waitFor(
    async () => {
      const states = await Promise.all(nodes.map(({ admin }) => admin.call('CLUSTER', 'INFO')));
      const isWhole = (state: unknown) =>
        String(state).includes('cluster_state:ok') && String(state).includes(`cluster_known_nodes:${size}`);
      if (!states.every(isWhole)) throw new TypeError('the cluster does not stand yet');
    },
    { timeout: 30_000, interval: 100 },
  );
  return {
    url: `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`,
    nodes,
    stop: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
