import { parseRedisUrl } from '../adapters/redis/address.ts';
import { closeRedis, connectRedis, type RedisClient } from '../adapters/redis/connect.ts';
import { makeStoreCheck } from '../adapters/redis/store-check.ts';
import type { OpenDoctor } from '../cli/doctor.ts';
import type { Config } from '../config/schema.ts';
import { makeDoctor } from '../flows/doctor/doctor.ts';
import type { Clock } from '../ports/clock.ts';
import { connectInstances } from './connect-instances.ts';
import { remediationsOf, workspacePatientOf } from './doctor-parts.ts';

export interface OpenDoctorOptions {
  /** Only this instance. */
  readonly instance: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Whether this process holds the credentials that write. */
  readonly writing: boolean;
}

const CONNECT_MS = 5000;

/** What `plumbline doctor` works on: everything that is configured, each contacted only when it is its turn. */
export async function openDoctor(
  config: Config,
  { instance, env, clock, writing }: OpenDoctorOptions,
): Promise<OpenDoctor> {
  const instances = await connectInstances(config, instance, env, { writing });
  const { url } = config.redis;
  let connection: Promise<RedisClient> | undefined;
  const connect = (): Promise<RedisClient> => {
    connection ??= (async () => connectRedis(parseRedisUrl(url ?? ''), { patience: 'person', waitMs: CONNECT_MS }))();
    return connection;
  };
  return {
    examine: makeDoctor({
      clock,
      instances,
      remediationOf: remediationsOf(config),
      slack: workspacePatientOf(config),
      redis: url === undefined ? undefined : { store: makeStoreCheck(connect), clock },
    }),
    async close() {
      await Promise.all(instances.map((one) => one.close()));
      const redis = await connection?.catch(() => undefined);
      if (redis !== undefined) await closeRedis(redis);
    },
  };
}
