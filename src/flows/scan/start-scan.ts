import { forgotten } from '../../core/memory/forgotten.ts';
import { planScan } from '../../core/memory/plan-scan.ts';
import { BotError, UnavailableError } from '../../core/model/errors.ts';
import type { InstanceState } from '../../core/model/observation.ts';
import { USUAL_CADENCE } from '../../core/scan/decide-look.ts';
import { type FrozenInput, frozenVerdictOf, STALE_AFTER_MS } from '../../core/scan/frozen.ts';
import { notedApp } from '../../core/scan/seen-app.ts';
import type { SharedResource } from '../../core/scan/shared-resources.ts';
import type { ArgoCdReader, CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Locks } from '../../ports/locks.ts';
import type { AppMemory, ScanProgress, ScanProgressMemory, SnapshotMemory } from '../../ports/memory.ts';
import { type Fleet, type ListFleet, sharedAmong } from './list-fleet.ts';
import type { AppToLookAt } from './look-at-apps.ts';
import type { RememberApps } from './remember-apps.ts';

export interface StartScanDeps {
  readonly argocd: Pick<ArgoCdReader, 'clusters'>;
  readonly listFleet: ListFleet;
  readonly rememberApps: RememberApps;
  readonly apps: AppMemory;
  readonly snapshots: SnapshotMemory;
  readonly scans: ScanProgressMemory;
  readonly locks: Locks;
  readonly clock: Clock;
  readonly staleAfterMs?: number;
  readonly ghostSweep?: boolean;
}

/** What one worker looks at in one go. Plain data. */
export interface ScanBatch {
  readonly settings: InstanceState;
  readonly apps: readonly AppToLookAt[];
  readonly shared: Readonly<Record<string, readonly SharedResource[]>>;
}

export interface StartedScan {
  readonly scanId: string;
  readonly batches: readonly ScanBatch[];
}

export interface StartScanOptions extends CallOptions {
  /** The same when whoever began this scan died and somebody else begins it again. */
  readonly scanId: string;
  /** Whoever began it died: its lock is waited for, because nobody else does this scan. */
  readonly isTakenOver: boolean;
  readonly full: boolean;
}

/** undefined: another scan of this instance is under way. @throws when Argo CD does not answer; that is remembered first. */
export type StartScan = (instance: string, options: StartScanOptions) => Promise<StartedScan | undefined>;

const BATCH = 10;
const LOCK_MS = 15_000;
const NOTES_AT_ONCE = 500;
/** A scan that has said nothing for this long died. */
const ABANDONED_MS = 15 * 60_000;

/** list → decide what changed → remember what the list alone says → hand out the rest in batches. */
export function makeStartScan(deps: StartScanDeps): StartScan {
  const { apps, snapshots, scans, clock, listFleet, rememberApps, locks } = deps;
  return async (instance, options) => {
    try {
      return await locks.withLock(`scan.${instance}`, LOCK_MS, () => start(instance, options));
    } catch (error) {
      const isBusy = error instanceof UnavailableError && error.code === 'lock.busy';
      if (isBusy && !options.isTakenOver) return undefined;
      throw error;
    }
  };

  async function start(
    instance: string,
    { scanId, full, isTakenOver: _, ...options }: StartScanOptions,
  ): Promise<StartedScan | undefined> {
    const startedAt = clock.now().toISOString();
    const last = await scans.lastScan(instance);
    if (last?.scanId === scanId ? last.finishedAt !== undefined : isUnderWay(last, clock.now())) return undefined;
    const fleet = await reached(instance, () => listFleet({}, options));
    const [rows, failedClusters] = await Promise.all([apps.rows(instance), failedClustersOf(deps, options)]);
    const now = clock.now();
    const frozenInput = { now, staleAfterMs: deps.staleAfterMs ?? STALE_AFTER_MS, failedClusters };
    const plan = planScan({
      listed: fleet.listed,
      rows,
      cadence: { ...USUAL_CADENCE, now, sweepsSynced: deps.ghostSweep ?? false },
      isFull: full,
      frozenOf: (listed) => frozenVerdictOf(listed, frozenInput),
    });
    for (let first = 0; first < plan.note.length; first += NOTES_AT_ONCE) {
      const seen = plan.note.slice(first, first + NOTES_AT_ONCE).map(({ listed, standing }) =>
        notedApp(listed, {
          at: now.toISOString(),
          standing,
          frozen: frozenVerdictOf(listed, frozenInput),
        }),
      );
      await rememberApps(instance, seen, options);
    }
    if (plan.gone.length > 0) await apps.apply(instance, forgotten(plan.gone, now.toISOString()));
    const due = [
      ...plan.look.map((listed) => ({ listed })),
      ...plan.probe.map(({ listed, row }) => ({ listed, unlessSince: row.look })),
    ];
    await scans.startScan(instance, { scanId, startedAt, done: 0, of: due.length });
    return { scanId, batches: batchesOf(due, fleet, frozenInput) };
  }

  /** Whether Argo CD answers is remembered, because commands go on answering from the snapshot meanwhile. */
  async function reached<T>(instance: string, call: () => Promise<T>): Promise<T> {
    const before = await snapshots.reach(instance);
    try {
      const answer = await call();
      await snapshots.saveReach({ instance, lastReached: clock.now().toISOString() });
      return answer;
    } catch (error) {
      if (error instanceof BotError) {
        const downSince = before?.downSince ?? clock.now().toISOString();
        await snapshots.saveReach({ ...before, instance, downSince, reason: error.message });
      }
      throw error;
    }
  }
}

function isUnderWay(last: ScanProgress | undefined, now: Date): boolean {
  if (last === undefined || last.finishedAt !== undefined) return false;
  return now.getTime() - Date.parse(last.heardAt ?? last.startedAt) < ABANDONED_MS;
}

/** An account that may not list clusters says nothing about them. */
async function failedClustersOf({ argocd }: StartScanDeps, options: CallOptions): Promise<ReadonlyMap<string, string>> {
  try {
    const failed = (await argocd.clusters(options)).filter(({ status }) => status === 'Failed');
    return new Map(
      failed.flatMap(({ server, name, message = '' }) => [[server, message] as const, [name, message] as const]),
    );
  } catch (error) {
    if (error instanceof BotError) return new Map();
    throw error;
  }
}

function batchesOf(due: readonly AppToLookAt[], fleet: Fleet, frozenInput: FrozenInput): readonly ScanBatch[] {
  const batches: ScanBatch[] = [];
  for (let start = 0; start < due.length; start += BATCH) {
    const some = due.slice(start, start + BATCH);
    const apps = some.map((app) => {
      const frozen = frozenVerdictOf(app.listed, frozenInput);
      return frozen === undefined ? app : { ...app, frozen };
    });
    batches.push({
      settings: fleet.settings,
      apps,
      shared: sharedAmong(
        fleet,
        some.map(({ listed }) => listed),
      ),
    });
  }
  return batches;
}
