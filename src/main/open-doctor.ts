import { makeLazyRedis } from '../adapters/redis/lazy-redis.ts';
import { makeStoreCheck } from '../adapters/redis/store-check.ts';
import type { OpenDoctor } from '../cli/doctor.ts';
import { remediationsOf } from '../config/remediation.ts';
import type { Config } from '../config/schema.ts';
import { makeDoctor } from '../flows/doctor/doctor.ts';
import type { Clock } from '../ports/clock.ts';
import { connectInstances } from './connect-instances.ts';
import { workspacePatientOf } from './doctor-parts.ts';

export interface OpenDoctorOptions {
  /** Only this instance. */
  readonly instance: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Whether this process holds the credentials that write. */
  readonly writing: boolean;
}

/** What `plumbline doctor` works on: everything that is configured, each contacted only when it is its turn. */
export async function openDoctor(
  config: Config,
  { instance, env, clock, writing }: OpenDoctorOptions,
): Promise<OpenDoctor> {
  const instances = await connectInstances(config, instance, env, { writing });
  const { url } = config.redis;
  const redis = url === undefined ? undefined : makeLazyRedis(url);
  return {
    examine: makeDoctor({
      clock,
      instances,
      remediationOf: remediationsOf(config),
      slack: workspacePatientOf(config),
      redis: redis && { store: makeStoreCheck(redis.connect), clock },
    }),
    async close() {
      await Promise.all(instances.map((one) => one.close()));
      await redis?.close();
    },
  };
}
