import type { Wait } from './site.ts';

export interface Pace {
  readonly everyMs: number;
  readonly forMs: number;
}

/** Looks until there is an answer, or until it is not worth to wait any longer: undefined then. */
export async function poll<T>(
  look: () => Promise<T | undefined>,
  { everyMs, forMs }: Pace,
  { wait, signal }: { readonly wait: Wait; readonly signal: AbortSignal },
): Promise<T | undefined> {
  for (let waited = 0; ; waited += everyMs) {
    const answer = await look();
    if (answer !== undefined || waited >= forMs) return answer;
    await wait(everyMs, signal).catch((error: unknown) => {
      // timers throw an AbortError of their own
      signal.throwIfAborted();
      throw error;
    });
  }
}
