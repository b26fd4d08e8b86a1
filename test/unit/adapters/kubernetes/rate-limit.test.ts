import { expect, it } from 'vitest';
import { makeRateLimit } from '../../../../src/adapters/kubernetes/rate-limit.ts';

it('lets a second’s worth through at once and spaces the rest', async () => {
  const limit = makeRateLimit(20);
  const started = performance.now();
  for (let index = 0; index < 20; index += 1) await limit.wait(undefined);
  const burst = performance.now() - started;
  for (let index = 0; index < 4; index += 1) await limit.wait(undefined);
  expect(burst).toBeLessThan(500);
  expect(performance.now() - started).toBeGreaterThanOrEqual(150);
});

it('stops waiting when the signal aborts', async () => {
  const limit = makeRateLimit(1);
  await limit.wait(undefined);
  const reason = new Error('Ctrl-C');
  const controller = new AbortController();
  setTimeout(() => controller.abort(reason), 20);
  await expect(limit.wait(controller.signal)).rejects.toBe(reason);
});
