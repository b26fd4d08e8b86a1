import { hasCrashed, type NotHealthy } from '../model/not-healthy.ts';
import { ago } from '../words/age.ts';
import { count } from '../words/count.ts';

/** A crash behind another status is what drift noise hides. */
export function healthBadge(entry: NotHealthy): 'HIDDEN' | 'SICK' {
  return hasCrashed(entry) ? 'HIDDEN' : 'SICK';
}

/** `CrashLoopBackOff, 1154 restarts`: what is underneath, else what Argo CD calls it. */
export function causeWords({ status, cause }: NotHealthy): string {
  const reason = cause.reason === '' ? status : cause.reason;
  return cause.restarts > 0 ? `${reason}, ${count(cause.restarts, 'restart')}` : reason;
}

/** `not Healthy for 21 d at least`. */
export function notHealthyWords({ since, atLeast }: NotHealthy, now: Date): string {
  return since === '' ? 'not Healthy' : `not Healthy for ${ago(since, now)}${atLeast ? ' at least' : ''}`;
}

/** The line that says why: what it wrote last, else what the cluster said of it; '' = neither was seen. */
export function tellingWords({ cause }: NotHealthy): string {
  return cause.log === '' ? cause.event : cause.log;
}
