import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { parseRedisUrl } from '../../src/adapters/redis/address.ts';
import { aPrefix, connectionsTo } from '../support/redis.ts';
import { startRedisSentinel, type TestSentinel } from '../support/redis-sentinel.ts';
import { aMessage } from '../support/stored.ts';

describe('a Redis behind Sentinel', () => {
  let sentinel: TestSentinel;
  const connections = connectionsTo(() => parseRedisUrl(sentinel.url));
  beforeAll(async () => {
    sentinel = await startRedisSentinel();
  });
  afterAll(async () => {
    await connections.close();
    await sentinel.stop();
  });

  it('goes on with the replica when the master dies, and forgets nothing that was replicated', async () => {
    const prefix = aPrefix();
    const { outbox } = await connections.memory({ prefix });
    await outbox.put({ channel: 'C1', key: 'before', message: aMessage('before') });
    const stored = (await sentinel.master.admin.keys(`${prefix}:*`)).toSorted();
    expect(stored).not.toEqual([]);
    await vi.waitFor(async () => expect((await sentinel.replica.admin.keys(`${prefix}:*`)).toSorted()).toEqual(stored));
    await sentinel.master.kill();
    // Asked while nobody is master: the patient connection waits for the Sentinel to find one.
    await outbox.put({ channel: 'C1', key: 'after', message: aMessage('after') });
    expect((await outbox.pending('C1')).map(({ key }) => key)).toEqual(['before', 'after']);
    expect(await sentinel.replica.admin.role()).toContain('master');
  });
});
