import { type AppKey, appKey } from '../core/model/app-key.ts';
import { BotError } from '../core/model/errors.ts';
import type { ArgoCdReader } from '../ports/argocd.ts';
import type { Locks } from '../ports/locks.ts';
import type { Log } from '../ports/log.ts';
import type { AppMemory } from '../ports/memory.ts';
import type { Pace } from '../ports/pace.ts';
import type { Queue } from '../ports/queue.ts';

export interface WatchDeps {
  readonly argocd: Pick<ArgoCdReader, 'watchApps'>;
  readonly apps: Pick<AppMemory, 'rows'>;
  readonly queue: Queue;
  readonly locks: Locks;
  readonly log: Log;
  readonly pace: Pace;
}

export type WatchApps = (instance: string, signal: AbortSignal) => Promise<void>;

const LOCK_MS = 15_000;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 60_000;
/** Changes come in bursts: one look after the burst. */
const SETTLE_MS = 1500;

/**
 * Follows Argo CD's stream until the signal aborts, so that a change is seen within seconds. One process of many holds the
 * watch of an instance. The scans remain what is relied upon: a server without a stream only makes changes visible later.
 */
export function makeWatchApps({ argocd, apps, queue, locks, log, pace }: WatchDeps): WatchApps {
  return async (instance, signal) => {
    const identities = new Map<AppKey, string>();
    const isKnown = new Set<AppKey>();
    for (let waitMs = FIRST_WAIT_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, MAX_WAIT_MS)) {
      try {
        await locks.withLock(`watch.${instance}`, LOCK_MS, async (held) => {
          const rows = await apps.rows(instance);
          for (const { key } of rows) isKnown.add(key);
          for await (const change of argocd.watchApps({}, { signal: AbortSignal.any([signal, held]) })) {
            waitMs = FIRST_WAIT_MS;
            const key = appKey(change.ref);
            const before = identities.get(key);
            identities.set(key, change.identity);
            const isNews =
              change.type === 'deleted' ||
              // before the first scan everything is unknown, and the scan is about to look
              (before === undefined ? rows.length > 0 && !isKnown.has(key) : before !== change.identity);
            isKnown.add(key);
            const { ref, project } = change;
            if (isNews) await queue.ask({ type: 'look', instance, app: { ref, project } }, { delayMs: SETTLE_MS });
          }
        });
      } catch (error) {
        if (signal.aborted) return;
        if (!(error instanceof BotError)) throw error;
        if (error.code !== 'lock.busy')
          log.debug('the watch ended and is opened again', { instance, code: error.code });
      }
      await pace.wait(waitMs, signal).catch(() => undefined);
    }
  };
}
