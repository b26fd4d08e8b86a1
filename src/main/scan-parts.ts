import type { Config } from '../config/schema.ts';
import type { ConnectedInstance } from '../flows/connected-instance.ts';
import type { ExplainApp } from '../flows/explain-app.ts';
import { makeObserveApp } from '../flows/observe-app.ts';
import { makeListFleet } from '../flows/scan/list-fleet.ts';
import { makeLookAtApps } from '../flows/scan/look-at-apps.ts';
import type { Clock } from '../ports/clock.ts';

/** What every way of scanning an instance is made of. */
export function scanPartsOf(
  instance: ConnectedInstance,
  {
    explainApp,
    clock,
    scan,
  }: { readonly explainApp: ExplainApp; readonly clock: Clock; readonly scan: Config['scan'] },
) {
  const { argocd, clusterFor } = instance;
  const observeApp = makeObserveApp({ argocd, clusterFor, clock, notHealthyAfterMs: scan.notHealthyAfter });
  return {
    observeApp,
    listFleet: makeListFleet(instance),
    lookAtApps: makeLookAtApps({ argocd, observeApp, explainApp, clock, ghostSweep: scan.ghostSweep }),
  };
}

export type ScanParts = ReturnType<typeof scanPartsOf>;
