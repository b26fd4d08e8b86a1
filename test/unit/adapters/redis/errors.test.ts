import { describe, expect, it } from 'vitest';
import { guarded, redisError } from '../../../../src/adapters/redis/errors.ts';
import { UsageError } from '../../../../src/core/model/errors.ts';

function named(name: string, message = ''): Error {
  return Object.assign(new Error(message), { name });
}

describe('redisError', () => {
  it.each([
    [new Error('Connection is closed.'), 'redis.unavailable', true],
    [named('MaxRetriesPerRequestError'), 'redis.unavailable', true],
    [named('ClusterAllFailedError'), 'redis.unavailable', true],
    [named('ReplyError', 'LOADING Redis is loading the dataset in memory'), 'redis.not-ready', true],
    [named('ReplyError', "READONLY You can't write against a read only replica."), 'redis.not-ready', true],
    [named('ReplyError', "OOM command not allowed when used memory > 'maxmemory'."), 'redis.full', true],
    [named('ReplyError', 'WRONGPASS invalid username-password pair'), 'redis.forbidden', false],
    [named('ReplyError', 'NOPERM this user has no permissions'), 'redis.forbidden', false],
  ])('translates %s', (error, code, retry) => {
    expect(redisError(error)).toMatchObject({ code, retry, cause: error });
  });

  it.each([
    new TypeError('a bug'),
    named('ReplyError', 'WRONGTYPE Operation against a key'),
    new UsageError('a.b', 'ours', 'already'),
    'not an error',
  ])('leaves %s alone', (error) => {
    expect(redisError(error)).toBe(error);
  });
});

it('guarded translates what the methods of a port throw and nothing else', async () => {
  const port = guarded({
    answer: async (value: number) => value + 1,
    fail: () => Promise.reject(new Error('Command timed out')),
  });
  expect(await port.answer(1)).toBe(2);
  await expect(port.fail()).rejects.toMatchObject({ code: 'redis.unavailable' });
});
