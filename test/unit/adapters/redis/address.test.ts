import { describe, expect, it } from 'vitest';
import { describeAddress, parseRedisUrl } from '../../../../src/adapters/redis/address.ts';

describe('parseRedisUrl', () => {
  it.each([
    ['redis://cache', { kind: 'single', host: 'cache', port: 6379, db: 0, tls: false }],
    ['redis://cache:7000/3', { kind: 'single', host: 'cache', port: 7000, db: 3, tls: false }],
    ['redis://[::1]:7000', { kind: 'single', host: '::1', port: 7000, db: 0, tls: false }],
    [
      'rediss://bot:p%40ss@cache:6380',
      { kind: 'single', host: 'cache', port: 6380, db: 0, tls: true, username: 'bot', password: 'p@ss' },
    ],
    ['redis://:secret@cache', { kind: 'single', host: 'cache', port: 6379, db: 0, tls: false, password: 'secret' }],
    [
      'redis+sentinel://:secret@a:26379,b/mymaster/2?sentinelPassword=other',
      {
        kind: 'sentinel',
        sentinels: [
          { host: 'a', port: 26_379 },
          { host: 'b', port: 26_379 },
        ],
        master: 'mymaster',
        db: 2,
        tls: false,
        password: 'secret',
        sentinelPassword: 'other',
      },
    ],
    [
      'rediss+cluster://a:7000,b:7001',
      {
        kind: 'cluster',
        nodes: [
          { host: 'a', port: 7000 },
          { host: 'b', port: 7001 },
        ],
        tls: true,
      },
    ],
  ])('reads %s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address);
  });

  it.each([
    'cache:6379',
    'http://cache',
    'redis://',
    'redis://a,b',
    'redis://:top-secret@cache:99999',
    'redis://:top-secret@cache/x',
    'redis+sentinel://:top-secret@a',
    'redis+cluster://:top-secret@a/1',
    'redis://:top%E0secret@cache',
  ])('refuses %s, without quoting a password', (url) => {
    const read = () => parseRedisUrl(url);
    expect(read).toThrow(expect.objectContaining({ code: 'redis.url', hint: expect.stringContaining('redis://') }));
    expect(read).not.toThrow(/secret/);
  });

  it('describes an address without its password', () => {
    const urls = ['redis://:s3cret@a', 'redis+sentinel://:s3cret@a,b/m', 'redis+cluster://:s3cret@a,b'];
    expect(urls.map((url) => describeAddress(parseRedisUrl(url)))).toEqual([
      'Redis at a:6379',
      'Redis master m of the Sentinels at a:26379,b:26379',
      'Redis Cluster at a:6379,b:6379',
    ]);
  });
});
