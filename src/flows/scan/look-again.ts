import { forgotten } from '../../core/memory/forgotten.ts';
import { appKey } from '../../core/model/app-key.ts';
import type { AppHandle, CallOptions } from '../../ports/argocd.ts';
import type { Clock } from '../../ports/clock.ts';
import type { AppMemory } from '../../ports/memory.ts';
import type { ListFleet } from './list-fleet.ts';
import { alone } from './look-alone.ts';
import type { ScanSomeApps } from './scan-batch.ts';

export interface LookAgainDeps {
  readonly listFleet: ListFleet;
  readonly scanBatch: ScanSomeApps;
  readonly apps: AppMemory;
  readonly clock: Clock;
}

/** Answers whether anything moved. */
export type LookAgain = (instance: string, app: AppHandle, options?: CallOptions) => Promise<boolean>;

/** One app between scans: it changed on Argo CD's stream, or somebody asked. */
export function makeLookAgain({ listFleet, scanBatch, apps, clock }: LookAgainDeps): LookAgain {
  return async (instance, { ref, project }, options = {}) => {
    const selector = { name: ref.name, ...(project === undefined ? {} : { projects: [project] }) };
    const fleet = await listFleet(selector, options);
    const key = appKey(ref);
    const listed = fleet.listed.find((app) => appKey(app.ref) === key);
    if (listed === undefined) {
      const rows = (await apps.rows(instance)).filter((row) => row.key === key);
      await apps.apply(instance, forgotten(rows, clock.now().toISOString()));
      return rows.length > 0;
    }
    const [known] = await apps.records(instance, [key]);
    const batch = { settings: fleet.settings, ...alone(listed, known) };
    return (await scanBatch(instance, batch, options)).length > 0;
  };
}
