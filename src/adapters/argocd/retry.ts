import { UnavailableError } from '../../core/model/errors.ts';
import type { Timing } from './timing.ts';

const ATTEMPTS = 3;
const FIRST_PAUSE = 250;
/** A longer wish of the server is not waited for: the caller gets it as `retryAfter` and decides. */
const LONGEST_PAUSE = 20_000;

/** A second try soon has a fair chance. Names, certificates and answers that take too long stay what they are. */
const TRANSIENT = new Set(['argocd.unavailable', 'argocd.rate-limited', 'argocd.reset', 'argocd.broken-answer']);

/** For reads only: a write that may have arrived is never sent again. */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  { timing, signal }: { readonly timing: Timing; readonly signal?: AbortSignal | undefined },
): Promise<T> {
  for (let failed = 0; ; failed += 1) {
    try {
      return await attempt();
    } catch (error) {
      const pause = pauseAfter(error, failed, timing.random());
      if (pause === undefined) throw error;
      await timing.sleep(pause, signal);
    }
  }
}

/** The same for a stream: it starts again from the beginning, and what was handed out before is left out. */
export async function* withRestarts<T>(
  attempt: () => AsyncIterable<T>,
  keyOf: (item: T) => string,
  { timing, signal }: { readonly timing: Timing; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<T> {
  const seen = new Set<string>();
  for (let failed = 0; ; failed += 1) {
    try {
      for await (const item of attempt()) {
        const key = keyOf(item);
        if (!seen.has(key)) yield item;
        seen.add(key);
      }
      return;
    } catch (error) {
      const pause = pauseAfter(error, failed, timing.random());
      if (pause === undefined) throw error;
      await timing.sleep(pause, signal);
    }
  }
}

/** undefined: give up. */
function pauseAfter(error: unknown, failed: number, chance: number): number | undefined {
  if (!(error instanceof UnavailableError) || !TRANSIENT.has(error.code) || failed + 1 >= ATTEMPTS) return undefined;
  const step = FIRST_PAUSE * 2 ** failed;
  const pause = error.retryAfter === undefined ? (step * (1 + chance)) / 2 : error.retryAfter + FIRST_PAUSE * chance;
  return pause > LONGEST_PAUSE ? undefined : pause;
}

/** `Retry-After` in milliseconds: seconds or an HTTP date, which is held against the server's own clock. */
export function parseRetryAfter(header: string | undefined, serverDate: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const wait = Date.parse(header) - Date.parse(serverDate ?? '');
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
