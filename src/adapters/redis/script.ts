import { createHash } from 'node:crypto';
import type { RedisClient } from './connect.ts';
import { replyKind } from './errors.ts';

export type ScriptArgument = string | number;

/** A Lua script that Redis runs as one step. Sent whole only where Redis does not know it yet. */
export interface Script {
  run(redis: RedisClient, keys: readonly string[], args: readonly ScriptArgument[]): Promise<unknown>;
}

export function makeScript(lua: string): Script {
  const sha = createHash('sha1').update(lua).digest('hex');
  return {
    async run(redis, keys, args) {
      try {
        return await redis.evalsha(sha, keys.length, ...keys, ...args);
      } catch (error) {
        if (replyKind(error) !== 'NOSCRIPT') throw error;
        return await redis.eval(lua, keys.length, ...keys, ...args);
      }
    },
  };
}
