const MAX_ATTEMPTS = 4;
const BASE_MS = 200;
const MAX_PAUSE_MS = 5_000;
/** A server that asks for longer gets its wish from the caller, not from a request that holds a worker. */
const MAX_PATIENCE_MS = 10_000;

export function isTransient(status: number): boolean {
  return status === 429 || status === 500 || status === 502 || status === 503 || status === 504;
}

/**
 * Milliseconds before attempt `attempt + 1`; undefined = give up. Full jitter, so that many clients do not return at
 * once; what the server asked for is a lower bound.
 */
export function pauseAfter(attempt: number, retryAfter: number | undefined, random: () => number): number | undefined {
  if (attempt >= MAX_ATTEMPTS) return undefined;
  if (retryAfter !== undefined && retryAfter > MAX_PATIENCE_MS) return undefined;
  const backoff = random() * Math.min(MAX_PAUSE_MS, BASE_MS * 2 ** attempt);
  return Math.round(Math.max(retryAfter ?? 0, 0) + backoff);
}

/** Seconds or an HTTP date → milliseconds from `now`. */
export function parseRetryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined || header.trim() === '') return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
