import type { Memory } from '../adapters/redis/client.ts';
import type { Config } from '../config/schema.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import { makeLookAgain } from '../flows/scan/look-again.ts';
import { makeRememberApps } from '../flows/scan/remember-apps.ts';
import { makeScanBatch } from '../flows/scan/scan-batch.ts';
import { makeStartScan } from '../flows/scan/start-scan.ts';
import type { Clock } from '../ports/clock.ts';
import type { ScanParts } from './scan-parts.ts';

/** What the worker does for one instance. */
export function instanceJobsOf(
  { argocd }: ConnectedInstance,
  { listFleet, lookAtApps }: ScanParts,
  { memory, clock, scan }: { readonly memory: Memory; readonly clock: Clock; readonly scan: Config['scan'] },
) {
  const { apps, snapshots, scans, locks } = memory;
  const rememberApps = makeRememberApps({ argocd, apps, healthyForMs: scan.healthyFor });
  const scanBatch = makeScanBatch({ lookAtApps, rememberApps, memory: apps });
  return {
    scanBatch,
    lookAgain: makeLookAgain({ listFleet, scanBatch, apps, clock }),
    startScan: makeStartScan({
      argocd,
      listFleet,
      rememberApps,
      apps,
      snapshots,
      scans,
      locks,
      clock,
      ghostSweep: scan.ghostSweep,
    }),
  };
}
