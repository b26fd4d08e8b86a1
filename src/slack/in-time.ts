import { setTimeout as sleep } from 'node:timers/promises';

export type Settled<T> = { readonly answer: T } | { readonly error: unknown };

/** What comes of it, or undefined where that takes longer. Never throws: whoever goes on waiting gets the error then. */
export async function inTime<T>(pending: Promise<T>, patienceMs: number): Promise<Settled<T> | undefined> {
  const timer = new AbortController();
  try {
    return await Promise.race([settle(pending), sleep(patienceMs, undefined, { signal: timer.signal })]);
  } finally {
    timer.abort();
  }
}

async function settle<T>(pending: Promise<T>): Promise<Settled<T>> {
  try {
    return { answer: await pending };
  } catch (error) {
    return { error };
  }
}
