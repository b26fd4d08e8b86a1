import { ago } from '../../../core/words/age.ts';
import { clause } from './phrases.ts';
import { type Spans, say } from './spans.ts';

/**
 * Where an app's facts come from. live: just looked. looking: a live look is under way and replaces this answer.
 * last-look: nobody looks again. notLive: the live look failed, and why.
 */
export type Facts = 'live' | 'looking' | 'last-look' | { readonly notLive: string };

export function freshnessSpans(facts: Facts, lookedAt: string, now: Date): Spans {
  const age = ago(lookedAt, now);
  if (facts === 'live') return say`live, ${age} ago`;
  if (facts === 'looking') return say`as of ${age} ago; looking again now`;
  if (facts === 'last-look') return say`as of ${age} ago`;
  return say`⚠ No live answer: ${clause(facts.notLive)}. This is what was seen ${age} ago.`;
}
