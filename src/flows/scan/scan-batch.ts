import type { Movement } from '../../core/memory/movement.ts';
import type { Sighting } from '../../core/memory/remember.ts';
import { appKey } from '../../core/model/app-key.ts';
import { defined } from '../../core/model/defined.ts';
import type { LookedApp } from '../../core/scan/seen-app.ts';
import type { CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AppMemory } from '../../ports/memory.ts';
import type { LookAtApps } from './look-at-apps.ts';
import type { RememberApps } from './remember-apps.ts';
import type { ScanBatch } from './start-scan.ts';

export interface ScanBatchDeps {
  readonly lookAtApps: LookAtApps;
  readonly rememberApps: RememberApps;
  readonly memory: Pick<AppMemory, 'records'>;
  readonly clock: Clock;
  readonly concurrency?: number;
  readonly appTimeoutMs?: number;
}

export type ScanSomeApps = (instance: string, batch: ScanBatch, options?: CallOptions) => Promise<readonly Movement[]>;

/** look → remember, app by app as they are done: what was seen before a crash is kept. */
export function makeScanBatch({
  lookAtApps,
  rememberApps,
  memory,
  clock,
  concurrency = 4,
  appTimeoutMs,
}: ScanBatchDeps): ScanSomeApps {
  return async (instance, { instance: state, apps, shared }, options = {}) => {
    const frozen = new Map(apps.map((app) => [appKey(app.listed.ref), app.frozen]));
    const movements: Movement[] = [];
    const records = await memory.records(instance, [...frozen.keys()]);
    const known = new Map(records.map((record) => [appKey(record.ref), record]));
    const looked = lookAtApps(
      apps,
      { instance: state, sharedBy: (key) => shared[key] ?? [], knownOf: (key) => known.get(key) },
      { ...options, concurrency, ...defined({ appTimeoutMs }) },
    );
    for await (const one of looked) {
      const key = appKey(one.listed.ref);
      const seen = sightingOf(one, clock.now().toISOString(), frozen.get(key));
      const sighting = { ...seen, shared: shared[key] ?? [] };
      movements.push(...(await rememberApps(instance, [sighting], options)));
    }
    return movements;
  };
}

export function sightingOf(looked: LookedApp, at: string, frozen: Sighting['frozen']): Sighting {
  const { listed } = looked;
  const listedFacts = {
    ref: listed.ref,
    project: listed.project,
    labels: listed.labels,
    sync: listed.sync.status,
    revisions: listed.sync.revisions,
    health: listed.health.status,
    autoSync: listed.autoSync,
    at,
    ...defined({ frozen }),
  };
  if ('notObserved' in looked) {
    const look = { identity: '', probe: '', at };
    return { ...listedFacts, look, found: { notObserved: looked.notObserved } };
  }
  if ('unchanged' in looked) return { ...listedFacts, look: looked.unchanged, found: 'same' };
  const { app, look, findings, notHealthy, runbook, gaps, isPartial } = looked.result;
  return {
    ...listedFacts,
    sync: app.sync,
    revisions: app.revisions,
    health: app.health,
    autoSync: app.autoSync,
    look,
    found: { findings, runbook, gaps, isPartial, ...defined({ notHealthy }) },
  };
}
