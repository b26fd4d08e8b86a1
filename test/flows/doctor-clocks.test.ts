import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeStoreCheck } from '../../src/adapters/redis/store-check.ts';
import { checkClock } from '../../src/flows/doctor/check-clock.ts';
import { checkStore } from '../../src/flows/doctor/check-store.ts';
import { startTestRedis, type TestRedis } from '../support/redis.ts';

const offBy = (ms: number) => ({ now: () => new Date(Date.now() + ms) });

describe('the clock of Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startTestRedis();
  });
  afterAll(() => redis.stop());

  async function clockCheck(ms: number) {
    const checks = await checkStore(
      makeStoreCheck(() => redis.connect()),
      { clock: offBy(ms) },
    );
    return checks.find(({ name }) => name === 'clock');
  }

  it.each([
    [0, 'the same as ours'],
    [10_000, /^(8|9|10) s behind ours$/],
    [-10_000, /^(9|10|11) s ahead of ours$/],
  ])('may be %i ms off', async (ms, says) => {
    expect(await clockCheck(ms)).toMatchObject({ ok: true, says: expect.stringMatching(says) as string, repair: '' });
  });

  it.each([
    [120_000, /^(1|2) min behind ours: it says \d.*Z, ours \d.*Z$/],
    [-120_000, /^(1|2) min ahead of ours/],
  ])('may not be %i ms off', async (ms, says) => {
    expect(await clockCheck(ms)).toMatchObject({
      ok: false,
      says: expect.stringMatching(says) as string,
      repair: expect.stringContaining('timedatectl set-ntp true') as string,
    });
  });
});

it('a clock that is not told fails nothing', async () => {
  expect(await checkClock(offBy(0), async () => undefined)).toEqual({
    ok: true,
    isNote: true,
    says: 'it does not tell its time',
  });
});
