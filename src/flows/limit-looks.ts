import type { AppRecord } from '../core/memory/app-record.ts';
import { type AppKey, appKey } from '../core/model/app-key.ts';
import { UnavailableError } from '../core/model/errors.ts';
import type { AppHandle } from '../ports/argocd.ts';
import type { LookLive } from './look-live.ts';

export interface LookLimits {
  /** Side by side. Whoever comes then is refused at once: who waits in line gets nothing live in time either. */
  readonly most: number;
  /** For one look, however many wait for it. */
  readonly timeoutMs: number;
}

/** One `/drift progressing` looks at five. At the usual ten requests a second, more would not end in time. */
export const LIVE_LOOKS: LookLimits = { most: 6, timeoutMs: 5000 };

/** Live looks at one instance, so that many who ask at once do not flood its Argo CD: the same app is looked at once for all. */
export function limitLooks(lookLive: LookLive, { most, timeoutMs }: LookLimits): LookLive {
  const underWay = new Map<AppKey, Promise<AppRecord>>();
  return async (instance, app, { signal }) => {
    const key = appKey(app.ref);
    const known = underWay.get(key);
    if (known !== undefined) return untilAborted(known, signal);
    if (underWay.size >= most) {
      throw new UnavailableError(
        'argocd.busy',
        'Argo CD is busy with the questions of others',
        'ask again in a few seconds',
      );
    }
    const look = lookInTime(instance, app).finally(() => underWay.delete(key));
    underWay.set(key, look);
    return untilAborted(look, signal);
  };

  /** Not bound to the signal of whoever asked first: others may wait for it by now. */
  async function lookInTime(instance: string, app: AppHandle): Promise<AppRecord> {
    const deadline = AbortSignal.timeout(timeoutMs);
    try {
      return await lookLive(instance, app, { signal: deadline });
    } catch (error) {
      if (!deadline.aborted) throw error;
      const says = `Argo CD did not answer within ${timeoutMs / 1000} s`;
      throw new UnavailableError('argocd.slow', says, 'ask again in a few seconds', { cause: error });
    }
  }
}

/** The work itself goes on. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  // whoever stops waiting must not leave an unhandled rejection behind
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
