import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PREFIX, makeKeys } from '../../src/adapters/redis/keys.ts';
import type { AuditEntry } from '../../src/core/audit/entry.ts';
import { anEvent, chainOf } from '../support/audit.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';
import { runCli } from '../support/run-cli.ts';

/* The real program over a real ledger. */

const events = ['2026-11-14', '2026-11-15', '2026-11-16'].map((day) =>
  anEvent({ id: day, at: `${day}T09:00:00.000Z`, reason: '=1+1, agreed' }),
);
const [first, second, third] = chainOf(events) as [AuditEntry, AuditEntry, AuditEntry];

describe('plumbline audit', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
    const { ledger } = await redis.memory({ prefix: DEFAULT_PREFIX });
    for (const event of events) await ledger.append(event);
  });
  afterAll(() => redis.stop());

  const audit = (args: readonly string[], url = redis.url) => runCli(['audit', ...args], { env: { REDIS_URL: url } });

  it('exports every entry as a line of JSON', async () => {
    const { code, out, err } = await audit(['export']);
    expect([code, err]).toEqual([0, '']);
    const lines = out.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual([first, second, third]);
  });

  it('exports a span as CSV, and no formula', async () => {
    const span = ['--from', '2026-11-15T09:00:00Z', '--to', '2026-11-16T09:00:00Z'];
    const { code, out } = await audit(['export', '--format', 'csv', ...span]);
    expect(code).toBe(0);
    expect(out.split('\r\n')).toEqual([
      expect.stringMatching(/^sequence,at,instance,user,role,action,planId,/),
      expect.stringMatching(/^2,2026-11-15T09:00:00.000Z,prod,U1,release-manager,approved,.*,"'=1\+1, agreed",/),
      '',
    ]);
  });

  it('verifies a whole ledger, also against an end that was noted', async () => {
    const end = `2:${second.hash}`;
    const { code, out } = await audit(['verify', '--noted', end]);
    expect([code, out]).toEqual([0, `The audit ledger is intact: 3 entries, ending with 3:${third.hash}\n`]);
    const other = await audit(['verify', '--noted', `2:${third.hash}`]);
    expect(other).toMatchObject({ code: 1, out: expect.stringMatching(/broken: entry 2 does not have the hash/) });
  });

  it.each([
    [['export', '--format', 'xml'], /xml is not a format\n {2}hint: give one of jsonl, csv/],
    [['export', '--from', 'yesterday'], /yesterday is not a time/],
    [['verify', '--noted', '5'], /5 is not the end of a ledger/],
  ])('says in a sentence what is wrong with %j', async (args, expected) => {
    expect(await audit(args)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(expected) });
  });

  it('could not do it without a Redis', async () => {
    const { code, out, err } = await audit(['verify'], 'http://127.0.0.1');
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/is not a Redis URL\.\n {2}hint: /);
  });

  it.each([['verify'], ['export']])('%s refuses where no Redis is configured', async (command) => {
    const { code, out, err } = await runCli(['audit', command]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/no Redis is configured.*\n {2}hint: set REDIS_URL/);
  });

  it('names the first broken entry', async () => {
    const admin = await redis.connect();
    await admin.xdel(makeKeys().auditEntries, '2-0');
    const { code, out } = await audit(['verify']);
    expect(code).toBe(1);
    expect(out).toBe(
      'The audit ledger is broken: entry 2 was removed: entry 3 stands in its place.\nUp to entry 1 is as it was written.\n',
    );
    const json = JSON.parse((await audit(['verify', '--json'])).out);
    expect(json).toMatchObject({ intact: false, verified: { sequence: 1 }, broken: { sequence: 2, why: 'removed' } });
  });
});
