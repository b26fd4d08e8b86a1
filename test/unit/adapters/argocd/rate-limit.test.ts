import { describe, expect, it } from 'vitest';
import { makeRateLimit } from '../../../../src/adapters/argocd/rate-limit.ts';
import { connect, recordedTiming } from './client-under-test.ts';
import { json, startServer } from './fake-server.ts';

describe('makeRateLimit', () => {
  it('lets one second of requests through at once, the rest evenly', async () => {
    const timing = recordedTiming();
    const limit = makeRateLimit(2, timing);
    for (let request = 0; request < 5; request += 1) await limit.take();
    expect(timing.slept).toEqual([500, 500, 500]);
  });

  it('works below one request a second', async () => {
    const timing = recordedTiming();
    const limit = makeRateLimit(0.5, timing);
    await limit.take();
    await limit.take();
    expect(timing.slept).toEqual([2000]);
  });

  it('queues those who come together', async () => {
    const slept: number[] = [];
    const limit = makeRateLimit(1, { now: () => 0, sleep: async (wait) => void slept.push(wait) });
    await Promise.all([limit.take(), limit.take(), limit.take()]);
    expect(slept).toEqual([1000, 2000]);
  });

  it('gives the place of one who gave up to the next', async () => {
    const slept: number[] = [];
    const sleep = async (wait: number, signal?: AbortSignal) => {
      if (signal) throw new Error('gave up');
      slept.push(wait);
    };
    const limit = makeRateLimit(1, { now: () => 0, sleep });
    await limit.take();
    await expect(limit.take(new AbortController().signal)).rejects.toThrow('gave up');
    await limit.take();
    expect(slept).toEqual([1000]);
  });

  it('may be one that others share', async () => {
    await using server = await startServer([json({ Version: 'v3.2.11' })]);
    const taken: (AbortSignal | undefined)[] = [];
    const { reader } = connect(server.url, { limiter: { take: async (signal) => void taken.push(signal) } });
    const { signal } = new AbortController();
    await reader.version({ signal });
    expect(taken).toEqual([signal]);
  });

  it('refuses at once when the signal is already aborted', async () => {
    const limit = makeRateLimit(1, recordedTiming());
    await expect(limit.take(AbortSignal.abort(new Error('stop')))).rejects.toThrow('stop');
  });
});
