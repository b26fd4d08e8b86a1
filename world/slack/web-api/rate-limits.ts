import type { Clock } from '../workspace/ids.ts';
import type { Tier } from './method.ts';

/** Seconds until the call may be repeated; undefined when it may go ahead. */
export type RateLimits = (method: string, tier: Tier, channel: string | undefined) => number | undefined;

const PER_MINUTE: Readonly<Record<Tier, number>> = { 1: 1, 2: 20, 3: 50, 4: 100, posting: 1000, special: 600 };
const MINUTE_MS = 60_000;
const POSTING_BURST = 3;
const POSTING_MS = 1000;

/**
 * Per method: so many calls in any minute. Per channel: one message a second, with a short burst. Time is the given
 * clock's, so a test that stops the clock has to advance it to get on.
 */
export function makeRateLimits(clock: Clock): RateLimits {
  const calls = new Map<string, readonly number[]>();
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>();

  function takeToken(channel: string, now: number): number | undefined {
    const { tokens, at } = buckets.get(channel) ?? { tokens: POSTING_BURST, at: now };
    const available = Math.min(POSTING_BURST, tokens + (now - at) / POSTING_MS);
    if (available < 1) return Math.max(1, Math.ceil(1 - available));
    buckets.set(channel, { tokens: available - 1, at: now });
    return undefined;
  }

  return (method, tier, channel) => {
    const now = clock.now().getTime();
    const recent = (calls.get(method) ?? []).filter((at) => now - at < MINUTE_MS);
    const [oldest = now] = recent;
    if (recent.length >= PER_MINUTE[tier]) return Math.max(1, Math.ceil((oldest + MINUTE_MS - now) / 1000));
    const wait = tier === 'posting' && channel !== undefined ? takeToken(channel, now) : undefined;
    if (wait === undefined) calls.set(method, [...recent, now]);
    return wait;
  };
}
