import type { Movement } from '../../core/memory/movement.ts';
import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { AppMemory } from '../../ports/memory.ts';
import type { LookAtApps } from './look-at-apps.ts';
import type { RememberApps } from './remember-apps.ts';
import type { ScanBatch } from './start-scan.ts';

export interface ScanBatchDeps {
  readonly lookAtApps: LookAtApps;
  readonly rememberApps: RememberApps;
  readonly memory: Pick<AppMemory, 'records'>;
  readonly concurrency?: number;
  readonly appTimeoutMs?: number;
}

export type ScanSomeApps = (instance: string, batch: ScanBatch, options?: CallOptions) => Promise<readonly Movement[]>;

/** look → remember, app by app as they are done: what was seen before a crash is kept. */
export function makeScanBatch({
  lookAtApps,
  rememberApps,
  memory,
  concurrency = 4,
  appTimeoutMs,
}: ScanBatchDeps): ScanSomeApps {
  return async (instance, { settings, apps, shared }, options = {}) => {
    const movements: Movement[] = [];
    const keys = apps.map(({ listed }) => appKey(listed.ref));
    const records = await memory.records(instance, keys);
    const known = new Map(records.map((record) => [appKey(record.ref), record]));
    const looked = lookAtApps(
      apps,
      { settings, sharedBy: (key) => shared[key] ?? [], knownOf: (key) => known.get(key) },
      { ...options, concurrency, ...defined({ appTimeoutMs }) },
    );
    for await (const one of looked) movements.push(...(await rememberApps(instance, [one], options)));
    return movements;
  };
}
