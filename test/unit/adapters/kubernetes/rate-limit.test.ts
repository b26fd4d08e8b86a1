import { expect, it } from 'vitest';
import { makeRateLimit } from '../../../../src/adapters/kubernetes/rate-limit.ts';

it('lets a second’s worth through at once and spaces the rest', async () => {
  const pauses: number[] = [];
  const timing = {
    now: () => pauses.reduce((sum, pause) => sum + pause, 0),
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
  };
  const limit = makeRateLimit(20, timing);
  for (let index = 0; index < 20; index += 1) await limit.wait(undefined);
  expect(pauses).toEqual([]);
  for (let index = 0; index < 4; index += 1) await limit.wait(undefined);
  expect(pauses).toEqual([50, 50, 50, 50]);
});

it('stops waiting when the signal aborts', async () => {
  const limit = makeRateLimit(1);
  await limit.wait(undefined);
  const reason = new Error('Ctrl-C');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 20);
  await expect(limit.wait(controller.signal)).rejects.toBe(reason);
});
