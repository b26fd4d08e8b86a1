import { setTimeout as sleep } from 'node:timers/promises';

/** Whether it ended by then; it is not held up. */
export async function isDoneWithin(work: Promise<unknown>, milliseconds: number): Promise<boolean> {
  const enough = new AbortController();
  try {
    return await Promise.race([
      work.then(() => true),
      sleep(milliseconds, false, { signal: enough.signal, ref: false }).catch(() => false),
    ]);
  } finally {
    enough.abort();
  }
}
