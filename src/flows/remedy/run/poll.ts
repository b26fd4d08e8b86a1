import type { Pace } from '../../../ports/pace.ts';

/** How often is looked, and for how long it is worth it. */
export interface Patience {
  readonly everyMs: number;
  readonly forMs: number;
}

/** Looks until there is an answer, or until it is not worth to wait any longer: undefined then. */
export async function poll<T>(
  look: () => Promise<T | undefined>,
  { everyMs, forMs }: Patience,
  { pace, signal }: { readonly pace: Pace; readonly signal: AbortSignal },
): Promise<T | undefined> {
  const until = pace.now() + forMs;
  for (;;) {
    const answer = await look();
    if (answer !== undefined || pace.now() >= until) return answer;
    await pace.wait(everyMs, signal);
  }
}
