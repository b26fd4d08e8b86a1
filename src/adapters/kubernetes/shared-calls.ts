export interface SharedCalls<T> {
  /** The known answer if it is younger than `maxAge` (ms), else a fresh one. Failures are not kept. */
  get(key: string, maxAge: number, load: () => Promise<T>, signal?: AbortSignal): Promise<T>;
  forget(key: string): void;
}

/**
 * One call for everybody who asks for the same at the same time. The call is not bound to the signal of whoever asked
 * first; each asker only stops waiting when its own signal aborts.
 */
export function makeSharedCalls<T>(now: () => number): SharedCalls<T> {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<T> }>();

  return {
    get(key, maxAge, load, signal) {
      const entry = known.get(key);
      if (entry && now() - entry.at <= maxAge) return untilAborted(entry.answer, signal);
      const answer = load();
      const fresh = { at: now(), answer };
      known.set(key, fresh);
      answer.catch(() => {
        if (known.get(key) === fresh) known.delete(key);
      });
      return untilAborted(answer, signal);
    },
    forget(key) {
      known.delete(key);
    },
  };
}

/** The work itself goes on. */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return await work;
  // whoever stops waiting must not leave an unhandled rejection behind
  work.catch(() => undefined);
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
