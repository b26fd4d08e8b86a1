import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `check` returns a value; an error counts as "not yet" and is the cause when time runs out. */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | undefined> | T | undefined,
  timeoutMs = 120_000,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  let cause: unknown;
  for (;;) {
    try {
      const value = await check();
      if (value !== undefined) return value;
    } catch (error) {
      cause = error;
    }
    if (Date.now() > deadline) throw new Error(`gave up waiting for ${what} after ${timeoutMs / 1000} s`, { cause });
    await sleep(200);
  }
}
