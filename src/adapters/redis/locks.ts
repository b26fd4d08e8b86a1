import { randomUUID } from 'node:crypto';
import { UnavailableError } from '../../core/model/errors.ts';
import type { Locks } from '../../ports/locks.ts';
import { asking } from './errors.ts';
import { ACQUIRE_LOCK, RELEASE_LOCK, RENEW_LOCK } from './lua/lock.ts';
import { makeScript } from './script.ts';
import type { Store } from './store.ts';

const acquireLock = makeScript(ACQUIRE_LOCK);
const renewLock = makeScript(RENEW_LOCK);
const releaseLock = makeScript(RELEASE_LOCK);

/** Renewals within one hold: two may fail. */
const RENEWALS = 3;

/*
 * A lock keeps two processes from doing the same work; it does not make writes safe. A process that stood still for longer
 * than it holds the lock goes on until it looks at its signal, so every write has a guard of its own.
 */
export function makeLocks({ redis, keys }: Pick<Store, 'redis' | 'keys'>): Locks {
  return {
    async withLock(name, holdMs, work) {
      const key = keys.lock(name);
      const token = randomUUID();
      let askedAt: number;
      do {
        askedAt = performance.now();
        const busyFor = Number(await asking(() => acquireLock.run(redis, [key], [token, holdMs])));
        if (busyFor >= 0) throw busy(name, busyFor);
        // An answer that had to wait for Redis to come back says nothing about how much of the time is left.
      } while (performance.now() - askedAt > holdMs / 2);

      const hold = holdUntilLost(name, holdMs, askedAt, () => renewLock.run(redis, [key], [token, holdMs]));
      try {
        return await work(hold.signal);
      } finally {
        await hold.end(() => releaseLock.run(redis, [key], [token]));
      }
    },
  };
}

interface Hold {
  readonly signal: AbortSignal;
  /** Waits for the release, but no longer than until the lock ends by itself. */
  end(release: () => Promise<unknown>): Promise<void>;
}

/** The deadline counts from before the question was sent, so that it never lies after the one in Redis. */
function holdUntilLost(name: string, holdMs: number, askedAt: number, renew: () => Promise<unknown>): Hold {
  const controller = new AbortController();
  const { signal } = controller;
  let isOver = false;
  let deadline: NodeJS.Timeout | undefined;

  function stop(): void {
    isOver = true;
    clearInterval(renewal);
    clearTimeout(deadline);
  }

  function lose(): void {
    stop();
    controller.abort(lost(name));
  }

  function extend(since: number): void {
    clearTimeout(deadline);
    deadline = setTimeout(lose, holdMs - (performance.now() - since));
  }

  async function renewOnce(): Promise<void> {
    const sentAt = performance.now();
    // No answer decides nothing: the next renewal or the deadline does.
    const answer = await renew().catch(() => undefined);
    if (isOver || answer === undefined) return;
    if (answer === 0) lose();
    else extend(sentAt);
  }

  async function end(release: () => Promise<unknown>): Promise<void> {
    isOver = true;
    clearInterval(renewal);
    if (signal.aborted) return;
    const expired = new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    await Promise.race([release().catch(() => undefined), expired]);
    stop();
  }

  const renewal = setInterval(() => void renewOnce(), holdMs / RENEWALS);
  extend(askedAt);
  return { signal, end };
}

function busy(name: string, retryAfter: number): UnavailableError {
  return new UnavailableError('lock.busy', `${name} is being worked on.`, 'Try again when it has ended.', {
    retryAfter,
  });
}

function lost(name: string): UnavailableError {
  return new UnavailableError(
    'lock.lost',
    `The lock on ${name} was lost.`,
    'Start again: another process may have taken over.',
  );
}
