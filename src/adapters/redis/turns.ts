import type { RedisClient } from './connect.ts';
import { makeSharedLimiter, type SharedLimiter } from './rate-limit.ts';

export interface TurnsOptions {
  /** Before the keys of who takes turns. */
  readonly name: string;
  /** Between two turns; 0: nobody waits. */
  readonly everyMs: number;
  readonly prefix: string;
}

/** However short the time between two turns: more than anybody takes. */
const MOST_A_SECOND = 1000;

/** Resolves when it is the key's next turn, among all processes. */
export type TakeTurn = (key: string, signal?: AbortSignal) => Promise<void>;

export function makeTurns(redis: RedisClient, { name, everyMs, prefix }: TurnsOptions): TakeTurn {
  const limits = new Map<string, SharedLimiter>();
  return (key, signal) => {
    const limit =
      limits.get(key) ??
      makeSharedLimiter(redis, {
        instance: `${name}.${key}`,
        perSecond: Math.min(1000 / everyMs, MOST_A_SECOND),
        prefix,
      });
    limits.set(key, limit);
    return limit.take(signal);
  };
}
